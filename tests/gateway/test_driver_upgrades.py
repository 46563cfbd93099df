"""From polling to a websocket: what is on its way meanwhile, and upgrades that fail."""

import asyncio
import json

import aiohttp
import pytest
from aiohttp import ClientSession

from gateway.outqueue import Periods
from gateway.socket_server import ConnectionId
from tests.support.loops import on_both_loops, on_uvloop, until
from tests.support.polling_client import PollingClient
from tests.support.socket_desk import ORIGIN, Served, numbered, served
from tests.support.wire_client import SOCKET_QUERY, WireClient


class Load:
    """Sends numbered views to one connection, three at a time, until it is stopped."""

    def __init__(self, s: Served, connection: ConnectionId) -> None:
        self.sent = 0
        self._s, self._connection = s, connection
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            for _ in range(3):
                self._s.server.send(self._connection, numbered(self.sent))
                self.sent += 1
            await asyncio.sleep(0.0005)

    def stop(self) -> list[int]:
        """All numbers that were sent."""
        self._running.cancel()
        return list(range(self.sent))


async def upgrade(client: PollingClient, session: ClientSession, s: Served) -> WireClient:
    """The way socket.io-client does it: polling until its last poll is answered, then the word "5"."""
    is_pausing = False

    async def poll_to_the_end() -> None:
        while not is_pausing:
            await client.poll()

    polling = asyncio.create_task(poll_to_the_end())
    await until(lambda: len(client.received) > 10)
    websocket = WireClient(await session.ws_connect(f"{s.url}{SOCKET_QUERY}&sid={client.sid}", origin=ORIGIN))
    await websocket.send("2probe")
    await websocket.until(lambda: websocket.received)
    assert websocket.received.pop() == "3probe"
    is_pausing = True
    await polling
    await websocket.send("5")
    return websocket


@pytest.mark.parametrize("turn", range(5))
@on_both_loops
async def test_nothing_is_lost_or_overtaken_from_polling_to_websocket_under_load(turn: int) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        load = Load(s, s.desk.here[0])
        websocket = await upgrade(client, session, s)
        await websocket.until(lambda: len(websocket.received) > 50 + turn)
        sent = load.stop()
        await websocket.event("view", lambda number: number == sent[-1])
        by_polling = [json.loads(packet[2:])[1] for packet in client.received if packet[:2] == "42"]
        assert by_polling + websocket.events("view") == sent
        assert by_polling
        assert await websocket.command({"n": 1}) == {"n": 1}
        await websocket.leave()
        await until(lambda: not s.desk.here)
        for transport in ("polling", "websocket"):
            assert s.metrics.value("connections", transport=transport) == 0


@pytest.mark.parametrize("words", [["x"], ["2probe", "x"], ["2probe", "40"], [""]])
@on_uvloop
async def test_an_upgrade_that_fails_leaves_the_polling_session_as_it_is(words: list[str]) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        websocket = await session.ws_connect(f"{s.url}{SOCKET_QUERY}&sid={client.sid}", origin=ORIGIN)
        for word in words:
            await websocket.send_str(word)
        assert "close" in {(await websocket.receive()).type.name.lower() for _ in words}
        s.server.send(s.desk.here[0], numbered(7))
        while numbered(7).decode() not in client.received:
            await client.poll()
        await websocket.close()


@on_uvloop
async def test_an_upgrade_that_stops_half_way_ends_in_time_and_polling_goes_on() -> None:
    hasty = Periods(ping_interval_s=60, ping_timeout_s=60, connect_deadline_s=0.2)
    async with served(hasty) as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        websocket = await session.ws_connect(f"{s.url}{SOCKET_QUERY}&sid={client.sid}", origin=ORIGIN)
        await websocket.send_str("2probe")
        assert (await websocket.receive()).data == "3probe"
        assert (await websocket.receive()).type is aiohttp.WSMsgType.CLOSE
        s.server.send(s.desk.here[0], numbered(7))
        assert await client.poll() == ["6", '42["view",7]']
        await websocket.close()


@on_uvloop
async def test_polls_during_an_upgrade_are_answered_at_once_and_take_nothing() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        websocket = WireClient(
            await session.ws_connect(f"{s.url}{SOCKET_QUERY}&sid={client.sid}", origin=ORIGIN)
        )
        await websocket.send("2probe")
        await websocket.until(lambda: websocket.received)
        s.server.send(s.desk.here[0], numbered(7))
        assert [await client.poll() for _ in range(3)] == [["6"]] * 3
        await websocket.send("5")
        assert await websocket.event("view") == 7
        await websocket.leave()


@on_uvloop
async def test_a_second_upgrade_beside_a_running_one_is_turned_away() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        address = f"{s.url}{SOCKET_QUERY}&sid={client.sid}"
        first = await session.ws_connect(address, origin=ORIGIN)
        await first.send_str("2probe")
        assert (await first.receive()).data == "3probe"
        second = await session.ws_connect(address, origin=ORIGIN)
        assert (await second.receive()).type is aiohttp.WSMsgType.CLOSE
        await first.send_str("5")
        await until(lambda: s.metrics.value("connections", transport="websocket") == 1)
        await first.close()
        await second.close()
