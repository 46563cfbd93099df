"""People of a hall at gateways over one Redis: each goes where it is sent, as a client does."""

from typing import Any

from tests.support.gateways import Gateway, Gateways, Guest, pair

MOST_S = 30.0


class Participant(Guest):
    """Somebody who has joined a hall, or organises one."""

    def __init__(self, gateway: Gateway, name: str) -> None:
        super().__init__(gateway, name, gateway.new_connection())
        self.hall = ""

    @property
    def halls(self) -> list[dict[str, Any]]:
        """What was shown of the hall, oldest first."""
        frames = self.gateway.wires.frames.get(self.connection, [])
        return [payload for name, payload in frames if name == "hall"]

    @property
    def seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = max(
            reversed(self.halls), key=pair
        )  # the latest of equal ones: reports are no save
        return seen

    @property
    def table(self) -> str | None:
        return self.room if self.room != self.hall else None

    def is_called(self) -> bool:
        """To a table."""
        return self.seen["you"]["table"] is not None

    def plays(self) -> bool:
        return bool(self.views) and self.view["room"]["status"] == "playing"


class Company:
    """A hall whose people sit at both instances by turns; the organiser sits at A, where the hall begins."""

    def __init__(self, home: Gateways) -> None:
        self.home = home
        self.organiser = Participant(home.a, "boss")
        self.people: list[Participant] = []
        self.code = ""

    async def opens(self, game: str = "baton") -> "Company":
        opened = await self.answered(self.organiser, type="open_hall", game=game, options={})
        self.code = self.organiser.hall = opened["detail"]
        await self.goes(self.organiser, self.code)
        return self

    async def answered(self, who: Guest, **command: object) -> dict[str, Any]:
        answer = await self.home.answered(who, who.tells(**command))
        assert answer["type"] == "applied", answer
        return answer

    async def goes(self, who: Participant, code: str) -> None:
        await self.answered(who, type="attach", room=code)
        who.room = code

    async def joins(self, name: str, gateway: Gateway) -> Participant:
        who = Participant(gateway, name)
        who.hall = self.code
        await self.goes(who, self.code)
        await self.answered(who, type="join", name=name)
        self.people.append(who)
        return who

    async def joined(self, count: int) -> None:
        for number in range(count):
            await self.joins(f"p{number}", (self.home.a, self.home.b)[number % 2])

    async def seats(self) -> None:
        await self.answered(self.organiser, type="seat_everyone", phase=self.organiser.seen["hall"]["phase"])

    async def follow(self) -> None:
        """Until everybody sits and sees a game."""
        for who in self.people:
            await self.home.passes(who.is_called, MOST_S)
            await self.goes(who, who.seen["you"]["table"])
        await self.home.passes(lambda: all(who.plays() for who in self.people), MOST_S)

    def together(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for who in self.people:
            found.setdefault(who.view["room"]["code"], set()).add(who.player)
        return found

    def has_one_chair_each(self) -> bool:
        """By what everybody's own table shows: each sits there, and nobody sits at another."""
        seated = [seat["id"] for view in self._tables().values() for seat in view["room"]["seats"]]
        return sorted(seated) == sorted(who.player for who in self.people)

    def _tables(self) -> dict[str, dict[str, Any]]:
        return {who.view["room"]["code"]: who.view for who in self.people}
