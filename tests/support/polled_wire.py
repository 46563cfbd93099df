"""A Socket.IO client over long-polling that behaves as the one over a websocket does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import ClientError, ClientSession, ClientTimeout, CookieJar

from tests.support.polling_client import PollingClient
from tests.support.wire_client import Wire, compact

POLL_S = 30.0


class PolledWire(Wire):
    """A poll is always on its way; a command is a POST."""

    def __init__(self, polling: PollingClient) -> None:
        self._polling = polling
        super().__init__()

    async def send(self, frame: str) -> None:
        """A ConnectionError if nobody there knows this connection any more."""
        status = await self._polling.post(frame)
        if status != 200:
            raise ConnectionError(status)

    async def leave(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _hear(self) -> None:
        for frame in list(self._polling.received):  # of the handshake
            self._keep(frame)
        try:
            while True:
                for frame in await self._polling.poll():
                    await self._take(frame)
        except (ClientError, OSError, TimeoutError):
            return


@asynccontextmanager
async def polled_wires() -> AsyncIterator[tuple[Callable[..., Awaitable[PolledWire]], ClientSession]]:
    """A factory of connections of one browser, which keeps its cookies; and that browser."""
    wires: list[PolledWire] = []
    jar = CookieJar(unsafe=True)  # an address without a name has cookies too
    async with ClientSession(cookie_jar=jar, timeout=ClientTimeout(POLL_S)) as browser:

        async def connect(auth: object, at: str) -> PolledWire:
            wire = PolledWire(await PollingClient.knock(browser, at, at, compact(auth)))
            wires.append(wire)
            return wire

        try:
            yield connect, browser
        finally:
            for wire in wires:
                await wire.leave()
