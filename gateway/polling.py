"""The HTTP side of the socket: who is let in, and requests checked before engine.io sees them.

engine.io reads a body in one gulp however it arrives, answers "OK" to what it throws away, logs a
traceback for what it cannot parse and waits for ever for a client that does not poll. So a request
is read here, whole and bounded, and passed on only if all of it is as it should be.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp import web
from engineio import packet as eio_packet

from gateway.driver import MAX_MESSAGE
from gateway.limits import Ceilings, Headcount, Limiter
from gateway.metrics import Metrics
from gateway.origins import Origins
from gateway.outqueue import EioSocket, Ending, OutQueue, Periods

MAX_PACKETS_A_POST = 16
"""engine.io's own limit; it drops a longer batch whole and says "OK"."""

ADDRESS = web.RequestKey("address", str)
BODY = web.RequestKey("body", bytes)


class Admission:
    """Who is here, by address and in all: open, not yet let in, and polling."""

    def __init__(self, origins: Origins, metrics: Metrics, ceilings: Ceilings) -> None:
        self.is_closed = False
        self._origins = origins
        self._metrics = metrics
        self._arrivals = Limiter(ceilings.new_connections)
        self._connections = Headcount(ceilings.connections_per_address, ceilings.connections)
        self._handshakes = Headcount(ceilings.handshakes_per_address, ceilings.handshakes)
        self._polling = Headcount(ceilings.polling_per_address, ceilings.polling)

    def check(self, request: web.Request, transport: str) -> None:
        """Note the address on the request, or refuse it."""
        request[ADDRESS] = address = self._origins.client_address(request)
        checks = {
            "stopping": not self.is_closed,
            "connections": self._connections.has_room(address),
            "handshakes": self._handshakes.has_room(address),
            "polling": transport == "websocket" or self._polling.has_room(address),
        }
        reason = next((name for name, is_fine in checks.items() if not is_fine), None)
        if reason is None and not self._arrivals.allow(address):
            reason = "rate"
        if reason is not None:
            self._metrics.connections_refused.labels(reason).inc()
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"})

    def enter(self, socket: EioSocket, request: web.Request) -> None:
        """A session is made; each begins as polling, a websocket takes over in the same turn."""
        address = request[ADDRESS]
        socket.queue.bind(socket, address)
        for count in (self._connections, self._handshakes, self._polling):
            count.enter(address)
        self._metrics.connections.labels("polling").inc()

    def upgrade(self, queue: OutQueue) -> None:
        self._polling.leave(queue.address)
        self._metrics.connections.labels("polling").dec()
        self._metrics.connections.labels("websocket").inc()

    def accept(self, queue: OutQueue, connection: str) -> None:
        queue.connection = connection
        self._handshakes.leave(queue.address)

    def leave(self, queue: OutQueue, ending: Ending) -> None:
        self._connections.leave(queue.address)
        if queue.connection is None:
            self._handshakes.leave(queue.address)
        if queue.driver is None:
            self._polling.leave(queue.address)
        self._metrics.connections.labels(queue.transport).dec()
        self._metrics.connections_ended.labels(ending).inc()


class Door:
    """The handler of the socket's path."""

    def __init__(
        self, eio: Any, admission: Admission, periods: Periods, bad_frame: Callable[[str], None]
    ) -> None:
        self._eio = eio  # engine.io has no types
        self._admission = admission
        self._periods = periods
        self._bad_frame = bad_frame

    async def handle(self, request: web.Request) -> web.StreamResponse:
        query = request.query
        is_websocket = request.headers.get("Upgrade", "").lower() == "websocket"
        transport = "websocket" if is_websocket else "polling"
        if query.getall("EIO", []) != ["4"] or query.getall("transport", []) != [transport] or "j" in query:
            raise self._bad_request("protocol")
        sid = query.get("sid")
        if sid is None:
            if request.method != "GET":
                raise self._bad_request("session")
            self._admission.check(request, transport)
        else:
            socket = self._eio.sockets.get(sid)
            if socket is None or not socket.connected or socket.upgraded:
                raise self._bad_request("session")
            socket.queue.heard()
            if request.method == "POST":
                request[BODY] = await self._body(request, socket.queue)
            elif not is_websocket:
                return await self._poll(request, socket)
        return await self._pass_on(request)

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        response: web.StreamResponse = await self._eio.handle_request(request)
        return response

    async def _poll(self, request: web.Request, socket: EioSocket) -> web.StreamResponse:
        """A second poll is a browser's repeat of one whose line broke: that one is to take nothing more."""
        queue: OutQueue = socket.queue
        if queue.polls and not socket.upgrading:
            queue.put_nowait(eio_packet.Packet(eio_packet.NOOP))
        queue.polls += 1
        try:
            return await self._pass_on(request)
        finally:
            queue.polls -= 1

    async def _body(self, request: web.Request, queue: OutQueue) -> bytes:
        """The whole body, if it is one; otherwise the session ends, and its client is told so."""
        length = request.content_length
        if not length or "Content-Encoding" in request.headers:
            queue.end(Ending.BAD_FRAME)
            raise self._bad_request("payload")
        if length > MAX_MESSAGE:
            self._bad_frame("too_big")
            queue.end(Ending.TOO_BIG)
            raise web.HTTPRequestEntityTooLarge(max_size=MAX_MESSAGE, actual_size=length)
        try:
            async with asyncio.timeout(self._periods.connect_deadline_s):
                body = await request.content.readexactly(length)
        except (TimeoutError, OSError, EOFError, web.RequestPayloadError):
            queue.end(Ending.LOST)
            raise web.HTTPBadRequest from None
        if queue.ending is not None:
            raise web.HTTPBadRequest
        if not is_payload(body):
            queue.end(Ending.BAD_FRAME)
            raise self._bad_request("payload")
        return body

    def _bad_request(self, kind: str) -> web.HTTPException:
        self._bad_frame(kind)
        return web.HTTPBadRequest()

    def environ(self, request: web.Request) -> dict[str, Any]:
        """What engine.io uses of a request, and none of the headers that it would believe."""
        body = request.get(BODY, b"")
        source = asyncio.StreamReader()
        source.feed_data(body)
        source.feed_eof()
        environ = {
            "aiohttp.request": request,
            "wsgi.input": source,
            "REQUEST_METHOD": request.method,
            "QUERY_STRING": request.query_string,
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONNECTION": request.headers.get("Connection", ""),
            "HTTP_UPGRADE": request.headers.get("Upgrade", ""),
        }
        origin = request.headers.get("Origin")
        return environ if origin is None else {**environ, "HTTP_ORIGIN": origin}


def is_payload(body: bytes) -> bool:
    r"""Whether this is a batch of packets that a client may send by polling.

    A digit behind the 4 also keeps engine.io from parsing the message as JSON of its own.

    >>> is_payload(b'3\x1e420["cmd",{}]'), is_payload(b"4"), is_payload(b"bAAAA"), is_payload(b"")
    (True, False, False, False)
    """
    try:
        packets = body.decode().split("\x1e")
    except UnicodeDecodeError:
        return False
    return len(packets) <= MAX_PACKETS_A_POST and all(
        packet in {"1", "3"} or (packet[:1] == "4" and "0" <= packet[1:2] <= "9") for packet in packets
    )
