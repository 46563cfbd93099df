"""SIGKILL of one of three instances while a hall sits down, and while its tables play.

Each round is seated anew. It is whole again when every phone has been shown, at its table and with its chair, a move that
was made after the death; then every room there is gets looked into.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec import Struct

from actors.codes import is_hall_code
from tests.bench.four_seat import SixSeat
from tests.chaos.faults import three_instances, until
from tests.chaos.phones import Inspector, Organiser, Phone, chairs
from tests.support.cluster import Cluster
from tests.support.server_process import ServerProcess

GOAL_S = 15.0
LONGEST_S = 60.0
MOST_SEATED = 0.9
"""Of all: so many are at most on their way when an instance is killed."""
PACE_S = 4.0
"""Between two moves of one phone."""
JOINING_AT_ONCE = 16
ROOM_RECORDS = "kortlek:room:*"
LIVING = """
local living, cursor = {}, '0'
repeat
  local found = redis.call('SCAN', cursor, 'MATCH', ARGV[1], 'COUNT', 1000)
  cursor = found[1]
  for _, key in ipairs(found[2]) do
    if redis.call('HEXISTS', key, 'snapshot') == 1 then living[#living + 1] = key end
  end
until cursor == '0'
return living
"""
"""Of a room that is gone its fence is kept for a while."""


class Figures(Struct):
    """Over all faults. `chair_s` is when the last phone was back on a chair, `again_s` when the last one saw play go on,
    `count_s` when the organiser's page was right, all since the death."""

    chair_s: list[float] = []
    again_s: list[float] = []
    count_s: list[float] = []
    double_seats: int = 0
    chairless: int = 0
    tables_lost: int = 0
    counts_wrong: int = 0
    moves: int = 0
    moves_lost: int = 0
    moves_doubled: int = 0
    hands_wrong: int = 0


class Death(NamedTuple):
    """Of an instance, whose people were `lost`; `sent` are the moves of each table until then, answered or not."""

    at: float
    whose: str
    lost: list[Phone]
    sent: Mapping[str, int]

    @property
    def ago_s(self) -> float:
        return time.monotonic() - self.at

    def is_over(self) -> bool:
        """Whether all of them are at another instance, and have been shown where they are."""
        return all(phone.came_at > self.at for phone in self.lost)


class HallAtPlay:
    """A hall on a cluster, and everybody in it."""

    def __init__(
        self, cluster: Cluster, organiser: Organiser, inspector: Inspector, phones: list[Phone]
    ) -> None:
        self.cluster = cluster
        self.organiser = organiser
        self.inspector = inspector
        self.phones = phones
        self.figures = Figures()
        self._chance = Random(len(phones))
        self._faults = 0

    async def gathers(self) -> None:
        there = await self.organiser.until(
            lambda: self.organiser.view and self.organiser.view["hall"]["people"] == len(self.phones),
            LONGEST_S,
        )
        assert there, "not everybody has joined"

    async def is_killed_while_it_sits_down(self) -> None:
        """As soon as some of them, any number, are on their way to their tables."""
        before = frozenset((self.organiser.hall, *(phone.looks_at for phone in self.phones)))
        some = self._chance.uniform(0, MOST_SEATED) * len(self.phones)
        phase = await self.organiser.phase()
        tap = asyncio.create_task(self.organiser.steers(type="seat_everyone", phase=phase))
        await until(lambda: sum(phone.looks_at not in before for phone in self.phones) >= some)
        async with self._dies() as at:
            await tap
            await self._is_whole(at, before=before)

    async def is_killed_while_it_plays(self) -> None:
        await asyncio.sleep(self._chance.uniform(1, 2))
        async with self._dies() as at:
            await self._is_whole(at, tables=frozenset(row["code"] for row in self.organiser.tables))

    async def ends_its_round(self) -> None:
        """No answer is owed any more: what tables hold against what was acknowledged."""
        for phone in self.phones:
            phone.is_resting = True
        await until(lambda: all(phone.sent == phone.moves for phone in self.phones))
        acknowledged = _by_table(self.phones, lambda phone: phone.moves)
        rooms = await self.inspector.rooms(acknowledged)
        figures = self.figures
        for code, moves in acknowledged.items():
            made = rooms[code]["table"]["m"] if code in rooms else 0
            figures.moves += moves
            figures.moves_lost += max(0, moves - made)
            figures.moves_doubled += max(0, made - moves)
        await until(lambda: all(phone.made >= acknowledged[phone.looks_at] for phone in self.phones))
        figures.hands_wrong += sum(not phone.has_right_hand for phone in self.phones)
        phase = await self.organiser.phase()
        await self.organiser.steers(type="end_round", phase=phase, at_once=True)
        over = await self.organiser.until(lambda: self.organiser.view["hall"]["stage"] == "over", LONGEST_S)
        assert over, "the round did not end"
        for phone in self.phones:
            phone.is_resting = False

    @asynccontextmanager
    async def _dies(self) -> AsyncIterator[Death]:
        """It comes back at once, as on a platform."""
        owner = await asyncio.to_thread(self.cluster.owner_of, self.organiser.hall)
        victim = self._next_victim(owner)
        whose = "the hall's instance" if victim is owner else "an instance"
        lost = [phone for phone in self.phones if phone.is_at(victim)]
        death = Death(time.monotonic(), whose, lost, _by_table(self.phones, lambda phone: phone.sent))
        await asyncio.to_thread(victim.kill)
        starting = asyncio.create_task(asyncio.to_thread(victim.start))
        yield death
        await starting

    def _next_victim(self, owner: ServerProcess | None) -> ServerProcess:
        """The hall's owner and another by turns, each in both kinds of death; of the others the one with the most people:
        whoever died last has nobody yet."""
        is_owners_turn = self._faults % 4 in {0, 3}
        self._faults += 1
        if owner is not None and is_owners_turn:
            return owner
        others = [instance for instance in self.cluster.instances if instance is not owner]
        return max(others, key=lambda instance: sum(phone.is_at(instance) for phone in self.phones))

    async def _is_whole(
        self, death: Death, before: frozenset[str] = frozenset(), tables: frozenset[str] = frozenset()
    ) -> None:
        """Everybody is back, at a table that is none of those `before`; none of these `tables` is gone."""
        figures, organiser, people = self.figures, self.organiser, len(self.phones)
        homeless = {None, *before}
        await until(lambda: death.is_over() and all(phone.table not in homeless for phone in self.phones))
        figures.chair_s.append(death.ago_s)
        await until(lambda: all(phone.made > death.sent.get(phone.looks_at, 0) for phone in self.phones))
        figures.again_s.append(death.ago_s)
        sitting = frozenset(phone.looks_at for phone in self.phones)
        is_right = await organiser.until(
            lambda: organiser.counts(people, len(sitting)), max(1.0, GOAL_S - death.ago_s)
        )
        figures.counts_wrong += not is_right
        figures.count_s.append(death.ago_s)
        sys.stderr.write(
            f"\n{death.whose} with {len(death.lost)} people died while they {'sat down' if before else 'played'}: "
            f"chairs after {figures.chair_s[-1]:.1f} s, play {figures.again_s[-1]:.1f} s, page {figures.count_s[-1]:.1f} s\n"
        )
        await self._look_into_all(sitting | tables | {row["code"] for row in organiser.tables})

    async def _look_into_all(self, expected: frozenset[str]) -> None:
        """By the views of every room that Redis knows, tables of the hall or not."""
        codes = await asyncio.to_thread(_rooms_of, self.cluster)
        rooms = await self.inspector.rooms(sorted(codes | expected))
        found = chairs(rooms.values())
        self.figures.double_seats += sum(count > 1 for count in found.values())
        self.figures.chairless += len(self.phones) - len(found)
        self.figures.tables_lost += len(expected - rooms.keys())


@asynccontextmanager
async def hall_of(folder: Path, people: int, lease_s: float) -> AsyncIterator[HallAtPlay]:
    """Everybody has joined."""
    async with three_instances(folder, lease_s) as (cluster, connect, front):
        organiser = Organiser("boss", "", connect, front)
        hall = await organiser.opens(SixSeat.name)
        phones = [Phone(number, hall, connect, front, PACE_S) for number in range(people)]
        lives = [asyncio.create_task(phone.lives()) for phone in phones]
        try:
            whole = HallAtPlay(cluster, organiser, Inspector("inspector", hall, connect, front), phones)
            await whole.gathers()
            yield whole
        finally:
            for life in lives:
                life.cancel()
            ended = await asyncio.gather(*lives, return_exceptions=True)
        for end in ended:
            if isinstance(end, Exception):
                raise end


def _by_table(phones: list[Phone], moves: Callable[[Phone], int]) -> dict[str, int]:
    """Moves of all who look at it."""
    found: dict[str, int] = {}
    for phone in phones:
        found[phone.looks_at] = found.get(phone.looks_at, 0) + moves(phone)
    return found


def _rooms_of(cluster: Cluster) -> set[str]:
    keys = cluster.redis.ask("EVAL", LIVING, "0", ROOM_RECORDS).split()
    codes = {key.rpartition(":")[2] for key in keys}
    return {code for code in codes if not is_hall_code(code)}
