"""Logs: one line of JSON for each event, made of known fields only.

What is not named in `Fields` cannot be logged, and a text is written only if it looks like an id or
a code; so names, cards, secrets, addresses and the bodies of commands stay out even by mistake.
Messages of libraries and of exceptions may quote a client and are left out as well: a line says
where it was logged, the exception's type and the places it came through.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from http import HTTPStatus
from types import TracebackType
from typing import IO, TypedDict, Unpack

from aiohttp import web
from aiohttp.abc import AbstractAccessLogger


class Fields(TypedDict, total=False):
    """All that a log line may say beside its event."""

    code: str
    command: str  # the type of a command, never its body
    connection: str
    count: int
    duration_ms: float
    ending: str
    fence: int
    game: str
    instance: str
    kind: str
    method: str
    origin: str
    reason: str
    result: str
    room: str
    route: str  # the pattern, not the path that was asked for
    size: int
    status: int
    transport: str
    version: int


ALLOWED = frozenset(Fields.__annotations__)
_HARMLESS = re.compile(r"[A-Za-z0-9_.:/{}\-]{0,80}")
_QUIET = ("aiohttp", "asyncio", "engineio", "socketio", "pykka", "redis")
_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class EventLog:
    """The logger of one module: `log.info("room_opened", room=code, game="rows")`."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(f"kortlek.{name}")

    def info(self, event: str, **fields: Unpack[Fields]) -> None:
        self._logger.info(event, extra={"fields": fields})

    def warning(self, event: str, **fields: Unpack[Fields]) -> None:
        self._logger.warning(event, extra={"fields": fields})

    def error(self, event: str, **fields: Unpack[Fields]) -> None:
        self._logger.error(event, extra={"fields": fields})

    def exception(self, event: str, **fields: Unpack[Fields]) -> None:
        """In an `except` block: the event with the exception's type and places."""
        self._logger.exception(event, extra={"fields": fields})  # noqa: LOG004 - the caller is in one


class JsonFormatter(logging.Formatter):
    """One event, one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
        }
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            line["event"] = record.msg
            line |= {name: _harmless(value) for name, value in fields.items() if name in ALLOWED}
        else:
            line |= {"event": "library", "logger": record.name, "where": f"{record.module}:{record.lineno}"}
        if record.exc_info:
            line |= _exception(record.exc_info)
        return json.dumps(line)


def _harmless(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = str(value)
    return text if _HARMLESS.fullmatch(text) else "?"


def _exception(exc_info: _ExcInfo) -> dict[str, object]:
    kind, _, trace = exc_info
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
    return {"error": kind.__name__ if kind else None, "trace": places}


CHECKS = {"/health", "/ready"}
"""Balancers ask for these every second; only the answers that are not as they should be are news."""


class AccessLog(AbstractAccessLogger):
    """One event for each HTTP request: the route's pattern, never a query, a code or an address."""

    def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
        fields: Fields = {
            "method": request.method,
            "route": _pattern(request),
            "status": response.status,
            "duration_ms": round(time * 1000, 1),
            "size": response.body_length,
        }
        is_check = fields["route"] in CHECKS and response.status == HTTPStatus.OK
        self.logger.log(logging.DEBUG if is_check else logging.INFO, "request", extra={"fields": fields})


def _pattern(request: web.BaseRequest) -> str:
    resource = request.match_info.route.resource if isinstance(request, web.Request) else None
    return resource.canonical if resource is not None else "unknown"


def configure(stream: IO[str], level: int = logging.INFO) -> None:
    """Send all logs of the process to `stream`; libraries are heard from warnings upwards."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("kortlek").setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
