"""The whole transport with an application at its end that keeps what it is told and echoes commands."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from aiohttp import web

from gateway.driver import Driver
from gateway.headers import security_headers
from gateway.limits import Ceilings
from gateway.metrics import Metrics
from gateway.origins import Origins, guard
from gateway.outqueue import Periods
from gateway.socket_server import SOCKET_PATH, ConnectionId, SocketServer
from tests.support.http_server import start
from tests.support.raw_client import RawClient

ORIGIN = "https://play.example"
QUICK = Periods(ping_interval_s=0.2, ping_timeout_s=0.2, connect_deadline_s=0.4, abort_after_s=0.2)
CALM = Periods(ping_interval_s=60, ping_timeout_s=60, connect_deadline_s=5, abort_after_s=0.2)


class Desk:
    """An application: echoes each command as its answer, or keeps it in `held` while `holds`."""

    def __init__(self) -> None:
        self.opened_: list[ConnectionId] = []
        self.auths: list[bytes] = []
        self.addresses: list[str] = []
        self.commands: list[bytes] = []
        self.held: list[tuple[ConnectionId, int, bytes]] = []
        self.closed_: list[ConnectionId] = []
        self.silences: list[float] = []
        self.holds = False
        self.server: SocketServer  # told before it is served

    def opened(self, connection: ConnectionId, auth: bytes, address: str) -> bool:
        if auth == b'{"secret":"wrong"}':
            return False
        if auth == b'{"secret":"bug"}':
            raise LookupError("a bug in the application")
        self.opened_.append(connection)
        self.auths.append(auth)
        self.addresses.append(address)
        return True

    def command(self, connection: ConnectionId, ack_id: int, body: bytes) -> None:
        self.commands.append(body)
        if body == b'{"type":"bug"}':
            raise LookupError("a bug in the application")
        if self.holds:
            self.held.append((connection, ack_id, body))
        else:
            self.server.answer(connection, ack_id, body)

    def closed(self, connection: ConnectionId, silent_for_s: float) -> None:
        self.closed_.append(connection)
        self.silences.append(silent_for_s)

    @property
    def here(self) -> list[ConnectionId]:
        """Who was let in and has not gone; each may go only once."""
        assert not [name for name, times in Counter(self.closed_).items() if times > 1]
        return [name for name in self.opened_ if name not in self.closed_]


class Served(msgspec.Struct):
    """A running server, seen from inside and outside."""

    url: str
    server: SocketServer
    desk: Desk
    metrics: Metrics
    runner: web.AppRunner
    raws: list[RawClient] = []

    async def raw(self, *, knock: bool = True, headers: str = "") -> RawClient:
        """A client made of bytes, let in unless told not to knock; closed with the server."""
        client = await RawClient.open(self.url, ORIGIN, headers=headers)
        self.raws.append(client)
        if knock:
            await client.knock()
        return client

    async def tcp(self) -> RawClient:
        """The same before its first byte."""
        client = await RawClient.connect(self.url)
        self.raws.append(client)
        return client

    def transport(self, connection: ConnectionId) -> asyncio.Transport:
        """Our end of its websocket."""
        driver = self.server._connections[connection].driver
        assert isinstance(driver, Driver)
        assert driver.transport is not None
        return driver.transport

    def bad_frames(self, kind: str) -> float:
        return self.metrics.value("bad_frames_total", kind=kind)

    def ended(self, reason: str) -> float:
        return self.metrics.value("connections_ended_total", reason=reason)

    @property
    def open_http(self) -> int:
        """TCP connections that aiohttp holds."""
        assert self.runner.server is not None
        return len(self.runner.server.connections)

    def is_clean(self) -> bool:
        """Nothing is left of any connection."""
        return not (
            self.open_http
            or self.server.eio.sockets
            or self.server.environ
            or len(self.server)
            or self.desk.here
        )


@asynccontextmanager
async def served(
    periods: Periods = CALM, ceilings: Ceilings | None = None, origins: Origins | None = None
) -> AsyncIterator[Served]:
    origins = origins or Origins.parse([ORIGIN])
    metrics, desk = Metrics(), Desk()
    server = desk.server = SocketServer(origins, metrics, periods, ceilings)
    app = web.Application(middlewares=[guard(origins, SOCKET_PATH)])
    app.on_response_prepare.append(security_headers(origins))
    server.serve(app, desk)
    runner, url = await start(app)
    s = Served(url, server, desk, metrics, runner)
    try:
        yield s
    finally:
        for client in s.raws:
            client.close()
        await runner.cleanup()


async def fill(s: Served, number: int) -> None:
    """Send to the connection until its client, which does not read, leaves something unsent."""
    connection = s.desk.opened_[number]
    transport = s.transport(connection)
    while not transport.get_write_buffer_size():
        for _ in range(16):
            s.server.send(connection, b'42["view","%b"]' % (b"x" * 8192))
        await asyncio.sleep(0)


def numbered(number: int) -> bytes:
    """The frame of a view that says nothing but its number."""
    return b'42["view",%d]' % number
