"""Idiot in one browser: dealt, exchanged, played to an end; kept if asked for; never more seen than turned."""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser_idiot import PAGE, Loner, saved
from tests.support.browser_look import SMALLEST, covered, faults_of, too_small
from tests.support.browser_people import People

FEELS = "navigator.vibrate = () => { document.documentElement.dataset.felt = 'yes'; return true; };"
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
FIVE = saved(
    {"hand": "3S 3H 5D 9C JS", "open": "KS 2H TD", "hidden": "4S 6H QD"},
    {"hand": "4H 5H 6S", "open": "AS QS 9H", "hidden": "8S 8H 7D"},
    {"hand": "4D 5C", "open": "AH QH", "hidden": "9D JD 2C"},
    {"hand": "6D", "hidden": "- JH 2D"},
    {"hand": "7S 8D 8C", "open": "TS TH TC", "hidden": "2S KH KD"},
    pile="4C 7H 7C",
)
"""No stock, so that hands of any size hold together."""


async def loner(people: People, save: str | None = None, name: str = "Anna") -> Loner:
    alone = Loner(await people.person(name))
    await alone.sits_down(save)
    return alone


async def test_from_the_shelf_somebody_deals_exchanges_and_plays_without_a_connection(people: People) -> None:
    anna = await people.person("Anna")
    alone = Loner(anna)
    await anna.go()
    await anna.press(anna.way_to("idiot", "shelf.play_now"))
    await anna.page.wait_for_url(f"**{PAGE}")
    fewer = anna.page.get_by_role("group", name=anna.words("idiot.opponents")).get_by_role("button").first
    await anna.press(fewer)
    await alone.does("idiot.deal", n=1)
    await expect(alone.hand).to_have_count(3)

    mine, front = alone.hand.first, anna.button("idiot.open_card").first
    given, got = await mine.get_attribute("aria-label"), await front.get_attribute("aria-label")
    await anna.press(mine)
    await anna.press(front)
    await anna.press_away(anna.button("idiot.exchange"))
    await expect(
        anna.page.get_by_role("button", name=anna.words("idiot.open_card", card=given))
    ).to_be_visible()
    assert got is not None
    shown = anna.words.read("idiot.open_card", got)["card"]
    await expect(anna.page.get_by_role("checkbox", name=shown, exact=True)).to_be_visible()

    await alone.does("idiot.ready")
    await expect(anna.button("idiot.ready")).to_have_count(0)
    await expect(anna.page.get_by_text(anna.words("idiot.saving_on"))).to_have_count(0)
    assert await alone.kept() is None
    assert anna.watch.connections == 0


async def test_whoever_has_asked_for_it_feels_that_it_is_their_turn(people: People) -> None:
    anna = await people.person("Anna", script=FEELS)
    alone = Loner(anna)
    await anna.go()
    await anna.page.evaluate("localStorage.setItem('kortlek.vibration', 'on')")
    await alone.sits_down(saved({"hand": "QS 5D"}, {"hand": "AS 6S"}, pile="JH", turn=1))
    await expect(anna.button("idiot.skip")).to_be_visible()
    phone = anna.page.locator("html")
    await expect(phone).not_to_have_attribute("data-felt", "yes")
    await expect(phone).to_have_attribute("data-felt", "yes")


async def test_once_loaded_the_page_needs_no_network(people: People) -> None:
    alone = await loner(people)
    await alone.page.wait_for_load_state("networkidle")
    await alone.page.context.set_offline(True)
    await alone.does("idiot.deal", n=2)
    await alone.does("idiot.ready")
    await alone.person.press(alone.person.button("rules"))
    await expect(alone.page.get_by_role("dialog").get_by_role("table")).to_be_visible()


async def test_the_last_card_wins(people: People) -> None:
    alone = await loner(people, saved({"hand": "QS QH"}, {"hand": "AS"}, pile="JH"))
    await alone.lays("QS", "QH")
    await expect(alone.page.get_by_role("heading", name=alone.words("idiot.won"))).to_be_visible()
    await expect(alone.person.button("idiot.again")).to_be_visible()


async def test_a_pile_is_taken_where_nothing_fits_and_the_game_is_lost_by_playing_on(people: People) -> None:
    alone = await loner(people, saved({"hand": "3S"}, {"hand": "6S"}, pile="9H"))
    await expect(alone.person.button("idiot.way_gamble")).to_have_count(0)
    await alone.does("idiot.take", n=1)
    await expect(alone.page.get_by_role("heading", name=alone.words("idiot.you.idiot"))).to_be_visible()
    await alone.does("idiot.again")
    await expect(alone.hand).to_have_count(3)


async def test_whoever_is_out_skips_to_the_end(people: People) -> None:
    alone = await loner(people, saved({"hand": "TS"}, {"hand": "6S 7S"}, {"hand": "6H 8H"}, pile="9H"))
    await alone.lays("TS")
    await expect(alone.told("idiot.you.out", place=1)).not_to_have_count(0)
    await alone.does("idiot.skip_end")
    await expect(alone.page.get_by_role("heading", name=alone.words("idiot.won"))).to_be_visible()


async def test_a_fourth_card_burns_the_pile_and_gives_another_turn(people: People) -> None:
    alone = await loner(people, saved({"hand": "7S 7H 3S"}, {"hand": "6S"}, pile="7D 7C"))
    await alone.picks("7S", "7H")
    await expect(alone.person.text("idiot.hint_burn")).to_be_visible()
    await alone.does("idiot.lay_many", n=2)
    await expect(alone.told("idiot.burns", n=4)).not_to_have_count(0)
    await alone.picks("3S")


async def test_open_cards_and_then_hidden_ones_are_played_from_the_table(people: People) -> None:
    alone = await loner(people, saved({"open": "7S", "hidden": "KS - 4S"}, {"hand": "7H 6H 3C"}, pile="5H"))
    await alone.person.press(alone.open("7S"))
    await alone.does("idiot.lay", card=alone.name("7S"))
    await expect(alone.person.text("idiot.hint_hidden")).to_be_visible()
    await alone.person.press(alone.person.button("idiot.hidden_card", n=3))
    await alone.does("idiot.turn")
    await expect(alone.told("idiot.you.turn_failed", card=alone.name("4S"))).not_to_have_count(0)
    await expect(alone.hand).to_have_count(4)


async def test_no_hidden_card_is_in_the_document_before_it_is_turned(people: People) -> None:
    alone = await loner(
        people, saved({"hidden": "KS KH 4S"}, {"hand": "7H 6H", "hidden": "KD KC 4D"}, pile="9H", stock="")
    )
    await expect(alone.person.button("idiot.hidden_card", n=1)).to_be_visible()
    document = await alone.page.content()
    for rank in ("K", "4"):
        assert alone.words(f"card.rank.{rank}") not in document
        assert not [suit for suit in "SHDC" if f'"{rank}{suit}"' in document]
    assert await alone.page.get_by_text("K", exact=True).count() == 0


async def test_a_gamble_is_kept_before_it_is_seen_so_a_reload_gives_no_second_look(people: People) -> None:
    alone = await loner(people, saved({"hand": "3S 4S 5S"}, {"hand": "6S 7S 8S"}, pile="9H", stock="AS 3H"))
    await alone.person.press(alone.person.button("idiot.way_gamble"))
    await alone.does("idiot.gamble")
    await expect(alone.told("idiot.you.risk_failed", card=alone.name("3H"))).not_to_have_count(0)
    await alone.comes_back()
    await expect(alone.card("3H")).to_be_visible()
    await expect(alone.card("9H")).to_be_visible()


async def test_saving_is_off_until_chosen_and_then_the_same_turn_is_there_again(people: People) -> None:
    alone = await loner(people)
    switch = alone.page.get_by_role("switch")
    await expect(switch).not_to_be_checked()
    await alone.person.press(switch)
    await expect(switch).to_be_checked()
    await alone.does("idiot.deal", n=2)
    await alone.does("idiot.ready")
    await expect(alone.person.button("idiot.ready")).to_have_count(0)
    before = await alone.kept()
    assert before is not None
    await alone.comes_back()
    await expect(alone.hand).not_to_have_count(0)

    sheet = await alone.person.open_menu()
    await alone.person.press_twice(sheet, "idiot.delete")
    await expect(switch).not_to_be_checked()
    assert await alone.kept() is None
    await alone.comes_back()
    await expect(alone.person.button("idiot.deal", n=2)).to_be_visible()


@pytest.mark.parametrize(
    "text", ["{", '{"version":2}', saved({"hand": "2S"}, {"hand": "3S"}).replace("3S", "4S")]
)
async def test_a_save_that_cannot_be_read_is_refused_in_words_and_can_be_deleted(
    people: People, text: str
) -> None:
    alone = await loner(people, text)
    await expect(alone.person.text("idiot.damaged")).to_be_visible()
    await alone.person.press_twice(alone.page.locator("main"), "idiot.delete")
    await expect(alone.person.text("idiot.damaged")).to_have_count(0)
    await alone.comes_back()
    await expect(alone.person.button("idiot.deal", n=2)).to_be_visible()
    await expect(alone.person.text("idiot.damaged")).to_have_count(0)


async def test_of_two_tabs_the_newer_one_plays_and_the_older_one_says_so(people: People) -> None:
    older = await loner(people, FIVE)
    await expect(older.card("9C")).to_be_visible()
    newer = Loner(await people.another_tab(older.person))
    await newer.sits_down()
    await expect(newer.card("9C")).to_be_visible()
    await expect(older.person.text("idiot.elsewhere")).to_be_visible()
    await newer.lays("9C")
    await older.person.turn_to()
    await older.person.press(older.person.button("idiot.play_here"))
    await expect(older.hand).not_to_have_count(0)
    await expect(older.card("9C")).to_have_count(0)
    await expect(newer.person.text("idiot.elsewhere")).to_be_visible()


async def test_a_turn_is_played_by_keyboard_alone(people: People) -> None:
    alone = await loner(people, saved({"hand": "4S QS KD"}, {"hand": "AS"}, pile="JH"))
    await alone.card("4S").focus()
    await alone.page.keyboard.press("ArrowRight")
    await expect(alone.card("QS")).to_be_focused()
    await alone.page.keyboard.press("Space")
    await expect(alone.card("QS")).to_be_checked()
    lay = alone.person.button("idiot.lay", card=alone.name("QS"))
    await lay.focus()
    while await lay.count() > 0:  # a press right after a change of meaning is ignored on purpose
        await alone.page.keyboard.press("Enter")
        await alone.page.evaluate("() => new Promise(requestAnimationFrame)")
    await expect(alone.card("QS")).to_have_count(0)
    await expect(alone.person.confirm).to_be_focused()


async def test_a_large_hand_lies_in_heaps_of_a_rank_of_which_one_may_lay_fewer(people: People) -> None:
    alone = await loner(people, saved({"hand": "4S 5S 5H 5D 6S 8S 9S JS QS KS"}, {"hand": "AS"}, pile="4H"))
    await expect(alone.hand).to_have_count(8)
    fives = alone.page.get_by_role("checkbox", name=alone.words.pattern("idiot.heap"))
    await alone.person.press(fives)
    await expect(alone.person.button("idiot.lay_many", n=3, rank="5")).to_be_visible()
    await alone.person.press(fives)
    await alone.does("idiot.lay_many", n=2, rank="5")
    await expect(alone.card("5D")).to_be_visible()


async def test_five_at_the_table_fit_on_the_smallest_phone_and_everywhere_else(people: People) -> None:
    alone = await loner(people, FIVE)
    await expect(alone.hand).to_have_count(5)
    faults = await faults_of(alone.page, "idiot")
    for size in (SMALLEST, LANDSCAPE):
        await alone.page.set_viewport_size(size)
        faults += await too_small(alone.page.get_by_role("button"))
        faults += await covered(alone.hand)
    assert not faults, faults
