"""A way to a server on which a websocket's frames take their time.

Chromium's own throttle delays requests, a websocket's opening one among them, but not what is said over it
afterwards. This proxy delays just that, each way; everything else passes at once.
"""

import asyncio
from asyncio import BaseTransport, Transport
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast


@asynccontextmanager
async def slow_road(port: int, server_port: int, each_way_s: float) -> AsyncIterator[None]:
    """Listens on `port` for what is meant for `server_port`."""
    browsers: list[_Browser] = []

    def connected() -> _Browser:
        browsers.append(_Browser(server_port, each_way_s))
        return browsers[-1]

    listener = await asyncio.get_running_loop().create_server(connected, "127.0.0.1", port)
    try:
        yield
    finally:
        listener.close()
        for browser in browsers:
            browser.close()


class _Side(asyncio.Protocol):
    transport: Transport

    def connection_made(self, transport: BaseTransport) -> None:
        self.transport = cast("Transport", transport)

    def write_later(self, data: bytes, delay_s: float) -> None:
        asyncio.get_running_loop().call_later(delay_s, self._write, data)

    def close(self) -> None:
        self.transport.close()

    def _write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)


class _Browser(_Side):
    """A connection from the browser. Its opening request and the answer to it are not delayed."""

    def __init__(self, server_port: int, each_way_s: float) -> None:
        self.delay_s = 0.0
        self._each_way_s = each_way_s
        self._server_port = server_port
        self._server: _Server | None = None
        self._opening = b""
        self._reaching: asyncio.Task[None] | None = None

    def data_received(self, data: bytes) -> None:
        if self._server is None:
            self._opening += data
            self._reaching = self._reaching or asyncio.create_task(self._reach())
            return
        if b"upgrade: websocket" in self._opening.lower():
            self.delay_s = self._each_way_s
        self._server.write_later(data, self.delay_s)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._server is not None:
            self._server.close()

    async def _reach(self) -> None:
        loop = asyncio.get_running_loop()
        _, server = await loop.create_connection(lambda: _Server(self), "127.0.0.1", self._server_port)
        server.write_later(self._opening, 0)
        self._server = server


class _Server(_Side):
    """The other end of it."""

    def __init__(self, browser: _Browser) -> None:
        self._browser = browser

    def data_received(self, data: bytes) -> None:
        self._browser.write_later(data, self._browser.delay_s)

    def connection_lost(self, exc: Exception | None) -> None:
        self._browser.close()
