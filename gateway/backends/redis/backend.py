"""`RedisBackend`: many instances over one Redis. What it is made of is in the files beside it.

pipes       every call, in batches, one on its way to each node
membership  this instance's heartbeat and everybody else's
clock       Redis's time
bus         letters to other instances, and one's own channel
records     rooms
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from actors.messages import RoomCode
from actors.ports import Claim, Commit, CommitResult, Delivery, Elsewhere, HandedOver, StoreAway
from gateway.backend import InstanceId, Listener, Member, Owner, SharedOutlet
from gateway.backends.redis import bus, pipe, records
from gateway.backends.redis.clock import RedisClock
from gateway.backends.redis.keys import Keys
from gateway.backends.redis.line import NotDone, Unsure
from gateway.backends.redis.membership import Membership
from gateway.backends.redis.scripts import Scripts
from gateway.backends.redis.servers import TIMEOUT_S, Servers
from gateway.logs import EventLog

log = EventLog("redis")

LEASE_S = 6.0


class Counters(bus.Counters, pipe.Counters, records.Counters, Protocol):
    """What the backend reports; the gateway makes metrics of it."""


class Uncounted:
    """Implements `Counters` for whoever does not want to know."""

    def batch(self, size: int, took_s: float) -> None: ...
    def bus_gap(self) -> None: ...
    def claim(self, result: records.Claimed) -> None: ...
    def echo(self, latency_s: float) -> None: ...
    def fell_back(self) -> None: ...
    def letter_lost(self) -> None: ...
    def room_lost(self) -> None: ...
    def save_refused(self) -> None: ...


class RedisBackend:
    """Implements `gateway.backend.SharedBackend`. Raises servers.BadUrl."""

    listener: Listener

    def __init__(  # noqa: PLR0913 - one place builds it
        self,
        url: str,
        prefix: str,
        instance: InstanceId,
        outlet: SharedOutlet,
        loop: asyncio.AbstractEventLoop,
        *,
        lease_s: float = LEASE_S,
        timeout_s: float = TIMEOUT_S,
        counters: Counters | None = None,
    ) -> None:
        counters = counters or Uncounted()
        self.instance = instance
        self.census: Callable[[], tuple[int, int]] = lambda: (0, 0)
        """How many rooms and connections there are here; other instances hear of it."""
        keys = Keys(prefix)
        scripts = Scripts(keys, instance)
        clock = RedisClock(loop)
        self.clock = clock
        self._servers = Servers(url, timeout_s)
        self._pipes = pipe.Pipes(self._servers, counters, self.store_fell_back)
        self._membership = Membership(instance, lease_s, self._pipes, scripts, clock, self._count, self)
        self._bus = bus.Bus(
            instance,
            keys.channel(instance),
            lease_s / 3,
            lambda: self._servers.line(""),
            self._pipes,
            scripts,
            listener=self,
            counters=counters,
        )
        self._records = records.Records(
            instance,
            outlet,
            self._pipes,
            scripts,
            self._membership,
            send=self._bus.send,
            fell_back=self.store_fell_back,
            counters=counters,
        )
        self._is_open = False

    # -- its life (`backend.Backend`)

    async def open(self) -> None:
        try:
            await self._servers.open()
            await self._bus.open()
            await self._membership.open()
        except (NotDone, Unsure) as error:
            await self.close()
            raise StoreAway("redis") from error
        self._is_open = True

    async def close(self) -> None:
        """What has been handed over is saved, then the others hear that this instance has gone."""
        self._is_open = False
        await self._membership.close()
        await self._bus.close()
        await self._pipes.close()
        await self._servers.close()

    def is_ready(self) -> bool:
        return self._is_open and self._membership.is_fresh() and not self._bus.is_deaf()

    def _count(self) -> tuple[int, int]:
        return self.census()

    # -- rooms (`actors.ports.RoomStore`)

    async def claim(self, code: RoomCode) -> Claim | Elsewhere | None:
        return await self._records.claim(code)

    async def create(self, code: RoomCode, snapshot: bytes, look_again: float) -> int | None:
        return await self._records.create(code, snapshot, look_again)

    async def due(self, now: float, limit: int) -> tuple[RoomCode, ...]:
        return await self._records.due(now, limit)

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        self._records.commit(commit, done)

    def speak(self, delivery: Delivery, lost: Callable[[], None]) -> None:
        self._records.speak(delivery, lost)

    # -- instances (`backend.SharedBackend`)

    async def owner_of(self, code: RoomCode) -> Owner | None:
        return await self._records.owner_of(code)

    async def release(self, code: RoomCode, left: HandedOver, to: InstanceId) -> bool:
        return await self._records.release(code, left, to)

    def send(self, to: InstanceId, letter: bytes) -> None:
        self._bus.send(to, letter)

    def is_alive(self, instance: InstanceId) -> bool:
        return self._membership.is_alive(instance)

    def members(self) -> tuple[Member, ...]:
        return self._membership.members()

    def drain(self) -> None:
        self._membership.drain()

    # -- what its parts hear (`backend.Listener`); a listener's trouble ends none of them

    def heard(self, letter: bytes) -> None:
        self._tell(lambda: self.listener.heard(letter))

    def left(self, instance: InstanceId, silent_s: float) -> None:
        log.info("instance_left", instance=instance)
        self._tell(lambda: self.listener.left(instance, silent_s))

    def had_gap(self) -> None:
        log.warning("bus_gap", instance=self.instance)
        self._tell(self.listener.had_gap)

    def store_fell_back(self) -> None:
        log.warning("store_fell_back", instance=self.instance)
        self._records.store_fell_back()
        self._tell(self.listener.store_fell_back)

    def _tell(self, what: Callable[[], None]) -> None:
        try:
            what()
        except Exception:
            log.exception("not_heard")
