"""Who is alive, by heartbeats in Redis; and whether this instance may still think that it is.

A lease is judged by this machine's monotonic clock from when the last acknowledged heartbeat was sent: it can
only end earlier here than others think, never later (hazards.md 9).
"""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import msgspec
from msgspec import Struct

from gateway.backend import InstanceId, Member
from gateway.backends.redis.clock import RedisClock
from gateway.backends.redis.line import NotDone, Unsure
from gateway.backends.redis.pipe import Pipes
from gateway.backends.redis.scripts import Scripts, listed
from gateway.logs import EventLog

log = EventLog("redis")

REMEMBERED_S = 3000.0
"""Within this time a heartbeat that is gone from Redis means that Redis has lost it (it keeps them for an hour)."""


class Census(Struct, frozen=True, omit_defaults=True):
    """What an instance says of itself."""

    draining: bool = False
    rooms: int = 0
    connections: int = 0


class Watcher(Protocol):
    def left(self, instance: InstanceId, silent_s: float) -> None: ...

    def had_gap(self) -> None: ...

    def store_fell_back(self) -> None: ...


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Census).decode


class Membership:
    """This instance's heartbeat, and the others'."""

    def __init__(
        self,
        instance: InstanceId,
        lease_s: float,
        pipes: Pipes,
        scripts: Scripts,
        clock: RedisClock,
        census: Callable[[], tuple[int, int]],
        watcher: Watcher,
    ) -> None:
        self._instance = instance
        self.lease_s = lease_s
        self._lease_ms = int(lease_s * 1000)
        self._margin_s = min(2.0, lease_s / 3)
        self._pipes = pipes
        self._scripts = scripts
        self._clock = clock
        self._census = census
        self._watcher = watcher
        self._ends: dict[InstanceId, float] = {}
        self._members: dict[InstanceId, Member] = {}
        self._is_draining = False
        self._beat_now = asyncio.Event()
        self._acknowledged_at: float | None = None
        self._unbroken_since = 0.0
        self._own_end = 0
        self._spared_until = 0.0
        """If this heartbeat had ended, so may all have: Redis was away. Nobody is thought dead until they have
        had time to beat again, or every restart of Redis would move every room."""
        self._beating: asyncio.Task[None] | None = None

    # -- asking

    def is_fresh(self) -> bool:
        """Whether this instance may speak for its rooms without asking."""
        return self._age_s() < self.lease_s - self._margin_s

    def is_fresh_since(self, when: float) -> bool:
        """Whether it could have spoken at any time since then (the loop's clock): nobody can have thought it dead."""
        return self.is_fresh() and self._unbroken_since <= when

    def is_alive(self, instance: InstanceId) -> bool:
        """By the last heartbeat's answer. It itself lives as long as its lease does."""
        if instance == self._instance:
            return self.is_fresh()
        return instance in self._members

    async def lives(self, instance: InstanceId) -> bool:
        """The same, never by an old answer: a room may be taken from it. Raises NotDone, Unsure."""
        if not self.is_fresh() or instance not in self._members:
            await self.beat()
        return instance in self._members

    def members(self) -> tuple[Member, ...]:
        return tuple(self._members.values())

    # -- living

    async def open(self) -> None:
        """Alive from here. Raises NotDone, Unsure."""
        await self.beat()
        self._beating = asyncio.ensure_future(self._keep_beating())

    async def close(self) -> None:
        """Gone, and the others know."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait([self._beating])
            self._acknowledged_at = None
            self._pipes.call(self._scripts.leave(), lambda _outcome: None)

    def drain(self) -> None:
        """Said at once, and whoever is there to take over is known after that heartbeat."""
        self._is_draining = True
        self._beat_now.set()

    async def beat(self) -> None:
        """One heartbeat. Raises NotDone, Unsure."""
        loop = asyncio.get_running_loop()
        rooms, connections = self._census()
        info = _encode(Census(self._is_draining, rooms, connections))
        sent_at = loop.time()
        reply = await self._pipes.ask(self._scripts.heartbeat(self._lease_ms, info))
        seconds, microseconds, last_end, *recent = listed(reply)
        self._clock.read(int(seconds) + int(microseconds) / 1e6, sent_at, loop.time())
        now_ms = int(seconds) * 1000 + int(microseconds) // 1000
        self._judge(float(last_end or 0), now_ms, sent_at)
        self._learn(recent, now_ms / 1000)

    def _judge(self, last_end_ms: float, now_ms: int, sent_at: float) -> None:
        """What Redis knew of the last heartbeat: nothing less than it had acknowledged, if it has lost nothing."""
        has_lost = last_end_ms < self._own_end and self._age_s() < REMEMBERED_S
        was_thought_dead = 0 < self._own_end < now_ms
        if last_end_ms < now_ms:
            self._unbroken_since = sent_at
            if self._own_end:  # one that has just begun has missed nothing
                self._spared_until = now_ms / 1000 + 2 / 3 * self.lease_s
        self._own_end = now_ms + self._lease_ms
        self._acknowledged_at = max(sent_at, self._acknowledged_at or 0.0)
        if has_lost:
            self._watcher.store_fell_back()
        elif was_thought_dead:
            self._watcher.had_gap()  # rooms have let its people go, and have written nothing to them since

    def _learn(self, recent: list[bytes], redis_s: float) -> None:
        before = dict(self._members)
        self._members = {}
        ends: dict[InstanceId, float] = {}
        for name, end, info in zip(recent[::3], recent[1::3], recent[2::3], strict=True):
            instance = InstanceId(name.decode())
            ends[instance] = float(end) / 1000
            if ends[instance] > redis_s:
                self._members[instance] = _member(instance, info)
        if redis_s < self._spared_until:
            self._members = before | self._members
            ends = self._ends | ends
        for instance in before:
            if instance not in self._members:
                end_s = ends.get(instance, self._ends.get(instance, redis_s))
                self._watcher.left(instance, max(0.0, redis_s - end_s + self.lease_s))
        self._ends = ends

    def _age_s(self) -> float:
        """Of the last heartbeat that was acknowledged."""
        if self._acknowledged_at is None:
            return math.inf
        return asyncio.get_running_loop().time() - self._acknowledged_at

    async def _keep_beating(self) -> None:
        pause_s = self.lease_s / 3
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._beat_now.wait(), pause_s)
            self._beat_now.clear()
            pause_s = self.lease_s / 3
            try:
                await self.beat()
            except (NotDone, Unsure):
                # The lease ends by itself, and the next one may be heard: soon, for one that hung has taken a third of it.
                pause_s = self.lease_s / 12
            except Exception:  # a bug must not end the heart
                log.exception("heartbeat_failed")


def _member(instance: InstanceId, info: bytes) -> Member:
    try:
        census = _decode(info)
    except msgspec.DecodeError:  # of another version
        census = Census()
    return Member(instance, census.draining, census.rooms, census.connections)
