"""The websocket against real sockets: order, slow readers, sizes, compression."""

import asyncio
import json
import logging
from importlib.metadata import version

import engineio
import pytest
from aiohttp import ClientSession
from engineio import packet as eio_packet

from gateway.driver import MAX_MESSAGE, MAX_UNSENT, Driver
from gateway.outqueue import MAX_PACKETS, Periods
from gateway.socket_server import ConnectionId
from tests.support.loops import on_both_loops, on_uvloop, until
from tests.support.polling_client import PollingClient
from tests.support.raw_client import BINARY, TEXT
from tests.support.socket_desk import ORIGIN, numbered, served
from tests.support.wire_client import SOCKET_QUERY, wire_clients

KILOBYTE = b'42["view","%b"]' % (b"x" * 1024)


@pytest.mark.parametrize(
    ("package", "pinned"),
    [("aiohttp", "3.14.5"), ("python-engineio", "4.15.1"), ("python-socketio", "5.18.1")],
)
def test_the_libraries_under_the_driver_are_the_ones_it_was_read_against(package: str, pinned: str) -> None:
    assert version(package) == pinned


@on_uvloop
async def test_each_name_that_the_driver_uses_without_leave_is_there() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        await connect()
        (socket,) = s.server.eio.sockets.values()
        assert isinstance(socket, engineio.async_socket.AsyncSocket)
        for name in ("sid", "server", "queue", "last_ping", "connected", "upgrading", "upgraded", "closed"):
            assert name in vars(socket)
        assert socket._websocket_handler.__self__ is socket  # how a driver finds its socket
        assert s.server.eio._async["websocket"] is Driver
        assert callable(s.server.eio._async["translate_request"])
        for name in ("_trigger_event", "create_queue", "handle_request", "sockets"):
            assert hasattr(s.server.eio, name)
        for name in (
            "_handle_eio_connect",
            "_handle_eio_disconnect",
            "_handle_eio_message",
            "_handle_connect",
        ):
            assert asyncio.iscoroutinefunction(getattr(s.server, name))


def test_the_library_itself_keeps_its_own_driver() -> None:
    """Its table of drivers is one for the whole process; ours is a copy."""
    assert (
        engineio.AsyncServer(async_mode="aiohttp", logger=logging.getLogger("test"))._async["websocket"]
        is not Driver
    )


@on_both_loops
async def test_a_command_is_answered_under_its_ack_id() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        assert await ann.command({"type": "hello"}) == {"type": "hello"}
        assert await ann.command({"n": 2}) == {"n": 2}
        assert s.desk.commands == [b'{"type":"hello"}', b'{"n":2}']


@on_uvloop
async def test_text_of_any_language_and_every_frame_length_arrives_whole() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        texts = ["é" * count for count in (1, 50, 62, 63, 1_000, 32_760, 40_000)]
        for text in texts:
            s.server.send(s.desk.here[0], b'42["view",%b]' % json.dumps(text, ensure_ascii=False).encode())
        await ann.until(lambda: len(ann.events("view")) == len(texts))
        assert ann.events("view") == texts


@on_uvloop
async def test_compression_is_offered_and_not_taken() -> None:
    async with served() as s:
        client = await s.raw(
            knock=False, headers="Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
        )
        assert client.head.startswith("HTTP/1.1 101")
        assert "extensions" not in client.head.lower()


@on_both_loops
async def test_library_packets_and_finished_frames_keep_one_order() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        (socket,) = s.server.eio.sockets.values()
        for number in range(0, 200, 2):
            await socket.send(eio_packet.Packet(eio_packet.MESSAGE, f'2["view",{number}]'))
            s.server.send(s.desk.here[0], numbered(number + 1))
        await ann.event("view", lambda number: number == 199)
        assert ann.events("view") == list(range(200))


@on_both_loops
async def test_an_emit_of_the_library_reaches_the_connection() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        await s.server.emit("view", {"n": 1}, to=s.desk.here[0].partition(".")[2])
        assert await ann.event("view") == {"n": 1}


@on_both_loops
async def test_a_reader_that_does_not_read_is_cut_at_the_bound_while_others_get_on() -> None:
    patient = Periods(ping_interval_s=60, ping_timeout_s=60, abort_after_s=60)
    async with served(patient) as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        await s.raw()  # never reads again
        stuck = s.desk.here[1]
        transport = s.transport(stuck)
        largest = 0
        while stuck in s.desk.here:
            s.server.send(stuck, KILOBYTE)
            largest = max(largest, transport.get_write_buffer_size())
            await asyncio.sleep(0)
        assert MAX_UNSENT - len(KILOBYTE) <= largest <= MAX_UNSENT + 2 * len(KILOBYTE)
        assert s.ended("slow") == 1
        assert await ann.command({"type": "hello"}) == {"type": "hello"}
        await until(lambda: s.open_http == 1)  # only Ann's; what was unsent is thrown away


@on_uvloop
async def test_the_application_is_not_called_back_from_inside_a_send() -> None:
    async with served() as s:
        await s.raw()  # never reads again
        stuck = s.desk.here[0]
        for _ in range(100):  # far more than any socket buffer holds, in one turn of the loop
            s.server.send(stuck, b"4" + bytes(100_000))
            assert s.desk.closed_ == []
        await until(lambda: s.desk.closed_ == [stuck])


@on_uvloop
async def test_closing_a_connection_from_inside_its_command_is_not_a_call_back_either() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        s.desk.holds = True
        await ann.call({"type": "leave"})
        await until(lambda: s.desk.held)
        (connection, ack_id, body) = s.desk.held[0]
        s.server.answer(connection, ack_id, body)
        s.server.close(connection)
        assert s.desk.closed_ == []
        assert await ann.over() == 1000
        assert ann.acks(ack_id)  # what was sent before the close still arrives
        assert ann.received[-1] == "41"  # socket.io-client does not come back after this
        await until(s.is_clean)


@on_uvloop
async def test_what_is_gathered_keeps_its_order_and_goes_out_before_a_close() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann, bo = await connect(), await connect()
        to_ann, to_bo = s.desk.here
        with s.server.together():
            for number in range(3):
                s.server.send(to_ann, numbered(number))
                s.server.send(to_bo, numbered(number))
            s.server.close(to_bo)
        assert await bo.over() == 1000
        assert bo.received[-4:] == [*(numbered(number).decode() for number in range(3)), "41"]
        await ann.until(lambda: len(ann.events("view")) == 3)
        assert ann.events("view") == [0, 1, 2]


@on_uvloop
async def test_what_is_sent_to_a_connection_that_is_gone_is_nobodys_business() -> None:
    async with served() as s:
        s.server.send(ConnectionId("gone"), KILOBYTE)
        s.server.answer(ConnectionId("gone"), 1, b"{}")
        s.server.close(ConnectionId("gone"))
        with pytest.raises(KeyError):
            s.server.silent_for_s(ConnectionId("gone"))


@pytest.mark.parametrize("size", [MAX_MESSAGE + 1, 65_535, 65_536, 1_000_000])
@on_both_loops
async def test_a_message_over_the_bound_closes_with_1009(size: int) -> None:
    async with served() as s:
        client = await s.raw()
        await client.text("4" + "x" * (size - 1))
        assert await client.close_code() == 1009
        await until(s.is_clean)
        assert (s.ended("too_big"), s.bad_frames("too_big")) == (1, 1)


@on_uvloop
async def test_the_largest_message_is_still_read() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        frame = f'420["cmd","{"x" * (MAX_MESSAGE - 13)}"]'
        assert len(frame) == MAX_MESSAGE
        await ann.send(frame)
        assert (await ann.answer(0))["code"] == "malformed"


@on_uvloop
async def test_endless_fragments_of_one_message_close_with_1009() -> None:
    async with served() as s:
        client = await s.raw()
        await client.frame(TEXT, b"4" * 1024, first_bits=0)
        for _ in range(15):
            await client.frame(0, b"x" * 1024, first_bits=0)
        await client.frame(0, b"x", first_bits=0x80)
        assert await client.close_code() == 1009


@on_uvloop
async def test_a_flood_in_one_segment_does_not_keep_others_waiting() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        flooder = await s.raw()
        turns = 0

        async def count_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count_turns())
        pong = b"\x81\x81\x00\x00\x00\x003"
        await flooder.write(pong * 4_000)
        before = turns
        await flooder.text("1")
        await until(lambda: len(s.desk.here) == 1)
        counting.cancel()
        assert turns - before > 4_000 / 32 / 2
        assert await ann.command({}) == {}


@on_uvloop
async def test_more_than_64_packets_waiting_for_a_poll_end_the_session() -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        for number in range(MAX_PACKETS):
            s.server.send(s.desk.here[0], numbered(number))
        await asyncio.sleep(0)
        assert s.desk.here
        s.server.send(s.desk.here[0], numbered(MAX_PACKETS))
        await until(lambda: not s.desk.here)
        assert s.ended("slow") == 1
        with pytest.raises(ConnectionError, match="400"):
            await client.poll()


@on_uvloop
async def test_a_handshake_that_is_none_leaves_nothing_behind(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s:
        client = await s.tcp()
        await client.write(
            f"GET {SOCKET_QUERY} HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nOrigin: {ORIGIN}\r\n\r\n".encode()  # without a key
        )
        assert (await client.line()).startswith("HTTP/1.1 400")
        client.close()
        await until(s.is_clean)
    assert not [record for record in caplog.records if record.exc_info]


@on_uvloop
async def test_a_binary_message_ends_the_connection() -> None:
    async with served() as s:
        client = await s.raw()
        await client.frame(BINARY, b"abc")
        assert await client.close_code() == 1002
        assert s.bad_frames("binary") == 1
