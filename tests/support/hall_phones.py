"""Phones without a browser in a hall: each joins, goes where it is sent, and plays whatever is played there.

async with hall_at(server.url, "rows") as hall:
    await hall.joined("Ben", "Cia")
    await hall.organiser.does(type="seat_everyone", phase=hall.phase)
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Container
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from tests.support.browser_crowd import Player
from tests.support.engines import SUPPORT
from tests.support.wire_client import Connect, WireClient, wire_clients

PATIENCE_S = 20.0
LONGEST_WAIT_S = 120.0
"""A phone waits for a person at a screen."""


class Phone(Player):
    """One player, who looks at the hall or at the table that the hall has sent this phone to."""

    def __init__(self, client: WireClient, secret: str, hall: str) -> None:
        super().__init__(client, secret)
        self.hall = hall
        self.room = ""
        self._sent_back = 0
        self._left = ""

    @property
    def seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.client.events("hall")[-1]
        return seen

    @property
    def phase(self) -> str:
        return str(self.seen["hall"]["phase"])

    async def goes(self, room: str) -> None:
        self.room = room
        await self.does(type="attach", room=room)

    async def leaves(self) -> None:
        """Its table, for the hall, which may not have heard of it yet."""
        await self.does(type="leave", phase=self.view["room"]["phase"])
        self._left = self.room
        await self.goes(self.hall)

    async def until_hall(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        await self.client.until(lambda: self.client.events("hall") and fits(self.seen), within_s=PATIENCE_S)
        return self.seen

    async def until_seated(self, but_at: Container[str] = ()) -> dict[str, Any]:
        """At none of these tables, which were those of the round before."""
        return await self.until(
            lambda view: (
                self.room != self.hall
                and self.room not in but_at
                and view["room"]["code"] == self.room
                and view["you"]["seat"] is not None
            )
        )

    async def lives(self, *, plays: bool) -> None:
        """For ever: do what there is to do whenever something has been heard."""
        heard = -1
        while True:
            await self.client.until(lambda: self._heard > heard, within_s=LONGEST_WAIT_S)  # noqa: B023 - awaited
            heard = self._heard
            if self.room == self.hall:
                await self._follows()
            elif self._is_sent_back():
                await self.goes(self.hall)
            elif plays:
                await self._plays()

    @property
    def _heard(self) -> int:
        return sum(len(self.client.events(name)) for name in ("hall", "view", "notice"))

    async def _follows(self) -> None:
        if self.client.events("hall") and (table := self.seen["you"]["table"]) not in (None, self._left):
            await self.goes(table)

    def _is_sent_back(self) -> bool:
        """Once by each notice that says so."""
        before = self._sent_back
        self._sent_back = sum(each["notice"] == "hall" for each in self.client.events("notice"))
        return self._sent_back > before

    async def _plays(self) -> None:
        if not self.client.events("view") or self.view["room"]["code"] != self.room:
            return
        room, own = self.view["room"], self.view["own"]
        if own is None or room["status"] != "playing":
            return
        game = SUPPORT[room["game"]]
        may = game.hinted(msgspec.convert(own, game.engine.Own))
        if may:
            # A clock or another seat may have been quicker: then there is a newer view to look at.
            await self.asks(type="act", phase=room["phase"], action=msgspec.to_builtins(may[0]))


class Hall:
    """A hall, its organiser, who has not joined it, and all its phones."""

    def __init__(self, connect: Connect, code: str = "") -> None:
        self._connect = connect
        self._lives: list[asyncio.Task[None]] = []
        self.code = code
        self.organiser: Phone

    @property
    def phase(self) -> str:
        return self.organiser.phase

    async def opens(self, game: str) -> None:
        self.organiser = await self._phone()
        self.code = str((await self.organiser.does(type="open_hall", game=game, options={}))["detail"])
        self.organiser.hall = self.code
        await self.organiser.goes(self.code)
        await self.organiser.until_hall(lambda _: True)

    async def joined(self, *names: str, plays: bool = True) -> list[Phone]:
        """More phones, in this order."""
        phones = []
        for name in names:
            phone = await self._phone()
            await phone.goes(self.code)
            await phone.does(type="join", name=name)
            await phone.until_hall(lambda seen: seen["you"]["has_joined"])
            self._lives.append(asyncio.create_task(phone.lives(plays=plays)))
            phones.append(phone)
        return phones

    async def rest(self) -> None:
        """The end of all phones. One that has failed by itself says so now."""
        for life in self._lives:
            life.cancel()
        for ended in await asyncio.gather(*self._lives, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    async def _phone(self) -> Phone:
        client = await self._connect(auth={"protocol": 1, "secret": None})
        welcome = await client.command({"type": "hello", "id": "hello"})
        return Phone(client, welcome["secret"], self.code)


@asynccontextmanager
async def phones_at(site: str, code: str = "") -> AsyncIterator[Hall]:
    """A hall at this server that is there already, or one that is to be opened."""
    async with wire_clients(site, site) as connect:
        hall = Hall(connect, code)
        try:
            yield hall
        finally:
            await hall.rest()


@asynccontextmanager
async def hall_at(site: str, game: str) -> AsyncIterator[Hall]:
    async with phones_at(site) as hall:
        await hall.opens(game)
        yield hall
