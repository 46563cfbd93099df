"""One line of JSON for each event, and no way into it for names, cards, secrets or commands."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest
from aiohttp import ClientSession, web

from gateway import logs
from gateway.logs import EventLog, Fields
from tests.support.http_server import serving
from tests.support.loops import on_uvloop
from tests.support.socket_desk import ORIGIN, served
from tests.support.wire_client import wire_clients

CANARY = "C4N4RY-of-spades"


class Lines:
    """What was written to the log's stream."""

    def __init__(self, stream: io.StringIO) -> None:
        self.stream = stream

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def all(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Logs as in production, and as they were afterwards."""
    names = [None, "kortlek", *logs._QUIET]
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    handlers = logging.getLogger().handlers[:]
    stream = io.StringIO()
    logs.configure(stream)
    yield Lines(stream)
    logging.getLogger().handlers[:] = handlers
    for logger, level in before:
        logger.setLevel(level)


def test_an_event_is_one_line_of_json_with_its_fields(lines: Lines) -> None:
    EventLog("test").info("room_opened", room="K7PQ", game="rows", count=3)
    (line,) = lines.all
    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "info", "event": "room_opened", "room": "K7PQ", "game": "rows", "count": 3}


def test_a_field_that_is_not_on_the_list_is_left_out(lines: Lines) -> None:
    surprise: Any = {"name": CANARY, "body": CANARY, "room": "K7PQ"}
    EventLog("test").warning("strange", **surprise)
    assert CANARY not in lines.text
    assert lines.all[0]["room"] == "K7PQ"


@pytest.mark.parametrize("text", ["Åsa", "Ann Lee", "7 of hearts", '{"type":"play"}', "x" * 81, "a\nb"])
def test_text_that_is_no_id_or_code_is_left_out_of_fields_too(lines: Lines, text: str) -> None:
    EventLog("test").info("strange", reason=text)
    assert lines.all[0]["reason"] == "?"


def test_no_field_is_meant_for_what_people_write() -> None:
    assert not {"name", "card", "cards", "token", "secret", "body", "text", "address"} & set(
        get_type_hints(Fields)
    )


def test_an_exception_is_told_by_type_and_place_and_not_by_its_message(lines: Lines) -> None:
    try:
        int(CANARY)
    except ValueError:
        EventLog("test").exception("bug")
    (line,) = lines.all
    assert (line["event"], line["error"]) == ("bug", "ValueError")
    assert "test_logs.py" in line["trace"][0]
    assert CANARY not in lines.text


def test_what_a_library_says_is_told_by_place(lines: Lines) -> None:
    logging.getLogger("engineio.server").error("%s is not an accepted origin", CANARY)
    logging.getLogger("aiohttp.server").error(CANARY)
    assert [(line["event"], line["logger"]) for line in lines.all] == [
        ("library", "engineio.server"),
        ("library", "aiohttp.server"),
    ]
    assert CANARY not in lines.text


def test_libraries_are_quiet_below_warnings(lines: Lines) -> None:
    for name in ("engineio.server", "socketio.server", "aiohttp.access", "asyncio", "pykka", "redis"):
        logging.getLogger(name).info("chatter")
    assert lines.text == ""


@on_uvloop
async def test_a_request_is_logged_by_its_pattern_without_query_code_or_address(lines: Lines) -> None:
    async def page(_request: web.Request) -> web.Response:
        return web.Response(text="page")

    app = web.Application()
    app.router.add_get("/r/{code}", page)
    async with serving(app) as url, ClientSession() as session:
        await session.get(
            f"{url}/r/{CANARY}?token={CANARY}", headers={"User-Agent": CANARY, "Referer": CANARY}
        )
        await session.get(f"{url}/{CANARY}")
    assert [(line["event"], line["route"], line["status"]) for line in lines.all] == [
        ("request", "/r/{code}", 200),
        ("request", "unknown", 404),
    ]
    assert not [word for word in (CANARY, "127.0.0.1") if word in lines.text]


@on_uvloop
async def test_what_a_balancer_asks_each_second_is_logged_only_when_the_answer_is_no(lines: Lines) -> None:
    answers = iter((200, 503))

    async def ready(_request: web.Request) -> web.Response:
        return web.Response(status=next(answers))

    app = web.Application()
    app.router.add_get("/ready", ready)
    async with serving(app) as url, ClientSession() as session:
        await session.get(f"{url}/ready")
        await session.get(f"{url}/ready")
    assert [(line["route"], line["status"]) for line in lines.all] == [("/ready", 503)]


@on_uvloop
async def test_nothing_that_a_client_says_comes_into_the_log(lines: Lines) -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann = await connect({"secret": CANARY})
        await ann.command({"type": CANARY, "name": CANARY})
        await ann.command({"type": "bug"})
        await ann.send(f'421["{CANARY}",{{}}]')
        await ann.answer(1)
        await ann.send(f'42["{CANARY}"]')
        await ann.over()
        async with ClientSession() as session:
            await session.get(f"{s.url}/socket.io/?EIO=4&transport=polling&sid={CANARY}&x={CANARY}")
            await session.get(f"{s.url}/socket.io/?EIO=4", headers={"Origin": f"https://{CANARY}.example"})
    assert CANARY.lower() not in lines.text.lower()
    events = [line["event"] for line in lines.all]
    assert {"command_failed", "connection_ended", "request"} <= set(events)
    assert "library" not in events
    ended = next(line for line in lines.all if line["event"] == "connection_ended")
    assert (ended["ending"], ended["transport"]) == ("bad_frame", "websocket")
