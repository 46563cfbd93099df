"""Gap on phones: two gaps in the order of choosing, the reader's clock, a latecomer, a whole sitting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_gap import Filler, deal_gaps, filler, lays, picks_first, table_of_gap
from tests.support.browser_look import SMALLEST, faults_of, too_small
from tests.support.browser_people import People


async def test_two_cards_fill_two_gaps_in_the_order_in_which_they_were_tapped(
    people: People, crowd: Crowd
) -> None:
    code, (anna, ben, cleo) = await table_of_gap(crowd, "Anna", "Ben", "Cleo")
    dan = await filler(people, "Dan")
    await dan.come(code)
    phase = await deal_gaps(anna, gaps=2)
    view = await dan.until_view(lambda view: view["room"]["phase"] == phase)
    first, third = view["own"]["hand"][0]["text"], view["own"]["hand"][2]["text"]
    await dan.choose_cards(third)
    await expect(dan.button("gap.choose_more")).to_be_visible()
    await dan.choose_cards(first)
    await dan.reads(third, first)
    for text, place in ((third, 1), (first, 2)):
        await expect(dan.phrase(text)).to_have_accessible_name(f"{text} {dan.words('gap.in_gap', n=place)}")
    await dan.press_away(dan.button("gap.lay", n=2))
    await dan.reads(third, first)
    for player in (ben, cleo):
        await lays(player)

    await dan.until_stage("judging")
    shown = await dan.answers.all_inner_texts()
    assert [text.replace("\n", " ") for text in shown if third in text] != []
    view = await anna.until(lambda view: view["table"]["stage"] == "judging")
    assert [third, first] in [answer["phrases"] for answer in view["table"]["answers"]]
    await expect(dan.answers).to_have_count(3)
    mine = dan.answers.filter(has_text=dan.words("gap.yours"))
    await dan.press(mine)
    await dan.reads(third, first)


async def test_nobody_picks_for_a_reader_whose_clock_runs_out(people: People, crowd: Crowd) -> None:
    code, players = await table_of_gap(crowd, "Anna", "Ben", "Cleo", lay_s=30, judge_percent=50)
    dan = await filler(people, "Dan")
    await dan.come(code)
    await players[0].start()
    await dan.lay_some()
    for player in players[1:]:
        await lays(player)
    await dan.until_stage("judging")
    await expect(dan.text("gap.judges", name="Anna")).to_be_visible()
    async with asyncio.timeout(60):
        while dan.view["table"]["stage"] == "judging":
            await dan.watch.news()
    await expect(dan.page.get_by_role("heading", name=dan.words("gap.verdict.timeout"))).to_be_visible()
    assert [standing["points"] for standing in dan.view["table"]["standings"]] == [0, 0, 0, 0]
    await expect(dan.text("gap.hint_next", name="Ben")).to_be_visible()
    await dan.press_away(dan.button("gap.next"))
    await expect(dan.text("gap.progress", round=2, rounds=4)).to_be_visible()


async def test_a_latecomer_looks_on_until_the_next_sentence_and_reads_last(
    people: People, crowd: Crowd
) -> None:
    code, (anna, *others) = await table_of_gap(crowd, "Anna", "Ben", "Cleo", "Dan")
    await anna.start()
    eve = await filler(people, "Eve", language="sv")
    await eve.go(f"/r/{code}")
    await eve.press(eve.button("watching.ask"))
    await eve.page.get_by_label(eve.words("name.label")).fill("Eve")
    await eve.press(eve.page.get_by_role("dialog").get_by_role("button").last)
    await expect(eve.text("gap.hint_late")).to_be_visible()
    await expect(eve.cards).to_have_count(0)
    await expect(eve.text("gap.progress", round=1, rounds=5)).to_be_visible()
    await asyncio.gather(*(lays(player) for player in others))
    await expect(eve.answers).to_have_count(3)
    await picks_first(anna)
    await eve.press_away(eve.button("gap.next"))
    await expect(eve.cards).to_have_count(6)
    assert eve.view["table"]["queue"] == [2, 3, 4]
    for card in await eve.cards.locator("[lang]").all():
        assert await card.get_attribute("lang") == "en"
    await eve.lay_some()


async def test_four_people_play_a_whole_sitting_and_each_reads_once(people: People) -> None:
    names = ("Anna", "Ben", "Cleo", "Dan")
    table = [await filler(people, name) for name in names]
    code = await table[0].open_table("gap")
    for person in table[1:]:
        await person.come(code)
    await table[0].press_away(table[0].button("lobby.start", n=4))
    for round_ in range(1, 5):
        await asyncio.gather(*(person.until_view(is_laying(round_)) for person in table))
        reader = table[table[0].view["table"]["reader"]]
        assert reader.name == names[round_ - 1]
        await expect(reader.text("gap.hint_reader")).to_be_visible()
        await asyncio.gather(*(person.lay_some() for person in table if person is not reader))
        await asyncio.gather(*(person.until_stage("judging") for person in table))
        assert len({await order_of(person) for person in table}) == 1
        await (reader.pick_none() if round_ == 2 else reader.pick(1))
        await asyncio.gather(*(person.until_stage("result") for person in table))
        is_last = round_ == 4
        await table[0].press_away(table[0].button("gap.end" if is_last else "gap.next"))
    for person in table:
        await expect(person.button("again")).to_be_visible()
        await expect(
            person.page.get_by_role("listitem").filter(has_text=person.words("you"))
        ).not_to_have_count(0)
    outcome = table[0].view["table"]["outcome"]
    points = [standing["points"] for standing in table[0].view["table"]["standings"]]
    assert sum(points) == 3
    assert outcome["winners"] == [seat for seat, own in enumerate(points) if own == max(points)]


def is_laying(round_: int) -> Callable[[dict[str, Any]], bool]:
    def fits(view: dict[str, Any]) -> bool:
        table = view["table"]
        return bool(table and table["stage"] == "laying" and table["round"] == round_)

    return fits


async def order_of(person: Filler) -> tuple[str, ...]:
    """The answers as they lie on this screen, without what only this person or the reader sees there."""
    await expect(person.answers.first).to_be_visible()
    shown = await person.answers.locator("[lang=en]").all_inner_texts()
    return tuple(shown)


async def test_twelve_at_a_small_phone_read_everything_and_press_what_they_mean(
    people: People, crowd: Crowd
) -> None:
    names = [f"Name {number}" for number in range(1, 12)]
    dan = await filler(people, "Dan", viewport=SMALLEST)
    code, _ = await table_of_gap(crowd)
    await dan.come(code)
    players = await crowd.sit(code, *names)
    await dan.press_away(dan.button("lobby.start", n=12))
    await expect(dan.text("gap.hint_reader")).to_be_visible()
    assert await faults_of(dan.page, "gap-reader") == []
    await dan.page.set_viewport_size(SMALLEST)
    await asyncio.gather(*(lays(player) for player in players))
    await dan.until_stage("judging")
    await expect(dan.answers).to_have_count(12)
    for answer in await dan.answers.all():
        await answer.scroll_into_view_if_needed()
        assert await too_small(answer) == []
    assert await faults_of(dan.page, "gap-judging") == []
    await dan.page.set_viewport_size(SMALLEST)
    await dan.pick(10)
    await dan.until_stage("result")
    assert await faults_of(dan.page, "gap-result") == []
    await dan.page.set_viewport_size(SMALLEST)
    await dan.press_away(dan.button("gap.next"))
    await expect(dan.cards).to_have_count(6)
    assert await too_small(dan.cards) == []
    assert await faults_of(dan.page, "gap-laying") == []


async def test_the_keyboard_alone_lays_and_judges(people: People, crowd: Crowd) -> None:
    anna = await filler(people, "Anna", device=None)
    code, _ = await table_of_gap(crowd)
    await anna.come(code)
    ben, cleo = await crowd.sit(code, "Ben", "Cleo")
    await anna.press_away(anna.button("lobby.start", n=3))
    for player in (ben, cleo):
        await lays(player)
    await expect(anna.answers).to_have_count(3)
    await anna.answers.first.focus()
    await anna.page.keyboard.press("Space")
    await expect(anna.answers.first).to_have_attribute("aria-pressed", "true")
    await press_key_away(anna, "gap.pick")
    await anna.until_stage("result")
    await expect(anna.button("gap.next")).to_be_visible()
    await press_key_away(anna, "gap.next")
    await expect(anna.cards).to_have_count(6)
    await anna.cards.first.focus()
    await anna.page.keyboard.press("ArrowRight")
    await expect(anna.cards.nth(1)).to_be_focused()
    for _ in range(anna.view["own"]["may"]["lay"]):
        await anna.page.keyboard.press("Space")
        await anna.page.keyboard.press("ArrowRight")
    await press_key_away(anna, "gap.lay", n=anna.view["own"]["may"]["lay"])
    await expect(anna.text("gap.hint_laid")).to_be_visible()


async def press_key_away(person: Filler, key: str, **params: object) -> None:
    """Enter on this button, until it no longer says the same."""
    button = person.button(key, **params)
    await button.focus()
    async with asyncio.timeout(10):
        while await button.count():
            await person.page.keyboard.press("Enter")
            await asyncio.sleep(0.1)  # the client ignores what comes within 300 ms of a change


async def test_who_lays_in_two_tabs_is_told_that_the_first_answer_is_final(
    people: People, crowd: Crowd
) -> None:
    code, (anna, _) = await table_of_gap(crowd, "Anna", "Ben")
    dan = await filler(people, "Dan")
    await dan.come(code)
    await anna.start()
    await dan.until_stage("laying")
    slow = await another_tab(people, dan)
    road = await slow.road()
    await slow.go(f"/r/{code}")
    view = await slow.until_stage("laying")
    texts = [phrase["text"] for phrase in view["own"]["hand"]]
    gaps = view["own"]["may"]["lay"]
    await slow.choose_cards(*texts[-gaps:])
    road.hold()
    await dan.turn_to()
    await dan.lay_cards(*texts[:gaps])
    await expect(dan.text("gap.hint_laid")).to_be_visible()
    await slow.turn_to()
    await slow.press_away(slow.button("gap.lay", n=gaps))
    await expect(slow.button("gap.laying")).to_be_visible()
    road.let_go()
    await expect(slow.text("refused.already_laid")).to_be_visible()
    await slow.reads(*texts[:gaps])


async def another_tab(people: People, person: Filler) -> Filler:
    tab = await people.another_tab(person)
    return Filler(tab.name, tab.page, tab.words, tab.watch, tab.site, is_touch=tab.is_touch)
