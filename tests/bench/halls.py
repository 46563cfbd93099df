"""A whole company at one link: joining, being seated, playing, and what the organiser's page shows of it meanwhile.

    python -m tests.bench hall
    python -m tests.bench.halls --people 60 --seconds 5 --rounds 1 --present 50      (small, for a look)

Three instances share one core; their Redis shares the other with the driver, which is this process. Limits are as shipped:
the company comes from one address. Whoever joins, and whoever moves, does so on a schedule fixed in advance.
"""

import argparse
import asyncio
import os
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, TypeVar

import uvloop

from tests.bench import counting, hall_joins
from tests.bench.figures import record
from tests.bench.growth import play_at_a_pace
from tests.bench.guests import Guest, HallTable, Page, join_at_a_pace
from tests.bench.seats import Server, collect_no_garbage, stop_at_faults
from tests.bench.servers import DRIVER_CORE, started

INSTANCES = 3
PEOPLE = 800
JOINING_S = 10.0
MOVE_EVERY_S = 2.0
"""Of each table."""
WARM_UP_S = 4.0
SECONDS = 60.0
ROUNDS = 3
PATIENCE_S = 60.0
LOOK_S = 0.01
MOST_BUSY = 0.8
"""Of the driver's core, which it shares with Redis."""


T = TypeVar("T")


class Company(NamedTuple):
    """How large, and what is looked at for how long."""

    people: int = PEOPLE
    seconds: float = SECONDS
    rounds: int = ROUNDS
    present: int = hall_joins.PRESENT[-1]


class Round(NamedTuple):
    """Seconds, from when each was to happen to when it was shown."""

    joined: list[float]
    seated: list[float]
    playing_s: float
    moves: list[float]
    behind: list[float]
    tables: int
    page_bytes: int
    busy: "Busy"


def main(company: Company | None = None) -> list[bool]:
    os.sched_setaffinity(0, {DRIVER_CORE % (os.cpu_count() or 1)})
    company = company or Company()
    rounds = [_on_new_servers(lambda servers: _round(servers, company)) for _ in range(company.rounds)]
    joins = _on_new_servers(lambda servers: hall_joins.measure(servers, company.present))
    return [*_record(company, rounds), *hall_joins.keep(joins)]


def _on_new_servers(run: Callable[[Sequence[Server]], Coroutine[Any, Any, T]]) -> T:
    with (
        started("ours", INSTANCES, limits="all") as (named, _),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        stop_at_faults(runner.get_loop())
        return runner.run(run([Server.of(name) for name in named]))


# -- one round


async def _round(servers: Sequence[Server], company: Company) -> Round:
    busy = Busy(servers)
    page = Page()
    hall = await page.opens(servers[0])
    guests = [Guest(hall, number) for number in range(company.people)]
    collect_no_garbage()
    joined = await _join(guests, servers)
    busy.note("joining")
    began = time.perf_counter()
    await page.seats_everyone()
    await _until(lambda: all(guest.seated_at for guest in guests))
    busy.note("seating")
    await _until(lambda: all(guest.plays_at for guest in guests))
    tables = _tables_of(guests)
    await _until(lambda: _is_counted_right(page, company.people, len(tables)))
    seated, plays = (
        [_at(guest.seated_at) - began for guest in guests],
        [_at(guest.plays_at) for guest in guests],
    )
    await _play(tables, page, company.seconds, busy)
    return Round(
        joined=sorted(joined),
        seated=sorted(seated),
        playing_s=max(plays) - began,
        moves=sorted(latency for table in tables for latency in table.latencies),
        behind=sorted(page.behind),
        tables=len(tables),
        page_bytes=page.frame_bytes,
        busy=busy,
    )


async def _join(guests: Sequence[Guest], servers: Sequence[Server]) -> list[float]:
    """How long it took each to be shown as joined, spread over the servers and evenly over the time."""
    planned = await join_at_a_pace(guests, servers, len(guests) / JOINING_S)
    await _until(lambda: all(guest.joined_at for guest in guests))
    return [_at(guest.joined_at) - at for guest, at in zip(guests, planned, strict=True)]


def _tables_of(guests: Sequence[Guest]) -> list[HallTable]:
    """As people sit; each has the seats that its own view gives it."""
    sitting: dict[str, list[Guest]] = defaultdict(list)
    for guest in guests:
        sitting[guest.looks_at].append(guest)
    tables = []
    for number, people in enumerate(sitting.values()):
        people.sort(key=lambda guest: guest.index)
        assert [guest.index for guest in people] == list(range(len(people))), (
            "somebody has a chair and is not there"
        )
        tables.append(HallTable(number, people))
        for guest in people:
            guest.place = tables[-1]
    return tables


def _is_counted_right(page: Page, people: int, tables: int) -> bool:
    seen = page.seen
    return (
        seen is not None
        and (seen.hall.people, seen.hall.waiting, seen.hall.tables) == (people, 0, tables)
        and sum(len(row.people) for row in seen.tables) == people
        and all(row.status == "playing" for row in seen.tables)
    )


async def _play(tables: list[HallTable], page: Page, seconds: float, busy: "Busy") -> None:
    """Open loop. What is measured is every move that was planned in this time, however late it was seen."""
    page.watches(tables)
    playing = asyncio.ensure_future(play_at_a_pace(tables, len(tables) / MOVE_EVERY_S))
    await asyncio.sleep(WARM_UP_S)
    for table in tables:
        table.latencies.clear()
    page.behind.clear()
    busy.begin()
    await asyncio.sleep(seconds)
    busy.note("playing")
    playing.cancel()
    await _until(lambda: all(table.is_quiet for table in tables))
    await _until(lambda: page.is_up_to_date)


class Busy:
    """CPU that the servers have used in each phase (s), and shares of a core of the servers' and the driver's."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.cpu_s: dict[str, float] = {}
        self.servers: dict[str, float] = {}
        self.driver: dict[str, float] = {}
        self._pids = [server.pid for server in servers]
        self.begin()

    def begin(self) -> None:
        self._at, self._cpu, self._own = time.perf_counter(), counting.cpu_s(*self._pids), time.process_time()

    def note(self, name: str) -> None:
        at, cpu, own = self._at, self._cpu, self._own
        self.begin()
        took = self._at - at
        self.cpu_s[name] = self._cpu - cpu
        self.servers[name] = (self._cpu - cpu) / took
        self.driver[name] = (self._own - own) / took


async def _until(condition: Callable[[], object]) -> None:
    deadline = time.perf_counter() + PATIENCE_S
    while not condition():
        assert time.perf_counter() < deadline, f"not within {PATIENCE_S:.0f} s"
        await asyncio.sleep(LOOK_S)


def _at(moment: float | None) -> float:
    assert moment is not None
    return moment


# -- figures


def _record(company: Company, rounds: Sequence[Round]) -> list[bool]:
    tables = rounds[0].tables
    how = f"{company.people} phones on {INSTANCES} instances that share a core, limits as shipped, {len(rounds)} rounds"
    joining = f"{how}; all dial within {JOINING_S:.0f} s, from then to being shown as joined"
    seating = f"{how}; from the organiser's tap to the view of the own table with a chair"
    moving = f"{how}; {tables} tables, a move each every {MOVE_EVERY_S:.0f} s for {company.seconds:.0f} s, open loop"
    paging = f"{moving}; from a move's first view at its table to the organiser's page"
    for phase in rounds[0].busy.servers:
        record(f"hall_{phase}_busy", [r.busy.servers[phase] for r in rounds], "cores", None, how)
        record(f"hall_{phase}_cpu_s", [r.busy.cpu_s[phase] for r in rounds], "s", None, how)
    record("hall_playing_s", [r.playing_s for r in rounds], "s", None, f"{seating}, of a game that has begun")
    record("hall_page_kb", [r.page_bytes / 1024 for r in rounds], "KB", None, f"{paging}; one frame of it")
    record("hall_join_p50_s", [_share(r.joined, 0.5) for r in rounds], "s", None, joining)
    record("hall_join_max_s", [r.joined[-1] for r in rounds], "s", None, joining)
    record("hall_move_p50_ms", [1000 * _share(r.moves, 0.5) for r in rounds], "ms", None, moving)
    busy = [max(r.busy.driver.values()) for r in rounds]
    return [
        record("hall_join_p95_s", [_share(r.joined, 0.95) for r in rounds], "s", "< 2", joining),
        record("hall_seated_p95_s", [_share(r.seated, 0.95) for r in rounds], "s", "< 5", seating),
        record("hall_seated_s", [r.seated[-1] for r in rounds], "s", "< 20", f"{seating}; the last one"),
        record("hall_move_p99_ms", [1000 * _share(r.moves, 0.99) for r in rounds], "ms", "< 100", moving),
        record("hall_page_behind_p95_s", [_share(r.behind, 0.95) for r in rounds], "s", "<= 2", paging),
        record("hall_page_behind_s", [r.behind[-1] for r in rounds], "s", "<= 2", f"{paging}; the latest"),
        record(
            "hall_driver_busy_share", busy, "share", f"<= {MOST_BUSY}", f"the driver's busiest phase; {how}"
        ),
    ]


def _share(ordered: Sequence[float], share: float) -> float:
    return ordered[int(len(ordered) * share)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--present", type=int, default=hall_joins.PRESENT[-1])
    main(Company(**vars(parser.parse_args())))
