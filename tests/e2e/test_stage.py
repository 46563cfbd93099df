"""A table on a shared screen: what everybody may see, and nothing of whose browser shows it."""

import pytest
from playwright.async_api import ViewportSize, expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People
from tests.support.browser_person import Person

BEAMER: ViewportSize = {"width": 1280, "height": 720}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
SEATS = {"rows": 10, "twelve": 4, "order": 8, "gap": 12}
"""As many as each game takes."""
NAMES = ("Anna", "Ben", "Cia", "Dan", "Eva", "Finn", "Gro", "Hugo", "Ida", "Jon", "Kim", "Lea")
SECRET = "localStorage.getItem('kortlek.secret')"


async def screen(people: People, size: ViewportSize = BEAMER, language: str = "en") -> Person:
    return await people.person("Screen", device=None, viewport=size, language=language)


async def overflows(person: Person) -> bool:
    """Whether anything lies outside the screen, or is cut off where it lies."""
    hidden: bool = await person.page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll("main, main ul, main div")].some((box) =>
            box.scrollHeight > box.clientHeight + 2 && getComputedStyle(box).overflowY !== "visible")
            || document.documentElement.scrollWidth > innerWidth"""
    )
    return hidden


async def test_in_the_lobby_it_shows_the_code_to_scan_and_who_has_sat_down(
    people: People, crowd: Crowd
) -> None:
    wall = await screen(people, TELEVISION)
    code, _ = await crowd.open_table("Anna", "Ben")
    await wall.go(f"/r/{code}/stage")
    await expect(wall.text("stage.lobby")).to_be_visible()
    await expect(wall.page.get_by_role("img", name=wall.words("share.link"))).to_be_visible()
    await expect(wall.page.get_by_text(f"/r/{code}")).to_be_visible()
    names = wall.page.get_by_role("list", name=wall.words("seats")).get_by_role("listitem")
    await expect(names).to_have_text(["Anna", "Ben"])
    assert not await overflows(wall)


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("size", [BEAMER, TELEVISION], ids=["1280", "1920"])
async def test_it_shows_the_public_part_of_every_game_and_has_no_control(
    people: People, crowd: Crowd, game: str, size: ViewportSize
) -> None:
    wall = await screen(people, size)
    code, players = await crowd.open_table_of(game, *NAMES[: SEATS[game]])
    await players[0].start()
    await wall.go(f"/r/{code}/stage")
    await expect(wall.page.get_by_role("heading", level=1)).to_have_text(wall.words(f"{game}.title"))
    await expect(wall.page.locator(".fit > *").first).to_be_visible()
    awaited = wall.page.get_by_role("list", name=wall.words("seats")).filter(
        has_text=wall.words("seat.awaited")
    )
    await expect(awaited.first).to_be_visible()
    for control in ("button", "link", "textbox", "radio"):
        await expect(wall.page.get_by_role(control)).to_have_count(0)
    assert not await overflows(wall)
    for view in wall.watch.views[wall.page]:
        assert view["own"] is None
        assert view["you"]["seat"] is None


async def test_the_browser_that_shows_it_shows_nobody_s_hand_and_keeps_its_chair(people: People) -> None:
    anna = await people.person("Anna", device=None, viewport=BEAMER)
    code = await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    secret = await anna.page.evaluate(SECRET)
    wall = await people.another_tab(anna)
    await wall.go(f"/r/{code}/stage")
    await expect(wall.page.get_by_role("list", name=wall.words("rows.rows"))).to_be_visible()
    await expect(wall.page.get_by_role("radio")).to_have_count(0)
    assert {view["own"] for view in wall.watch.views[wall.page]} == {None}
    assert await wall.page.evaluate(SECRET) == secret
    await anna.turn_to()
    await anna.lay()
    await expect(anna.cards).to_have_count(9)


async def test_a_browser_that_was_never_here_is_left_with_nothing(people: People, crowd: Crowd) -> None:
    wall = await screen(people)
    code, players = await crowd.open_table("Anna", "Ben")
    await players[0].start()
    await wall.go(f"/r/{code}/stage")
    await expect(wall.page.get_by_role("list", name=wall.words("rows.rows"))).to_be_visible()
    assert await wall.page.evaluate("Object.keys(localStorage)") == []
