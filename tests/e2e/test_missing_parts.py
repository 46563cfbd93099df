"""A tab without a service worker, and the parts of the client that it still needs: gone with another build, or
not to be had just now."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Route, expect

from tests.support.browser_idiot import PAGE, Loner
from tests.support.browser_offline import another_build, deploy
from tests.support.browser_people import People
from tests.support.browser_person import Person
from tests.support.browser_watch import NOT_FOUND, SERVER_GONE
from tests.support.server_process import ServerProcess
from tests.support.server_process import server as running_server

SCREEN = re.compile(r"/assets/rows-screen-")
MAIN = re.compile(r"/assets/index-")
BROKEN_OFF = re.compile("net::ERR_FAILED")
STILL_THERE = "window.isStillThere = true"
FORGETFUL = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});"


@pytest.fixture
def client(tmp_path: Path, client_build: Path) -> Path:
    """Where the server looks for the client: a link, to be turned to another build."""
    link = tmp_path / "client"
    link.symlink_to(client_build)
    return link


@pytest.fixture
def server(tmp_path: Path, client: Path) -> Iterator[ServerProcess]:
    """One of each test's own, to be replaced."""
    with running_server(tmp_path, STATIC=str(client)) as process:
        yield process


@pytest.fixture
def another(tmp_path: Path, client_build: Path) -> Path:
    return another_build(client_build, tmp_path / "another")


async def visitor(people: People, language: str = "en", script: str = "") -> Person:
    anna = await people.person("Anna", language=language, script=script)
    anna.watch.expected += [SERVER_GONE, NOT_FOUND]
    return anna


async def is_still_there(person: Person) -> bool:
    return bool(await person.page.evaluate("window.isStillThere === true"))


async def test_at_a_table_the_page_is_loaded_again_by_itself_and_the_chair_is_the_same(
    people: People, server: ServerProcess, client: Path, another: Path
) -> None:
    anna = await visitor(people)
    anna.watch.expected.append(BROKEN_OFF)
    await anna.page.route(
        SCREEN, lambda route: route.abort() if "another" not in route.request.url else route.continue_()
    )
    await anna.open_table()
    await anna.seat_bots(1)
    await anna.page.evaluate(STILL_THERE)
    async with anna.page.expect_event("load"):
        await asyncio.to_thread(deploy, server, client, another)
    await expect(anna.page.get_by_text(f"Anna · {anna.words('you')}", exact=True)).to_be_visible()
    assert not await is_still_there(anna)
    await anna.start(seats=2)
    await anna.lay()


async def test_a_reload_that_did_not_help_is_not_repeated_but_offered(people: People) -> None:
    """As behind a balancer that turns to a server of another build with every request but the page's."""
    anna = await visitor(people, language="sv")
    anna.watch.expected.append(BROKEN_OFF)
    loads: list[str] = []

    async def of_another_build(route: Route) -> None:
        await (
            route.fallback()
            if route.request.is_navigation_request()
            else route.fulfill(body="<!doctype html>")
        )

    await anna.page.route(SCREEN, lambda route: route.abort())
    await anna.page.route(re.compile("/r/"), of_another_build)
    await anna.open_table()
    async with anna.page.expect_event("load"):
        anna.page.on("load", lambda page: loads.append(page.url))
    await expect(anna.text("newer.text")).to_be_visible()
    assert len(loads) == 1
    async with anna.page.expect_event("load"):
        await anna.press(anna.button("newer.reload"))


async def test_where_the_server_has_our_build_and_yet_not_the_file_a_reload_is_offered(
    people: People,
) -> None:
    anna = await visitor(people, language="fr")
    anna.watch.expected.append(BROKEN_OFF)
    await anna.page.route(SCREEN, lambda route: route.abort())
    await anna.open_table()
    await anna.page.evaluate(STILL_THERE)
    await expect(anna.text("supply.missing")).to_be_visible()
    assert await is_still_there(anna)
    await anna.page.unroute(SCREEN)
    await expect(anna.text("supply.missing")).to_have_count(0)


async def test_a_browser_that_keeps_nothing_is_asked_first_because_it_would_lose_its_chair(
    people: People, server: ServerProcess, client: Path, another: Path
) -> None:
    anna = await visitor(people, script=FORGETFUL)
    anna.watch.expected.append(BROKEN_OFF)
    await anna.page.route(SCREEN, lambda route: route.abort())
    await anna.open_table()
    await anna.page.evaluate(STILL_THERE)
    await asyncio.to_thread(deploy, server, client, another)
    await expect(anna.text("newer.text")).to_be_visible()
    assert await is_still_there(anna)


async def test_a_game_of_idiot_is_never_thrown_away_for_a_part_that_is_missing(
    people: People, server: ServerProcess, client: Path, another: Path
) -> None:
    anna = await visitor(people, language="fr")
    alone = Loner(anna)
    await alone.sits_down()
    await alone.does("idiot.deal", n=2)
    await alone.does("idiot.ready")
    await anna.page.evaluate(STILL_THERE)
    await asyncio.to_thread(deploy, server, client, another)
    sheet = await anna.open_menu()
    await sheet.get_by_role("combobox").select_option("sv")
    await expect(sheet.get_by_text(anna.words("newer.text"))).to_be_visible()
    assert await is_still_there(anna)
    await anna.close_sheet()
    await expect(alone.hand).not_to_have_count(0)


async def test_idiot_that_comes_from_two_builds_is_loaded_again_before_anything_is_shown(
    people: People, server: ServerProcess, client: Path, another: Path
) -> None:
    """The page is the old build's, its game is asked of the new one."""
    anna = await visitor(people)
    replaced = asyncio.Event()

    async def after_the_deploy(route: Route) -> None:
        await replaced.wait()
        await route.continue_()

    await anna.page.route(re.compile(r"/assets/idiot-screen-"), after_the_deploy)
    await anna.page.goto(anna.site + PAGE, wait_until="commit")
    await expect(anna.page.locator(".late")).to_be_attached()
    await asyncio.to_thread(deploy, server, client, another)
    replaced.set()
    await expect(anna.button("idiot.deal", n=2)).to_be_visible()
    assert await anna.page.locator("script[src='/assets/index-another.js']").count() == 1


async def test_a_part_that_comes_at_a_later_try_is_shown_and_nothing_is_said(people: People) -> None:
    anna = await visitor(people)
    anna.watch.expected.append(BROKEN_OFF)
    asked: list[str] = []

    async def second_time(route: Route) -> None:
        asked.append(route.request.url)
        await (route.abort() if len(asked) == 1 else route.continue_())

    await anna.page.route(SCREEN, second_time)
    await anna.open_table()
    await anna.page.evaluate(STILL_THERE)
    await anna.seat_bots(1)
    await anna.start(seats=2)
    assert len(asked) > 1
    assert await is_still_there(anna)
    await expect(anna.text("supply.missing")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "sv", "fr"])
async def test_a_page_whose_script_never_comes_says_so_and_how_to_go_on(
    people: People, language: str
) -> None:
    anna = await visitor(people, language=language)
    anna.watch.expected.append(BROKEN_OFF)
    await anna.page.route(MAIN, lambda route: route.abort())
    await anna.go("/r/BCDFGH")
    await expect(anna.page.get_by_text(anna.words("supply.late"))).to_be_visible()
    await anna.page.unroute(MAIN)
    async with anna.page.expect_navigation():
        await anna.press(anna.link("gate.reload"))
    await expect(anna.link("gate.shelf")).to_be_visible()
