"""People at tables who play on whatever happens, and remember every answer.

A seat behaves as the client does: a command keeps its id until it has a final answer, a lost connection is
replaced at any instance, and lower pairs of (fence, version) are dropped. The game is the benchmark's: each move is
one more in `table.m`, and the last ten moves of a seat are its hand, in order.
"""

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import Any

from aiohttp import ClientError
from msgspec import Struct

from tests.bench.four_seat import CARDS, HAND, SEATS
from tests.chaos.front import Front
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Connect, WireClient

PASSING = {"retry", "unsure", "busy", "unavailable", "slow_down"}
LOST = (ClientError, ConnectionError, OSError, TimeoutError)
PAUSE_S = 0.1
SILENCE_S = 3.0
"""Without an answer for this long (pings come each second) a client takes its line for dead."""
AGREE_S = 10.0
Body = dict[str, Any]


class Ack(Struct, frozen=True):
    """An applied command: when it was first sent, when answered."""

    sent_at: float
    at: float
    fence: int
    version: int


class Seat:
    """One player with one tab. `silences` are the times for which it waited: for an answer, or to be back."""

    def __init__(self, table: "Table", number: int, pace_s: float) -> None:
        self.table = table
        self.number = number
        self.moves = 0
        self.acks: list[Ack] = []
        self.silences: list[tuple[float, float]] = []
        self.view: dict[str, Any] = {}
        self._name = f"{table.number}-{number}"
        self._secret = (f"chaos-{self._name}-" * 43)[:43]
        self._chance = Random(self._name)
        self._pace_s = pace_s
        self._client: WireClient | None = None
        self._instance: ServerProcess | None = None
        self._read = 0
        self._moves_at: float | None = None
        self._commands = 0

    @property
    def pair(self) -> tuple[int, int]:
        return (self.view["fence"], self.view["version"]) if self.view else (0, 0)

    async def comes(self) -> None:
        """Connected and looking at the table, wherever that is possible."""
        while True:
            self._instance = instance = self.table.front.choose(self._chance)
            with suppress(*LOST):
                async with asyncio.timeout(SILENCE_S):
                    self._client = await self.table.connect(
                        auth={"protocol": 1, "secret": self._secret}, at=instance.url
                    )
                    self._read, self._moves_at = 0, None
                    if not self.table.code:
                        break
                    await self._final({"type": "attach", "id": self._next_id(), "room": self.table.code})
                    await self._client.event("view")
                    break
            await self.leaves()
            await asyncio.sleep(self._chance.uniform(0.5, 1.5) * PAUSE_S)

    def is_at(self, instance: ServerProcess) -> bool:
        return self._instance is instance

    async def leaves(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.vanish()

    async def says(self, **command: Any) -> Body:
        """A new command, sent with one id until its final answer, over as many connections as it takes."""
        body = {"id": self._next_id(), **command}
        begun = time.monotonic()
        while True:
            try:
                answer = await self._final(body)
                break
            except LOST:
                await self.leaves()
                await self.comes()
        self.silences.append((begun, time.monotonic()))
        if answer["type"] == "applied":
            self.acks.append(Ack(begun, time.monotonic(), answer["fence"], answer["version"]))
        return answer

    async def plays(self) -> None:
        """Until cancelled at a moment when no answer is owed."""
        while not self.table.is_ending:
            await asyncio.sleep(self._pace_s * self._chance.uniform(0.5, 1.5))
            self.look()
            if self._is_to_move():
                await self.leaves()
            if self._client is None or self._client.is_over:
                begun = time.monotonic()
                await self.leaves()
                await self.comes()
                self.silences.append((begun, time.monotonic()))
            action = {"type": "play", "k": self.moves}
            answer = await self.says(type="act", phase="1:play", action=action)
            assert answer["type"] == "applied", answer
            self.moves += 1

    async def comes_anew(self) -> None:
        await self.leaves()
        await self.comes()

    def hand(self) -> list[int]:
        """What its last moves should have left in its hand."""
        tag = 1000 * (self.number + 1)
        played = [tag + k % CARDS for k in range(self.moves)]
        return [*(tag + n for n in range(HAND)), *played][-HAND:]

    async def _final(self, body: Body) -> Body:
        """Raises one of LOST."""
        client = self._client
        if client is None:
            raise ConnectionError
        while True:
            answer: Body = await client.answer(await client.call(body), SILENCE_S)
            if answer["type"] == "applied" or answer["code"] not in PASSING:
                return answer
            await asyncio.sleep(PAUSE_S)

    def look(self) -> None:
        """Keep the highest view that has come."""
        if self._client is not None:
            views = self._client.events("view")
            for view in views[self._read :]:
                if (view["fence"], view["version"]) >= self.pair:
                    self.view = view
            self._read = len(views)

    def _is_to_move(self) -> bool:
        """When the time has come that the instance has given; it serves until then, and longer."""
        notices = self._client.events("notice") if self._client is not None else []
        if notices and self._moves_at is None:
            self._moves_at = time.monotonic() + notices[0]["after_ms"] / 1000
        return self._moves_at is not None and time.monotonic() >= self._moves_at

    def _next_id(self) -> str:
        self._commands += 1
        return f"{self._name}-{self._commands}"


class Table:
    """Four seats of one room, connected to any instances."""

    def __init__(self, number: int, connect: Connect, front: Front, pace_s: float) -> None:
        self.number = number
        self.connect = connect
        self.front = front
        self.code = ""
        self.is_ending = False
        self.seats = [Seat(self, index, pace_s) for index in range(SEATS)]
        self._playing: list[asyncio.Task[None]] = []

    async def opens(self) -> None:
        host = self.seats[0]
        await host.comes()
        self.code = (await host.says(type="create", game="bench", options={}))["detail"]
        for seat in self.seats:
            await seat.leaves()
            await seat.comes()
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
