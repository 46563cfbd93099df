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
from typing import Any, NamedTuple

import msgspec
import psutil
import uvloop

from tests.bench import counting
from tests.bench.four_seat import SEATS
from tests.bench.websocket import Socket, dial

WARM_UP_S = 2.0
SETTLE_S = 0.5
IDLE_S = 4.0
"""At least one of everything that an instance does by itself, but for pings and digests."""
OPEN_PERIOD_S = 0.5
CONNECTING_AT_ONCE = 16


class Server(NamedTuple):
    port: int
    pid: int

    @classmethod
    def of(cls, text: str) -> "Server":
        port, pid = text.split(":")
        return cls(int(port), int(pid))


class Hand(msgspec.Struct):
    hand: list[int]


class PlayedSoFar(msgspec.Struct):
    m: int


class Seen(msgspec.Struct):
    """What the driver reads of a view: enough to know that it is the right one and leaks nothing."""

    own: Hand | None
    table: PlayedSoFar | None


_decode = msgspec.json.Decoder(tuple[str, Seen]).decode


class Seat:
    """One client."""

    def __init__(self, table: "Table", index: int) -> None:
        self.table = table
        self.index = index
        self.tag = 1000 * (index + 1)
        self.socket: Socket
        self.views = 0
        self.acks: dict[int, asyncio.Future[Any]] = {}
        self.m = -1
        self.phase = ""
        self._ack = 0
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def heard(self, packet: bytes) -> None:
        kind = packet[:1]
        if kind == b"2":
            self._view(packet[1:])
        elif kind == b"3":
            head = packet.index(b"[")
            waiter = self.acks.pop(int(packet[1:head]), None)
            if waiter is not None:
                waiter.set_result(json.loads(packet[head:])[0])
            elif b'"refused"' in packet:
                raise AssertionError(packet)
        elif kind == b"0" and not self.connected.done():
            self.connected.set_result(None)

    def _view(self, packet: bytes) -> None:
        name, seen = _decode(packet)
        if name != "view" or seen.table is None or seen.own is None:
            return
        assert all(self.tag <= card < self.tag + 1000 for card in seen.own.hand), (
            "another seat's card arrived"
        )
        self.views += 1
        self.m = seen.table.m
        self.table.saw(seen.table.m)

    async def call(self, event: str, body: dict[str, Any]) -> Any:
        self._ack += 1
        waiter = self.acks[self._ack] = asyncio.get_running_loop().create_future()
        text = json.dumps([event, body], separators=(",", ":"))
        self.socket.send(f"42{self._ack}{text}".encode())
        return await asyncio.wait_for(waiter, 60)

    def post(self, event: bytes) -> None:
        """An event whose answer only counts."""
        self._ack += 1
        self.socket.send(b"42%d%b" % (self._ack, event))


class Table:
    """Four clients at one table of one server."""

    def __init__(self, number: int, *, is_ours: bool) -> None:
        self.number = number
        self.is_ours = is_ours
        self.seats = [Seat(self, index) for index in range(SEATS)]
        self.k = 0
        self.moves = 0
        self.sent_at: dict[int, float] = {}
        self.seen_by: dict[int, int] = {}
        self.latencies: list[float] = []
        self.is_closed_loop = False

    async def open(self, servers: Sequence[Server]) -> None:
        for seat in self.seats:
            server = servers[(self.number + seat.index % 2) % len(servers)]
            seat.socket = await dial(server.port, seat.heard)
            auth = (
                {"protocol": 1, "secret": None}
                if self.is_ours
                else {"table": str(self.number), "seat": seat.index}
            )
            seat.socket.send(b"40" + json.dumps(auth).encode())
            await asyncio.wait_for(seat.connected, 60)
        if self.is_ours:
            await self._sit_down()

    async def _sit_down(self) -> None:
        host = self.seats[0]
        created = await host.call("cmd", {"type": "create", "id": "c", "game": "bench", "options": {}})
        for seat in self.seats:
            await seat.call("cmd", {"type": "attach", "id": "a", "room": created["detail"]})
            await seat.call("cmd", {"type": "join", "id": "j", "name": f"Player {seat.index}"})
        answer = await host.call("cmd", {"type": "start", "id": "s", "phase": "lobby:1"})
        assert answer["type"] == "applied", answer

    def play(self, planned: float | None = None) -> None:
        """The next seat plays. `planned` is when it was to do so: stalls are not hidden."""
        self.k += 1
        seat = self.seats[self.k % SEATS]
        self.sent_at[self.k] = time.perf_counter() if planned is None else planned
        if self.is_ours:
            seat.post(
                b'["cmd",{"type":"act","id":"m%d","phase":"1:play","action":{"type":"play","k":%d}}]'
                % (self.k, self.k)
            )
        else:
            seat.post(b'["play",{"id":"m%d","k":%d}]' % (self.k, self.k))

    def saw(self, m: int) -> None:
        if m not in self.sent_at:
            return
        self.seen_by[m] = self.seen_by.get(m, 0) + 1
        if self.seen_by[m] < SEATS:
            return
        self.moves += 1
        self.latencies.append(time.perf_counter() - self.sent_at.pop(m))
        del self.seen_by[m]
        if self.is_closed_loop:
            self.play()


async def measure(
    kind: str, count: int, mode: str, seconds: float, servers: Sequence[Server], redis: Server | None
) -> dict[str, Any]:
    pids = [server.pid for server in servers]
    idle_rss = _rss(pids)
    tables = [Table(number, is_ours=kind == "ours") for number in range(count)]
    gate = asyncio.Semaphore(CONNECTING_AT_ONCE)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open(servers)

    began = time.perf_counter()
    await asyncio.gather(*map(open_one, tables))
    opened_s = time.perf_counter() - began
    seated_rss = _rss(pids)
    idle_cpu = await _idle_cpu(pids) if mode == "open" else None
    running = asyncio.create_task(_run(tables, mode))
    await asyncio.sleep(WARM_UP_S)
    counts = await _counts(servers, redis)
    moves, cpu = sum(t.moves for t in tables), counting.cpu_s(*pids)
    redis_cpu = _cpu_of(redis)
    received = sum(s.socket.bytes_in for t in tables for s in t.seats)
    for table in tables:
        table.latencies.clear()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
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
    parser.add_argument("kind", choices=("ours", "plain"))
    parser.add_argument("tables", type=int)
    parser.add_argument("mode", choices=("closed", "open"))
    parser.add_argument("seconds", type=float)
    parser.add_argument("servers", type=Server.of, nargs="+")
    parser.add_argument("--redis", type=Server.of, help="the one that they share")
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(
            measure(given.kind, given.tables, given.mode, given.seconds, given.servers, given.redis)
        )
    print(json.dumps(figures))
    sys.stdout.flush()
    os._exit(0)  # thousands of open connections need no goodbye


if __name__ == "__main__":
    main()
