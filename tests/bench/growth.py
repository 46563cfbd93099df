"""What a move costs as everything around it grows: rooms, tables at play, onlookers, connections.

    python -m tests.bench growth

One server for each curve, which grows while it is measured; the driver is this process, on the other core.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop

from tests.bench import counting
from tests.bench.figures import record
from tests.bench.seats import OurSeat, Server, stop_at_faults
from tests.bench.servers import DRIVER_CORE, running
from tests.bench.tables import Playing, Table

AT_ONCE = 32
WARM_UP_S, SECONDS, IDLE_S = 1.0, 4.0, 3.0
BUSY_TABLES = 50
MOVES_PER_S = 500

IDLE_ROOMS = (0, 150, 950, 4_950)
PLAYING_TABLES = (50, 200, 1_000, 4_900)
"""Four connections each; a process may have twenty thousand files open where this was written."""
ONLOOKERS = (0, 10, 100, 1_000)
TABS = 5
"""Of each onlooker: a room takes two hundred people without a chair, and each may look at it in several tabs."""
CONNECTIONS = (0, 1_000, 5_000, 10_000)


class Cost(NamedTuple):
    """CPU of the server in µs: of a move, and of a move without what it uses while nobody plays."""

    move: float
    net: float


class Nobody:
    """Where a seat sits whose views nobody counts."""

    def __init__(self, number: int, room: str = "") -> None:
        self.number = number
        self.room = room

    def saw(self, m: int) -> None:
        pass


def main() -> list[bool]:
    os.sched_setaffinity(0, {DRIVER_CORE % (os.cpu_count() or 1)})
    for curve in (idle_rooms, playing_tables, onlookers, connections):
        with (
            tempfile.TemporaryDirectory() as folder,
            running("ours", Path(folder), None) as named,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            stop_at_faults(runner.get_loop())
            runner.run(curve(Server.of(named)))
    return []


# -- the curves


async def idle_rooms(server: Server) -> None:
    """Rooms in whose lobby one person waits, beside fifty tables at play."""
    tables = await open_tables(server, BUSY_TABLES)
    waiting = 0
    for count in IDLE_ROOMS:
        await each(range(waiting, count), lambda n: _idle_room(server, n))
        waiting = count
        await _measured(server, tables, "idle_rooms", count)


async def playing_tables(server: Server) -> None:
    """The same number of moves a second, by ever more tables with four people each."""
    tables: list[Table] = []
    for count in PLAYING_TABLES:
        tables += await open_tables(server, count - len(tables), first=len(tables))
        cost = await _cost(server, play_at_a_pace, tables)
        _record("playing_tables", count, cost, f"{MOVES_PER_S} moves/s in all, open loop")


async def onlookers(server: Server) -> None:
    """Tabs of people who look on at the one table that plays."""
    (table,) = await open_tables(server, 1)
    there = 0
    for count in ONLOOKERS:
        await each(range(there, count, TABS), lambda n: _onlooker(server, n, table.room))
        there = count
        await _measured(server, [table], "onlookers", count)


async def connections(server: Server) -> None:
    """Connections that look at nothing, beside fifty tables at play."""
    tables = await open_tables(server, BUSY_TABLES)
    there = 0
    for count in CONNECTIONS:
        await each(range(there, count), lambda n: OurSeat(Nobody(n), 0).open(server))
        there = count
        await _measured(server, tables, "connections", count)


# -- what grows


async def open_tables(server: Server, count: int, first: int = 0) -> list[Table]:
    tables = [Table(number, OurSeat) for number in range(first, first + count)]
    await each(range(count), lambda n: tables[n].open([server]))
    return tables


async def _idle_room(server: Server, number: int) -> None:
    seat = OurSeat(Nobody(number), 0)
    await seat.open(server)
    created = await seat.call(type="create", id="c", game="bench", options={})
    await seat.call(type="attach", id="a", room=created["detail"])
    await seat.call(type="join", id="j", name="Player 0")


async def _onlooker(server: Server, number: int, room: str) -> None:
    first = OurSeat(Nobody(number, room), 0)
    await first.open(server)
    await first.learn_secret()
    await first.look()
    for _ in range(TABS - 1):
        await first.another_tab().come_back(server)


async def each(numbers: range, make: Callable[[int], Awaitable[None]]) -> None:
    """A few of them at once."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with gate:
            await make(number)

    await asyncio.gather(*map(one, numbers))


# -- measuring


async def _measured(server: Server, tables: Sequence[Table], curve: str, at: int) -> None:
    cost = await _cost(server, _as_fast_as_they_can, tables)
    _record(curve, at, cost, f"{len(tables)} tables closed loop")


async def _cost(
    server: Server, play: Callable[[Sequence[Table]], Awaitable[None]], tables: Sequence[Table]
) -> Cost:
    await asyncio.sleep(WARM_UP_S)
    before = counting.cpu_s(server.pid)
    await asyncio.sleep(IDLE_S)
    idle = (counting.cpu_s(server.pid) - before) / IDLE_S
    playing = asyncio.ensure_future(play(tables))
    await asyncio.sleep(WARM_UP_S)
    moves, cpu, began = _moves(tables), counting.cpu_s(server.pid), time.perf_counter()
    await asyncio.sleep(SECONDS)
    moves, cpu = _moves(tables) - moves, counting.cpu_s(server.pid) - cpu
    took = time.perf_counter() - began
    playing.cancel()
    for table in tables:
        table.is_closed_loop = False
    return Cost(cpu * 1e6 / moves, (cpu - idle * took) * 1e6 / moves)


async def _as_fast_as_they_can(tables: Sequence[Table]) -> None:
    for table in tables:
        table.is_closed_loop = True
        table.play()


async def play_at_a_pace(tables: Sequence[Playing], moves_per_s: float = MOVES_PER_S) -> None:
    """Each table in its turn, on a schedule fixed in advance."""
    start = time.perf_counter()
    for turn in range(10**9):
        planned = start + turn / moves_per_s
        if (delay := planned - time.perf_counter()) > 0:
            await asyncio.sleep(delay)
        tables[turn % len(tables)].play(planned)


def _moves(tables: Sequence[Table]) -> int:
    return sum(table.moves for table in tables)


def _record(curve: str, at: int, cost: Cost, how: str) -> None:
    record(f"growth_{curve}_{at}_us", [cost.move], "us", None, how)
    record(f"growth_{curve}_{at}_net_us", [cost.net], "us", None, f"without what the idle server uses; {how}")
