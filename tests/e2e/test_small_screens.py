"""Small windows, large letters, ten cards and ten players: everything that is pressed can be reached."""

from typing import TypeAlias

import pytest
from playwright.async_api import expect

from tests.support.browser import PHONE
from tests.support.browser_crowd import crowd_at
from tests.support.browser_look import SMALLEST, WIDER, covered, too_small
from tests.support.browser_people import People
from tests.support.browser_person import Person

TURNED = {"width": 568, "height": 320}
WIDE_PHONE = {"width": 844, "height": 390}
LARGE = 32
NORMAL = 16


WINDOWS = [
    pytest.param(SMALLEST, NORMAL, id="320x568"),
    pytest.param(PHONE, LARGE, id="390x844, letters of 200 %"),
    pytest.param(SMALLEST, LARGE, id="320x568, letters of 200 %"),
    pytest.param(WIDE_PHONE, NORMAL, id="844x390"),
    pytest.param(TURNED, NORMAL, id="568x320"),
]
Window: TypeAlias = dict[str, int]


@pytest.mark.parametrize(("window", "letters"), WINDOWS)
async def test_ten_cards_and_the_button_can_be_pressed_with_ten_at_the_table(
    people: People, window: Window, letters: int
) -> None:
    anna = await with_letters(await people.person("Anna", viewport=window, language="fr"), letters)
    async with crowd_at(people.site) as crowd:
        code, (host, *_) = await crowd.open_table(*(f"A guest called {n}" for n in range(10)))
        await host.start()
        await anna.come_as(host, code)
        await expect(anna.cards).to_have_count(10)
        await expect_reachable(anna)
        await anna.choose((await anna.hand())[5])
        await expect_reachable(anna)
        await anna.press_away(anna.page.get_by_role("button", name=anna.words.pattern("rows.lay")))
        await expect(anna.cards).to_have_count(9)


@pytest.mark.parametrize(("window", "letters"), WINDOWS)
async def test_a_lobby_of_ten_can_be_left_for_the_table(people: People, window: Window, letters: int) -> None:
    anna = await with_letters(await people.person("Anna", viewport=window, language="fr"), letters)
    code = await anna.open_table()
    assert await anna.page.evaluate(WIDER) <= 0
    assert await too_small(anna.confirm) == []
    async with crowd_at(people.site) as crowd:
        await crowd.sit(code, *(f"A guest called {n}" for n in range(9)))
        await anna.start(seats=10)


async def with_letters(person: Person, size: int) -> Person:
    """As a browser whose owner has set this size of letters."""
    devtools = await person.page.context.new_cdp_session(person.page)
    await devtools.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    return person


async def expect_reachable(person: Person) -> None:
    """Within the window, as large as a finger, none hidden behind another; and nothing to scroll sideways."""
    assert await too_small(person.cards) == []
    assert await too_small(person.confirm) == []
    assert await too_small(person.page.get_by_role("button")) == []
    assert await covered(person.cards) == []
    assert await person.page.evaluate(WIDER) <= 0
