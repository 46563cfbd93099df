"""A person at a table, as a client behaves: a command keeps its id until it has a final answer, and a lost
connection is replaced, at whatever instance there is."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Protocol

import msgspec

from tests.support.engines import SUPPORT
from tests.support.wire_client import Wire

PASSING = {"retry", "unsure", "busy", "unavailable", "slow_down"}
PAUSE_S = 0.1
ANSWER_S = 12.0
PATIENCE_S = 15.0
GIVE_UP_S = 40.0
"""A command that is told to wait for so long waits for something that does not come."""


class Address(Protocol):
    """An instance, or a balancer in front of several."""

    url: str


class Person:
    """One player with one tab. `acknowledged` holds every command that was applied, with its answer."""

    def __init__(self, name: str, game: str = "rows", **options: Any) -> None:
        self.name = name
        self.game = game
        self.options = options
        self.secret = (name * 43)[:43]
        self.room = ""
        self.client: Wire
        self.acknowledged: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self._count = 0
        self._chance = Random(name)

    async def comes(
        self, connect: Callable[..., Awaitable[Wire]], instance: Address, room: str = ""
    ) -> "Person":
        """Connect there, and look at the room; open one if there is none."""
        self.client = await connect(auth={"protocol": 1, "secret": self.secret}, at=instance.url)
        self.room = room or self.room
        if not self.room:
            opened = await self.says(type="create", game=self.game, options=self.options)
            self.room = opened["detail"]
        attached = await self.says(type="attach", room=self.room)
        assert attached["type"] == "applied", attached
        await self.client.event("view")
        return self

    async def sits(self) -> "Person":
        assert (await self.says(type="join", name=self.name))["type"] == "applied"
        return self

    async def says(self, **command: Any) -> dict[str, Any]:
        """A new command, until its final answer."""
        self._count += 1
        body = {"id": f"{self.name}-{self._count}", **command}
        answer = await self.repeats(body)
        if answer["type"] == "applied":
            self.acknowledged.append((body, answer))
        return answer

    async def repeats(self, body: dict[str, Any]) -> dict[str, Any]:
        """The same command with its id, until its final answer."""
        async with asyncio.timeout(GIVE_UP_S):
            while True:
                ack = await self.client.call(body)
                answer: dict[str, Any] = await self.client.answer(ack, ANSWER_S)
                if answer["type"] == "applied" or answer["code"] not in PASSING:
                    return answer
                await asyncio.sleep(PAUSE_S)

    @property
    def view(self) -> dict[str, Any]:
        """What it shows: the highest pair that has come."""
        seen: dict[str, Any] = max(self.client.events("view"), key=lambda v: (v["fence"], v["version"]))
        return seen

    async def sees(self, where: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait until what it shows is so."""
        await self.client.until(lambda: self.client.events("view") and where(self.view), PATIENCE_S)
        return self.view

    async def deals(self, bots: int = 2) -> None:
        for _ in range(bots):
            assert (await self.says(type="seat_bot"))["type"] == "applied"
        assert (await self.says(type="start", phase=self.view["room"]["phase"]))["type"] == "applied"
        await self.sees(lambda view: view["room"]["status"] == "playing")

    def may(self) -> list[Any]:
        view, rows = self.view, SUPPORT["rows"]
        if view["own"] is None or view["room"]["status"] != "playing":
            return []
        return list(rows.hinted(msgspec.convert(view["own"], rows.engine.Own)))

    async def moves(self) -> dict[str, Any]:
        """Wait until there is something to do, do it, and see that it is done; the answer."""
        await self.sees(lambda _: self.may())
        action = msgspec.to_builtins(self._chance.choice(self.may()))
        answer = await self.says(type="act", phase=self.view["room"]["phase"], action=action)
        if answer["type"] == "applied":
            await self.sees(lambda view: view["version"] >= answer["version"])
        return answer

    async def plays(self, to_turn: int) -> None:
        """Do what there is to do until the first deal has come so far."""
        while self.view["table"]["turn"] < to_turn:
            if self.may():
                await self.moves()
            else:
                seen = len(self.client.events("view"))  # pings come for ever, and are no news
                await self.client.until(lambda: len(self.client.events("view")) > seen, PATIENCE_S)  # noqa: B023 - awaited

    def cards(self) -> int:
        """In its hand."""
        return len(self.view["own"]["hand"])
