"""The driver: tables of four clients, closed loop for capacity, open loop for latency (bench.md).

    python -m tests.bench.tables ours 100 closed 5 8090:4711 8091:4712 --redis 6379:4710

prints one JSON line. It runs on a core of its own, beside the server's. Each server is a port and a process id; of
several ones each is home to as many tables, and a table's seats sit by turns at its home and at the next server.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import psutil
import uvloop

from tests.bench import counting
from tests.bench.four_seat import SEATS
from tests.bench.peer_seats import KINDS
from tests.bench.seats import OurSeat, Seat, Server, collect_no_garbage, stop_at_faults

WARM_UP_S = 2.0
SETTLE_S = 0.5
IDLE_S = 4.0
"""At least one of everything that an instance does by itself, but for pings and digests."""
OPEN_PERIOD_S = 0.5
CONNECTING_AT_ONCE = 16


class Playing:
    """The moves of one table's seats, each until everybody there has seen it."""

    def __init__(self, number: int, room: str = "") -> None:
        self.number = number
        self.room = room
        self.seats: list[Seat] = []
        self.k = 0
        self.moves = 0
        self.sent_at: dict[int, float] = {}
        self.seen_by: dict[int, int] = {}
        self.latencies: list[float] = []
        self.is_closed_loop = False

    def play(self, planned: float | None = None) -> None:
        """The next seat plays. `planned` is when it was to do so: stalls are not hidden."""
        self.k += 1
        self.sent_at[self.k] = time.perf_counter() if planned is None else planned
        self.seats[self.k % len(self.seats)].play(self.k)

    def saw(self, m: int) -> None:
        if m not in self.sent_at:
            return
        self.seen_by[m] = self.seen_by.get(m, 0) + 1
        if self.seen_by[m] < len(self.seats):
            return
        self.moves += 1
        self.latencies.append(time.perf_counter() - self.sent_at.pop(m))
        del self.seen_by[m]
        if self.is_closed_loop:
            self.play()


class Table(Playing):
    """Four clients at one table of one server."""

    def __init__(self, number: int, kind: type[Seat]) -> None:
        super().__init__(number)
        self.seats = [kind(self, index) for index in range(SEATS)]

    async def open(self, servers: Sequence[Server]) -> None:
        for seat in self.seats:
            await seat.open(servers[(self.number + seat.index % 2) % len(servers)])
        ours = [seat for seat in self.seats if isinstance(seat, OurSeat)]
        if ours:
            await self._begin(ours)

    async def _begin(self, seats: list[OurSeat]) -> None:
        host = seats[0]
        created = await host.call(type="create", id="c", game="bench", options={})
        self.room = created["detail"]
        for seat in seats:
            await seat.call(type="attach", id="a", room=self.room)
            await seat.call(type="join", id="j", name=f"Player {seat.index}")
        answer = await host.call(type="start", id="s", phase="lobby:1")
        assert answer["type"] == "applied", answer


async def measure(
    kind: str, count: int, mode: str, seconds: float, servers: Sequence[Server], redis: Server | None
) -> dict[str, Any]:
    pids = [server.pid for server in servers]
    idle_rss = _rss(pids)
    tables = [Table(number, KINDS[kind]) for number in range(count)]
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open(servers)

    began = time.perf_counter()
    await asyncio.gather(*map(open_one, tables))
    opened_s = time.perf_counter() - began
    seated_rss = _rss(pids)
    idle_cpu = await _idle_cpu(pids) if mode == "open" else None
    collect_no_garbage()
    running = asyncio.create_task(_run(tables, mode))
    await asyncio.sleep(WARM_UP_S)
    counts = await _counts(servers, redis)
    moves, cpu = sum(t.moves for t in tables), counting.cpu_s(*pids)
    redis_cpu = _cpu_of(redis)
    received = sum(s.socket.bytes_in for t in tables for s in t.seats)
    for table in tables:
        table.latencies.clear()
    began, busy = time.perf_counter(), time.process_time()
    await asyncio.sleep(seconds)
    took, busy = time.perf_counter() - began, time.process_time() - busy
    moves, cpu = sum(t.moves for t in tables) - moves, counting.cpu_s(*pids) - cpu
    redis_cpu = _cpu_of(redis) - redis_cpu
    received = sum(s.socket.bytes_in for t in tables for s in t.seats) - received
    counts = await _counts(servers, redis) - counts
    running.cancel()
    latencies = sorted(latency for t in tables for latency in t.latencies)
    assert moves, "nothing was played"
    net = {} if idle_cpu is None else {"net_cpu_us_per_move": (cpu - idle_cpu * took) * 1e6 / moves}
    return {
        **net,
        "moves_per_s": moves / took,
        "driver_busy": busy / took,
        "cpu_us_per_move": cpu * 1e6 / moves,
        "redis_us_per_move": redis_cpu * 1e6 / moves,
        "bytes_per_move": received / moves,
        "p50_ms": 1000 * latencies[len(latencies) // 2],
        "p99_ms": 1000 * latencies[int(len(latencies) * 0.99)],
        "max_ms": 1000 * latencies[-1],
        "rss_kb_per_seat": (seated_rss - idle_rss) / 1024 / (count * SEATS),
        "opened_s": opened_s,
        **{f"{name}_per_move": number / counts["acts"] for name, number in counts.items()},
    }


async def _counts(servers: Sequence[Server], redis: Server | None) -> Counter[str]:
    """Summed over all, and not fetched on the loop, where moves have their time. They span more than the time that
    is measured, so they know their own number of moves (`acts`). Nothing without a Redis."""
    if redis is None:
        return Counter()

    def fetch() -> Counter[str]:
        pages = [counting.counted(server.port) for server in servers]
        return sum(pages, counting.published(redis.port))

    return await asyncio.to_thread(fetch)


def _cpu_of(redis: Server | None) -> float:
    return 0.0 if redis is None else counting.cpu_s(redis.pid)


async def _idle_cpu(pids: Sequence[int]) -> float:
    """Of a second in which all sit and nobody plays: heartbeats, sweeps, pings."""
    await asyncio.sleep(SETTLE_S)
    before = counting.cpu_s(*pids)
    await asyncio.sleep(IDLE_S)
    return (counting.cpu_s(*pids) - before) / IDLE_S


def _rss(pids: Sequence[int]) -> int:
    return sum(int(psutil.Process(pid).memory_info().rss) for pid in pids)


async def _run(tables: list[Table], mode: str) -> None:
    loop = asyncio.get_running_loop()
    if mode == "closed":
        for table in tables:
            table.is_closed_loop = True
            table.play()
        await loop.create_future()
    start, step = time.perf_counter() + 0.1, OPEN_PERIOD_S / len(tables)
    for turn in range(10**9):
        planned = start + turn * step
        delay = planned - time.perf_counter()
        if delay > 0:
            await asyncio.sleep(delay)
        tables[turn % len(tables)].play(planned)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("tables", type=int)
    parser.add_argument("mode", choices=("closed", "open"))
    parser.add_argument("seconds", type=float)
    parser.add_argument("servers", type=Server.of, nargs="+")
    parser.add_argument("--redis", type=Server.of, help="the one that they share")
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        stop_at_faults(runner.get_loop())
        figures = runner.run(
            measure(given.kind, given.tables, given.mode, given.seconds, given.servers, given.redis)
        )
    print(json.dumps(figures))
    sys.stdout.flush()
    os._exit(0)  # thousands of open connections need no goodbye


if __name__ == "__main__":
    main()
