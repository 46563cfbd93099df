"""One player with one tab, who behaves as the client does: a command keeps its id until it has a final answer, a lost
connection is replaced at any instance, and lower pairs of (fence, version) are dropped."""

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import Any

from aiohttp import ClientError
from msgspec import Struct

from actors.codes import is_hall_code
from tests.bench.four_seat import CARDS, HAND
from tests.chaos.front import Front
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Connect, WireClient

PASSING = {"retry", "unsure", "busy", "unavailable", "slow_down"}
LOST = (ClientError, ConnectionError, OSError, TimeoutError)
PAUSE_S = 0.1
SILENCE_S = 3.0
"""Without an answer for this long (pings come each second) a client takes its line for dead."""
Body = dict[str, Any]


class Ack(Struct, frozen=True):
    """An applied command: when it was first sent, when answered."""

    sent_at: float
    at: float
    fence: int
    version: int


class Person:
    """`view` is the newest of what it `looks_at`, `silences` are the times for which it waited: for an answer, or to be
    back."""

    def __init__(self, name: str, connect: Connect, front: Front) -> None:
        self.looks_at = ""
        self.view: dict[str, Any] = {}
        self.acks: list[Ack] = []
        self.silences: list[tuple[float, float]] = []
        self.came_at = 0.0
        self._name = name
        self._connect = connect
        self._front = front
        self._secret = (f"chaos-{name}-" * 43)[:43]
        self._chance = Random(name)
        self._client: WireClient | None = None
        self._instance: ServerProcess | None = None
        self._read = {"view": 0, "hall": 0}
        self._moves_at: float | None = None
        self._commands = 0

    @property
    def pair(self) -> tuple[int, int]:
        return (self.view["fence"], self.view["version"]) if self.view else (0, 0)

    @property
    def is_connected(self) -> bool:
        return self._client is not None and not self._client.is_over

    def is_at(self, instance: ServerProcess) -> bool:
        return self._instance is instance

    async def comes(self) -> None:
        """Connected and looking where it looks, wherever that is possible."""
        while True:
            self._instance = instance = self._front.choose(self._chance)
            with suppress(*LOST):
                async with asyncio.timeout(SILENCE_S):
                    self._client = await self._connect(
                        auth={"protocol": 1, "secret": self._secret}, at=instance.url
                    )
                    self._read, self._moves_at = {"view": 0, "hall": 0}, None
                    if self.looks_at:
                        await self._attaches(self._client)
                    self.came_at = time.monotonic()
                    break
            await self.leaves()
            await asyncio.sleep(self._chance.uniform(0.5, 1.5) * PAUSE_S)

    async def leaves(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.vanish()

    async def comes_anew(self) -> None:
        await self.leaves()
        await self.comes()

    async def stays(self) -> None:
        """Come back if the connection is lost, or if the time has come that its instance has given."""
        if self._is_to_move():
            await self.leaves()
        if not self.is_connected:
            begun = time.monotonic()
            await self.comes_anew()
            self.silences.append((begun, time.monotonic()))

    async def says(self, **command: Any) -> Body:
        """A new command, sent with one id until its final answer, over as many connections as it takes."""
        body = {"id": self._next_id(), **command}
        begun = time.monotonic()
        while True:
            try:
                answer = await self._final(body)
                break
            except LOST:
                await self.comes_anew()
        self.silences.append((begun, time.monotonic()))
        if answer["type"] == "applied":
            self.acks.append(Ack(begun, time.monotonic(), answer["fence"], answer["version"]))
        return answer

    def look(self) -> None:
        """Keep the highest view that has come."""
        if self._client is None:
            return
        for kind, read in self._read.items():
            views = self._client.events(kind)
            for view in views[read:]:
                if code_of(view) == self.looks_at and (view["fence"], view["version"]) >= self.pair:
                    self.view = view
            self._read[kind] = len(views)

    async def _attaches(self, client: WireClient) -> None:
        """Raises one of LOST."""
        answer = await self._final({"type": "attach", "id": self._next_id(), "room": self.looks_at})
        if answer["type"] == "refused":
            self._is_turned_away()
            raise ConnectionError(answer)
        seen = "hall" if is_hall_code(self.looks_at) else "view"
        await client.event(seen, lambda view: code_of(view) == self.looks_at)

    def _is_turned_away(self) -> None:
        """From where it looks."""

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

    def _is_to_move(self) -> bool:
        """When the time has come that the instance has given; it serves until then, and longer."""
        if self._moves_at is None and (moved := self._notices("moved")):
            self._moves_at = time.monotonic() + moved[0]["after_ms"] / 1000
        return self._moves_at is not None and time.monotonic() >= self._moves_at

    def _notices(self, *kinds: str) -> list[Body]:
        """Of this connection."""
        notices = self._client.events("notice") if self._client is not None else []
        return [notice for notice in notices if notice["notice"] in kinds]

    def _next_id(self) -> str:
        self._commands += 1
        return f"{self._name}-{self._commands}"


def code_of(view: Body) -> str:
    """Of what is seen, a room or a hall."""
    code: str = (view.get("room") or view["hall"])["code"]
    return code


def hand_after(seat: int, moves: int) -> list[int]:
    """What the last moves of a seat should have left in its hand.

    >>> hand_after(seat=1, moves=2)[-3:]
    [2009, 2000, 2001]
    """
    tag = 1000 * (seat + 1)
    played = [tag + k % CARDS for k in range(moves)]
    return [*(tag + n for n in range(HAND)), *played][-HAND:]
