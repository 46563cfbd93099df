"""Socket.IO, narrowed to what the game needs: CONNECT, DISCONNECT and the event `cmd` with an ack id.

Whatever else a client sends is counted and ends its connection, without a traceback; python-socketio
itself would let clients call the handlers named `connect` and `disconnect`, and buffers attachments.
No handler awaits anything: a command is handed on, its answer is written whenever it is ready.
Nothing here knows what a command means.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NewType, Protocol

import msgspec
import socketio
from aiohttp import web

from actors.answers import Code, Refused
from gateway.driver import MAX_MESSAGE, Driver
from gateway.limits import Ceilings
from gateway.logs import EventLog
from gateway.metrics import Metrics
from gateway.origins import Origins
from gateway.outqueue import Ending, OutQueue, Periods, judge
from gateway.polling import Admission, Door
from gateway.together import Together

ConnectionId = NewType("ConnectionId", str)

MAX_COMMAND = 4 * 1024
"""Bytes of one command, and of the auth payload."""
SOCKET_PATH = "/socket.io/"

MALFORMED, TOO_LARGE, INTERNAL = (
    msgspec.json.encode(Refused(code)) for code in (Code.MALFORMED, Code.TOO_LARGE, Code.INTERNAL)
)

_HEAD = re.compile(r"2([0-9]{1,15})(?=\[)")
_decode_event = msgspec.json.Decoder(tuple[str, msgspec.Raw]).decode

log = EventLog(__name__)


class Application(Protocol):
    """Who is told. Its methods return at once; none is called from inside `send` or `close`."""

    def opened(self, connection: ConnectionId, auth: bytes, address: str) -> bool:
        """Whether this auth payload (raw JSON, may be empty) lets the connection in."""

    def command(self, connection: ConnectionId, ack_id: int, body: bytes) -> None:
        """One command as raw JSON, an object of at most `MAX_COMMAND` bytes; to be answered by ack id."""

    def closed(self, connection: ConnectionId, silent_for_s: float) -> None:
        """Once for each connection that was let in, however it ends; silent since its last byte."""


class SocketServer(socketio.AsyncServer):  # type: ignore[misc]  # the library has no types
    """The transport of the whole server: `serve` it on an app, then `send`, `answer` and `close`."""

    def __init__(
        self,
        origins: Origins,
        metrics: Metrics,
        periods: Periods | None = None,
        ceilings: Ceilings | None = None,
        instance: str = "0",
    ) -> None:
        self._instance = instance
        self._periods = periods or Periods()
        ceilings = ceilings or Ceilings()
        super().__init__(
            async_mode="aiohttp",
            async_handlers=False,
            ping_interval=self._periods.ping_interval_s,
            ping_timeout=self._periods.ping_timeout_s,
            monitor_clients=False,  # its judge goes by the wall clock; ours is `outqueue.judge`
            max_http_buffer_size=MAX_MESSAGE,
            http_compression=False,  # secrets and a client's own text lie side by side in views
            cors_allowed_origins=list(origins.allowed),  # never [] or "*", which allow everybody
            cors_credentials=False,
            logger=logging.getLogger("socketio.server"),
            engineio_logger=logging.getLogger("engineio.server"),
        )
        self._application: Application | None = None
        self._connections: dict[ConnectionId, OutQueue] = {}
        self._together = Together(self._write)
        self._metrics = metrics
        self._admission = Admission(origins, metrics, ceilings)
        self._door = Door(self.eio, self._admission, self._periods, self.bad_frame)
        # The library's own table is one for the whole process.
        self.eio._async = {  # noqa: SLF001 - pinned
            **self.eio._async,  # noqa: SLF001 - pinned
            "websocket": Driver,
            "translate_request": self._door.environ,
        }
        self.eio.create_queue = partial(OutQueue, self, self._periods, ceilings.messages)
        self.on("connect", self._opens)
        self.on("disconnect", self._closes)

    def serve(self, app: web.Application, application: Application) -> None:
        """Add the socket's routes and tasks to the app."""
        self._application = application
        app.router.add_get(SOCKET_PATH, self._door.handle, allow_head=False)
        app.router.add_post(SOCKET_PATH, self._door.handle)
        app.cleanup_ctx.append(self._judging)
        app.on_shutdown.append(self._end_all_of)

    # What the application calls.

    def __len__(self) -> int:
        """Connections that were let in."""
        return len(self._connections)

    def connections(self) -> list[ConnectionId]:
        return list(self._connections)

    def send(self, connection: ConnectionId, frame: bytes) -> None:
        """Write a finished frame, `b'42["view",…]'`; to a connection that is gone it says nothing."""
        if self._together.gathers(connection, frame):
            return
        queue = self._connections.get(connection)
        if queue is not None:
            queue.write_frame(frame)

    def together(self) -> Together[ConnectionId]:
        """What is sent to one connection meanwhile is one write at the end."""
        return self._together

    def _write(self, connection: ConnectionId, frames: Sequence[bytes]) -> None:
        queue = self._connections.get(connection)
        if queue is not None:
            queue.write_frames(frames)

    def answer(self, connection: ConnectionId, ack_id: int, body: bytes) -> None:
        """Write the ack of a command; `body` is one JSON value."""
        self.send(connection, b"43%d[%b]" % (ack_id, body))

    def close(self, connection: ConnectionId) -> None:
        """Send away for good: after this DISCONNECT socket.io-client does not come back by itself."""
        queue = self._connections.get(connection)
        if queue is not None:
            queue.write_frames([*self._together.take(connection), b"41"])
            queue.end_soon(Ending.CLOSED)

    def silent_for_s(self, connection: ConnectionId) -> float:
        """Seconds since its last byte; KeyError once it is gone."""
        return self._connections[connection].silent_s()

    async def end_all(self) -> None:
        """End every connection and let no new one in; clients are told to come back."""
        self._admission.is_closed = True
        for socket in list(self.eio.sockets.values()):
            socket.queue.end(Ending.SHUTDOWN)

    # What the driver calls.

    def upgraded(self, queue: OutQueue) -> None:
        self._admission.upgrade(queue)

    def ended(self, queue: OutQueue, ending: Ending) -> None:
        self._admission.leave(queue, ending)
        log.info(
            "connection_ended",
            connection=queue.connection or "",
            ending=ending,
            transport=queue.transport,
        )

    def bad_frame(self, kind: str) -> None:
        self._metrics.bad_frames.labels(kind).inc()

    async def message(self, eio_sid: str, packet: str) -> None:
        try:
            await self._handle_eio_message(eio_sid, packet)
        except Exception:
            log.exception("message_failed")

    # What the libraries call.

    async def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> None:
        socket = self.eio.sockets[eio_sid]
        self._admission.enter(socket, environ["aiohttp.request"])
        # All that the library would keep of the request, for as long as the connection lives.
        await super()._handle_eio_connect(eio_sid, {"queue": socket.queue})

    async def _handle_eio_disconnect(self, eio_sid: str, reason: str) -> None:
        """Also for endings that the library finds, so that they go the same way."""
        queue = self.eio.sockets[eio_sid].queue
        await super()._handle_eio_disconnect(eio_sid, reason)
        queue.end(Ending.LEFT if reason == self.reason.CLIENT_DISCONNECT else Ending.LOST)

    async def _handle_eio_message(self, eio_sid: str, packet: str) -> None:
        socket = self.eio.sockets.get(eio_sid)
        if socket is None:
            return  # behind a packet of the same request that ended the connection
        queue: OutQueue = socket.queue
        if not queue.burns():
            self._end_for(queue, "flood", Ending.FLOOD)
        elif packet[:1] == "2" and queue.connection is not None:
            self._event(queue, ConnectionId(queue.connection), packet)
        elif packet[:1] == "0" and not queue.has_knocked:
            await self._connect(eio_sid, queue, packet[1:])
        elif packet == "1":
            queue.end(Ending.LEFT)
        else:
            self._end_for(queue, "socketio", Ending.BAD_FRAME)

    def _event(self, queue: OutQueue, connection: ConnectionId, packet: str) -> None:
        head = _HEAD.match(packet)
        if head is None:  # another namespace, no ack id, no list: nothing that could be answered
            self._end_for(queue, "event", Ending.BAD_FRAME)
            return
        ack_id = int(head[1])
        try:
            name, raw = _decode_event(packet[head.end() :])
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            self._refuse(connection, ack_id, "json", MALFORMED)
            return
        body = bytes(raw)
        if name != "cmd" or body[:1] != b"{":
            self._refuse(connection, ack_id, "event_name", MALFORMED)
        elif len(body) > MAX_COMMAND:
            self._refuse(connection, ack_id, "too_large", TOO_LARGE)
        else:
            self._command(connection, ack_id, body)

    def _command(self, connection: ConnectionId, ack_id: int, body: bytes) -> None:
        assert self._application is not None  # noqa: S101 - set before there is a route
        try:
            self._application.command(connection, ack_id, body)
        except Exception:
            log.exception("command_failed", connection=connection)
            self.answer(connection, ack_id, INTERNAL)

    async def _connect(self, eio_sid: str, queue: OutQueue, auth: str) -> None:
        queue.has_knocked = True
        if auth[:1] == "/" or len(auth) > MAX_COMMAND:
            self._end_for(queue, "namespace" if auth[:1] == "/" else "auth", Ending.BAD_FRAME)
        else:
            await self._handle_connect(eio_sid, "/", auth.encode())

    def _opens(self, sid: str, environ: dict[str, OutQueue], auth: bytes | None) -> bool:
        assert self._application is not None  # noqa: S101 - set before there is a route
        connection, queue = self._name(sid), environ["queue"]
        try:
            is_welcome = self._application.opened(connection, auth or b"", queue.address)
        except Exception:
            log.exception("opening_failed")
            is_welcome = False
        if is_welcome:
            self._connections[connection] = queue
            self._admission.accept(queue, connection)
        return is_welcome

    def _closes(self, sid: str, _reason: str) -> None:
        assert self._application is not None  # noqa: S101 - set before there is a route
        connection = self._name(sid)
        queue = self._connections.pop(connection, None)  # the library may ask twice
        if queue is None:
            return
        try:
            self._application.closed(connection, queue.silent_s())
        except Exception:
            log.exception("closing_failed", connection=connection)

    def _name(self, sid: str) -> ConnectionId:
        """Known by it on every instance, and by its beginning which one holds it."""
        return ConnectionId(f"{self._instance}.{sid}")

    def _refuse(self, connection: ConnectionId, ack_id: int, kind: str, body: bytes) -> None:
        self.bad_frame(kind)
        self.answer(connection, ack_id, body)

    def _end_for(self, queue: OutQueue, kind: str, ending: Ending) -> None:
        self.bad_frame(kind)
        queue.end(ending)

    async def _judging(self, _app: web.Application) -> AsyncIterator[None]:
        task = asyncio.create_task(judge(self.eio.sockets, self._periods))
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def _end_all_of(self, _app: web.Application) -> None:
        await self.end_all()
