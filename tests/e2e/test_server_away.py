"""The server is killed and comes back: everybody is told, nothing is lost, nobody has to do anything."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.browser_people import People
from tests.support.browser_watch import SERVER_GONE
from tests.support.server_process import ServerProcess
from tests.support.server_process import server as running_server


@pytest.fixture
def server(tmp_path: Path, client_build: Path) -> Iterator[ServerProcess]:
    """One of each test's own, to be killed."""
    with running_server(tmp_path, STATIC=str(client_build)) as process:
        yield process


async def test_a_card_confirmed_while_the_server_is_away_is_laid_when_it_is_back(
    people: People, server: ServerProcess
) -> None:
    anna = await people.person("Anna", language="fr")
    anna.watch.expected.append(SERVER_GONE)
    await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    *_, card = await anna.hand()
    await asyncio.to_thread(server.kill)
    await expect(anna.text("link.away")).to_be_visible()
    await anna.choose(card)
    await anna.press_away(anna.button("rows.lay", card=card))
    await expect(anna.text("rows.laying", card=card)).to_be_visible()
    await asyncio.to_thread(server.start)
    await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible(timeout=15_000)
    await expect(anna.text("link.away")).to_have_count(0)
    await expect(anna.card(card)).to_have_count(0)


async def test_a_table_asked_for_while_the_server_is_away_opens_when_it_is_back(
    people: People, server: ServerProcess
) -> None:
    anna = await people.person("Anna", language="sv")
    anna.watch.expected.append(SERVER_GONE)
    await anna.go()
    await expect(anna.button("shelf.open")).to_be_visible()
    await asyncio.to_thread(server.kill)
    await anna.pick_game()
    await expect(anna.text("link.away")).to_be_visible()
    await asyncio.to_thread(server.start)
    await expect(anna.text("lobby.nobody")).to_be_visible(timeout=15_000)
