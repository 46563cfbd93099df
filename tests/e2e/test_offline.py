"""Without the server: what a browser that has been here once can still do, and how a new build comes in."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Error as NotReached
from playwright.async_api import expect

from tests.support.browser_idiot import Loner, saved
from tests.support.browser_offline import another_build, deploy, kept, until_kept, until_true
from tests.support.browser_people import People
from tests.support.browser_person import Person
from tests.support.browser_watch import SERVER_GONE
from tests.support.server_process import ServerProcess
from tests.support.server_process import server as running_server

NEVER_KEPT = ("/socket.io", "/metrics", "/health", "/ready")


@pytest.fixture
def client(tmp_path: Path, client_build: Path) -> Path:
    """Where the server looks for the client: a link, to be turned to another build."""
    link = tmp_path / "client"
    link.symlink_to(client_build)
    return link


@pytest.fixture
def server(tmp_path: Path, client: Path) -> Iterator[ServerProcess]:
    """One of each test's own, to be ended."""
    with running_server(tmp_path, STATIC=str(client)) as process:
        yield process


async def visitor(people: People, path: str = "/", language: str = "sv") -> Person:
    """Somebody who has been on this page, long enough for all the rest to be fetched."""
    anna = await people.person("Anna", language=language, has_worker=True)
    anna.watch.expected.append(SERVER_GONE)
    await anna.go(path)
    await until_kept(anna)
    return anna


@pytest.mark.parametrize("first", ["/", "/games/gap", "/r/BCDFGH"])
async def test_whoever_has_been_on_any_page_has_the_shelf_and_the_rules_without_the_server(
    people: People, server: ServerProcess, first: str
) -> None:
    anna = await visitor(people, first)
    await asyncio.to_thread(server.stop)
    await anna.go("/")
    await expect(anna.button("shelf.open")).to_be_visible()
    await anna.press(anna.way_to("idiot", "rules"))
    await expect(anna.page.get_by_role("heading", level=1)).to_have_text(anna.words("idiot.title"))
    await expect(anna.page.locator("html")).to_have_attribute("lang", "sv")
    await anna.go("/games/rows?lang=fr")
    await expect(anna.page.locator("html")).to_have_attribute("lang", "fr")


async def test_idiot_is_played_saved_closed_found_again_and_deleted_without_the_server(
    people: People, server: ServerProcess
) -> None:
    anna = await visitor(people)
    await asyncio.to_thread(server.stop)
    alone = Loner(anna)
    await alone.sits_down(saved({"hand": "4S QS KD"}, {"hand": "AS 3S"}, pile="JH"))
    await alone.lays("QS")
    await anna.page.close()

    again = Loner(await people.another_tab(anna))
    await again.sits_down()
    await expect(again.card("KD")).to_be_visible()
    await expect(again.card("QS")).to_have_count(0)
    await again.person.press(again.person.button("rules"))
    await expect(again.page.get_by_role("dialog").get_by_role("table")).to_be_visible()
    await again.person.close_sheet()
    sheet = await again.person.open_menu()
    await again.person.press_twice(sheet, "idiot.delete")
    await again.comes_back()
    assert await again.kept() is None

    await again.person.press(again.page.get_by_role("switch"))
    await again.does("idiot.deal", n=2)
    await again.comes_back()
    await expect(again.hand).to_have_count(3)


async def test_a_room_without_the_server_is_the_client_that_says_so_and_goes_on_by_itself(
    people: People, server: ServerProcess
) -> None:
    anna = await visitor(people)
    code = await anna.open_table()
    await asyncio.to_thread(server.stop)
    await anna.go(f"/r/{code}")
    await expect(anna.text("link.away")).to_be_visible()
    await asyncio.to_thread(server.start)
    await expect(anna.page.get_by_text(f"Anna · {anna.words('you')}", exact=True)).to_be_visible()


async def test_a_page_that_was_not_kept_is_replaced_by_one_that_says_so(
    people: People, server: ServerProcess
) -> None:
    anna = await visitor(people, language="fr")
    await asyncio.to_thread(server.stop)
    await anna.go("/games/chess")
    await expect(anna.page.get_by_role("heading", level=1)).to_have_text("Vous êtes hors ligne")
    await anna.press(anna.link("gate.shelf"))
    await expect(anna.button("shelf.open")).to_be_visible()


async def test_a_server_that_says_nothing_counts_as_away(people: People, server: ServerProcess) -> None:
    anna = await visitor(people)
    os.kill(server.pid, signal.SIGSTOP)
    try:
        await anna.go("/games/rows?lang=sv")
        await expect(anna.page.get_by_role("heading", level=1)).to_have_text(anna.words("rows.title"))
    finally:
        os.kill(server.pid, signal.SIGCONT)


async def test_links_figures_and_health_are_never_answered_by_the_worker(
    people: People, server: ServerProcess
) -> None:
    anna = await visitor(people)
    await anna.page.reload()
    for path in ("/socket.io/?EIO=4&transport=polling", "/health", "/ready"):
        async with anna.page.expect_response(lambda response: response.url.endswith(path)) as answer:  # noqa: B023
            await anna.page.evaluate("path => fetch(path)", path)
        assert (await answer.value).status == 200
        assert not (await answer.value).from_service_worker
    paths = [path for cache in (await kept(anna)).values() for path in cache]
    assert paths
    assert not [path for path in paths if path.startswith(NEVER_KEPT)]
    await asyncio.to_thread(server.stop)
    for path in NEVER_KEPT:
        with pytest.raises(NotReached, match="ERR_CONNECTION_REFUSED"):
            await anna.go(path)


async def test_a_new_build_waits_until_its_button_is_pressed_and_takes_the_old_one_s_place(
    people: People, server: ServerProcess, client: Path, client_build: Path, tmp_path: Path
) -> None:
    anna = await visitor(people)
    (old,) = await kept(anna)
    await asyncio.to_thread(deploy, server, client, another_build(client_build, tmp_path / "another"))
    await anna.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    await expect(anna.text("newer.text")).to_be_visible()
    assert sorted(await kept(anna)) == sorted([old, "kortlek-another"])
    async with anna.page.expect_navigation():
        await anna.press_away(anna.button("newer.reload"))
    await expect(anna.button("shelf.open")).to_be_visible()
    assert list(await kept(anna)) == ["kortlek-another"]
    assert await anna.page.locator("script[src='/assets/index-another.js']").count() == 1
    await expect(anna.text("newer.text")).to_have_count(0)


async def test_another_tab_is_not_reloaded_with_the_first_but_is_told(
    people: People, server: ServerProcess, client: Path, client_build: Path, tmp_path: Path
) -> None:
    anna = await visitor(people)
    other = await people.another_tab(anna)
    await other.go()
    await until_true(other, "navigator.serviceWorker.controller !== null")
    await other.page.evaluate("window.isStillThere = true")
    await asyncio.to_thread(deploy, server, client, another_build(client_build, tmp_path / "another"))
    await anna.turn_to()
    await anna.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    async with anna.page.expect_navigation():
        await anna.press_away(anna.button("newer.reload"))
    await other.turn_to()
    await expect(other.text("newer.text")).to_be_visible()
    assert await other.page.evaluate("window.isStillThere")
    async with other.page.expect_navigation():
        await other.press_away(other.button("newer.reload"))
    await expect(other.button("shelf.open")).to_be_visible()
    await expect(other.text("newer.text")).to_have_count(0)


async def test_a_page_that_came_from_the_new_build_is_told_nothing_of_it(
    people: People, server: ServerProcess, client: Path, client_build: Path, tmp_path: Path
) -> None:
    anna = await visitor(people)
    await asyncio.to_thread(deploy, server, client, another_build(client_build, tmp_path / "another"))
    await anna.page.reload()
    await until_true(anna, "caches.keys().then((names) => names.join() === 'kortlek-another')")
    await expect(anna.text("newer.text")).to_have_count(0)


async def test_the_table_at_which_somebody_plays_is_not_disturbed_by_a_new_build(
    people: People, server: ServerProcess, client: Path, client_build: Path, tmp_path: Path
) -> None:
    anna = await visitor(people)
    await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    await asyncio.to_thread(deploy, server, client, another_build(client_build, tmp_path / "another"))
    await anna.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
    await until_true(anna, "navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)")
    await expect(anna.cards).to_have_count(10)
    await expect(anna.text("newer.text")).to_have_count(0)
    menu = await anna.open_menu()
    await anna.press(menu.get_by_role("button", name=anna.words("end.label"), exact=True))
    await anna.press_away(menu.get_by_role("button", name=anna.words("end.label"), exact=True).last)
    await expect(anna.text("newer.text")).to_be_visible()
