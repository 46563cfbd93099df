"""How the server stops: within five seconds, whatever its connections do or leave undone."""

import asyncio
import time

import pytest
from aiohttp import ClientError, ClientSession, web

from gateway.listener import shut_down
from tests.support.http_server import start
from tests.support.loops import on_both_loops, on_uvloop, until
from tests.support.polling_client import PollingClient
from tests.support.socket_desk import ORIGIN, fill, served
from tests.support.wire_client import SOCKET_QUERY, wire_clients


async def nothing_to_finish() -> None:
    pass


@on_both_loops
async def test_the_server_stops_within_five_seconds_beside_200_clients_20_of_them_not_reading(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        for number in range(20):
            await s.raw()
            await fill(s, number)
        clients = [await connect() for _ in range(180)]
        assert len(s.desk.here) == 200
        began = time.monotonic()
        await shut_down(s.runner, s.server, nothing_to_finish)
        assert time.monotonic() - began < 5
        assert s.desk.here == []
        assert {await client.over() for client in clients} == {1012}
    assert not [record for record in caplog.records if record.exc_info]


@on_uvloop
async def test_answers_of_the_last_commits_go_out_before_the_end() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        s.desk.holds = True
        ack_id = await ann.call({"type": "last"})
        await until(lambda: s.desk.held)

        async def finish() -> None:
            s.server.answer(*s.desk.held[0])

        await shut_down(s.runner, s.server, finish)
        assert await ann.over() == 1012
        assert ann.acks(ack_id) == [{"type": "last"}]


@on_uvloop
async def test_a_server_that_stops_lets_nobody_in() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)  # a connection that is kept alive
        await s.server.end_all()
        client.sid = ""
        with pytest.raises(ConnectionError, match="503"):
            await client.poll()


@on_uvloop
async def test_a_poll_that_waits_does_not_hold_up_the_stop() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        poll = asyncio.create_task(client.poll())
        await until(lambda: s.server._connections[s.desk.here[0]].polls)
        began = time.monotonic()
        await shut_down(s.runner, s.server, nothing_to_finish)
        assert time.monotonic() - began < 1
        assert await poll == ["1"]


@on_uvloop
async def test_an_upgrade_half_done_does_not_hold_up_the_stop() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        websocket = await session.ws_connect(f"{s.url}{SOCKET_QUERY}&sid={client.sid}", origin=ORIGIN)
        await websocket.send_str("2probe")
        await websocket.receive()
        began = time.monotonic()
        await shut_down(s.runner, s.server, nothing_to_finish)
        assert time.monotonic() - began < 1
        await websocket.close()


@on_uvloop
async def test_a_page_that_never_ends_does_not_hold_up_the_stop() -> None:
    async def endless(_request: web.Request) -> web.Response:
        await asyncio.Event().wait()
        raise AssertionError

    async with served() as s, ClientSession() as session:
        app = web.Application()
        app.router.add_get("/", endless)
        runner, url = await start(app)
        asking = asyncio.create_task(session.get(url))
        await until(lambda: runner.server is not None and runner.server.requests_count)
        began = time.monotonic()
        await shut_down(runner, s.server, nothing_to_finish)
        assert time.monotonic() - began < 2
        with pytest.raises(ClientError):
            await asking
