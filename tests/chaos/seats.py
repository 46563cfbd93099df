"""People at tables who play on whatever happens, and remember every answer.

The game is the benchmark's: each move is one more in `table.m`, and the last ten moves of a seat are its hand, in order.
"""

import asyncio
import time

from msgspec import Struct

from tests.bench.four_seat import SEATS
from tests.chaos.front import Front
from tests.chaos.person import PAUSE_S, Ack, Person, hand_after
from tests.support.wire_client import Connect

AGREE_S = 10.0


class Seat(Person):
    """One player of a table."""

    def __init__(self, table: "Table", number: int, connect: Connect, front: Front, pace_s: float) -> None:
        super().__init__(f"{table.number}-{number}", connect, front)
        self.table = table
        self.number = number
        self.moves = 0
        self._pace_s = pace_s

    async def plays(self) -> None:
        """Until cancelled at a moment when no answer is owed."""
        while not self.table.is_ending:
            await asyncio.sleep(self._pace_s * self._chance.uniform(0.5, 1.5))
            self.look()
            await self.stays()
            action = {"type": "play", "k": self.moves}
            answer = await self.says(type="act", phase="1:play", action=action)
            assert answer["type"] == "applied", answer
            self.moves += 1

    def hand(self) -> list[int]:
        """What its last moves should have left in its hand."""
        return hand_after(self.number, self.moves)


class Table:
    """Four seats of one room, connected to any instances."""

    def __init__(self, number: int, connect: Connect, front: Front, pace_s: float) -> None:
        self.number = number
        self.code = ""
        self.is_ending = False
        self.seats = [Seat(self, index, connect, front, pace_s) for index in range(SEATS)]
        self._playing: list[asyncio.Task[None]] = []

    async def opens(self) -> None:
        host = self.seats[0]
        await host.comes()
        self.code = (await host.says(type="create", game="bench", options={}))["detail"]
        for seat in self.seats:
            seat.looks_at = self.code
            await seat.comes_anew()
            assert (await seat.says(type="join", name=f"Player {seat.number}"))["type"] == "applied"
        assert (await host.says(type="start", phase="lobby:1"))["type"] == "applied"

    def plays(self) -> None:
        for seat in self.seats:
            seat.acks.clear()
            seat.silences.clear()
        self._playing = [asyncio.create_task(seat.plays()) for seat in self.seats]

    async def ends(self) -> "Outcome":
        """Every owed answer has come; what the room holds, against what was acknowledged."""
        self.is_ending = True
        await asyncio.gather(*self._playing)
        await asyncio.gather(*(seat.comes_anew() for seat in self.seats))
        is_equal = await self._agrees()
        views = [seat.view for seat in self.seats]
        moves, made = sum(seat.moves for seat in self.seats), views[0]["table"]["m"]
        wrong_hands = sum(
            view["own"]["hand"] != seat.hand() for seat, view in zip(self.seats, views, strict=True)
        )
        return Outcome(
            moves=moves,
            lost=max(0, moves - made),
            doubled=max(0, made - moves),
            wrong_hands=wrong_hands,
            is_equal=is_equal,
            by_old_owners=self.saved_by_old_owners(),
        )

    async def _agrees(self) -> bool:
        """Whether all seats come to show the same version."""
        deadline = time.monotonic() + AGREE_S
        while time.monotonic() < deadline:
            for seat in self.seats:
                seat.look()
            if len({seat.pair for seat in self.seats}) == 1:
                return True
            await asyncio.sleep(PAUSE_S)
        return False

    def acks(self) -> list[Ack]:
        return sorted((ack for seat in self.seats for ack in seat.acks), key=lambda ack: ack.at)

    def saved_by_old_owners(self) -> int:
        """Moves sent after a newer owner had answered somebody, yet applied by an older one."""
        first_at: dict[int, float] = {}
        for ack in self.acks():
            first_at.setdefault(ack.fence, ack.at)
        return sum(
            any(fence > ack.fence and at < ack.sent_at for fence, at in first_at.items())
            for ack in self.acks()
        )

    def answered_after(self, at: float, fence: int) -> float | None:
        """How long after this moment the room answered under a newer fence."""
        return next((ack.at - at for ack in self.acks() if ack.at > at and ack.fence > fence), None)

    def fence(self) -> int:
        return max((ack.fence for ack in self.acks()), default=0)


class Outcome(Struct, frozen=True):
    """One table at its end."""

    moves: int
    lost: int
    doubled: int
    wrong_hands: int
    is_equal: bool
    by_old_owners: int

    @property
    def is_right(self) -> bool:
        return self.is_equal and not (self.lost or self.doubled or self.wrong_hands or self.by_old_owners)
