"""Phones of a hall, and its organiser's page, as little as clients can be: each joins, goes to its table, and plays.

When something has been shown is noted as its frame is read; nobody waits for it here.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from tests.bench.four_seat import SixSeat
from tests.bench.growth import Nobody
from tests.bench.seats import OurSeat, Seen, Server
from tests.bench.tables import Playing

HALL, VIEW = b'42["hall"', b'42["view"'


class HallYou(msgspec.Struct):
    has_joined: bool
    table: str | None


class HallSeen(msgspec.Struct):
    """What a phone reads of a hall."""

    you: HallYou


class Reached(msgspec.Struct):
    done: int


class Row(msgspec.Struct):
    code: str
    status: str
    people: list[str]
    reached: Reached | None


class Count(msgspec.Struct):
    phase: str
    people: int
    waiting: int
    tables: int


class PageSeen(msgspec.Struct):
    """And what its organiser does."""

    hall: Count
    tables: list[Row]


class Room(msgspec.Struct):
    code: str
    status: str


class You(msgspec.Struct):
    seat: int | None


class TableSeen(Seen):
    room: Room
    you: You


_hall_of = msgspec.json.Decoder(tuple[str, HallSeen]).decode
_page_of = msgspec.json.Decoder(tuple[str, PageSeen]).decode
_table_of = msgspec.json.Decoder(tuple[str, TableSeen]).decode


class HallTable(Playing):
    """A table of the hall. `shown_at` is when the first of its people was shown the state after each move, or after a
    later one: of two views that wait for a slow line the server sends the newer."""

    def __init__(self, number: int, guests: Sequence["Guest"]) -> None:
        super().__init__(number, guests[0].looks_at)
        self.guests = guests
        self.seats += guests
        self.shown_at: dict[int, float] = {}

    def saw(self, m: int) -> None:
        now = time.perf_counter()
        self.shown_at.update((move, now) for move in range(len(self.shown_at), m + 1))
        seen_by_all = min(guest.made for guest in self.guests)
        for move in [move for move in self.sent_at if move <= seen_by_all]:
            self.moves += 1
            self.latencies.append(now - self.sent_at.pop(move))

    @property
    def is_quiet(self) -> bool:
        """Every move has been seen by everybody."""
        return not self.sent_at


class Guest(OurSeat):
    """One phone. `joined_at`, `seated_at` and `plays_at` are when it was first shown that this is so, `made` are the moves
    that it has been shown at its table."""

    def __init__(self, hall: str, number: int) -> None:
        super().__init__(Nobody(number, hall), 0)
        self.hall = hall
        self.looks_at = hall
        self.made = 0
        self.hall_frames = 0
        self.hall_bytes = 0
        self.joined_at: float | None = None
        self.seated_at: float | None = None
        self.plays_at: float | None = None
        self._going: asyncio.Task[None] | None = None

    async def joins(self, server: Server) -> None:
        """What a client says that has never been here."""
        await self.open(server)
        await self.learn_secret()
        await self.goes(self.hall)
        _applied(await self.call(type="join", id="join", name=f"Player {self.place.number}"))

    async def goes(self, code: str) -> None:
        self.looks_at = code
        _applied(await self.call(type="attach", id=f"attach-{code}", room=code))

    def event(self, packet: bytes) -> None:
        if packet.startswith(HALL):
            self.hall_frames += 1
            self.hall_bytes += len(packet)
            self._shown_hall(_hall_of(packet[2:])[1])
        elif packet.startswith(VIEW):
            self._shown_table(_table_of(packet[2:])[1], packet)
        else:
            raise AssertionError(packet)

    def _shown_hall(self, seen: HallSeen) -> None:
        if seen.you.has_joined and self.joined_at is None:
            self.joined_at = time.perf_counter()
        table = seen.you.table
        if table is not None and self.looks_at == self.hall:
            self.looks_at = table
            self._going = asyncio.ensure_future(self.goes(table))

    def _shown_table(self, seen: TableSeen, packet: bytes) -> None:
        if seen.you.seat is None or seen.room.code != self.looks_at:
            return
        if self.seated_at is None:
            self.seated_at = time.perf_counter()
        if seen.room.status == "playing":
            if self.plays_at is None:
                self.plays_at = time.perf_counter()
                self.index, self.tag = seen.you.seat, 1000 * (seen.you.seat + 1)
            self.made = seen.table.m if seen.table is not None else 0
            self.shown(seen, packet)


class Page(OurSeat):
    """The organiser's page. `behind` holds, for each move that it has shown since `watches`, how long before somebody
    at that table had seen it."""

    def __init__(self) -> None:
        super().__init__(Nobody(0), 0)
        self.seen: PageSeen | None = None
        self.behind: list[float] = []
        self.frame_bytes = 0
        self._tables: dict[str, HallTable] = {}
        self._shown_of: dict[str, int] = {}
        self._commands = 0

    async def opens(self, server: Server) -> str:
        """A hall for the benchmark's game, whose code this is."""
        await self.open(server)
        await self.learn_secret()
        code: str = (await self.does(type="open_hall", game=SixSeat.name, options={}))["detail"]
        await self.does(type="attach", room=code)
        return code

    async def does(self, **command: Any) -> Any:
        self._commands += 1
        return _applied(await self.call(id=f"page-{self._commands}", **command))

    async def seats_everyone(self) -> None:
        assert self.seen is not None
        await self.does(type="seat_everyone", phase=self.seen.hall.phase)

    def watches(self, tables: list[HallTable]) -> None:
        """From now on, moves that will be made."""
        self._tables = {table.room: table for table in tables}
        self._shown_of = {table.room: table.k for table in tables}
        self.behind.clear()

    @property
    def is_up_to_date(self) -> bool:
        return all(self._shown_of[room] >= table.k for room, table in self._tables.items())

    def event(self, packet: bytes) -> None:
        assert packet.startswith(HALL), packet[:100]
        now = time.perf_counter()
        self.frame_bytes = len(packet)
        self.seen = _page_of(packet[2:])[1]
        for row in self.seen.tables:
            table = self._tables.get(row.code)
            if table is None or row.reached is None:
                continue
            shown = self._shown_of[row.code]
            # One that the page was shown before anybody at the table has not been late.
            self.behind += [now - table.shown_at.get(m, now) for m in range(shown + 1, row.reached.done + 1)]
            self._shown_of[row.code] = max(shown, row.reached.done)


async def join_at_a_pace(guests: Sequence[Guest], servers: Sequence[Server], per_s: float) -> list[float]:
    """Spread over the servers, on a schedule fixed in advance: the moments at which each was to dial."""
    start = time.perf_counter() + 0.1
    planned = [start + number / per_s for number in range(len(guests))]

    async def one(number: int) -> None:
        await asyncio.sleep(planned[number] - time.perf_counter())
        await guests[number].joins(servers[number % len(servers)])

    await asyncio.gather(*map(one, range(len(guests))))
    return planned


def _applied(answer: Any) -> Any:
    assert answer["type"] == "applied", answer
    return answer
