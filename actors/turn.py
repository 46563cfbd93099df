"""One turn of a room: what its messages have gathered, and the delivery made from it."""

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from actors import play, view
from actors.answers import Applied, Refused
from actors.messages import Connection, PlayerId, ReplyTo, RoomMessage
from actors.ports import Delivery, NoticeKind, NoticeTo, Reply, SeatFrame
from actors.state import RoomState
from engines.core import AnyEngine, Event, Seat

Viewers = list[tuple[PlayerId, tuple[Connection, ...]]]


class Owed(Struct, frozen=True, gc=False):
    """An answer that waits for the turn's end: a refusal, or applied at `version` (None: this turn's)."""

    to: ReplyTo
    refused: Refused | None = None
    version: int | None = None
    detail: str | None = None

    def to_again(self, to: ReplyTo) -> "Owed":
        """The same answer to a repeat."""
        return replace(self, to=to)


class Turn:
    """The draft, and what goes out once the draft is durable.

    `resync` holds connections that asked for a view even if nothing changes; `evicted` players lose
    sight of the room once this turn is saved. `is_closing` deletes the room; `is_resting` ends its
    actor and keeps the record. `is_repair` saves even if nothing has changed.
    """

    def __init__(self, draft: RoomState) -> None:
        self.draft = draft
        self.messages: list[RoomMessage] = []
        self.owed: list[Owed] = []
        self.events: list[Event] = []
        self.private: list[tuple[Seat, Event]] = []
        self.notices: list[NoticeTo] = []
        self.resync: list[tuple[PlayerId, Connection]] = []
        self.evicted: list[tuple[PlayerId, NoticeKind]] = []
        self.is_closing = False
        self.is_resting = False
        self.is_repair = False

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

    def take(self, played: play.Played) -> None:
        self.draft = played.state
        self.events += played.events
        self.private += played.private

    def refuse(self, to: ReplyTo, code: str, number: int | None = None) -> None:
        self.owed.append(Owed(to, Refused(code, number)))

    def delivery(
        self, engine: AnyEngine, fence: int, viewers: Viewers, spectators: int, now: float
    ) -> Delivery:
        """Replies in order, then each viewer's view of the draft, then notices."""
        replies = tuple([self._reply(owed, fence) for owed in self.owed])
        whose = (self.draft.code, fence, self.draft.version)
        if not viewers:
            return Delivery(*whose, replies, notices=tuple(self.notices))
        return Delivery(
            *whose,
            replies,
            public=view.public(self.draft, engine, fence, spectators, now, self.events),
            frames=tuple(
                [
                    SeatFrame(connections, view.personal(self.draft, engine, player, self.private))
                    for player, connections in viewers
                ]
            ),
            notices=tuple(self.notices),
        )

    def _reply(self, owed: Owed, fence: int) -> Reply:
        if owed.refused is not None:
            return Reply(owed.to, owed.refused)
        version = self.draft.version if owed.version is None else owed.version
        return Reply(owed.to, Applied(fence, version, owed.detail))
