"""Does joining a hall cost the same however many are here already?

With so many present, people come at two rates. The difference is what one more costs; the rest is what all see at most
twice a second while anything changes, which grows with those who look and not with those who come.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

from tests.bench import counting
from tests.bench.figures import record
from tests.bench.growth import each
from tests.bench.guests import Guest, Page, join_at_a_pace
from tests.bench.seats import Server, collect_no_garbage

PRESENT = (50, 200, 800, 1_350)
"""When it begins; a hall takes fifteen hundred."""
SLOW, FAST = 2.5, 40.0
"""People a second: so many that there is always something new to be shown, and as many as a company."""
SECONDS = 3.0
SETTLE_S = 1.5
CHANGES_PER_S = 2.0
"""At which all who look see what is new, at most."""


class Cost(NamedTuple):
    """Of the servers: CPU of one more who joins, and of showing once to all what is new. `frames_per_s` and
    `frame_bytes` are those of somebody who was there before."""

    join_us: float
    show_us: float
    frames_per_s: float
    frame_bytes: float


class Stretch(NamedTuple):
    """A time in which people came at one rate."""

    joins: int
    cpu_s: float
    took_s: float
    frames: int
    bytes: int


async def measure(servers: Sequence[Server], most: int) -> dict[int, Cost]:
    """With `most` people, and what fits below."""
    page = Page()
    hall = await page.opens(servers[0])
    collect_no_garbage()
    guests: list[Guest] = []
    costs = {}
    for present in [count for count in PRESENT if count <= max(most, PRESENT[0])]:
        await _come(guests, hall, servers, present)
        costs[present] = await _cost(guests, hall, servers)
    return costs


def keep(costs: dict[int, Cost]) -> list[bool]:
    how = (
        f"{SLOW:g} and {FAST:g} people a second join beside so many present, by turns for {SECONDS:g} s each"
    )
    held = []
    for present, cost in costs.items():
        record(f"hall_join_cpu_us_{present}", [cost.join_us], "us", None, f"one more who joins; {how}")
        record(f"hall_show_cpu_us_{present}", [cost.show_us], "us", None, f"shown once to all; {how}")
        record(f"hall_frame_bytes_{present}", [cost.frame_bytes], "bytes", None, how)
        per_s = [cost.frames_per_s]
        held.append(record(f"hall_frames_per_s_{present}", per_s, "1/s", "<= 2.5", f"to one of them; {how}"))
    few, many = min(costs), max(costs)
    ratio = [costs[many].join_us / costs[few].join_us]
    compared = f"beside {many} present to beside {few}; {how}"
    return [*held, record("hall_join_cpu_ratio", ratio, "ratio", "<= 1.5", compared)]


async def _come(guests: list[Guest], hall: str, servers: Sequence[Server], present: int) -> None:
    more = [Guest(hall, number) for number in range(len(guests), present)]
    guests += more
    await each(range(len(more)), lambda n: more[n].joins(servers[n % len(servers)]))


async def _cost(guests: list[Guest], hall: str, servers: Sequence[Server]) -> Cost:
    await asyncio.sleep(SETTLE_S)
    pids = [server.pid for server in servers]
    before = counting.cpu_s(*pids)
    await asyncio.sleep(SECONDS)
    idle = (counting.cpu_s(*pids) - before) / SECONDS
    there = tuple(guests)
    slow = await _stretch(guests, there, hall, servers, SLOW)
    fast = await _stretch(guests, there, hall, servers, FAST)
    join_s = (fast.cpu_s / fast.took_s - slow.cpu_s / slow.took_s) / (
        fast.joins / fast.took_s - slow.joins / slow.took_s
    )
    showing = slow.cpu_s / slow.took_s - idle - join_s * slow.joins / slow.took_s
    return Cost(
        join_us=1e6 * join_s,
        show_us=1e6 * showing / CHANGES_PER_S,
        frames_per_s=fast.frames / len(there) / fast.took_s,
        frame_bytes=fast.bytes / max(1, fast.frames),
    )


async def _stretch(
    guests: list[Guest], there: Sequence[Guest], hall: str, servers: Sequence[Server], per_s: float
) -> Stretch:
    pids = [server.pid for server in servers]
    more = [Guest(hall, len(guests) + number) for number in range(int(per_s * SECONDS))]
    guests += more
    frames, size = _heard(there)
    cpu, began = counting.cpu_s(*pids), time.perf_counter()
    await join_at_a_pace(more, servers, per_s)
    await asyncio.sleep(max(0.0, began + SECONDS - time.perf_counter()))
    after_frames, after_size = _heard(there)
    return Stretch(
        joins=len(more),
        cpu_s=counting.cpu_s(*pids) - cpu,
        took_s=time.perf_counter() - began,
        frames=after_frames - frames,
        bytes=after_size - size,
    )


def _heard(guests: Sequence[Guest]) -> tuple[int, int]:
    return sum(guest.hall_frames for guest in guests), sum(guest.hall_bytes for guest in guests)
