"""The whole server in one process with time, network and store in the hands of a seed.

Real: dispatch, rooms, actors, engines, SQLite. Ours: the clock, the links between clients and server,
and what goes wrong. Everything a client does follows from the seed, so a red seed replays.

Checked with every view and after every step: what is sent is what the engine makes of the saved state for
that viewer, and no card that is not theirs to know; views never go back; an acknowledged command stays
acknowledged, under the same version, through restarts; no card is in two places. At the end faults stop,
and the game must come to its end for everybody.
"""

import asyncio
import itertools
import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from actors.kept import ANSWERS_KEPT
from actors.messages import RoomCode
from actors.rooms import Rooms
from actors.state import RoomState, Status, decode_snapshot
from engines.core import Seat
from engines.registry import ENGINES
from gateway.backends.embedded import Embedded
from gateway.delivery import Post
from gateway.dispatch import Dispatch
from gateway.limits import Rate, Rates
from gateway.metrics import Metrics
from gateway.socket_server import ConnectionId
from tests.sim.client import Client, Link
from tests.support.engines import SUPPORT
from tests.support.house import TURNS, Recorder, Trouble
from tests.support.manual_clock import ManualClock

LONGEST_JUMP_S = 100.0
"""Past every clock of a game and the ninety seconds, but not past the forty-five minutes: those rightly
close the room."""
STEPS_INTO = 3
"""Phases that a game has gone through when it is known to run."""
ANSWER_FIELDS = {"type", "fence", "version", "detail", "code", "number"}
"""No field of an answer has room for a card."""
GENEROUS = Rate(per_s=10_000, burst=10_000)


class World:
    """One run."""

    def __init__(
        self,
        game: str,
        seed: int,
        folder: Path,
        names: tuple[str, ...] = ("anna", "ben", "carl", "dora", "onlooker"),
    ) -> None:
        self.support = SUPPORT[game]
        self.chance = Random(seed)
        self.clock = ManualClock()
        self.path = folder / "rooms.sqlite3"
        self.links: dict[ConnectionId, Link] = {}
        self.connections = itertools.count()
        self.is_rough = True
        self.code = RoomCode("")
        self.states: dict[tuple[int, int], RoomState] = {}
        self._id_of: dict[tuple[ConnectionId, int], str] = {}
        self.restarts = self.faults = 0
        self.broken: AssertionError | None = None
        self._secrets = itertools.count(seed * 1000)
        self.clients = [Client(self, name) for name in names]

    async def open(self) -> None:
        self._build()
        await self.store.store.open()
        self.code = await self.rooms.create(self.support.engine.name, b"{}")

    def _build(self) -> None:
        post = Post(self, Metrics())
        self.store = Trouble(Embedded(self.path, post))
        self.record = Recorder()
        self.rooms = Rooms(self.store, post, ENGINES, self.clock, self.record, self._secret)
        rates = Rates(player=GENEROUS, room=GENEROUS, address=GENEROUS)
        self.dispatch = Dispatch(self.rooms, self, self.clock, Metrics(), rates)
        post.replies = self.dispatch

    def _secret(self) -> bytes:
        return next(self._secrets).to_bytes(32, "big")

    # -- sockets, as dispatch and delivery see them

    def answer(self, connection: ConnectionId, ack_id: int, body: bytes) -> None:
        link = self.links.get(connection)
        if link is not None:
            answer = json.loads(body)
            assert set(answer) <= ANSWER_FIELDS
            answer["id"] = self._id_of.get((connection, ack_id))
            self._send_down(link, ("ack", answer))

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def send(self, connection: ConnectionId, frame: bytes) -> None:
        link = self.links.get(connection)
        if link is not None:
            kind, content = json.loads(frame[2:])
            if kind == "view":
                try:
                    self.check_view(link, content)
                except AssertionError as error:  # the server would log it and go on
                    self.broken = self.broken or error
            self._send_down(link, (kind, content))

    def _send_down(self, link: Link, frame: tuple[str, Any]) -> None:
        delay = self.chance.choice((0.0, 0.0, 0.1, 1.0)) if self.is_rough else 0.0
        arrives = self.clock.now() + delay
        if link.down:
            arrives = max(arrives, link.down[-1][0])
        link.down.append((arrives, frame))

    # -- time and network

    async def settle(self) -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self._note_commits()

    async def pass_time(self, seconds: float) -> None:
        """Time goes by in small steps, with what arrives in each."""
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            due = self.clock.next_call()
            step = min(end, self.clock.now() + 0.25, due if due is not None else end)
            self.clock.move_to(max(step, self.clock.now() + 0.001))
            await self.carry()

    async def carry(self) -> None:
        """Deliver what has arrived, in both directions."""
        now = self.clock.now()
        for link in list(self.links.values()):
            while link.up and link.up[0][0] <= now and link.connection in self.links:
                _, ack, body = link.up.popleft()
                self._id_of[(link.connection, ack)] = json.loads(body)["id"]
                self.dispatch.command(link.connection, ack, body)
        await self.settle()
        for link in list(self.links.values()):
            owner = next(c for c in self.clients if link.connection.startswith(f"{c.name}-"))
            while link.down and link.down[0][0] <= now:
                _, (kind, content) = link.down.popleft()
                owner.hears(link, kind, content)

    # -- what goes wrong

    async def misfortune(self) -> None:  # noqa: C901, PLR0912 - a flat list of faults
        """One fault, chosen by the seed."""
        self.faults += 1
        client = self.chance.choice(self.clients)
        match self.chance.randrange(12):
            case 0 | 1:
                self.cut(client)
            case 2:  # the same bytes again, on another connection too
                if client.outstanding is not None:
                    client.transmit(client.outstanding[0])
                    client.connect()
            case 3:
                self.store.script = [
                    self.chance.choice(("fail", "lose", "vanish")) for _ in range(self.chance.randrange(1, 5))
                ]
            case 4:  # somebody else has claimed the room
                await self.store.claim(self.code)
            case 5:
                await self.restart()
            case 6:  # just past the next deadline
                due = self.clock.next_call()
                if due is not None and due < self.clock.now() + LONGEST_JUMP_S:
                    self.clock.move_to(due + 0.001)
            case 7:  # a long silence of everybody
                for other in self.clients:
                    self.cut(other)
                await self.pass_time(self.chance.choice((5.0, 100.0)))
            case 8:  # the store is away for longer than anybody waits
                self.store.always = self.chance.choice(("fail", "vanish"))
                await self.pass_time(15.0)
                self.store.always = None
            case 9:  # somebody leaves for good (and will join again)
                client.interjects({"type": "leave"})
            case 10:  # the host hands on the role, or somebody asks who may not
                client.interjects({"type": "hand_on", "seat": self.chance.choice(self.clients).player})
            case 11:  # what concerns nobody else
                client.interjects(
                    self.chance.choice(
                        ({"type": "chair_link"}, {"type": "here"}, {"type": "rename", "name": "X"})
                    )
                )

    def cut(self, client: Client) -> None:
        """The client's connections are gone, with all that was on its way."""
        for connection in [c for c in self.links if c.startswith(f"{client.name}-")]:
            del self.links[connection]
            self.dispatch.closed(connection, self.chance.choice((0.0, 15.0)))
        client.link = None

    async def restart(self) -> None:
        """SIGKILL and a new process: what was not saved is gone, the file stays."""
        self.restarts += 1
        self.store.store._batch.clear()
        await self.store.store.close()
        self.links.clear()
        for client in self.clients:
            client.link = None
        for ref, _ in list(self.rooms._live.values()):
            ref.actor_inbox.actor.die()  # type: ignore[attr-defined]
        self._build()
        await self.store.store.open()

    # -- what must always hold

    def _note_commits(self) -> None:
        for commit in self.store.commits:
            assert commit.snapshot is not None, "the room was closed under its people"
            room = decode_snapshot(commit.snapshot).room
            self.states[(commit.fence, commit.version)] = room
            if room.game is not None:
                self._check_cards(room)
        self.store.commits.clear()

    def _state_of(self, room: RoomState) -> Any:
        assert room.game is not None
        return msgspec.convert(room.game.state, self.support.engine.State)

    def _check_cards(self, room: RoomState) -> None:
        cards = self.support.cards_of(self._state_of(room))
        assert len(cards) == len(set(cards)), "a card is in two places"

    def check_view(self, link: Link, view: dict[str, Any]) -> None:
        """It is the engine's view of the saved state, and nothing in it is a card that is secret here."""
        self._note_commits()
        room = self.states.get((view["fence"], view["version"]))
        if room is None or room.game is None or room.version != view["version"]:
            return
        client = next(c for c in self.clients if link.connection.startswith(f"{c.name}-"))
        state, engine = self._state_of(room), self.support.engine
        chair = room.chair_of(client.player)
        seat = Seat(chair) if chair is not None and room.chairs[chair].left is None else None
        own = None if seat is None else engine.own(state, seat)
        assert view["table"] == json.loads(msgspec.json.encode(engine.table(state)))
        assert view["own"] == json.loads(msgspec.json.encode(own))
        shown = self.support.cards_on_wire(
            {part: view[part] for part in ("table", "events", "own", "private")}
        )
        hidden = shown & set(self.support.secrets(state, seat))
        assert not hidden, f"{client.name} was shown {hidden} in version {room.version}"

    async def check(self) -> None:
        """Every view was right, and acknowledged stays acknowledged."""
        if self.broken is not None:
            raise self.broken
        saved = await self.stored()
        for client in self.clients:
            kept = {known.id: known.version for known in saved.answers_kept(client.player)}
            index = saved.chair_of(client.player)
            chair = None if index is None else saved.chairs[index].seated
            for command, version in client.kept.items():
                if chair is not None and chair == client.chair and len(kept) < ANSWERS_KEPT:
                    assert kept.get(command) == version, f"the answer to {command} is forgotten"
            client.kept, client.chair = kept, chair
            for command, version in list(client.applied.items())[-20:]:
                assert kept.get(command, version) == version
                assert saved.version >= version, "an acknowledged version was lost"

    async def stored(self) -> RoomState:
        db = self.store.store._db
        assert db is not None
        (snapshot,) = db.execute("SELECT snapshot FROM saved_rooms WHERE code = ?", (self.code,)).fetchone()
        return decode_snapshot(snapshot).room

    def is_over(self) -> bool:
        """Whether everybody sees the same end of a game."""
        views = [
            c.view for c in self.clients if c.view is not None and c.view["room"]["status"] == Status.OVER
        ]
        seen = {c.seen for c in self.clients}
        return len(views) == len(self.clients) and len(seen) == 1

    def plays_another(self) -> Callable[[], bool]:
        """A condition: everybody sees the next game running, some phases into it."""
        before = {phase.partition(":")[0] for phase in self._phases()}
        gone_through: set[str] = set()

        def runs() -> bool:
            now = self._phases()
            gone_through.update(now)
            return len(now) == 1 and len(gone_through) > STEPS_INTO

        assert len(before) == 1
        return runs

    def _phases(self) -> set[str]:
        return {c.view["room"]["phase"] for c in self.clients if c.view is not None}
