"""A clock that tests move by hand. Nothing fires unless it is moved past it."""

import heapq
import itertools
from collections.abc import Callable


class ManualHandle:
    """A call that was ordered and can be called off."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class ManualClock:
    """Implements `actors.clock.Clock`."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now
        self._order = itertools.count()
        self._calls: list[tuple[float, int, ManualHandle]] = []

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Callable[[], None]) -> ManualHandle:
        handle = ManualHandle(callback)
        heapq.heappush(self._calls, (when, next(self._order), handle))
        return handle

    def next_call(self) -> float | None:
        """When the next call is due, or None if nothing is ordered."""
        while self._calls and self._calls[0][2].callback is None:
            heapq.heappop(self._calls)
        return self._calls[0][0] if self._calls else None

    def move_to(self, when: float) -> None:
        """Move to the time and make the calls that are due by then, each once. Never backwards."""
        self._now = max(self._now, when)
        due = self.next_call()
        while due is not None and due <= self._now:
            _, _, handle = heapq.heappop(self._calls)
            if handle.callback is not None:
                handle.callback()
            due = self.next_call()
