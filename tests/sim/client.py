"""The players of the simulation: scripted, seeded, behind links that delay, lose and repeat."""

from __future__ import annotations

import itertools
import json
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec

from actors.messages import PlayerId
from gateway.sessions import player_id
from gateway.socket_server import ConnectionId

if TYPE_CHECKING:
    from tests.sim.world import World

RESEND_S = 3.0
AGAIN = 0.2
"""How likely somebody wants another game while things go wrong: some games are short."""
PATIENCE = 0.8
"""How likely somebody of whom nothing is wanted does nothing, whatever could be done."""


class Link:
    """One connection: frames on their way in both directions, each with the time it arrives."""

    def __init__(self, connection: ConnectionId) -> None:
        self.connection = connection
        self.up: deque[tuple[float, int, bytes]] = deque()
        self.down: deque[tuple[float, Any]] = deque()


class Client:
    """A scripted player: joins, plays what its hints allow, sends again what was not answered."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.is_onlooker = name == "onlooker"
        self.secret = (name * 43)[:43]
        self.player: PlayerId = player_id(self.secret)
        self.link: Link | None = None
        self.view: dict[str, Any] | None = None
        self.seen = (0, 0)
        self.outstanding: tuple[bytes, float] | None = None
        self.applied: dict[str, int] = {}
        self.kept: dict[str, int] = {}
        self.chair: int | None = None  # which of its sittings; with a chair go its owner's answers
        self.refused: list[str] = []
        self.attaching = ""
        self.wants_another = False
        self.frames = 0
        self._ids = itertools.count()
        self._acks = itertools.count()

    # -- the link

    def connect(self) -> None:
        """A new connection; the old one, if any, is still there until the server notices."""
        world = self.world
        connection = ConnectionId(f"{self.name}-{next(world.connections)}")
        auth = msgspec.json.encode({"protocol": 1, "secret": self.secret})
        assert world.dispatch.opened(connection, auth, "10.0.0.1")
        self.link = world.links[connection] = Link(connection)
        self.seen = (0, 0)
        self.attach()
        if self.outstanding is not None:
            self.transmit(self.outstanding[0])

    def attach(self) -> None:
        self.attaching = self.post({"type": "attach", "room": self.world.code}, remember=False)

    def post(self, command: dict[str, Any], *, remember: bool = True) -> str:
        name = f"{self.name}{next(self._ids)}"
        body = msgspec.json.encode({"id": name, **command})
        if remember:
            self.outstanding = (body, self.world.clock.now())
        self.transmit(body)
        return name

    def transmit(self, body: bytes) -> None:
        if self.link is not None:
            delay = self.world.chance.choice((0.0, 0.0, 0.05, 0.4, 2.0)) if self.world.is_rough else 0.0
            arrives = self.world.clock.now() + delay
            if self.link.up:  # a connection keeps its order
                arrives = max(arrives, self.link.up[-1][0])
            self.link.up.append((arrives, next(self._acks), body))

    # -- what arrives

    def hears(self, link: Link, kind: str, content: Any) -> None:
        self.frames += 1
        if kind == "ack":
            self._hears_answer(content)
        elif kind == "view" and link is self.link:
            pair = (content["fence"], content["version"])
            assert pair >= self.seen, f"{self.name} was shown {pair} after {self.seen}"
            self.seen = pair
            self.view = content

    def _hears_answer(self, answer: dict[str, Any]) -> None:
        if answer["id"] == self.attaching and answer["type"] == "refused":
            self.attach()
        if self.outstanding is None:
            return
        body = json.loads(self.outstanding[0])
        if answer["id"] != body["id"]:
            return
        if answer["type"] == "applied":
            known = self.applied.setdefault(body["id"], answer["version"])
            assert known == answer["version"], "a repeat got another answer"
            self.outstanding = None
        elif answer["code"] in ("retry", "busy", "unavailable", "unsure"):
            self.outstanding = (self.outstanding[0], self.world.clock.now() - RESEND_S / 2)
        else:
            self.refused.append(answer["code"])
            self.outstanding = None

    def interjects(self, command: dict[str, Any]) -> None:
        """Something out of turn, whatever else is outstanding; its answer is of no concern."""
        if self.link is not None and self.view is not None:
            if command["type"] == "leave":
                command = {**command, "phase": self.view["room"]["phase"]}
                self.kept = {}
            self.post(command, remember=False)

    # -- what it does

    def acts(self) -> None:
        """One step of its own accord."""
        now = self.world.clock.now()
        if self.link is None:
            self.connect()
        elif self.outstanding is not None:
            body, since = self.outstanding
            if now - since > RESEND_S:
                self.outstanding = (body, now)
                self.transmit(body)
        elif self.view is not None and (command := self._wish(self.view)) is not None:
            self.post(command)

    def _wish(self, view: dict[str, Any]) -> dict[str, Any] | None:
        room, you, own = view["room"], view["you"], view["own"]
        if self.is_onlooker:
            return None
        if you["seat"] is None or room["seats"][you["seat"]]["presence"] == "left":
            return None if you["in_line"] else {"type": "join", "name": self.name}
        if room["status"] == "lobby":
            return (
                {"type": "start", "phase": room["phase"], "despite_away": True}
                if len(room["seats"]) >= 3
                else None
            )
        if room["status"] == "over":
            wants = self.wants_another or (self.world.is_rough and self.world.chance.random() < AGAIN)
            return {"type": "again", "phase": room["phase"]} if wants else None
        if room["status"] == "playing" and own is not None:
            is_awaited = room["seats"][you["seat"]]["is_awaited"]
            if not is_awaited and self.world.chance.random() < PATIENCE:
                return None
            support = self.world.support
            actions = support.hinted(msgspec.convert(own, support.engine.Own))
            if actions:
                (choice,) = self.world.chance.choices(actions, [support.weight(each) for each in actions])
                action = msgspec.to_builtins(choice)
                return {"type": "act", "phase": room["phase"], "action": action}
        return None
