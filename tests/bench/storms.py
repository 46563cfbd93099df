"""Everybody comes back at once, and one table shouts: what do those feel who only play?

    python -m tests.bench storms

The driver is this process, on the other core. Limits are as shipped, but for those of one address.
"""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import uvloop

from tests.bench.figures import record
from tests.bench.growth import open_tables, play_at_a_pace
from tests.bench.seats import OurSeat, Server, collect_no_garbage, stop_at_faults
from tests.bench.servers import DRIVER_CORE, running
from tests.bench.tables import Table

PLAYING = 50
MOVES_PER_S = 100
RETURNING = 500
"""Tables of four whose people come back after the restart."""
SPREAD_S = 2.0
"""Clients that have lost their server dial again within this time."""
FLOOD_PER_S = 300
"""Commands of each seat of the table that shouts; from 400 a second on a connection is closed."""
SECONDS = 8.0
ROUNDS = 3


def main() -> list[bool]:
    os.sched_setaffinity(0, {DRIVER_CORE % (os.cpu_count() or 1)})
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        stop_at_faults(runner.get_loop())
        return [*runner.run(_restarts()), *runner.run(_floods())]


# -- after a restart


async def _restarts() -> list[bool]:
    back, p99 = [], []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            with running("ours", home, None, limits="people") as named:
                everybody = await open_tables(Server.of(named), PLAYING + RETURNING)
                for seat in _seats(everybody):
                    await seat.learn_secret()
            for seat in _seats(everybody):
                seat.socket.transport.abort()
            with running("ours", home, None, limits="people") as named:
                took, slowest = await _return(Server.of(named), everybody[:PLAYING], everybody[PLAYING:])
                back.append(took)
                p99.append(slowest)
    how = (
        f"{4 * RETURNING} clients resume after a SIGKILL, their dials spread over {SPREAD_S:.0f} s, while {PLAYING} "
        f"tables play {MOVES_PER_S} moves/s; {ROUNDS} rounds"
    )
    return [
        record("storm_2000_s", back, "s", "<= 10", how),
        record("storm_2000_p99_ms", p99, "ms", "<= 1000", how),
    ]


async def _return(
    server: Server, playing: Sequence[Table], returning: Sequence[Table]
) -> tuple[float, float]:
    """How long until all are back (s), and the p99 of those who play meanwhile (ms)."""
    await asyncio.gather(*(seat.come_back(server) for seat in _seats(playing)))

    async def late(seat: OurSeat) -> None:
        await asyncio.sleep(SPREAD_S * random.random())
        await seat.come_back(server)

    async with _playing(playing):
        began = time.perf_counter()
        await asyncio.gather(*map(late, _seats(returning)))
        took = time.perf_counter() - began
    return took, _p99_ms(playing)


# -- beside a table that shouts


async def _floods() -> list[bool]:
    ratios = []
    with (
        tempfile.TemporaryDirectory() as folder,
        running("ours", Path(folder), None, limits="people") as named,
    ):
        tables = await open_tables(Server.of(named), PLAYING + 1)
        loud, others = tables[0], tables[1:]
        for _ in range(ROUNDS):
            quiet = await _p99_while(others, asyncio.sleep(SECONDS))
            flooded = await _p99_while(others, _shout(loud))
            ratios.append(flooded / quiet)
    how = (
        f"p99 of {PLAYING} tables at {MOVES_PER_S} moves/s while each seat of one more sends {FLOOD_PER_S} commands/s, "
        f"divided by their p99 before; {ROUNDS} rounds"
    )
    return [record("flood_p99_ratio", ratios, "ratio", "<= 1.25", how)]


async def _p99_while(tables: Sequence[Table], happens: Awaitable[None]) -> float:
    async with _playing(tables):
        await happens
    return _p99_ms(tables)


async def _shout(table: Table) -> None:
    start = time.perf_counter()
    for turn in range(int(SECONDS * FLOOD_PER_S)):
        if (delay := start + turn / FLOOD_PER_S - time.perf_counter()) > 0:
            await asyncio.sleep(delay)
        for seat in _seats([table]):
            seat.shout(turn)


# -- both


@asynccontextmanager
async def _playing(tables: Sequence[Table]) -> AsyncIterator[None]:
    """They play meanwhile, and what they felt is what is in their latencies afterwards."""
    collect_no_garbage()
    playing = asyncio.ensure_future(play_at_a_pace(tables, MOVES_PER_S))
    await asyncio.sleep(1.0)
    for table in tables:
        table.latencies.clear()
    yield
    playing.cancel()


def _p99_ms(tables: Sequence[Table]) -> float:
    latencies = sorted(latency for table in tables for latency in table.latencies)
    return 1000 * latencies[int(len(latencies) * 0.99)]


def _seats(tables: Sequence[Table]) -> list[OurSeat]:
    return [seat for table in tables for seat in table.seats if isinstance(seat, OurSeat)]
