"""One turn of an actor: what its messages have gathered, and what is made of it once it is durable."""

from collections.abc import Collection, Mapping
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from actors import play, view
from actors.answers import Applied, Refused
from actors.hall_state import HallState
from actors.kept import Kept
from actors.messages import (
    Attached,
    Connection,
    Detached,
    Digest,
    GatewayGone,
    PlayerId,
    ReplyTo,
    RoomMessage,
    Told,
)
from actors.ports import Delivery, NoticeKind, NoticeTo, Reply, SeatFrame
from actors.state import RoomState
from engines.core import AnyEngine, Event, Seat

Viewers = list[tuple[PlayerId, tuple[Connection, ...]]]


StateT = TypeVar("StateT", bound=Kept)


class Owed(Struct, frozen=True, gc=False):
    """An answer that waits for the turn's end: a refusal, or applied at `version` (None: this turn's)."""

    to: ReplyTo
    refused: Refused | None = None
    version: int | None = None
    detail: str | None = None

    def to_again(self, to: ReplyTo) -> "Owed":
        """The same answer to a repeat."""
        return replace(self, to=to)


class Turn(Generic[StateT]):
    """The draft, and what goes out once the draft is durable.

    `resync` holds connections that asked for a view even if nothing changes; `evicted` players lose
    sight of it once this turn is saved. `is_closing` deletes it, with `last_word` to those who look; `is_resting`
    ends its actor and keeps the record. Even if nothing has changed `is_repair` saves, also where the record is gone, and
    `is_proof` saves to learn whether this is still the owner.
    """

    def __init__(self, draft: StateT) -> None:
        self.draft = draft
        self.messages: list[RoomMessage] = []
        self.owed: list[Owed] = []
        self.notices: list[NoticeTo] = []
        self.resync: list[tuple[PlayerId, Connection]] = []
        self.evicted: list[tuple[PlayerId, NoticeKind]] = []
        self.is_closing = False
        self.last_word: NoticeKind = "closed"
        self.is_resting = False
        self.is_repair = False
        self.is_proof = False

    @property
    def has_comers(self) -> bool:
        """Whether somebody has come, or gone."""
        return any(isinstance(each, Attached | Detached | Digest | GatewayGone) for each in self.messages)

    @property
    def must_save(self) -> bool:
        """Even if nothing has changed."""
        return self.is_closing or self.is_repair or self.is_proof

    @property
    def is_ending(self) -> bool:
        return self.is_closing or self.is_resting

    def asked_for(self, connected: Mapping[PlayerId, Collection[Connection]]) -> Viewers:
        """Those of `resync` that are still connected."""
        asked: dict[PlayerId, list[Connection]] = {}
        for player, connection in self.resync:
            if connection in connected.get(player, ()):
                asked.setdefault(player, []).append(connection)
        return [(player, tuple(connections)) for player, connections in asked.items()]

    def refuse(self, to: ReplyTo, code: str, number: int | None = None) -> None:
        self.owed.append(Owed(to, Refused(code, number)))

    def replies(self, fence: int) -> tuple[Reply, ...]:
        """In the order in which they were asked for."""
        return tuple(self._reply(owed, fence) for owed in self.owed)

    def _reply(self, owed: Owed, fence: int) -> Reply:
        if owed.refused is not None:
            return Reply(owed.to, owed.refused)
        version = self.draft.version if owed.version is None else owed.version
        return Reply(owed.to, Applied(fence, version, owed.detail))


class HallTurn(Turn[HallState]):
    """A hall's, with those commands whose answers are kept in memory alone."""

    def __init__(self, draft: HallState) -> None:
        super().__init__(draft)
        self.done: list[Told] = []


class RoomTurn(Turn[RoomState]):
    """A room's, with what has happened in its game."""

    def __init__(self, draft: RoomState) -> None:
        super().__init__(draft)
        self.events: list[Event] = []
        self.private: list[tuple[Seat, Event]] = []

    def take(self, played: play.Played) -> None:
        self.draft = played.state
        self.events += played.events
        self.private += played.private

    def delivery(
        self, engine: AnyEngine, fence: int, viewers: Viewers, spectators: int, now: float
    ) -> Delivery:
        """Replies in order, then each viewer's view of the draft, then notices."""
        whose = (self.draft.code, fence, self.draft.version)
        if not viewers:
            return Delivery(*whose, self.replies(fence), notices=tuple(self.notices))
        return Delivery(
            *whose,
            self.replies(fence),
            public=view.public(self.draft, engine, fence, spectators, now, self.events),
            frames=tuple(
                [
                    SeatFrame(connections, view.personal(self.draft, engine, player, self.private))
                    for player, connections in viewers
                ]
            ),
            notices=tuple(self.notices),
        )
