"""What happens to instances and to Redis while people play, and what is measured of it. Each fault is one coroutine
that ends when play goes on; `during` sets the tables, the table of figures comes from `__main__`."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from msgspec import Struct

from tests.chaos.front import Front, front_of
from tests.chaos.seats import Outcome, Seat, Table
from tests.support.cluster import Cluster, counted, paused
from tests.support.redis_process import redis_server
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Connect, wire_clients

INSTANCES = 3
LONGEST_S = 60.0
LOOK_S = 0.02
SETTING_AT_ONCE = 8


class Figures(Struct):
    """Of one part, over all its faults."""

    faults: int = 0
    again_s: list[float] = []
    silence_s: list[float] = []
    outcomes: list[Outcome] = []
    claims_needless: float = 0
    """Rooms that were taken from an instance which nobody had stopped: it stalled for longer than its lease."""

    @property
    def moves(self) -> int:
        return sum(outcome.moves for outcome in self.outcomes)

    @property
    def lost(self) -> int:
        return sum(outcome.lost for outcome in self.outcomes)

    @property
    def doubled(self) -> int:
        return sum(outcome.doubled for outcome in self.outcomes)

    @property
    def by_old_owners(self) -> int:
        return sum(outcome.by_old_owners for outcome in self.outcomes)

    @property
    def tables_wrong(self) -> int:
        return sum(not outcome.is_right for outcome in self.outcomes)


class Play:
    """Tables in play on a cluster; faults are done to it one after another."""

    def __init__(self, cluster: Cluster, tables: list[Table]) -> None:
        self.cluster = cluster
        self.tables = tables
        self.figures = Figures()
        self.chance = Random(len(tables))
        self._lost_by_the_ended = 0.0
        self._lost_by_the_paused = 0.0

    async def kill_an_owner(self) -> None:
        """SIGKILL at a random instant; it comes back at once, as on a platform."""
        owner, rooms = await self._owner_of_some()
        fences = {table: table.fence() for table in rooms}
        await self._will_end(owner)
        at = time.monotonic()
        await asyncio.to_thread(owner.kill)
        await asyncio.to_thread(owner.start)
        await self._go_on(fences, at)

    async def pause_an_owner(self, lease_s: float) -> None:
        """SIGSTOP for longer than the lease, then SIGCONT: others own its rooms by then."""
        owner, rooms = await self._owner_of_some()
        fences = {table: table.fence() for table in rooms}
        lost = await _rooms_lost(owner)
        at = time.monotonic()
        with paused(owner):
            await self._go_on(fences, at)
            await asyncio.sleep(max(0.0, at + lease_s + 0.5 - time.monotonic()))
        before = {table: len(table.acks()) for table in self.tables}
        await until(lambda: all(len(table.acks()) > before[table] + 4 for table in self.tables))
        self._lost_by_the_paused += await _rooms_lost(owner) - lost

    async def roll(self) -> None:
        """Each instance is stopped and started anew, one after another, as a deploy does it."""
        for seat in self._seats():
            seat.silences.clear()
        for instance in self.cluster.instances:
            await self._will_end(instance)
            await asyncio.to_thread(instance.stop)
            await asyncio.to_thread(instance.start)
        before = {seat: seat.moves for seat in self._seats()}
        await until(lambda: all(seat.moves > before[seat] for seat in before))
        self.figures.faults += 1
        self.figures.silence_s += [
            max(end - begin for begin, end in seat.silences) for seat in self._seats() if seat.silences
        ]

    async def restart_redis(self) -> None:
        """SIGKILL and start again on the same files."""
        before = {seat: seat.moves for seat in self._seats()}
        at = time.monotonic()
        await asyncio.to_thread(self.cluster.redis.kill)
        await asyncio.to_thread(self.cluster.redis.start)
        await until(lambda: all(seat.moves > before[seat] + 1 for seat in before))
        self.figures.faults += 1
        self.figures.again_s.append(time.monotonic() - at)

    async def lose_an_instance(self) -> None:
        """Nobody plays; all its people come back elsewhere. How long until the last looks at the table again."""
        gone = self.chance.choice(self.cluster.instances)
        seats = [seat for seat in self._seats() if seat.is_at(gone)]
        await self._will_end(gone)
        at = time.monotonic()
        await asyncio.to_thread(gone.kill)
        await asyncio.gather(*map(_comes_back, seats))
        self.figures.faults += len(seats)
        self.figures.again_s.append(time.monotonic() - at)
        await asyncio.to_thread(gone.start)

    async def claims_needless(self) -> float:
        """By the instances' own figures."""
        by_the_living = sum([await _rooms_lost(instance) for instance in self.cluster.instances])
        return by_the_living + self._lost_by_the_ended - self._lost_by_the_paused

    async def _will_end(self, instance: ServerProcess) -> None:
        """Its figures end with it."""
        self._lost_by_the_ended += await _rooms_lost(instance)

    async def _owner_of_some(self) -> tuple[ServerProcess, list[Table]]:
        """A random room's owner, and the rooms that it owns."""
        await asyncio.sleep(self.chance.uniform(0, 1))
        while True:
            owners = [await asyncio.to_thread(self.cluster.owner_of, table.code) for table in self.tables]
            owner = self.chance.choice(owners)
            if owner is not None:
                return owner, [t for t, at in zip(self.tables, owners, strict=True) if at is owner]

    async def _go_on(self, fences: dict[Table, int], at: float) -> None:
        await until(lambda: all(table.answered_after(at, fence) for table, fence in fences.items()))
        self.figures.faults += 1
        self.figures.again_s += [table.answered_after(at, fence) or 0.0 for table, fence in fences.items()]

    def _seats(self) -> list[Seat]:
        return [seat for table in self.tables for seat in table.seats]


@asynccontextmanager
async def during(
    folder: Path, tables: int, *, lease_s: float, pace_s: float = 0.5, plays: bool = True, **settings: str
) -> AsyncIterator[Play]:
    """Play on three instances; at the end everything is reckoned up."""
    async with three_instances(folder, lease_s, **settings) as (cluster, connect, front):
        play = Play(cluster, [Table(n, connect, front, pace_s) for n in range(tables)])
        gate = asyncio.Semaphore(SETTING_AT_ONCE)
        await asyncio.gather(*(_open(table, gate) for table in play.tables))
        if plays:
            for table in play.tables:
                table.plays()
        yield play
        play.figures.claims_needless = await play.claims_needless()
        play.figures.outcomes = await asyncio.gather(*(table.ends() for table in play.tables))


@asynccontextmanager
async def three_instances(
    folder: Path, lease_s: float, **settings: str
) -> AsyncIterator[tuple[Cluster, Connect, Front]]:
    """With a Redis that keeps a journal, and the way in."""
    with redis_server(folder / "redis", appendonly=True) as redis:
        cluster = Cluster(
            folder,
            redis,
            INSTANCES,
            module="tests.chaos.instance",
            LEASE_S=str(lease_s),
            PING_INTERVAL_S="1",
            PING_TIMEOUT_S="2",
            **settings,
        )
        try:
            await asyncio.gather(*(asyncio.to_thread(instance.start) for instance in cluster.instances))
            async with wire_clients("", None) as connect, front_of(cluster.instances) as front:
                yield cluster, connect, front
        finally:
            for instance in cluster.instances:
                instance.end()


async def _rooms_lost(instance: ServerProcess) -> float:
    """0 from one that does not say: needless claims are counted, and nothing fails for them."""
    try:
        return await asyncio.to_thread(counted, instance, "rooms_lost")
    except OSError:
        return 0.0


async def _open(table: Table, gate: asyncio.Semaphore) -> None:
    async with gate:
        await table.opens()


async def _comes_back(seat: Seat) -> None:
    await seat.leaves()
    await seat.comes()


async def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + LONGEST_S
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"play did not go on within {LONGEST_S} s")
        await asyncio.sleep(LOOK_S)
