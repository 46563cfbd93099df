"""What comes from Redis on one connection, read as it arrives.

The library's own reading awaits five functions for each reply. Here a chunk of the line becomes replies in one call,
and whoever waits for so many is woken once (docs/adr/0014).
"""

import asyncio
from collections import deque
from typing import cast

import hiredis

from gateway.backends.redis.line import Reply

Arrived = Reply | hiredis.HiredisError


class LineLost(Exception):
    """Nothing comes any more, and nothing can be sent."""


class Replies(asyncio.Protocol):
    """Takes a connection over once the library has opened it. One reader at a time."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._parser = hiredis.Reader(notEnoughData=self)
        self._arrived: deque[Arrived] = deque()
        self._wanted = 0
        self._waiter: asyncio.Future[None] | None = None
        self._is_lost = False
        transport.set_protocol(self)

    def is_usable(self) -> bool:
        """Nothing has come that nobody asked for, and the line stands as far as is known."""
        return not (self._is_lost or self._arrived or self._transport.is_closing())

    def send(self, packed: list[bytes]) -> None:
        self._transport.writelines(packed)

    async def until(self, count: int) -> None:
        """So many have arrived. Raises LineLost."""
        if len(self._arrived) < count:
            if self._is_lost:
                raise LineLost
            self._wanted = count
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None

    def take(self, most: int) -> list[Arrived]:
        """The oldest that have arrived, in order."""
        arrived = self._arrived
        return [arrived.popleft() for _ in range(min(most, len(arrived)))]

    # -- `asyncio.Protocol`

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed(data)
            while (reply := self._parser.gets()) is not self:
                self._arrived.append(cast("Arrived", reply))
        except hiredis.ProtocolError:
            self._transport.abort()
        if self._waiter is not None and not self._waiter.done() and len(self._arrived) >= self._wanted:
            self._waiter.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - lost is lost
        self._is_lost = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(LineLost())
