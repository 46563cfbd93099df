"""Players without a browser, at the same table as one: they fill seats and lay cards at once.

async with crowd_at(server.url) as crowd:
    ben, cia = await crowd.sit(code, "Ben", "Cia")
    ben.plays()
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, TypeAlias

from tests.support.wire_client import Connect, WireClient, wire_clients

LONGEST_WAIT_S = 120.0
"""A crowd waits for a person at a screen."""

Own: TypeAlias = dict[str, Any]
Pick: TypeAlias = Callable[[Own], int]
"""Which card is laid, by what only its seat sees."""


def lowest(own: Own) -> int:
    return int(own["hand"][0])


def highest(own: Own) -> int:
    return int(own["hand"][-1])


def dearest(own: Own) -> int:
    """What would cost most as the table is now; a card below all rows counts as the worst."""
    costs = [50 if landing is None else landing["heads"] for landing in own["landings"]]
    return int(own["hand"][costs.index(max(costs))])


class Player:
    """One connection of one player, attached to a room."""

    def __init__(self, client: WireClient, secret: str) -> None:
        self.client = client
        self.secret = secret
        self._ids = count(1)

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.client.events("view")[-1]
        return view

    async def asks(self, **command: Any) -> dict[str, Any]:
        """Send a command; its answer, whatever it is."""
        answer: dict[str, Any] = await self.client.command({"id": f"crowd-{next(self._ids)}", **command})
        return answer

    async def does(self, **command: Any) -> dict[str, Any]:
        """Send a command that must be applied."""
        answer = await self.asks(**command)
        assert answer["type"] == "applied", (command, answer)
        return answer

    async def until(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        await self.client.until(lambda: self.client.events("view") and fits(self.view), within_s=20)
        return self.view

    async def looks_again(self) -> dict[str, Any]:
        """The view as the server would show it now."""
        seen = len(self.client.events("view"))
        await self.does(type="attach", room=self.view["room"]["code"])
        await self.client.until(lambda: len(self.client.events("view")) > seen)
        return self.view

    async def lay(self, pick: Pick = lowest) -> int:
        """Lay as soon as it may; the card."""
        view = await self.until(lambda view: view["own"] and view["own"]["may"]["lay"])
        card = pick(view["own"])
        await self.does(type="act", phase=view["room"]["phase"], action={"type": "lay", "card": card})
        return card

    async def start(self) -> dict[str, Any]:
        """As the host: deal, also where a game is running or over."""
        status = self.view["room"]["status"]
        if status == "playing":
            await self.does(type="end", phase=self.view["room"]["phase"])
        if status != "lobby":
            await self.until(lambda view: view["room"]["status"] == "over")
            await self.does(type="again", phase=self.view["room"]["phase"])
        await self.until(lambda view: view["room"]["status"] == "lobby")
        await self.does(type="start", phase=self.view["room"]["phase"])
        return await self.until(lambda view: view["room"]["status"] == "playing")

    async def turn(self, pick: Pick = lowest) -> None:
        """Lay, where nobody else is awaited, and take the first row if it is asked."""
        turn = self.view["table"]["turn"]
        await self.lay(pick)
        view = await self.until(lambda view: view["own"]["may"]["take"] or view["table"]["turn"] > turn)
        if view["own"]["may"]["take"]:
            await self.take_row()

    async def take_row(self, row: int = 0) -> None:
        await self.does(type="act", phase=self.view["room"]["phase"], action={"type": "takerow", "row": row})

    async def play_deal(self, pick: Pick = lowest) -> str:
        """Alone with bots: lay all cards; the stage after it."""
        while (stage := self.view["table"]["stage"]) not in {"result", "over"}:
            before = self.view["version"]
            await (self.take_row() if stage == "row" else self.lay(pick))
            await self.until(lambda view: view["version"] > before)  # noqa: B023 - called in this turn of the loop
        return str(stage)

    async def play_game(self, pick: Pick = dearest) -> None:
        """Alone with bots: deal after deal to the end."""
        while await self.play_deal(pick) == "result":
            await asyncio.sleep(self.view["room"]["opens_s"])  # the server's own time to read
            await self.does(type="act", phase=self.view["room"]["phase"], action={"type": "nextdeal"})
            await self.until(lambda view: view["table"]["stage"] == "laying")


class Crowd:
    """All wire players of a test, and their habits: tasks that end with the test."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._habits: list[asyncio.Task[None]] = []

    async def look_at(self, code: str) -> Player:
        """A new player who opens the link."""
        player = await self._player()
        await player.does(type="attach", room=code)
        await player.until(lambda _: True)
        return player

    async def sit(self, code: str, *names: str) -> tuple[Player, ...]:
        """New players, on chairs in this order."""
        players = [await self.look_at(code) for _ in names]
        for player, name in zip(players, names, strict=True):
            await player.does(type="join", name=name)
            await player.until(lambda view: view["you"]["seat"] is not None)
        return tuple(players)

    async def stand_in_line(self, code: str, name: str) -> Player:
        """A new player who asks for a chair where there is none."""
        player = await self.look_at(code)
        await player.does(type="join", name=name)
        await player.until(lambda view: view["you"]["in_line"] is not None)
        return player

    async def open_table(self, *names: str, **options: int) -> tuple[str, tuple[Player, ...]]:
        """A room in which all of them have chairs, the first as its host; its code. Without names whoever
        sits down next is the host."""
        return await self.open_table_of("rows", *names, **options)

    async def open_table_of(self, game: str, *names: str, **options: int) -> tuple[str, tuple[Player, ...]]:
        opener = await self._player()
        answer = await opener.does(type="create", game=game, options=options)
        code = str(answer["detail"])
        return code, await self.sit(code, *names)

    async def deal_with_bots(self, bots: int, name: str = "Anna") -> tuple[str, Player]:
        """A running game of one person and bots, in which no clock runs; its code."""
        code, (host,) = await self.open_table(name)
        for _ in range(bots):
            await host.does(type="seat_bot")
        await host.start()
        return code, host

    async def _player(self) -> Player:
        client = await self._connect(auth={"protocol": 1, "secret": None})
        welcome = await client.command({"type": "hello", "id": "hello"})
        return Player(client, welcome["secret"])

    def play(self, *players: Player, pick: Pick = lowest) -> None:
        """From now on they lay, and take the first row, whenever it is asked of them."""
        for player in players:
            self._habits.append(asyncio.create_task(self._play(player, pick)))

    async def rest(self) -> None:
        """The end of all habits. One that has failed by itself says so now."""
        for habit in self._habits:
            habit.cancel()
        for ended in await asyncio.gather(*self._habits, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    @staticmethod
    async def _play(player: Player, pick: Pick) -> None:
        seen = -1

        def is_asked() -> bool:
            view = player.view
            may = view["own"] and view["own"]["may"]
            return bool(view["version"] > seen and may and (may["lay"] or may["take"]))

        while True:
            await player.client.until(is_asked, within_s=LONGEST_WAIT_S)
            view = player.view
            seen, own = view["version"], view["own"]
            lay = {"type": "lay", "card": pick(own)} if own["may"]["lay"] else None
            action = lay or {"type": "takerow", "row": 0}
            # The clock or a host may have been quicker: then there is a newer view to look at.
            await player.asks(type="act", phase=view["room"]["phase"], action=action)


@asynccontextmanager
async def crowd_at(site: str) -> AsyncIterator[Crowd]:
    """Players at this server, who are gone at the end."""
    async with wire_clients(site, site) as connect:
        crowd = Crowd(connect)
        try:
            yield crowd
        finally:
            await crowd.rest()
