"""What a page fetches at first: all that it needs at once, and nothing of another page's."""

import re

import pytest
from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People
from tests.support.browser_person import Person

CODE = re.compile(r"/assets/[^/]+\.(?:js|css)$")
AFTERWARDS = re.compile(r"/assets/(?:worker|idiot|refused|Menu|Share|Which|LinkBox)-(?!screen)")
"""Fetched when the page is there: what registers the service worker, the rules of the game that needs no
network later, the sheets over a page, and the words of refusals."""

LAST_PLAYED = "if (location.protocol !== 'about:') localStorage.setItem('kortlek.game', '{}');"


def fetched(person: Person) -> set[str]:
    """The scripts and style sheets that this browser has asked for."""
    return {url.removeprefix(person.site) for url in person.watch.requests if CODE.search(url)}


async def named(person: Person) -> set[str]:
    """The scripts and style sheets that the page names before any script has run."""
    answer = await person.page.request.get(person.page.url)
    return set(re.findall(r'"(/assets/[^"]+\.(?:js|css))"', await answer.text()))


def unnamed(person: Person, names: set[str]) -> set[str]:
    return {path for path in fetched(person) - names if not AFTERWARDS.match(path)}


@pytest.mark.parametrize("path", ["/", "/play/idiot", "/r/BCDFGH", "/r/BCDFGH/stage"])
async def test_a_page_learns_of_all_its_scripts_from_its_html_so_that_none_waits_for_another(
    people: People, path: str
) -> None:
    anna = await people.person("Anna")
    await anna.go(path)
    await expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
    assert not unnamed(anna, await named(anna))


@pytest.mark.parametrize("game", ["rows", "twelve", "order", "gap"])
async def test_the_table_of_the_game_last_played_is_fetched_with_the_room(
    people: People, crowd: Crowd, game: str
) -> None:
    anna = await people.person("Anna", script=LAST_PLAYED.format(game))
    code, (host, *_) = await crowd.open_table_of(game, "Anna", "Ben", "Cia")
    await host.start()
    await anna.come_as(host, code)
    await expect(anna.page.locator(".frame")).to_be_visible()
    assert not unnamed(anna, await named(anna))


@pytest.mark.parametrize("path", ["/", "/play/idiot", "/games/rows"])
async def test_where_no_room_is_entered_nothing_of_rooms_is_fetched(people: People, path: str) -> None:
    anna = await people.person("Anna")
    await anna.go(path)
    await expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
    await anna.page.wait_for_load_state("networkidle")
    assert not [file for file in fetched(anna) if re.search(r"/(?:dial|Room|table)-", file)]
    assert anna.watch.connections == 0
