"""Twelve from positions that a test has stacked: a gold victory alone, and three at a table."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser import PHONE
from tests.support.browser_crowd import Crowd
from tests.support.browser_look import SMALLEST, WIDER, covered, faults_of, too_small
from tests.support.browser_people import People
from tests.support.browser_twelve import Fighter, act, effects, yields
from tests.support.server_process import ServerProcess
from tests.support.server_process import server as running_server
from tests.support.stacked_server import save
from tests.support.twelve_hands import position

SOLO = position(
    "QS",
    "TC KD JC AH 9D QC 5H 4H",
    castle="KS KH",
    tavern="TS 9C 8C 7C 3C TH 2C 6C TD 4C 5C",
    discard="JH JD JS 2S 3S",
    damage=10,
)
"""The last three stand, no jester has been used, and the hand is strong."""
TRIO = position(
    "JH",
    "X1 5C 2D KC 3S | 9D TS 8S | TH QS 6D",
    castle="JD QS KS",
    tavern="7C 8C 9C TC 2S",
    discard="2C 3C",
    field="TD",
    damage=10,
)
"""Anna's turn; a ten has been played."""

WINDOWS: list[ViewportSize] = [SMALLEST, {"width": 568, "height": 320}, {"width": 844, "height": 390}, PHONE]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, client_build: Path) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("stacked")
    save({1: SOLO, 3: TRIO}, folder / "states.json")
    with running_server(
        folder,
        module="tests.support.stacked_server",
        STATIC=str(client_build),
        STACKED=str(folder / "states.json"),
    ) as process:
        yield process


async def test_alone_against_the_last_three_to_a_gold_victory(people: People) -> None:
    anna = await people.person("Anna")
    fighter = Fighter(anna)
    await anna.open_table("twelve")
    await fighter.sits_down(seats=1)

    await fighter.plays("TC")  # exactly: the queen lies on top of the tavern
    await fighter.plays("AH", "QC")
    await fighter.pays("KD")
    await fighter.plays("JC")
    await fighter.plays("9D")  # draws the queen first
    for card in ("QS", "5H"):
        await fighter.pays(card)
    await fighter.plays("9C")
    for card in ("TS", "7C", "3C"):
        await fighter.pays(card)
    await fighter.plays("8C")

    await expect(anna.page.get_by_role("heading", name=anna.words("twelve.medal.gold"))).to_be_visible()
    assert fighter.table["beaten"] == 12


async def test_three_with_a_jester_a_yield_that_is_barred_an_exact_kill_and_an_abandoned_seat(
    people: People, crowd: Crowd
) -> None:
    anna = await people.person("Anna")
    fighter = Fighter(anna)
    code = await anna.open_table("twelve")
    ben, cia = await crowd.sit(code, "Ben", "Cia")
    await fighter.sits_down(seats=3)

    # A jester: two phrases, and the choice.
    await fighter.plays("X1")
    await ben.until(lambda view: view["own"]["says"])
    await ben.does(type="act", phase=ben.view["room"]["phase"], action={"type": "say", "phrase": "gladly"})
    chair = anna.page.get_by_role("radio", name=re.compile("^Ben"))
    await expect(chair).to_contain_text(anna.words("twelve.say.gladly"))
    rather_not = anna.button("twelve.say.rather_not")
    await anna.press(rather_not)
    await expect(rather_not).to_have_attribute("aria-pressed", "true")
    await fighter.names("Ben")
    await expect(anna.button("twelve.wait.playing", name="Ben")).to_be_visible()

    # The two others yield, so the third must play.
    await yields(ben, "TS")
    await yields(cia, "TH")
    await anna.until_view(lambda view: view["own"]["plays"])
    await anna.press(fighter.option("twelve.yield_option"))
    await expect(anna.page.get_by_text(anna.words("refused.all_yielded"))).to_be_visible()
    await expect(anna.button("twelve.yield_barred")).to_have_attribute("aria-disabled", "true")

    # Exactly: the jack lies on top of the tavern, and the same seat goes on.
    await fighter.picks("5C")
    await expect(anna.page.get_by_text(anna.words("twelve.then.exact"))).to_be_visible()
    await anna.press(fighter.card("5C"))
    await fighter.plays("5C")
    assert (fighter.table["known"], fighter.table["enemy"]["card"], fighter.table["turn"]) == (
        ["JH"],
        "JD",
        0,
    )

    # Cia leaves: her hand lies in the discard, and after Ben it is Anna's turn again.
    discard = len(fighter.table["discard"])
    await cia.does(type="leave", phase=cia.view["room"]["phase"])
    await anna.until_view(lambda view: view["room"]["seats"][2]["presence"] == "left")
    await anna.press(anna.button("twelve.discard_look", n=discard + 2))
    await expect(anna.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(discard + 2)
    await anna.close_sheet()
    await expect(anna.page.locator('[data-seat="2"]')).to_contain_text(anna.words("presence.left"))
    await fighter.plays("3S")
    await fighter.pays("KC")
    await act(ben, type="play", cards=["8S"])  # a shield of eleven against ten
    await anna.until_view(lambda view: view["own"]["plays"])
    assert fighter.table["turn"] == 0


async def test_the_table_fits_every_window_and_axe_finds_nothing_grave(people: People, crowd: Crowd) -> None:
    anna = await people.person("Anna", language="fr")
    fighter = Fighter(anna)
    code = await anna.open_table("twelve")
    ben, _ = await crowd.sit(code, "Ben", "Cia")
    await fighter.sits_down(seats=3)

    faults = await faults_of(anna.page, "twelve-playing")
    await anna.page.set_viewport_size(PHONE)
    await fighter.picks("3S")
    faults += await faults_of(anna.page, "twelve-picked")
    faults += await misfits(fighter)
    await fighter.plays("X1")
    await ben.until(lambda view: view["own"]["says"])
    faults += await faults_of(anna.page, "twelve-naming")
    faults += await misfits(fighter)
    await fighter.names("Ben")
    await act(ben, type="yield")
    await anna.until_view(lambda view: view["table"]["stage"] == "paying")
    faults += await faults_of(anna.page, "twelve-paying")
    assert faults == []


async def misfits(fighter: Fighter) -> list[str]:
    """What cannot be touched, or is cut off, on small phones, upright and turned."""
    page, found = fighter.person.page, []
    for window in WINDOWS:
        await page.set_viewport_size(window)
        where = f"{window['width']}x{window['height']}"
        found += [f"{where}: too wide"] if await page.evaluate(WIDER) > 0 else []
        buttons = page.locator("main button:not([data-card])")
        found += [f"{where}: {fault}" for fault in await too_small(buttons)]
        found += [f"{where}: behind others: {name}" for name in await covered(fighter.cards)]
    await page.set_viewport_size(PHONE)
    return found


async def test_cards_are_picked_and_played_with_the_keyboard_alone(people: People) -> None:
    anna = await people.person("Anna", device=None)
    fighter = Fighter(anna)
    await anna.open_table("twelve")
    await fighter.sits_down(seats=1)
    keyboard = anna.page.keyboard

    await fighter.cards.first.focus()
    await expect(fighter.card("AH")).to_be_focused()
    await keyboard.press("Space")
    await expect(fighter.card("AH")).to_be_checked()
    while not await fighter.card("TC").evaluate("card => card === document.activeElement"):
        await keyboard.press("ArrowRight")
    await keyboard.press("Space")
    await expect(fighter.card("TC")).to_be_checked()
    does = effects(anna.words, fighter.preview("AH", "TC"))
    button = anna.button("twelve.play_cards", n=2, effects=does)
    await expect(button).to_be_visible()
    while not await button.evaluate("button => button === document.activeElement"):
        await keyboard.press("Tab")
    await anna.press_away(button)
    await anna.until_view(lambda view: view["table"]["beaten"] == 10)
    await expect(anna.confirm).to_be_focused()
