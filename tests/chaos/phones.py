"""Phones of a hall who go where they are sent and play on whatever happens, the hall's organiser, and somebody who looks
into every room there is."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from tests.chaos.front import Front
from tests.chaos.person import LOST, Body, Person, hand_after
from tests.support.wire_client import Connect

LOOK_S = 0.25


class HallPerson(Person):
    """Who looks at the hall, and back at it when a table is gone."""

    def __init__(self, name: str, hall: str, connect: Connect, front: Front) -> None:
        super().__init__(name, connect, front)
        self.hall = self.looks_at = hall

    async def goes(self, code: str) -> None:
        """There, over as many connections as it takes."""
        self.looks_at, self.view = code, {}
        try:
            if self._client is None:
                raise ConnectionError
            await self._attaches(self._client)
        except LOST:
            await self.comes_anew()

    async def until(self, condition: Callable[[], object], within_s: float) -> bool:
        """Whether it comes to be so, by what this person sees or knows."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            await self.stays()
            self.look()
            if condition():
                return True
            await self._news(LOOK_S)
        return False

    def _is_turned_away(self) -> None:
        self.looks_at, self.view = self.hall, {}

    async def _news(self, within_s: float) -> None:
        """Until something has been heard."""
        client = self._client
        if client is not None:
            heard = len(client.received)
            with suppress(*LOST):
                await client.until(lambda: len(client.received) > heard, within_s)


class Phone(HallPerson):
    """`moves` are those acknowledged at its present table, `sent` counts one more while an answer is owed."""

    def __init__(self, number: int, hall: str, connect: Connect, front: Front, pace_s: float) -> None:
        super().__init__(f"p{number}", hall, connect, front)
        self.moves = 0
        self.sent = 0
        self.is_resting = False
        self._pace_s = pace_s
        self._next_move = 0.0

    @property
    def table(self) -> str | None:
        """Where it has a chair, by its own view of that table on a connection that lives."""
        room = self.view.get("room")
        if room is None or not self.is_connected or self.view["you"]["seat"] is None:
            return None
        return str(room["code"])

    @property
    def made(self) -> int:
        """Moves at its table, as it sees it."""
        return self.view["table"]["m"] if self.view.get("table") else 0

    @property
    def has_right_hand(self) -> bool:
        return bool(self.view["own"]["hand"] == hand_after(self.view["you"]["seat"], self.moves))

    async def lives(self) -> None:
        """Until cancelled."""
        while True:
            await self.stays()
            self.look()
            if self.looks_at == self.hall:
                await self._follows()
            elif self._is_called_back():
                await self.goes(self.hall)
            elif self.table is not None and self.view["room"]["status"] == "playing":
                await self._plays()
            await self._news(LOOK_S)

    async def goes(self, code: str) -> None:
        self.moves = self.sent = 0
        self._next_move = time.monotonic() + self._pace_s * self._chance.random()
        self._called_back = len(self._notices("hall", "closed"))
        await super().goes(code)

    async def comes(self) -> None:
        self._called_back = 0
        await super().comes()

    def _is_called_back(self) -> bool:
        return len(self._notices("hall", "closed")) > self._called_back

    async def _follows(self) -> None:
        if not self.view:
            return
        you = self.view["you"]
        if not you["has_joined"]:
            assert (await self.says(type="join", name=self._name))["type"] == "applied"
        elif you["table"] is not None and self.view["hall"]["stage"] == "playing":
            await self.goes(you["table"])

    async def _plays(self) -> None:
        now = time.monotonic()
        if self.is_resting or now < self._next_move:
            return
        self._next_move = now + self._pace_s * self._chance.uniform(0.5, 1.5)
        self.sent += 1
        action = {"type": "play", "k": self.moves}
        answer = await self.says(type="act", phase=self.view["room"]["phase"], action=action)
        assert answer["type"] == "applied", answer
        self.moves += 1


class Organiser(HallPerson):
    """By whom a hall is opened. `says` and `until` take turns: nothing happens by itself here."""

    @property
    def tables(self) -> list[Body]:
        rows: list[Body] = self.view.get("tables") or []
        return rows

    async def opens(self, game: str) -> str:
        await self.comes()
        self.hall = (await self.steers(type="open_hall", game=game, options={}))["detail"]
        await self.goes(self.hall)
        return self.hall

    async def steers(self, **command: Any) -> Body:
        answer = await self.says(**command)
        assert answer["type"] == "applied", answer
        return answer

    async def phase(self) -> str:
        assert await self.until(lambda: self.view, LOOK_S * 100)
        return str(self.view["hall"]["phase"])

    def counts(self, people: int, tables: int) -> bool:
        """These, all of whom sit and play."""
        hall = self.view["hall"] if self.view else {}
        return (
            bool(hall)
            and (hall["people"], hall["waiting"], hall["tables"]) == (people, 0, tables)
            and sum(len(row["people"]) for row in self.tables) == people
            and all(row["status"] == "playing" and not row["away"] for row in self.tables)
        )


class Inspector(HallPerson):
    """Who has no chair anywhere and sees what every onlooker sees."""

    async def rooms(self, codes: Iterable[str]) -> dict[str, Body]:
        """The views of those that are there."""
        found = {}
        for code in codes:
            await self.goes(code)
            self.look()
            if self.looks_at == code:
                found[code] = self.view
        return found


def chairs(rooms: Iterable[Body]) -> Counter[str]:
    """How many each player has, by id.

    >>> ann, gone = {"id": "ann", "presence": "away"}, {"id": "bo", "presence": "left"}
    >>> chairs([{"room": {"seats": [ann, gone]}}, {"room": {"seats": [ann]}}])
    Counter({'ann': 2})
    """
    return Counter(
        seat["id"] for view in rooms for seat in view["room"]["seats"] if seat["presence"] != "left"
    )
