"""Order on small windows, in large letters, by axe: with eight at the table and everything there is to press.

Pictures are left in `build/screens-e2e/`, to be looked at.
"""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser import PHONE
from tests.support.browser_crowd import Crowd, Player
from tests.support.browser_look import SMALLEST, WIDER, faults_of, too_small
from tests.support.browser_order import Hand, act, say_yes, take
from tests.support.browser_people import People
from tests.support.browser_person import Person

WINDOWS: dict[int, list[ViewportSize]] = {
    16: [PHONE, SMALLEST, {"width": 568, "height": 320}, {"width": 844, "height": 390}],
    32: [PHONE, SMALLEST],
}
"""By the size of letters that the browser's owner has set; 16 is usual, 32 is 200 %."""
NAMES = ("Anna", "Åse-Marie Lindqvist", "Bo", "Cia", "Dan", "W" * 24, "Li", "Christopher-Alexander")
LEAVER = 4


@pytest.mark.parametrize("letters", WINDOWS)
async def test_everything_that_is_pressed_can_be_reached_with_eight_at_the_table(
    people: People, crowd: Crowd, letters: int
) -> None:
    anna = await people.person("Anna", language="fr")
    devtools = await anna.page.context.new_cdp_session(anna.page)
    await devtools.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    await at_a_full_table(anna, crowd)
    faults = []
    for window in WINDOWS[letters]:
        await anna.page.set_viewport_size(window)
        where = f"{window['width']}x{window['height']}"
        if (wider := await anna.page.evaluate(WIDER)) > 0:
            faults.append(f"{where}: {wider} px too wide")
        faults += [f"{where}: {fault}" for fault in await too_small(anna.page.get_by_role("button"))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["en", "sv", "fr"])
async def test_the_table_the_ranking_and_the_showdown_look_right(
    people: People, crowd: Crowd, language: str
) -> None:
    anna = await people.person("Anna", language=language)
    players = await at_a_full_table(anna, crowd)
    faults = await faults_of(anna.page, f"order_table.{language}")
    await anna.press(anna.button("order.ranking"))
    await expect(anna.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(9)
    faults += await faults_of(anna.page, f"order_ranking.{language}")
    await anna.close_sheet()

    await play_to_the_showdown(players)
    await expect(anna.page.locator("li.line")).to_have_count(len(players))
    faults += await faults_of(anna.page, f"order_showdown.{language}")
    assert not faults, "\n".join(faults)


async def at_a_full_table(anna: Person, crowd: Crowd) -> list[Player]:
    """On the second street all hold a chip; then one of eight leaves, whose chip lies in the pile, and two say
    yes. Anna has the first one's seat; the seven who are left."""
    code, (host, *others) = await crowd.open_table_of("order", *NAMES)
    await host.start()
    players = [host, *others]
    await play_a_street(players)
    await take_chips(players)
    gone = players.pop(LEAVER)
    await gone.does(type="leave", phase=gone.view["room"]["phase"])
    view = await host.until(lambda view: view["table"]["standings"][LEAVER]["has_left"])
    claim = view["table"]["claim"]
    for player in players[1:3]:
        await say_yes(player, claim)
    await anna.come_as(host, code)
    hand = Hand(anna)
    await expect(hand.own_cards).to_be_visible()
    await expect(anna.button("order.take", chip=LEAVER + 1)).to_be_visible()
    await expect(anna.text("order.hint_some", n=2, of=7)).to_be_visible()
    return players


async def take_chips(players: list[Player]) -> None:
    for chip, player in enumerate(players, 1):
        await take(player, chip)


async def play_a_street(players: list[Player]) -> None:
    await take_chips(players)
    claim = (await players[-1].until(lambda view: view["own"]["may"]["yes"] is not None))["table"]["claim"]
    for player in players:
        await say_yes(player, claim)


async def play_to_the_showdown(players: list[Player]) -> None:
    host = players[0]
    for player in players:
        view = await player.until(lambda view: view["own"])
        if view["own"]["may"]["yes"] is not None:
            await act(player, type="yes", claim=view["own"]["may"]["yes"])
    for _ in range(2):
        await host.until(lambda view: len(view["table"]["pile"]) == len(players))
        await play_a_street(players)
    await host.until(lambda view: view["table"]["stage"] == "result")
