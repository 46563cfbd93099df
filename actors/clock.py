"""The only clock a room knows. Injected, so that tests move time by hand."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Handle(Protocol):
    """Something that was to happen and can be called off."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Server time in seconds, the same on every instance that shares a store (hazards.md 9)."""

    def now(self) -> float: ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        """Call back on the loop once server time has reached `when`."""
        ...


class LoopClock:
    """Wall-clock time read once at the start, monotonic from there: a clock step changes nothing."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._offset = time.time() - loop.time()

    def now(self) -> float:
        return self._loop.time() + self._offset

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        return self._loop.call_at(when - self._offset, callback)
