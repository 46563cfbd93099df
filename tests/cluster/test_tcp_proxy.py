"""The wire that other tests cut: what its two ends see."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from tests.support.loops import on_both_loops
from tests.support.tcp_proxy import Moment, TcpProxy, tcp_proxy


@asynccontextmanager
async def echo_behind_a_proxy() -> AsyncIterator[TcpProxy]:
    async def echo(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            while chunk := await reader.read(65_536):
                writer.write(chunk)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    async with server, tcp_proxy(server.sockets[0].getsockname()[1]) as proxy:
        yield proxy


async def dial(proxy: TcpProxy) -> tuple[StreamReader, StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", proxy.port)


async def says(reader: StreamReader, writer: StreamWriter, text: bytes) -> bytes:
    writer.write(text)
    return await reader.readexactly(len(text))


async def is_silent(reader: StreamReader, for_s: float = 0.1) -> bool:
    """Whether nothing comes; a wait is the only way to see that."""
    try:
        async with asyncio.timeout(for_s):
            await reader.read(1)
    except TimeoutError:
        return True
    return False


async def ends(reader: StreamReader) -> None:
    """By an end or by a reset: one is as good as the other."""
    with suppress(ConnectionError):
        assert await reader.read(1) == b""


@on_both_loops
async def test_everything_passes_in_order_and_an_end_travels_on() -> None:
    async with echo_behind_a_proxy() as proxy:
        reader, writer = await dial(proxy)
        text = bytes(range(256)) * 4_000
        writer.write(text)
        writer.write_eof()
        assert await reader.read(-1) == text
        assert proxy.passed == 2 * len(text)
        writer.close()


@on_both_loops
async def test_a_cut_wire_ends_what_was_open_and_refuses_what_is_new_until_it_is_let_go() -> None:
    async with echo_behind_a_proxy() as proxy:
        reader, writer = await dial(proxy)
        assert await says(reader, writer, b"a") == b"a"
        proxy.cut()
        await ends(reader)
        writer.close()
        with pytest.raises(ConnectionRefusedError):
            await dial(proxy)
        port = proxy.port
        await proxy.let_go()
        assert proxy.port == port
        again, its_writer = await dial(proxy)
        assert await says(again, its_writer, b"b") == b"b"
        its_writer.close()


@on_both_loops
async def test_a_hanging_wire_says_nothing_and_loses_nothing() -> None:
    async with echo_behind_a_proxy() as proxy:
        old_reader, old_writer = await dial(proxy)
        assert await says(old_reader, old_writer, b"a") == b"a"
        proxy.hang()
        new_reader, new_writer = await dial(proxy)
        old_writer.write(b"old")
        new_writer.write(b"new")
        assert await is_silent(old_reader)
        assert await is_silent(new_reader)
        await proxy.let_go()
        assert await old_reader.readexactly(3) == b"old"
        assert await new_reader.readexactly(3) == b"new"
        old_writer.close()
        new_writer.close()


@on_both_loops
async def test_a_hanging_wire_can_be_cut() -> None:
    async with echo_behind_a_proxy() as proxy:
        proxy.hang()
        reader, writer = await dial(proxy)
        writer.write(b"a")
        assert await is_silent(reader)
        proxy.cut()
        await ends(reader)
        writer.close()
        await proxy.let_go()


@on_both_loops
async def test_a_slow_wire_takes_its_time_each_way() -> None:
    async with echo_behind_a_proxy() as proxy:
        reader, writer = await dial(proxy)
        assert await says(reader, writer, b"a") == b"a"
        proxy.slow(0.05)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        assert await says(reader, writer, b"b") == b"b"
        assert loop.time() - begun >= 0.09  # a clock in milliseconds
        writer.close()


@pytest.mark.parametrize(
    ("moment", "delivered", "answered"),
    [(Moment.REQUEST, 0, 0), (Moment.ANSWER, 4, 0), (Moment.MIDDLE, 4, 2)],
    ids=["request", "answer", "middle"],
)
@on_both_loops
async def test_a_wire_breaks_at_the_moment_that_was_named(
    moment: Moment, delivered: int, answered: int
) -> None:
    async with echo_behind_a_proxy() as proxy:
        reader, writer = await dial(proxy)
        proxy.at(moment, b"word", proxy.cut)
        assert await says(reader, writer, b"a") == b"a"
        writer.write(b"word")
        await proxy.came()
        assert await reader.read(-1) == b"word"[:answered]
        assert proxy.passed - 2 == delivered
        writer.close()


@on_both_loops
async def test_one_connection_can_be_cut_or_hang_by_what_it_has_asked() -> None:
    async with echo_behind_a_proxy() as proxy:
        heard, its_writer = await dial(proxy)
        other, other_writer = await dial(proxy)
        assert await says(heard, its_writer, b"listen") == b"listen"
        assert await says(other, other_writer, b"a") == b"a"
        proxy.hang(b"listen")
        its_writer.write(b"b")
        assert await is_silent(heard)
        assert await says(other, other_writer, b"c") == b"c"
        await proxy.let_go()
        assert await heard.readexactly(1) == b"b"
        proxy.cut(b"listen")
        await ends(heard)
        assert await says(other, other_writer, b"d") == b"d"
        for writer in (its_writer, other_writer):
            writer.close()


@on_both_loops
async def test_a_server_that_is_not_there_is_an_end_for_the_client() -> None:
    async with tcp_proxy(1) as proxy:
        reader, writer = await dial(proxy)
        await ends(reader)
        writer.close()
