"""The one clock of all instances: Redis's time, and this machine's monotonic time since it was read.

It is read again at each heartbeat. A difference is worked off by going a little faster or slower, so that time
never goes backwards and no deadline is jumped over (hazards.md 9).
"""

import asyncio
import time
from collections.abc import Callable

from actors.clock import Handle

MOST_SLEW = 0.1
"""Of a second in each second: half a minute, after a failover to a machine that is wrong by so much, takes five
minutes; what one heartbeat differs from the next is gone within two seconds."""

WORKED_OFF_IN_S = 2.0
ROUGH_S = 0.5
"""An answer that took longer says too little about when it was given."""


class RedisClock:
    """Implements `actors.clock.Clock`. Before the first reading it shows this machine's time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._read_at = loop.time()
        self._then = time.time()
        self._slew = 0.0
        self._slew_for_s = 0.0
        self._slewed_s = 0.0
        self._is_set = False

    def now(self) -> float:
        passed = self._loop.time() - self._read_at
        if passed < self._slew_for_s:
            return self._then + passed + self._slew * passed
        return self._then + passed + self._slewed_s

    def call_at(self, when: float, callback: Callable[[], None]) -> Handle:
        return _Call(self, self._loop, when, callback)

    def read(self, redis_s: float, sent_at: float, heard_at: float) -> None:
        """Redis said `redis_s` between these two times of the loop."""
        if self._is_set and heard_at - sent_at > ROUGH_S:
            return
        right = redis_s + self._loop.time() - (sent_at + heard_at) / 2
        self._then, self._read_at = (self.now() if self._is_set else right), self._loop.time()
        wrong_by = right - self._then
        self._slew = max(-MOST_SLEW, min(MOST_SLEW, wrong_by / WORKED_OFF_IN_S))
        self._slew_for_s = wrong_by / self._slew if self._slew else 0.0
        self._slewed_s = self._slew * self._slew_for_s
        self._is_set = True

    def loop_time_of(self, when: float) -> float:
        """When the loop's clock will show it, as far as is known."""
        ahead = when - self._then
        if ahead < self._slew_for_s * (1 + self._slew):
            return self._read_at + ahead / (1 + self._slew)
        return self._read_at + ahead - self._slewed_s


class _Call:
    """A call that looks again when the loop wakes it: the clock may have been slewed meanwhile."""

    __slots__ = ("_callback", "_clock", "_handle", "_loop", "_when")

    def __init__(
        self, clock: RedisClock, loop: asyncio.AbstractEventLoop, when: float, callback: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._loop = loop
        self._when = when
        self._callback = callback
        self._handle = loop.call_at(clock.loop_time_of(when), self._ring)

    def cancel(self) -> None:
        self._handle.cancel()

    def _ring(self) -> None:
        if self._clock.now() < self._when:
            self._handle = self._loop.call_at(self._clock.loop_time_of(self._when), self._ring)
        else:
            self._callback()
