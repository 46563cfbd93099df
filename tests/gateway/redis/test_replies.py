"""What comes from Redis becomes replies, however the line cuts it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest

from gateway.backends.redis.replies import LineLost, Replies
from tests.support.loops import on_uvloop


@asynccontextmanager
async def line() -> AsyncIterator[tuple[Replies, asyncio.StreamWriter]]:
    """One end as the library opens it and we take it over, and the other."""
    accepted: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
    server = await asyncio.start_server(lambda _, writer: accepted.set_result(writer), "127.0.0.1", 0)
    _, ours = await asyncio.open_connection(*server.sockets[0].getsockname())
    theirs = await accepted
    try:
        yield Replies(cast("asyncio.Transport", ours.transport)), theirs
    finally:
        ours.close()
        theirs.close()
        server.close()


@on_uvloop
async def test_replies_are_whole_and_in_order_wherever_the_line_cuts_them() -> None:
    async with line() as (replies, _):
        for byte in b"$5\r\nhello\r\n:7\r\n*2\r\n$1\r\na\r\n$-1\r\n":
            replies.data_received(bytes([byte]))
        await replies.until(3)
        assert replies.take(3) == [b"hello", 7, [b"a", None]]


@on_uvloop
async def test_who_waits_for_more_than_came_before_the_end_is_told_and_gets_what_came() -> None:
    async with line() as (replies, theirs):
        theirs.write(b":1\r\n:2\r\n$5\r\nhal")
        theirs.close()
        with pytest.raises(LineLost):
            await replies.until(3)
        assert replies.take(3) == [1, 2]
        assert not replies.is_usable()


@on_uvloop
async def test_what_is_not_of_redis_ends_the_line() -> None:
    async with line() as (replies, theirs):
        theirs.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        with pytest.raises(LineLost):
            await replies.until(1)


@on_uvloop
async def test_a_line_on_which_something_came_unasked_is_not_used_again() -> None:
    async with line() as (replies, theirs):
        assert replies.is_usable()
        theirs.write(b":1\r\n")
        await replies.until(1)
        assert not replies.is_usable()
        assert replies.take(1) == [1]
        assert replies.is_usable()
