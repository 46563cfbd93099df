"""How connections end: silence, every way out, descriptors and tasks."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import ClientSession

from gateway import listener
from gateway.outqueue import Periods
from gateway.socket_server import SOCKET_PATH
from tests.support.loops import on_both_loops, on_uvloop, until
from tests.support.polling_client import PollingClient
from tests.support.raw_client import CLOSE, RawClient
from tests.support.socket_desk import ORIGIN, QUICK, Desk, Served, fill, served
from tests.support.wire_client import SOCKET_QUERY, WireClient, wire_clients

PINGING = Periods(ping_interval_s=0.1, ping_timeout_s=0.2, connect_deadline_s=5, abort_after_s=0.2)


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def next_ping(client: WireClient) -> None:
    seen = client.received.count("2")
    await client.until(lambda: client.received.count("2") > seen)


@on_both_loops
async def test_who_answers_pings_is_never_cut_while_a_command_waits_for_its_answer() -> None:
    async with served(PINGING) as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        s.desk.holds = True
        ack_id = await ann.call({"type": "slow"})
        await ann.until(lambda: ann.received.count("2") >= 6)  # twice what would cut a silent one
        s.server.answer(*s.desk.held[0])
        assert await ann.answer(ack_id) == {"type": "slow"}
        assert s.desk.here


@on_both_loops
async def test_who_is_silent_is_cut_after_interval_and_timeout() -> None:
    async with served(PINGING) as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        ann.answers_pings = False
        assert await ann.over() == 1001
        await until(s.is_clean)
        assert s.desk.silences[0] >= PINGING.ping_timeout_s
        assert s.ended("silent") == 1


@on_uvloop
async def test_any_message_is_a_sign_of_life() -> None:
    async with served(PINGING) as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        ann.answers_pings = False
        for _ in range(6):
            await next_ping(ann)
            await ann.command({})
        assert s.server.silent_for_s(s.desk.here[0]) < PINGING.silence_s


@on_both_loops
async def test_dead_readers_are_gone_with_descriptors_and_tasks_a_second_after_the_judge() -> None:
    quiet = Periods(ping_interval_s=0.3, ping_timeout_s=0.3, connect_deadline_s=5, abort_after_s=0.3)
    async with served(quiet) as s:
        tasks, files = len(asyncio.all_tasks()), descriptors()
        for number in range(20):
            await s.raw()
            await fill(s, number)
        await until(lambda: len(s.desk.closed_) == 20)
        judged_at = time.monotonic()
        await until(s.is_clean)
        await until(lambda: len(asyncio.all_tasks()) == tasks)
        assert descriptors() == files + 20  # the clients' own
        assert time.monotonic() - judged_at < 1
        assert s.ended("silent") == 20


@on_uvloop
async def test_a_wall_clock_set_forward_or_back_cuts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(PINGING) as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        real = time.time
        for shift in (3600.0, -3600.0):
            monkeypatch.setattr(time, "time", lambda shift=shift: real() + shift)
            await next_ping(ann)
            await next_ping(ann)
            await s.server.emit("view", {}, to=s.desk.here[0])  # the library's own judge sits in its send
            assert await ann.command({}) == {}
        assert s.desk.here


@pytest.mark.parametrize("is_answered", [True, False])
@on_both_loops
async def test_a_process_that_stood_still_cuts_nobody_for_it(is_answered: bool) -> None:  # noqa: FBT001
    async with served(PINGING) as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        ann.answers_pings = is_answered
        await next_ping(ann)
        if is_answered:
            await until(lambda: s.server.silent_for_s(s.desk.here[0]) < 0.05)
        else:
            await ann.send("3")  # lies in the socket's buffer when the server looks again
        time.sleep(PINGING.silence_s * 2)  # noqa: ASYNC251 - this is the standstill
        ann.answers_pings = True
        await next_ping(ann)
        await next_ping(ann)
        assert s.desk.here


@on_both_loops
async def test_who_does_not_connect_in_time_is_closed() -> None:
    async with served(QUICK) as s, wire_clients(s.url, ORIGIN) as connect:
        stranger = await connect(knock=False)
        assert await stranger.over() == 1008
        assert stranger.received[0].startswith("0{")
        await until(s.is_clean)
        assert s.ended("unannounced") == 1
        assert s.desk.opened_ == []


@on_uvloop
async def test_who_is_refused_is_closed_when_the_time_to_connect_is_over() -> None:
    async with served(QUICK) as s, wire_clients(s.url, ORIGIN) as connect:
        stranger = await connect({"secret": "wrong"})
        assert stranger.received[-1].startswith("44{")
        assert await stranger.over() == 1008
        assert s.desk.closed_ == []


# Each way out, from the client's side or ours; `closed` comes once and nothing is left.

Way = Callable[[Served, RawClient], Awaitable[None]]


async def by_close_frame(_s: Served, client: RawClient) -> None:
    await client.frame(CLOSE, (1000).to_bytes(2, "big"))


async def by_end_of_file(_s: Served, client: RawClient) -> None:
    client.close()


async def by_reset(_s: Served, client: RawClient) -> None:
    client.reset()


async def by_silence(_s: Served, _client: RawClient) -> None:
    pass


async def by_kick(s: Served, _client: RawClient) -> None:
    s.server.close(s.desk.opened_[0])


async def by_kick_twice(s: Served, _client: RawClient) -> None:
    s.server.close(s.desk.opened_[0])
    s.server.close(s.desk.opened_[0])


async def by_disconnect_of_socket_io(_s: Served, client: RawClient) -> None:
    await client.text("41")


async def by_disconnect_twice(_s: Served, client: RawClient) -> None:
    await client.text("41")
    await client.text("41")


async def by_close_of_engine_io(_s: Served, client: RawClient) -> None:
    await client.text("1")


async def by_a_bad_frame(_s: Served, client: RawClient) -> None:
    await client.text("x")


async def by_a_broken_frame(_s: Served, client: RawClient) -> None:
    await client.write(b"\xff\xff\xff\xff")


async def by_invalid_utf8(_s: Served, client: RawClient) -> None:
    await client.frame(1, b"4\xff")


async def by_too_much(_s: Served, client: RawClient) -> None:
    await client.text("4" * 20_000)


async def by_not_reading(s: Served, _client: RawClient) -> None:
    s.server.send(s.desk.opened_[0], b"4" + bytes(20_000_000))


async def by_disconnect_of_the_library(s: Served, _client: RawClient) -> None:
    (sid,) = s.server.eio.sockets
    await s.server.eio.disconnect(sid)


async def by_stop(s: Served, _client: RawClient) -> None:
    await s.server.end_all()


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        (by_close_frame, "left"),
        (by_end_of_file, "lost"),
        (by_reset, "lost"),
        (by_silence, "silent"),
        (by_kick, "closed"),
        (by_kick_twice, "closed"),
        (by_disconnect_of_socket_io, "left"),
        (by_disconnect_twice, "left"),
        (by_close_of_engine_io, "left"),
        (by_a_bad_frame, "bad_frame"),
        (by_a_broken_frame, "bad_frame"),
        (by_invalid_utf8, "bad_frame"),
        (by_too_much, "too_big"),
        (by_not_reading, "slow"),
        (by_disconnect_of_the_library, "lost"),
        (by_stop, "shutdown"),
    ],
)
@on_both_loops
async def test_closed_comes_once_by_every_way_out(
    way: Way, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(QUICK) as s:
        tasks = len(asyncio.all_tasks())
        client = await s.raw()
        assert len(s.desk.here) == 1
        await way(s, client)
        await until(s.is_clean, within_s=QUICK.silence_s + 1)
        await until(lambda: len(asyncio.all_tasks()) == tasks)
        assert s.desk.closed_ == s.desk.opened_
        assert s.ended(reason) == 1
    assert not [record for record in caplog.records if record.exc_info]


@on_uvloop
async def test_a_polling_client_that_stops_polling_is_ended() -> None:
    async with served(QUICK) as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        await until(lambda: not s.desk.here)
        assert (s.ended("silent"), len(s.server.eio.sockets)) == (1, 0)
        with pytest.raises(ConnectionError, match="400"):
            await client.poll()


@on_uvloop
async def test_a_polling_client_that_answers_pings_stays() -> None:
    async with served(QUICK) as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        while client.received.count("2") < 4:
            await client.poll()
            await client.post("3")
        assert s.desk.here


@on_uvloop
async def test_a_poll_that_waits_is_released_when_its_session_ends() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        poll = asyncio.create_task(client.poll())
        await until(lambda: s.server._connections[s.desk.here[0]].polls)
        s.server.close(s.desk.here[0])
        assert await poll == ["41", "1"]
        assert s.desk.closed_ == s.desk.opened_


@on_uvloop
async def test_a_polling_session_that_says_it_closes_is_closed() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        assert await client.post("1") == 200
        assert s.desk.closed_ == s.desk.opened_
        assert s.ended("left") == 1
        assert await client.post("3") == 400


@on_uvloop
async def test_ending_a_polling_session_waits_for_no_poll() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        s.server.send(s.desk.here[0], b'42["view",1]')  # something that nobody fetches
        await asyncio.wait_for(s.server.eio.disconnect(client.sid), 1)
        assert s.desk.closed_ == s.desk.opened_


@pytest.mark.parametrize("beginning", [b"", b"GET /socket.io/?EIO=4 HTTP/1.1\r\nHost: te"])
@on_uvloop
async def test_a_connection_without_a_whole_request_is_closed_when_it_has_been_idle(
    beginning: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "IDLE_S", 0.1)
    async with served() as s:
        client = await s.tcp()
        await client.write(beginning)
        await client.end_of_file()
        await until(lambda: not s.open_http)


@on_uvloop
async def test_an_application_that_fails_at_the_end_hinders_no_ending(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Failing(Desk):
        def closed(self, connection: str, silent_for_s: float) -> None:
            raise LookupError("a bug in the application")

    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        failing = s.server._application = Failing()
        failing.server = s.server
        ann = await connect()
        await ann.leave()
        await until(lambda: not (s.server.eio.sockets or s.server.environ or len(s.server)))
        assert s.server.manager.rooms == {}
    assert [record.msg for record in caplog.records if record.exc_info] == ["closing_failed"]


def test_the_path_of_the_socket_is_the_one_of_every_client() -> None:
    assert SOCKET_QUERY.startswith(SOCKET_PATH)
