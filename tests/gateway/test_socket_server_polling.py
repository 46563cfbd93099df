"""The HTTP door: what engine.io would misread, wait for or answer "OK", and who is let in."""

import asyncio
import json
import logging

import pytest
from aiohttp import ClientSession

from gateway.driver import MAX_MESSAGE
from gateway.limits import Ceilings, Rate
from gateway.outqueue import Periods
from gateway.polling import MAX_PACKETS_A_POST
from tests.support.loops import on_both_loops, on_uvloop, until
from tests.support.polling_client import POLL_QUERY, PollingClient
from tests.support.raw_client import RawClient
from tests.support.socket_desk import CALM, ORIGIN, QUICK, Served, served
from tests.support.wire_client import wire_clients


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


async def post_in_pieces(s: Served, client: PollingClient, pieces: list[bytes], length: int) -> str:
    """Send a POST whose body comes piece by piece; the answer's status line."""
    raw = await s.tcp()
    await raw.write(
        f"POST {POLL_QUERY}&sid={client.sid} HTTP/1.1\r\nHost: test\r\nOrigin: {ORIGIN}\r\n"
        f"Content-Length: {length}\r\n\r\n".encode()
    )
    for piece in pieces:
        await raw.write(piece)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    if sum(map(len, pieces)) < length:
        raw.close()
        return ""
    return await raw.line()


@on_both_loops
async def test_polling_carries_commands_answers_and_events() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        assert await client.post('420["cmd",{"n":1}]', '421["cmd",{"n":2}]') == 200
        s.server.send(s.desk.here[0], '42["view","é"]'.encode())
        assert await client.poll() == ['430[{"n":1}]', '431[{"n":2}]', '42["view","é"]']
        assert s.metrics.value("connections", transport="polling") == 1


@on_uvloop
async def test_sixteen_packets_in_one_request_are_read_and_one_more_is_refused_aloud() -> None:
    """engine.io answers "OK" and drops all of them; a client that is told comes back and repeats."""
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        packets = [f'42{number}["cmd",{{"n":{number}}}]' for number in range(MAX_PACKETS_A_POST + 1)]
        assert await client.post(*packets[:-1]) == 200
        assert len(s.desk.commands) == MAX_PACKETS_A_POST
        assert await client.post(*packets) == 400
        assert len(s.desk.commands) == MAX_PACKETS_A_POST
        assert s.desk.here == []
        assert s.ended("bad_frame") == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"x",
        b"4",
        b"2",
        b"5",
        b"bAAAA",
        b'4{"a":1}',
        b"4" + b"[" * 5_000,
        b"3\x1e",
        b"\x1e3",
        b'420["cmd",{}]\x1ex',
        b"\xff\xfe",
        b"4\xd9\xa1",
        b'd=420["cmd",{}]',
    ],
)
@on_uvloop
async def test_a_body_that_is_no_batch_of_packets_ends_its_session_before_any_of_it_is_done(
    body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        assert (await client.post_body(body)).status == 400
        assert s.desk.commands == []
        assert s.desk.closed_ == s.desk.opened_
        assert s.bad_frames("payload") == 1
    assert tracebacks(caplog) == []


@on_uvloop
async def test_a_bad_frame_ends_a_polling_session_too(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        await client.post('42["connect","evil"]', '420["cmd",{}]')
        assert s.desk.closed_ == s.desk.opened_
        assert s.desk.commands == []  # nothing behind the end is done
    assert tracebacks(caplog) == []


@on_both_loops
async def test_a_body_that_comes_in_pieces_is_read_whole() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        body = b'420["cmd",{"n":1}]'
        pieces = [body[at : at + 3] for at in range(0, len(body), 3)]
        assert "200" in await post_in_pieces(s, client, pieces, len(body))
        assert s.desk.commands == [b'{"n":1}']


@on_uvloop
async def test_a_body_that_breaks_off_ends_the_session_quietly(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        await post_in_pieces(s, client, [b"42"], 100)
        await until(lambda: not s.desk.here)
        assert s.ended("lost") == 1
    assert tracebacks(caplog) == []


@on_uvloop
async def test_a_body_whose_session_has_ended_meanwhile_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        body = b'420["cmd",{}]'
        raw = await s.tcp()
        queue = s.server._connections[s.desk.here[0]]
        before = queue.heard_at
        await raw.write(
            f"POST {POLL_QUERY}&sid={client.sid} HTTP/1.1\r\nHost: test\r\n"
            f"Origin: {ORIGIN}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        )
        await until(lambda: queue.heard_at > before)  # the body is being waited for
        s.server.close(s.desk.here[0])
        await until(lambda: not s.desk.here)
        await raw.write(body)
        assert "400" in await raw.line()
        assert s.desk.commands == []
    assert tracebacks(caplog) == []


@on_uvloop
async def test_a_body_that_never_comes_is_not_waited_for_long(caplog: pytest.LogCaptureFixture) -> None:
    hasty = Periods(ping_interval_s=60, ping_timeout_s=60, connect_deadline_s=0.1)
    async with served(hasty) as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        raw = await s.tcp()
        await raw.write(
            f"POST {POLL_QUERY}&sid={client.sid} HTTP/1.1\r\nHost: test\r\n"
            f"Origin: {ORIGIN}\r\nContent-Length: 100\r\n\r\n42".encode()
        )
        assert "400" in await raw.line()
        assert s.desk.here == []
    assert tracebacks(caplog) == []


@on_uvloop
async def test_a_body_over_the_bound_is_refused_by_its_announcement() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        raw = await s.tcp()
        await raw.write(
            f"POST {POLL_QUERY}&sid={client.sid} HTTP/1.1\r\nHost: test\r\n"
            f"Origin: {ORIGIN}\r\nContent-Length: {MAX_MESSAGE + 1}\r\n\r\n".encode()
        )
        assert "413" in await raw.line()
        assert (s.desk.here, s.ended("too_big")) == ([], 1)


async def write_for_ever(raw: RawClient) -> None:
    while True:
        await raw.write(b"2710\r\n%b\r\n" % (b"x" * 10_000))
        await asyncio.sleep(0)


@on_uvloop
async def test_an_endless_chunked_body_is_refused_and_cut(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        raw = await s.tcp()
        await raw.write(
            f"POST {POLL_QUERY}&sid={client.sid} HTTP/1.1\r\nHost: test\r\n"
            f"Origin: {ORIGIN}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        with pytest.raises(ConnectionError):
            await write_for_ever(raw)
        assert s.desk.here == []
    assert tracebacks(caplog) == []


@on_uvloop
async def test_a_compressed_body_is_not_unpacked() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        response = await client.post_body(b"x", **{"Content-Encoding": "gzip"})
        assert response.status == 400


@on_uvloop
async def test_answers_by_polling_are_neither_compressed_nor_kept() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        s.server.send(s.desk.here[0], b'42["view","%b"]' % (b"x" * 5_000))
        wanted = {"Origin": ORIGIN, "Accept-Encoding": "gzip, deflate"}
        response = await session.get(client.address, headers=wanted)
        assert "Content-Encoding" not in response.headers
        assert response.headers["Cache-Control"] == "no-store"


@on_both_loops
async def test_a_repeated_poll_gets_what_the_one_before_it_would_have_lost() -> None:
    """A browser repeats a GET whose line broke; the server still holds the first."""
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        queue = s.server._connections[s.desk.here[0]]
        lost = asyncio.create_task(client.poll())
        await until(lambda: queue.polls == 1)
        poll = asyncio.create_task(client.poll())
        assert await lost == ["6"]
        s.server.send(s.desk.here[0], b'42["view",1]')
        assert await poll == ['42["view",1]']


@pytest.mark.parametrize(
    "query",
    [
        "EIO=3&transport=polling",
        "EIO=5&transport=polling",
        "transport=polling",
        "EIO=4&EIO=3&transport=polling",
        "EIO=4&transport=polling&j=0",
        "EIO=4&transport=polling&j=x",
        "EIO=4&transport=websocket",
        "EIO=4&transport=flashsocket",
        "EIO=4",
        "EIO=4&transport=polling&sid=nobody",
        "EIO=4&transport=polling&sid=",
        "",
    ],
)
@on_uvloop
async def test_old_protocols_jsonp_and_unknown_sessions_get_nothing(
    query: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with served() as s, ClientSession() as session:
        for method in ("GET", "POST"):
            async with session.request(
                method, f"{s.url}/socket.io/?{query}", headers={"Origin": ORIGIN}
            ) as response:
                assert response.status == 400
                assert "sid" not in await response.text()
        assert s.server.eio.sockets == {}
    assert tracebacks(caplog) == []


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "PATCH", "HEAD"])
@on_uvloop
async def test_other_methods_are_not_there(method: str) -> None:
    async with served() as s, ClientSession() as session:
        response = await session.request(method, f"{s.url}{POLL_QUERY}", headers={"Origin": ORIGIN})
        assert response.status == 405
        assert not [name for name in response.headers if name.startswith("Access-Control")]


@on_uvloop
async def test_a_session_that_has_upgraded_takes_no_more_by_polling(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect, ClientSession() as session:
        ann = await connect()
        client = PollingClient(session, s.url, ORIGIN)
        client.sid = json.loads(ann.received[0][1:])["sid"]
        assert await client.post('420["cmd",{}]') == 400
        with pytest.raises(ConnectionError, match="400"):
            await client.poll()
        assert await ann.command({"n": 1}) == {"n": 1}
        assert s.desk.commands == [b'{"n":1}']
    assert tracebacks(caplog) == []


# Who is let in.


@pytest.mark.parametrize(
    ("ceilings", "reason"),
    [
        (Ceilings(connections=2), "connections"),
        (Ceilings(connections_per_address=2), "connections"),
        (Ceilings(handshakes=2), "handshakes"),
        (Ceilings(handshakes_per_address=2), "handshakes"),
        (Ceilings(polling=2), "polling"),
        (Ceilings(polling_per_address=2), "polling"),
        (Ceilings(new_connections=Rate(per_s=0.001, burst=2)), "rate"),
    ],
)
@on_uvloop
async def test_one_more_than_a_ceiling_is_refused_before_it_is_a_session(
    ceilings: Ceilings, reason: str
) -> None:
    async with served(CALM, ceilings) as s, ClientSession() as session:
        for _ in range(2):
            await PollingClient.open(session, s.url, ORIGIN)
        with pytest.raises(ConnectionError, match="503"):
            await PollingClient.open(session, s.url, ORIGIN)
        assert len(s.server.eio.sockets) == 2
        assert s.metrics.value("connections_refused_total", reason=reason) == 1


@on_uvloop
async def test_a_place_is_free_again_when_somebody_leaves() -> None:
    ceilings = Ceilings(connections=1, handshakes=1, polling=1)
    async with served(CALM, ceilings) as s, wire_clients(s.url, ORIGIN) as connect:
        for _ in range(3):
            ann = await connect()
            await ann.leave()
            await until(s.is_clean)


@on_uvloop
async def test_websockets_do_not_count_as_polling_nor_members_as_handshakes() -> None:
    ceilings = Ceilings(handshakes=1, polling=1)
    async with served(CALM, ceilings) as s, wire_clients(s.url, ORIGIN) as connect:
        for _ in range(5):
            await connect()
        assert len(s.desk.here) == 5


@on_uvloop
async def test_sessions_that_never_knock_free_their_places_in_time() -> None:
    async with served(QUICK, Ceilings(handshakes=5)) as s, ClientSession() as session:
        for _ in range(5):
            await PollingClient.open(session, s.url, ORIGIN)
        await until(lambda: not s.server.eio.sockets)
        assert s.ended("unannounced") == 5
        await PollingClient.knock(session, s.url, ORIGIN)
