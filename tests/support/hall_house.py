"""A hall in a `House`: phones that go where they are sent, as the client does.

async with house(tmp_path) as home:
    hall = await Hall.opens(home, "order")
    phones = await hall.joined(9)
    await hall.organiser.does(SeatEveryone(...))
    await hall.follow()
"""

from typing import Any

import msgspec
from msgspec import Raw

from actors.hall_commands import EndRound, Plan, SeatEveryone
from actors.messages import Detached, Join, PlayerId, RoomCode
from actors.room import RoomActor
from tests.support.house import House, Tab, applied

REACH_S = 3.0
"""In which everything is said again that was lost once."""


def nobody_looks(_player: PlayerId) -> bool:
    """No page of the hall is open."""
    return False


class Phone(Tab):
    """One tab, of somebody in a hall."""

    def __init__(self, home: House, name: str, hall: RoomCode) -> None:
        super().__init__(home, name, f"{name}#hall")
        self.hall = hall
        self.heard = 0
        """How many notices it has followed."""

    @property
    def table(self) -> str | None:
        """Where it sits, as it shows itself."""
        return self.room if self.room is not None and len(self.room) == 6 else None

    async def goes(self, code: RoomCode) -> None:
        if self.room is not None:
            self.home.rooms.tell(self.room, Detached(self.player, self.connection, 0.0))
        applied(await self.attach(code))

    async def joins(self) -> "Phone":
        await self.goes(self.hall)
        applied(await self.does(Join(id=self.home.new_id(), name=self.name)))
        return self

    async def follows(self) -> bool:
        """To its table, or back to the hall; whether it had to go."""
        if len(self.notices) > self.heard:
            self.heard = len(self.notices)
            assert self.notices[-1] == "hall"
            self.room = None
            await self.goes(self.hall)
            return True
        if "hall" in self.view and self.view["you"]["table"] and self.view["hall"]["stage"] == "playing":
            await self.goes(RoomCode(self.view["you"]["table"]))
            return True
        return False


class Hall:
    """One hall, its organiser's page, and everybody's phone."""

    def __init__(self, home: House, code: RoomCode) -> None:
        self.home = home
        self.code = code
        self.organiser = Phone(home, "boss", code)
        self.phones: list[Phone] = []

    @classmethod
    async def opens(cls, home: House, game: str = "baton", options: object = None) -> "Hall":
        raw = msgspec.json.encode(options or {})
        hall = cls(home, await home.rooms.create_hall(game, raw, PlayerId("p-boss")))
        await hall.organiser.goes(hall.code)
        return hall

    async def joined(self, *names: str) -> list[Phone]:
        phones = [await Phone(self.home, name, self.code).joins() for name in names]
        self.phones += phones
        return phones

    @property
    def seen(self) -> dict[str, Any]:
        """The public part, as the organiser sees it."""
        seen: dict[str, Any] = self.organiser.view["hall"]
        return seen

    @property
    def tables(self) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = self.organiser.view["tables"]
        return tables

    async def seats(self) -> None:
        """Seat everyone, and everybody goes there."""
        await self.seated()
        await self.follow()

    async def seated(self) -> list[str]:
        """Seat everyone, who have not gone there yet; the tables' codes."""
        phase = self.seen["phase"]
        applied(await self.organiser.does(SeatEveryone(id=self.home.new_id(), phase=phase)))
        await self.home.move(REACH_S)
        return [table["code"] for table in self.tables]

    async def plans(self, game: str) -> None:
        applied(await self.organiser.does(Plan(id=self.home.new_id(), game=game, options=Raw(b"{}"))))

    async def ends(self, *, at_once: bool = False) -> None:
        end = EndRound(id=self.home.new_id(), phase=self.seen["phase"], at_once=at_once)
        applied(await self.organiser.does(end))

    async def follow(self) -> None:
        """Time passes until nobody has to go anywhere any more."""
        await self.home.move(REACH_S)
        while any([await phone.follows() for phone in self.phones]):
            await self.home.move(REACH_S)

    def together(self) -> dict[str, list[str]]:
        """Who sits where, by the tables that the phones show."""
        found: dict[str, list[str]] = {}
        for phone in self.phones:
            if phone.table is not None:
                found.setdefault(phone.table, []).append(phone.name)
        return found

    async def chairs(self) -> dict[str, list[str]]:
        """Every chair of every room that lives here, by player."""
        found: dict[str, list[str]] = {}
        for code in self.home.rooms.live():
            ref, _ = self.home.rooms._live[code]
            actor = ref._actor_weakref()
            if isinstance(actor, RoomActor):
                for chair in actor.state.chairs:
                    if chair.is_person:
                        found.setdefault(chair.id, []).append(code)
        return found
