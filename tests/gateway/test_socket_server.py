"""What a client may say, and what becomes of the rest: counted, answered or ended, never a traceback."""

import json
import logging
import random

import pytest

from gateway.limits import Ceilings, Rate
from gateway.socket_server import MAX_COMMAND
from tests.support.loops import on_both_loops, on_uvloop, until
from tests.support.raw_client import BINARY, TEXT
from tests.support.socket_desk import CALM, ORIGIN, served
from tests.support.wire_client import wire_clients

REFUSED = {"type": "refused", "code": "malformed", "number": None}


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


@on_both_loops
async def test_connect_hands_on_the_auth_payload_and_the_address_and_nothing_of_the_request() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect({"secret": "s3cret"})
        bo = await connect()
        assert s.desk.auths == [b'{"secret":"s3cret"}', b""]
        assert s.desk.addresses == ["127.0.0.1", "127.0.0.1"]
        assert json.loads(ann.received[1][2:])["sid"] == s.desk.opened_[0].removeprefix("0.")
        assert json.loads(bo.received[0][1:])["maxPayload"] == 16_384
        assert [set(environ) for environ in s.server.environ.values()] == [{"queue"}, {"queue"}]


@on_uvloop
async def test_who_the_application_refuses_is_told_so_and_is_not_here() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        stranger = await connect({"secret": "wrong"})
        assert stranger.received[-1].startswith("44")
        assert (len(s.server), s.desk.opened_) == (0, [])
        await stranger.send('420["cmd",{}]')
        assert await stranger.over() == 1002
        assert (s.desk.commands, s.desk.closed_) == ([], [])


@on_uvloop
async def test_a_second_connect_ends_the_connection_accepted_or_not() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        for auth in (None, {"secret": "wrong"}):
            client = await connect(auth)
            await client.send("40")
            assert await client.over() == 1002
        await until(s.is_clean)


# Frames that end their connection. None runs a handler of the library, and none costs a traceback.


@pytest.mark.parametrize(
    "frame",
    [
        '42["connect","evil"]',
        '42["disconnect"]',
        '42["disconnect","evil"]',
        '42["cmd",{}]',
        "42",
        "42{}",
        "42[{}]",
        "42[]",
        "420",
        "420{}",
        "42null",
        '42-1["cmd",{}]',
        '429999999999999999["cmd",{}]',
        '42\u0661["cmd",{}]',  # a digit, but not one of ours
        '42/,0["cmd",{}]',
        '42/admin,0["cmd",{}]',
        "40",
        "40/admin,",
        "41/admin,",
        "430[]",
        "44{}",
        '451-["cmd",{"_placeholder":true,"num":0}]',
        '451-0["cmd",{"_placeholder":true,"num":0}]',
        "461-0[]",
        "47",
        "4x",
        "4",
        '4{"a":1}',
        "4" + "[" * 10_000,
        "0",
        "2",
        "2probe",
        "5",
        "6",
        "9",
        "x",
        "bAAAA",
        "",
        "\x00",
        "é",
    ],
)
@on_uvloop
async def test_a_frame_that_is_not_of_our_protocol_ends_its_connection_only(
    frame: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann, eve = await connect(), await connect()
        await eve.send(frame)
        assert await eve.over() == 1002
        assert s.desk.closed_ == s.desk.opened_[1:]
        assert s.desk.commands == []
        assert sum(map(s.bad_frames, ("engineio", "socketio", "event", "namespace"))) == 1
        assert await ann.command({}) == {}
    assert tracebacks(caplog) == []


@on_both_loops
async def test_an_attachment_without_its_packet_and_a_packet_without_its_attachment_end_the_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with served() as s:
        first, second = await s.raw(), await s.raw()
        await first.frame(BINARY, b"attachment")
        await second.text('451-0["cmd",{"_placeholder":true,"num":0}]')
        assert [await first.close_code(), await second.close_code()] == [1002, 1002]
        assert s.server._binary_packet == {}
    assert tracebacks(caplog) == []


@pytest.mark.parametrize("namespace", ["40/", "40/admin,", '40/admin,{"token":1}'])
@on_uvloop
async def test_other_namespaces_are_refused(namespace: str) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        client = await connect(knock=False)
        await client.send(namespace)
        assert await client.over() == 1002
        assert s.bad_frames("namespace") == 1
        assert s.desk.opened_ == []


@on_uvloop
async def test_an_event_before_connect_ends_the_connection() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        client = await connect(knock=False)
        await client.send('420["cmd",{}]')
        assert await client.over() == 1002


@on_uvloop
async def test_an_auth_payload_over_the_bound_is_not_read() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        client = await connect(knock=False)
        await client.send("40" + "x" * (MAX_COMMAND + 1))
        assert await client.over() == 1002
        assert s.desk.auths == []


# Commands that can be answered are.


@pytest.mark.parametrize(
    "arguments",
    [
        '["connect",{}]',
        '["disconnect","evil"]',
        '["message",{}]',
        '["CMD",{}]',
        '["cmd"]',
        '["cmd",{},{}]',
        '["cmd",[]]',
        '["cmd","{}"]',
        '["cmd",1]',
        '["cmd",null]',
        '["cmd",{"a":NaN}]',
        '["cmd",{"a":1]',
        '["cmd",{"a":1}]]',
        '["cmd",{a:1}]',
        "[]",
        "[{}]",
        "[1,{}]",
        "[",
        '["cmd",' + '{"a":' * 3_000 + "1" + "}" * 200 + "]",
        '["cmd",' + "[" * 16_000,
    ],
)
@on_uvloop
async def test_a_malformed_command_is_refused_and_its_connection_lives(
    arguments: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        await ann.send("4217" + arguments)
        assert await ann.answer(17) == REFUSED
        assert await ann.command({"n": 1}) == {"n": 1}
        assert s.desk.commands == [b'{"n":1}']
    assert tracebacks(caplog) == []


@on_uvloop
async def test_the_body_is_handed_on_as_it_was_written() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        await ann.send('423[ "cmd" ,  {"b" : 1.50, "a":"\\u00e9 é"}  ]')
        await ann.answer(3)
        assert s.desk.commands == ['{"b" : 1.50, "a":"\\u00e9 é"}'.encode()]


@on_uvloop
async def test_a_command_over_4_kib_is_refused_and_one_of_4_kib_is_not() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        largest = {"x": "y" * (MAX_COMMAND - 8)}
        assert await ann.command(largest) == largest
        answer = await ann.command({"x": "y" * (MAX_COMMAND - 7)})
        assert (answer["type"], answer["code"]) == ("refused", "too_large")
        assert len(s.desk.commands[0]) == MAX_COMMAND
        assert s.desk.here


@on_uvloop
async def test_a_bug_behind_a_command_is_answered_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        assert (await ann.command({"type": "bug"}))["code"] == "internal"
        assert await ann.command({}) == {}
    assert [record.msg for record in tracebacks(caplog)] == ["command_failed"]


@on_uvloop
async def test_a_bug_in_opening_refuses_and_leaves_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect({"secret": "bug"})
        assert ann.received[-1].startswith("44")
        await ann.leave()
        await until(s.is_clean)
        assert s.server.manager.rooms == {}
        assert s.server.manager.pending_connect == {}
    assert [record.msg for record in tracebacks(caplog)] == ["opening_failed"]


@on_uvloop
async def test_answers_may_come_late_and_out_of_order() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        s.desk.holds = True
        ids = [await ann.call({"n": number}) for number in range(10)]
        await until(lambda: len(s.desk.held) == 10)
        for held in reversed(s.desk.held):
            s.server.answer(*held)
        assert [await ann.answer(ack_id) for ack_id in ids] == [{"n": number} for number in range(10)]


@on_uvloop
async def test_a_flood_closes_its_connection_only() -> None:
    ceilings = Ceilings(messages=Rate(per_s=1, burst=50))
    async with served(CALM, ceilings) as s, wire_clients(s.url, ORIGIN) as connect:
        ann, eve = await connect(), await connect()
        for number in range(49):  # CONNECT was the first
            assert await eve.command({"n": number}) == {"n": number}
        await eve.call({})
        assert await eve.over() == 1008
        assert s.ended("flood") == 1
        assert await ann.command({}) == {}


def fuzzed(rng: random.Random) -> bytes:
    """A frame near ours, or nowhere near."""
    seeds = [
        b'420["cmd",{"type":"hello"}]',
        b"40",
        b'40{"secret":"x"}',
        b"41",
        b'451-0["cmd",{"_placeholder":true,"num":0}]',
        b"3",
        b"2probe",
        b'42/x,1["connect",{}]',
        b'0{"sid":"x"}',
    ]
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(40))
        case 1:
            return bytes(rng.choices(b'0123456789[]{}",:-/ncmd\\u\x00\xff', k=rng.randrange(60)))
        case 2:
            frame = bytearray(rng.choice(seeds))
            for _ in range(rng.randrange(1, 4)):
                frame[rng.randrange(len(frame))] = rng.randrange(256)
            return bytes(frame)
        case _:
            seed = rng.choice(seeds)
            return seed[: rng.randrange(len(seed) + 1)] + rng.choice(seeds) * rng.randrange(3)


@on_both_loops
async def test_a_thousand_fuzzed_frames_leave_the_server_and_the_others_alive(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rng = random.Random(20_251_129)
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect()
        eve = await s.raw()
        for number in range(1_000):
            frame = fuzzed(rng)
            if rng.random() < 0.8:
                frame = frame.decode("latin-1").encode()  # at least text
            await eve.frame(BINARY if rng.random() < 0.05 else TEXT, frame)
            if number % 50 == 0:
                await eve.write(rng.randbytes(200))  # not even websocket frames
                eve.close()
            if eve.sock.fileno() < 0 or not await eve.is_alive():
                eve.close()
                eve = await s.raw(knock=rng.random() < 0.8)
            if number % 100 == 0:
                assert await ann.command({"n": number}) == {"n": number}
        eve.close()
        await until(lambda: len(s.server.eio.sockets) == 1)
        assert len(s.desk.here) == 1
        assert await ann.command({}) == {}
    assert tracebacks(caplog) == []
