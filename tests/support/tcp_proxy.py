"""A wire between a client and a server (Redis, an instance) that a test can cut, hang, slow down and let go.

    async with tcp_proxy(redis.port) as wire:
        use(wire.port)
        wire.hang()      # connections are accepted and stay open; nothing passes, nothing is lost
        wire.slow(0.2)   # each chunk takes this long, each way
        wire.cut()       # all connections are reset, new ones are refused
        await wire.let_go()

`cut` is a host that is gone, `hang` one behind a firewall that drops: a client notices the first at once
and the second by its own timeout only.
"""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

CHUNK = 65_536


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
        self._tasks: set[asyncio.Task[Any]] = set()

    def hang(self) -> None:
        self._passes.clear()

    def slow(self, each_way_s: float) -> None:
        self._delay_s = each_way_s

    def cut(self) -> None:
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for writer in self._writers:
            writer.transport.abort()

    async def let_go(self) -> None:
        """As at the start: what was held back goes on, new connections are accepted, nothing is delayed."""
        self._delay_s = 0.0
        self._passes.set()
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
        self._writers.add(server_writer)
        pumps = {
            asyncio.create_task(self._pump(reader, server_writer)),
            asyncio.create_task(self._pump(server_reader, writer)),
        }
        try:
            await asyncio.wait(pumps)
        finally:
            for pump in pumps:
                pump.cancel()
            server_writer.transport.abort()
            self._writers.discard(server_writer)

    async def _pump(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One direction, to its end; an end travels on like any byte, a reset resets the other side."""
        try:
            while chunk := await reader.read(CHUNK):
                if self._delay_s:
                    await asyncio.sleep(self._delay_s)
                if not await self._may_pass(writer):
                    return
                writer.write(chunk)
                await writer.drain()
                self.passed += len(chunk)
            if await self._may_pass(writer):
                writer.write_eof()
        except OSError:
            writer.transport.abort()

    async def _may_pass(self, writer: StreamWriter) -> bool:
        """Wait while the wire hangs; False if the connection is over by then."""
        await self._passes.wait()
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
