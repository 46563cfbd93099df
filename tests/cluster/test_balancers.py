"""deploy/haproxy.cfg and deploy/nginx.conf, run by the real programs: pages, games, polling, and who is who."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientTimeout, CookieJar, TCPConnector

from tests.support.balancers import KINDS, Balancer, program
from tests.support.loops import on_uvloop
from tests.support.polling_client import PollingClient
from tests.support.server_process import ServerProcess
from tests.support.wire_client import SOCKET_QUERY, wire_clients

ORIGIN = "https://play.example"
TWO_AT_ONCE = 2


class House:
    """Two instances behind a balancer. Each has a store of its own: what is asked here is whether one
    connection stays with one of them. Rooms on several are test_rolling's."""

    def __init__(self, url: str, instances: list[ServerProcess]) -> None:
        self.url = url
        self.instances = instances


@pytest.fixture(scope="module", params=KINDS)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    kind: str = request.param
    if program(kind) is None:
        pytest.skip(f"{kind} is not installed")
    instances = []
    for _ in range(2):
        folder: Path = tmp_path_factory.mktemp("instance")
        instances.append(
            ServerProcess(folder, PUBLIC_ORIGINS=ORIGIN, TRUSTED_PROXIES="127.0.0.1/32", PING_INTERVAL_S="1")
        )
    try:
        for instance in instances:
            instance.start()
        front = Balancer(kind, tmp_path_factory.mktemp(kind))
        with front.running([instance.port for instance in instances]):
            yield House(front.url, instances)
    finally:
        for instance in instances:
            instance.end()


def somebody(address: str = "127.0.0.1") -> ClientSession:
    """A browser at this address, which keeps cookies, also those of an address without a name."""
    connector = TCPConnector(limit=0, local_addr=(address, 0))
    return ClientSession(connector=connector, cookie_jar=CookieJar(unsafe=True), timeout=ClientTimeout(20))


async def knocks(browser: ClientSession, house: House) -> PollingClient:
    return await PollingClient.knock(browser, house.url, ORIGIN, '{"protocol":1,"secret":null}')


@on_uvloop
async def test_pages_come_through_packed_as_they_were(house: House) -> None:
    async with somebody() as browser, browser.get(house.url, headers={"Accept-Encoding": "gzip"}) as page:
        assert page.status == 200
        assert page.headers["Content-Encoding"] == "gzip"
        assert "Kortlek" in await page.text()
        assert page.headers["Content-Security-Policy"]
        assert not browser.cookie_jar.filter_cookies(page.url)


@on_uvloop
async def test_a_game_is_played_over_a_websocket_that_lives_longer_than_its_pings(house: House) -> None:
    async with wire_clients(house.url, ORIGIN) as connect:
        anna = await connect(auth={"protocol": 1, "secret": None})
        created = await anna.command({"type": "create", "id": "c", "game": "rows", "options": {}})
        await anna.command({"type": "attach", "id": "a", "room": created["detail"]})
        await anna.command({"type": "join", "id": "j", "name": "Anna"})
        await anna.command({"type": "seat_bot", "id": "b"})
        phase = anna.events("view")[-1]["room"]["phase"]
        await anna.command({"type": "start", "id": "s", "phase": phase})
        view = await anna.event("view", lambda view: view["room"]["status"] == "playing")
        action = {"type": "lay", "card": view["own"]["hand"][0]}
        played = await anna.command(
            {"type": "act", "id": "m", "phase": view["room"]["phase"], "action": action}
        )
        assert played["type"] == "applied"
        await anna.until(lambda: anna.received.count("2") >= 2)
        assert not anna.is_over


@on_uvloop
async def test_polling_stays_with_the_instance_that_began_it(house: House) -> None:
    sessions = [somebody() for _ in range(8)]
    try:
        clients = [await knocks(session, house) for session in sessions]
        for client in clients:
            await client.post('420["cmd",{"type":"hello","id":"h"}]')
            await client.poll()
        assert all(client.received[-1].startswith("430[") for client in clients)
        cookies = {next(iter(session.cookie_jar)).value for session in sessions}
        assert len(cookies) > 1, "all eight were sent to one instance"
        for session in sessions:
            cookie = next(iter(session.cookie_jar))
            assert cookie.key == "kortlek_instance"
            assert cookie["httponly"]
    finally:
        for session in sessions:
            await session.close()


@on_uvloop
async def test_a_poll_is_answered_as_soon_as_there_is_something(house: House) -> None:
    """A balancer that collects answers before it passes them on would hold back what comes by drips."""
    async with somebody() as browser:
        client = await knocks(browser, house)
        waiting = asyncio.create_task(client.poll())
        await client.post('420["cmd",{"type":"hello","id":"h"}]')
        begun = time.monotonic()
        assert (await waiting)[0].startswith("430[")
        assert time.monotonic() - begun < 1


@on_uvloop
async def test_polling_may_become_a_websocket(house: House) -> None:
    async with somebody() as browser:
        client = await PollingClient.open(browser, house.url, ORIGIN)
        address = f"{house.url}{SOCKET_QUERY}&sid={client.sid}"
        async with browser.ws_connect(address, origin=ORIGIN) as websocket:
            await websocket.send_str("2probe")
            assert await websocket.receive_str() == "3probe"


@on_uvloop
async def test_a_foreign_page_is_refused_through_the_balancer_too(house: House) -> None:
    async with somebody() as browser:
        headers = {"Origin": "https://evil.example", "X-Forwarded-Host": "play.example"}
        async with browser.get(f"{house.url}{SOCKET_QUERY}", headers=headers) as answer:
            assert answer.status == 403


@on_uvloop
async def test_limits_count_people_and_nobody_chooses_an_address_of_their_own(house: House) -> None:
    """A household has used up its handshakes; a header does not help it, and another household is let in."""

    async def status(browser: ClientSession, forwarded: str) -> int:
        address = f"{house.url}/socket.io/?EIO=4&transport=polling"
        async with browser.get(address, headers={"X-Forwarded-For": forwarded}) as answer:
            return answer.status

    async with somebody("127.0.0.2") as greedy, somebody("127.0.0.3") as modest:
        seen: list[int] = []
        while 503 not in seen and len(seen) < 4_000:
            greedy.cookie_jar.clear()
            forwarded = (f"10.{n // 250}.{n % 250}.9" for n in range(len(seen), len(seen) + 50))
            seen += await asyncio.gather(*(status(greedy, one) for one in forwarded))
        assert 503 in seen
        assert await status(modest, "127.0.0.2") == 200


@on_uvloop
async def test_when_an_instance_has_gone_the_other_serves(house: House) -> None:
    gone = house.instances[0]
    await asyncio.to_thread(gone.kill)
    try:
        async with wire_clients(house.url, ORIGIN) as connect:
            for _ in range(4):
                client = await connect(auth={"protocol": 1, "secret": None})
                assert (await client.command({"type": "hello", "id": "h"}))["type"] == "welcome"
    finally:
        await asyncio.to_thread(gone.start)


@on_uvloop
async def test_a_browser_whose_instance_has_gone_polls_another_one(house: House) -> None:
    async with somebody() as browser:
        await knocks(browser, house)
        for instance in house.instances:
            await asyncio.to_thread(instance.kill)
            try:
                again = await knocks(browser, house)
                assert json.loads(again.received[-1][2:])["sid"]
            finally:
                await asyncio.to_thread(instance.start)
