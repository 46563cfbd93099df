"""A wire between a client and a server (Redis, an instance) that a test can cut, hang, slow down and let go.

    async with tcp_proxy(redis.port) as wire:
        use(wire.port)
        wire.hang()      # connections are accepted and stay open; nothing passes, nothing is lost
        wire.slow(0.2)   # each chunk takes this long, each way
        wire.cut()       # all connections are reset, new ones are refused
        await wire.let_go()
        wire.at(Moment.ANSWER, digest, wire.cut)  # once, when the request with this word has been delivered
        await wire.came()

`cut` is a host that is gone, `hang` one behind a firewall that drops: a client notices the first at once
and the second by its own timeout only. `only` narrows either to connections that have asked for something with
that word in it (`b"SUBSCRIBE"`); those that come afterwards pass.
"""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from enum import Enum
from typing import Any, cast

CHUNK = 65_536
KEPT = 4_096
"""Of what a connection has asked, from its beginning: enough to know what it is for."""


class Moment(Enum):
    """Of one request. Every part of what follows it depends on which of these a wire breaks at."""

    REQUEST = "before the request is delivered"
    ANSWER = "after it is delivered, before its answer comes back"
    MIDDLE = "when half of the answer has come back"


class Trap:
    """Waits for a request with a word in it."""

    def __init__(self, moment: Moment, word: bytes, then: Callable[[], None]) -> None:
        self.moment = moment
        self.word = word
        self.then = then
        self.has_sprung = asyncio.Event()

    def spring(self) -> None:
        self.has_sprung.set()
        self.then()


class Link:
    """One connection that was let through: a client, the server, and what is between them."""

    def __init__(self, client: StreamWriter, server: StreamWriter) -> None:
        self.ends = (client, server)
        self.asked = b""
        self.passes = asyncio.Event()
        self.passes.set()
        self.caught: Trap | None = None

    def cut(self) -> None:
        for end in self.ends:
            end.transport.abort()


class TcpProxy:
    """Listens on `port`, one and the same for its whole life."""

    def __init__(self, server_port: int, port: int = 0) -> None:
        self.port = port
        self.passed = 0
        """Bytes that went through, both ways."""
        self._server_port = server_port
        self._delay_s = 0.0
        self._passes = asyncio.Event()
        self._listener: asyncio.Server | None = None
        self._writers: set[StreamWriter] = set()
        self._links: set[Link] = set()
        self._trap: Trap | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def hang(self, only: bytes = b"") -> None:
        if not only:
            self._passes.clear()
        for link in self._that_asked(only):
            link.passes.clear()

    def slow(self, each_way_s: float) -> None:
        self._delay_s = each_way_s

    def cut(self, only: bytes = b"") -> None:
        if only:
            for link in self._that_asked(only):
                link.cut()
            return
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for writer in self._writers:
            writer.transport.abort()

    def at(self, moment: Moment, word: bytes, then: Callable[[], None]) -> None:
        """Once, for the next request with this word in it; it must come in one piece."""
        self._trap = Trap(moment, word, then)

    async def came(self) -> None:
        """Wait for the moment that `at` named."""
        assert self._trap is not None
        await self._trap.has_sprung.wait()

    async def let_go(self) -> None:
        """As at the start: what was held back goes on, new connections are accepted, nothing is delayed."""
        self._delay_s = 0.0
        self._passes.set()
        for link in self._links:
            link.passes.set()
        if self._listener is None:
            self._listener = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
            self.port = self._listener.sockets[0].getsockname()[1]

    async def close(self) -> None:
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One client's connection; the server hears of it once the wire passes anything."""
        self._tasks.add(cast("asyncio.Task[Any]", asyncio.current_task()))
        self._writers.add(writer)
        try:
            if await self._may_pass(writer):
                await self._join(reader, writer)
        except OSError:
            pass  # the server is not there, which its client shall see as an end
        except asyncio.CancelledError:
            pass  # by `close`; asyncio's own callback on this task would report it as unhandled
        finally:
            writer.transport.abort()
            self._writers.discard(writer)
            self._tasks.discard(cast("asyncio.Task[Any]", asyncio.current_task()))

    async def _join(self, reader: StreamReader, writer: StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        link = Link(writer, server_writer)
        self._links.add(link)
        self._writers.add(server_writer)
        pumps = {
            asyncio.create_task(self._pump(link, reader, server_writer, self._request)),
            asyncio.create_task(self._pump(link, server_reader, writer, self._answer)),
        }
        try:
            await asyncio.wait(pumps)
        finally:
            for pump in pumps:
                pump.cancel()
            server_writer.transport.abort()
            self._links.discard(link)
            self._writers.discard(server_writer)

    async def _pump(
        self, link: Link, reader: StreamReader, writer: StreamWriter, look: Callable[[Link, bytes], bytes]
    ) -> None:
        """One direction, to its end; an end travels on like any byte, a reset resets the other side."""
        try:
            while chunk := await reader.read(CHUNK):
                if self._delay_s:
                    await asyncio.sleep(self._delay_s)
                rest = look(link, chunk)
                if not await self._may_pass(writer, link):
                    return
                writer.write(rest)
                await writer.drain()
                self.passed += len(chunk)
            if await self._may_pass(writer, link):
                writer.write_eof()
        except OSError:
            writer.transport.abort()

    def _request(self, link: Link, chunk: bytes) -> bytes:
        """Looks at what a client asks; what is to be passed on."""
        link.asked = (link.asked + chunk)[:KEPT]
        trap = self._trap
        if trap is not None and not trap.has_sprung.is_set() and trap.word in chunk:
            if trap.moment is Moment.REQUEST:
                trap.spring()
            else:
                link.caught = trap
        return chunk

    def _answer(self, link: Link, chunk: bytes) -> bytes:
        """Looks at what the server answers; what is still to be passed on."""
        trap, link.caught = link.caught, None
        if trap is None:
            return chunk
        half = len(chunk) // 2 if trap.moment is Moment.MIDDLE else 0
        link.ends[0].write(chunk[:half])
        trap.spring()
        return chunk[half:]

    def _that_asked(self, word: bytes) -> list[Link]:
        return [link for link in self._links if word in link.asked]

    async def _may_pass(self, writer: StreamWriter, link: Link | None = None) -> bool:
        """Wait while the wire hangs; False if the connection is over by then."""
        await self._passes.wait()
        if link is not None:
            await link.passes.wait()
        return not writer.is_closing()


@asynccontextmanager
async def tcp_proxy(server_port: int) -> AsyncIterator[TcpProxy]:
    proxy = TcpProxy(server_port)
    await proxy.let_go()
    try:
        yield proxy
    finally:
        with suppress(asyncio.CancelledError):
            await proxy.close()
