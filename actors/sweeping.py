"""The sweep: rooms whose time has come while nobody owned them are woken; their own clocks say what happens then."""

import asyncio
from collections.abc import Callable

from actors.clock import Clock, Handle
from actors.messages import RoomCode
from actors.ports import RoomStore, StoreAway

SWEEP_S = 30.0
SWEEP_ROOMS = 10_000
WAKE_A_SWEEP = 200
"""Rooms woken in one sweep; the rest are as due half a minute later."""


class Sweep:
    """Asks the store every `every_s`, and wakes what is `asleep`."""

    def __init__(
        self,
        store: RoomStore,
        clock: Clock,
        every_s: float,
        asleep: Callable[[RoomCode], bool],
        wake: Callable[[RoomCode], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._every_s = every_s
        self._asleep = asleep
        self._wake = wake
        self._next: Handle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        task = asyncio.ensure_future(self._once())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._next = self._clock.call_at(self._clock.now() + self._every_s, self.start)

    def stop(self) -> None:
        """Begin no other; one that has asked the store may still wake what it is told of."""
        if self._next is not None:
            self._next.cancel()

    def cancel(self) -> None:
        """At once."""
        self.stop()
        for task in self._tasks:
            task.cancel()

    async def _once(self) -> None:
        try:
            codes = await self._store.due(self._clock.now(), SWEEP_ROOMS)
        except StoreAway:
            return
        for code in [code for code in codes if self._asleep(code)][:WAKE_A_SWEEP]:
            self._wake(code)
