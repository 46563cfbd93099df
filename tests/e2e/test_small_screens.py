"""Small windows, large letters, ten cards and ten players: everything that is pressed can be reached."""

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from tests.support.browser import PHONE
from tests.support.browser_crowd import Crowd
from tests.support.browser_look import SMALLEST, TWICE, USUAL, WIDER, covered, set_letters, too_small
from tests.support.browser_people import People
from tests.support.browser_person import Person

WINDOWS: dict[int, list[ViewportSize]] = {
    USUAL: [PHONE, SMALLEST, {"width": 568, "height": 320}, {"width": 844, "height": 390}],
    TWICE: [PHONE, SMALLEST],
}
"""By the size of letters."""


@pytest.mark.parametrize("letters", WINDOWS)
async def test_ten_cards_and_the_button_can_be_pressed_with_ten_at_the_table(
    people: People, crowd: Crowd, letters: int
) -> None:
    anna = await with_letters(await people.person("Anna", language="fr"), letters)
    code, (host, *_) = await crowd.open_table(*(f"A guest called {n}" for n in range(10)))
    await host.start()
    await anna.come_as(host, code)
    await expect(anna.cards).to_have_count(10)
    faults = await out_of_reach(anna, letters, all_of=[anna.cards, anna.page.get_by_role("button")])
    await anna.choose((await anna.hand())[5])
    faults += await out_of_reach(anna, letters, all_of=[anna.cards, anna.page.get_by_role("button")])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("letters", WINDOWS)
async def test_a_lobby_of_ten_can_be_left_for_the_table(people: People, crowd: Crowd, letters: int) -> None:
    anna = await with_letters(await people.person("Anna", language="fr"), letters)
    code, _ = await crowd.open_table()
    await anna.go(f"/r/{code}")
    await expect(anna.button("lobby.sit")).to_be_visible()
    faults = await out_of_reach(anna, letters, all_of=[anna.confirm])
    await anna.page.set_viewport_size(PHONE)
    await anna.sit()
    await crowd.sit(code, *(f"A guest called {n}" for n in range(9)))
    await expect(anna.button("lobby.start", n=10)).to_be_enabled()
    faults += await out_of_reach(anna, letters, all_of=[anna.confirm])
    assert not faults, "\n".join(faults)


async def out_of_reach(person: Person, letters: int, all_of: list[Locator]) -> list[str]:
    """In every window: what is not wholly in it, smaller than a finger, behind another; or is too wide."""
    faults = []
    for window in WINDOWS[letters]:
        await person.page.set_viewport_size(window)
        where = f"{window['width']}x{window['height']}"
        if (wider := await person.page.evaluate(WIDER)) > 0:
            faults.append(f"{where}: {wider} px too wide")
        for targets in all_of:
            faults += [f"{where}: {fault}" for fault in await too_small(targets)]
        faults += [f"{where}: behind others: {name}" for name in await covered(person.cards)]
    return faults


async def with_letters(person: Person, size: int) -> Person:
    await set_letters(person.page, size)
    return person
