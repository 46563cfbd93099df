"""Rooms with everything real but the sockets and the time: actors, SQLite, supervisor.

    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        await anna.does(Start(...))

Every delivery is recorded per connection, as the browser would get it.
"""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from actors.answers import Answer, Applied, Refused
from actors.messages import (
    Act,
    Attached,
    Connection,
    Detached,
    Join,
    PlayerId,
    ReplyTo,
    RoomCode,
    RoomCommand,
    SeatBot,
    Start,
    Told,
)
from actors.ports import Claim, Commit, CommitResult, Delivery, StoreAway
from actors.rooms import Rooms
from engines.core import AnyEngine
from engines.registry import ENGINES
from gateway.backends.embedded import Embedded
from tests.support.baton import Baton, Relay, Revolving, Vigil
from tests.support.manual_clock import ManualClock

TOYS: tuple[AnyEngine, ...] = (Baton(), Relay(), Revolving(), Vigil())
ALL_ENGINES: Mapping[str, AnyEngine] = {**ENGINES, **{toy.name: toy for toy in TOYS}}
TURNS = 30
"""Turns of the loop in which everything that was set off has run its course."""


class Trouble:
    """A store in front of a real one that fails on demand. Implements `RoomStore`.

    `script` holds what happens to the next commits: "ok", "fail" (nothing saved), "lose" (saved, but the
    answer is lost: unknown), "vanish" (not saved, and nobody knows).
    """

    def __init__(self, store: Embedded) -> None:
        self.store = store
        self.script: list[str] = []
        self.always: str | None = None
        self.commits: list[Commit] = []

    async def claim(self, code: RoomCode) -> Claim | None:
        return await self.store.claim(code)

    async def create(self, code: RoomCode, snapshot: bytes, look_again: float) -> int | None:
        if self.always == "fail":
            raise StoreAway
        return await self.store.create(code, snapshot, look_again)

    async def due(self, now: float, limit: int) -> tuple[RoomCode, ...]:
        return await self.store.due(now, limit)

    def speak(self, delivery: Delivery, lost: Callable[[], None]) -> None:
        self.store.speak(delivery, lost)

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        self.commits.append(commit)
        fate = self.script.pop(0) if self.script else self.always or "ok"
        loop = asyncio.get_running_loop()
        if fate == "ok":
            self.store.commit(commit, done)
        elif fate == "fail":
            loop.call_soon(done, CommitResult.FAILED)
        elif fate == "vanish":
            loop.call_soon(done, CommitResult.UNKNOWN)
        elif fate == "lose":
            silent = msgspec.structs.replace(commit, delivery=Delivery())

            def lose(_result: CommitResult) -> None:
                loop.call_soon(done, CommitResult.UNKNOWN)

            self.store.commit(silent, lose)


class Recorder:
    """Implements `Outlet` and `Counters`: keeps what every connection was sent."""

    def __init__(self) -> None:
        self.views: dict[Connection, list[dict[str, Any]]] = {}
        self.notices: dict[Connection, list[str]] = {}
        self.answers: dict[tuple[Connection, int], Answer] = {}
        self.order: list[tuple[str, Connection]] = []
        self.failures: list[str] = []
        self.looking: dict[RoomCode, tuple[tuple[PlayerId, Connection], ...]] = {}
        self.raw: dict[Connection, list[bytes]] = {}

    def deliver(self, delivery: Delivery) -> None:
        for reply in delivery.replies:
            key = (reply.to.connection, reply.to.ack)
            assert key not in self.answers, "answered twice"
            self.answers[key] = reply.answer
            self.order.append(("reply", reply.to.connection))
        for frame in delivery.frames:
            text = b"{" + delivery.public + b"," + frame.own + b"}"
            for connection in frame.to:
                self.raw.setdefault(connection, []).append(text)
                self.views.setdefault(connection, []).append(json.loads(text))
                self.order.append(("view", connection))
        for notice in delivery.notices:
            for connection in notice.to:
                self.notices.setdefault(connection, []).append(notice.notice)

    def attachments(self, code: RoomCode) -> tuple[tuple[PlayerId, Connection], ...]:
        return self.looking.get(code, ())

    def room_failed(self, where: str) -> None:
        self.failures.append(where)

    def commit_ended(self, result: CommitResult) -> None:
        pass


class Tab:
    """One browser tab of one player."""

    def __init__(self, home: "House", name: str, connection: str) -> None:
        self.home = home
        self.player = PlayerId(f"p-{name}")
        self.name = name
        self.connection = Connection(connection)
        self.room: RoomCode | None = None
        self._acks = itertools.count()

    @property
    def views(self) -> list[dict[str, Any]]:
        return self.home.record.views.get(self.connection, [])

    @property
    def view(self) -> dict[str, Any]:
        return self.views[-1]

    @property
    def clock(self) -> dict[str, float] | None:
        """The phase's clock as it is shown now."""
        clock: dict[str, float] | None = self.view["room"]["clock"]
        return clock

    @property
    def own(self) -> dict[str, Any] | None:
        own: dict[str, Any] | None = self.view["own"]
        return own

    @property
    def phase(self) -> str:
        phase: str = self.view["room"]["phase"]
        return phase

    @property
    def notices(self) -> list[str]:
        return self.home.record.notices.get(self.connection, [])

    def seat_of(self, other: "Tab") -> dict[str, Any]:
        """The other's chair as this tab sees it."""
        seats: list[dict[str, Any]] = self.view["room"]["seats"]
        return next(seat for seat in seats if seat["id"] == other.player)

    def attach_soon(self, room: RoomCode) -> tuple[Connection, int]:
        self.room = room
        ack = next(self._acks)
        self.home.rooms.tell(room, Attached(self.player, ReplyTo(self.connection, ack)))
        return (self.connection, ack)

    async def attach(self, room: RoomCode) -> Answer:
        return await self.home.answer(self.attach_soon(room))

    def tell(self, command: RoomCommand, stamp: float | None = None) -> tuple[Connection, int]:
        """Hand a command to the room and do not wait."""
        assert self.room is not None
        ack = next(self._acks)
        when = self.home.clock.now() if stamp is None else stamp
        self.home.rooms.tell(self.room, Told(self.player, ReplyTo(self.connection, ack), when, command))
        return (self.connection, ack)

    async def does(self, command: RoomCommand, stamp: float | None = None) -> Answer:
        """The answer to a command, after all it has set off."""
        return await self.home.answer(self.tell(command, stamp))

    async def acts(self, phase: str | None = None, id: str | None = None, **action: object) -> Answer:  # noqa: A002 - the wire's word
        raw = msgspec.Raw(msgspec.json.encode(action))
        return await self.does(Act(id=id or self.home.new_id(), phase=phase or self.phase, action=raw))

    async def drop(self, silent_s: float = 0.0) -> None:
        """The connection is gone."""
        assert self.room is not None
        self.home.rooms.tell(self.room, Detached(self.player, self.connection, silent_s))
        await self.home.settle()


class House:
    """One instance's rooms over one store."""

    def __init__(self, path: Path, clock: ManualClock | None = None) -> None:
        self.path = path
        self.clock = clock or ManualClock()
        self.record = Recorder()
        self.store = Trouble(Embedded(path, self.record))
        self.rooms = Rooms(self.store, self.record, ALL_ENGINES, self.clock, self.record, self._secret)
        self._connections = itertools.count()
        self._ids = itertools.count()
        self._secrets = itertools.count()

    def _secret(self) -> bytes:
        """Different each time and the same in each run."""
        return next(self._secrets).to_bytes(4, "big") * 8

    def new_id(self) -> str:
        return f"id{next(self._ids)}"

    def tab(self, name: str) -> Tab:
        return Tab(self, name, f"{name}#{next(self._connections)}")

    async def settle(self) -> None:
        """Let the loop run until nothing more follows from what has happened."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def answer(self, key: tuple[Connection, int]) -> Answer:
        await self.settle()
        assert key in self.record.answers, "a command was not answered"
        return self.record.answers[key]

    async def move(self, seconds: float) -> None:
        """Time passes, one deadline after the other."""
        await self.settle()
        end = self.clock.now() + seconds
        while True:
            due = self.clock.next_call()
            if due is None or due > end:
                break
            self.clock.move_to(due)
            await self.settle()
        self.clock.move_to(end)
        await self.settle()

    async def room(self, game: str = "rows", options: object = None) -> RoomCode:
        return await self.rooms.create(game, msgspec.json.encode(options or {}))

    async def table(self, game: str, *names: str, bots: int = 0, options: object = None) -> list[Tab]:
        """A lobby in which these sit, in this order; the first is the host."""
        code = await self.room(game, options)
        tabs = [self.tab(name) for name in names]
        for tab in tabs:
            await self.sits(tab, code)
        for _ in range(bots):
            applied(await tabs[0].does(SeatBot(id=self.new_id())))
        return tabs

    async def game(self, game: str, *names: str, bots: int = 0, options: object = None) -> list[Tab]:
        """A running game."""
        tabs = await self.table(game, *names, bots=bots, options=options)
        await self.starts(tabs[0])
        return tabs

    async def sits(self, tab: Tab, code: RoomCode) -> None:
        applied(await tab.attach(code))
        applied(await tab.does(Join(id=self.new_id(), name=tab.name)))

    async def starts(self, host: Tab) -> None:
        applied(await host.does(Start(id=self.new_id(), phase=host.phase)))

    async def stop(self) -> None:
        await self.rooms.stop()
        await self.store.store.close()


@asynccontextmanager
async def house(path: Path, clock: ManualClock | None = None) -> AsyncIterator[House]:
    """A house that is closed properly at the end."""
    home = House(path / "rooms.sqlite3", clock)
    await home.store.store.open()
    home.rooms.start()
    try:
        yield home
    finally:
        await home.stop()


def applied(answer: Answer) -> Applied:
    assert isinstance(answer, Applied), answer
    return answer


def refused(answer: Answer) -> str:
    """The code of a refusal."""
    assert isinstance(answer, Refused), answer
    return answer.code
