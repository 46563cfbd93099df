"""Four people with phones at one table, and everything that happens to phones in the middle of a deal."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.support.browser_people import People
from tests.support.browser_person import Person, Seen
from tests.support.browser_watch import SERVER_GONE
from tests.support.server_process import ServerProcess
from tests.support.server_process import server as running_server

NAMES = ("Anna", "Ben", "Cia", "Dov")
LAID = 2
"""How many of the four have laid when the phones begin to fail."""


@pytest.fixture
def server(tmp_path: Path, client_build: Path) -> Iterator[ServerProcess]:
    """One of this test's own, to be killed."""
    with running_server(tmp_path, STATIC=str(client_build)) as process:
        yield process


async def test_a_deal_survives_a_reload_a_closed_tab_and_a_killed_server(
    people: People, server: ServerProcess
) -> None:
    table = await people.crowd(*NAMES)
    anna, ben, cia, dov = table
    code = await anna.open_table()
    for person in (ben, cia, dov):
        await person.come(code)
    await expect(anna.button("lobby.start", n=4)).to_be_visible()
    await anna.start(seats=4)
    await all_lay(table, turn=1)

    await expect_turn(table, 2)
    await asyncio.gather(*(person.lay() for person in table[:LAID]))
    before = [await person.seen() for person in table]

    await ben.page.reload()
    await closes_the_tab_and_comes_back(cia, code)
    await expect_same(table, before)

    for person in table:
        person.watch.expected.append(SERVER_GONE)
    await asyncio.to_thread(server.kill)
    for person in table:
        await expect(person.text("link.away")).to_be_visible()
    await asyncio.to_thread(server.start)
    await expect_same(table, before)

    await asyncio.gather(*(person.lay() for person in table[LAID:]))
    await settle(table, turn=2)
    for turn in range(3, 11):
        await all_lay(table, turn)
    assert len({await standings(person) for person in table}) == 1


async def all_lay(table: tuple[Person, ...], turn: int) -> None:
    """Everybody lays their lowest card; whoever is asked takes the first row; all see the same."""
    await expect_turn(table, turn)
    await asyncio.gather(*(person.lay() for person in table))
    await settle(table, turn)
    if turn < 10:
        await expect_turn(table, turn + 1)
        seen = await asyncio.gather(*(person.seen() for person in table))
        assert len({(each.progress, each.rows) for each in seen}) == 1


async def settle(table: tuple[Person, ...], turn: int) -> None:
    """Until this turn is over for everybody, a row choice included."""

    def is_turned_up(view: dict[str, Any]) -> bool:
        return bool(view["table"]["turn"] > turn or view["table"]["stage"] != "laying")

    await asyncio.gather(*(person.until_view(is_turned_up) for person in table))
    for person in table:
        if person.view["own"]["may"]["take"]:
            await person.take_row()
    await asyncio.gather(
        *(person.until_view(lambda view: view["table"]["stage"] != "row") for person in table)
    )


async def expect_turn(table: tuple[Person, ...], turn: int) -> None:
    for person in table:
        await expect(person.text("rows.progress", deal=1, turn=turn)).to_be_visible()
        await expect(person.cards).to_have_count(11 - turn)


async def closes_the_tab_and_comes_back(person: Person, code: str) -> None:
    context = person.page.context
    await person.page.close()
    person.page = await context.new_page()
    await person.go(f"/r/{code}")


async def expect_same(table: tuple[Person, ...], before: list[Seen]) -> None:
    """The same turn, rows and hands on every screen, online, with nobody away, and nobody touched anything."""
    for person, seen in zip(table, before, strict=True):
        await expect(person.cards).to_have_count(len(seen.hand))
        await expect(person.text("link.away")).to_have_count(0)
        await expect(person.page.get_by_text(person.words.pattern("presence.away_left"))).to_have_count(0)
        assert await person.seen() == seen


async def standings(person: Person) -> str:
    """The result as it stands there; oneself is called by name."""
    region = person.page.get_by_role("region", name=person.words("rows.deal_over", deal=1), exact=True)
    await expect(region).to_be_visible()
    return (await region.inner_text()).replace(person.words("you"), person.name)
