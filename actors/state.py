"""The whole of a room as one frozen value: what is saved is what is.

Nothing here acts. `seats`, `presence`, `timers` and `play` are functions from one `RoomState` to
the next; the actor assigns the result once it is durable.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Raw, Struct

from actors.between import Word
from actors.kept import Kept
from actors.messages import PlayerId, RoomCode
from engines.core import LeaveReason

SNAPSHOT_VERSION = 1


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Ending(StrEnum):
    """How the last game of the room came to its end."""

    FINISHED = "finished"
    ABANDONED = "abandoned"
    """Its last person left (room.md 6)."""
    ENDED_BY_HOST = "ended_by_host"
    ROUND_OVER = "round_over"
    """Its hall has ended the round: what has been reached counts."""


class Chair(Struct, frozen=True):
    """One chair in use. While a game runs its index is the engine's seat.

    id          public: the player's id, or "bot-1" …
    twin        0, or the visible number beside a name that another seat has too
    seated      rises with each seating: the lowest connected person is the longest seated
    away_since  server time (s) since which no connection is live, None while one is
    left        why the seat was given up in the running game; its chair stays until the next lobby
    """

    id: str
    name: str
    seated: int
    is_bot: bool = False
    twin: int = 0
    away_since: float | None = None
    left: LeaveReason | None = None

    @property
    def is_person(self) -> bool:
        """A person who has not left, here or away (rows.md 5)."""
        return not self.is_bot and self.left is None

    @property
    def is_here(self) -> bool:
        return self.is_person and self.away_since is None


class Waiting(Struct, frozen=True):
    """Somebody in line for a chair; `away_since` as a chair's."""

    id: PlayerId
    name: str
    away_since: float | None = None


class Game(Struct, frozen=True):
    """A running or just finished game.

    number      the how-manieth game of this room: part of every phase key, so none repeats
    step        engine steps applied so far: the next one's chance is derived from it and `secret`
    opened      server time at which the present phase began
    """

    name: str
    engine_version: int
    number: int
    secret: bytes
    step: int
    # Any: the engine's own State; `load` decodes it again through its engine.
    state: Any
    phase: str
    opened: float


class ChairToken(Struct, frozen=True):
    """A one-time chair link (room.md 1): five minutes, single use."""

    token: str
    player: PlayerId
    until: float


class RoomState(Kept, frozen=True):
    """Everything a room is. Mappings are never changed in place: each step makes new ones.

    lobby       rises with each return to the lobby: part of the lobby's phase key
    deadlines   name -> server time in seconds; names are `timers`' (silence:<id>, phase:<key>, …)
    stopped_at  since when no seated person has been connected: all clocks but `shutoff` stand still
    resumed_at  when they last went on: no clock fires within twenty seconds of it
    askable     seats that have owed an action, untouched, for so long that they may be asked
    hall        what the hall wants of this table, where it is one; `last_part` is the deal (sentence, enemy) with which
                it has been asked to end
    ask_again   seat id -> server time before which it may not be asked "Still here?" again
    """

    game_name: str
    options: Raw = Raw(b"{}")
    status: Status = Status.LOBBY
    ending: Ending | None = None
    lobby: int = 1
    games: int = 0
    seatings: int = 0
    chairs: tuple[Chair, ...] = ()
    host: str | None = None
    line: tuple[Waiting, ...] = ()
    removed: tuple[PlayerId, ...] = ()
    game: Game | None = None
    starting_by: str | None = None
    deadlines: dict[str, float] = msgspec.field(default_factory=dict)
    stopped_at: float | None = None
    resumed_at: float = 0.0
    askable: tuple[str, ...] = ()
    ask_again: dict[str, float] = msgspec.field(default_factory=dict)
    tokens: tuple[ChairToken, ...] = ()
    other_table: RoomCode | None = None
    hall: Word | None = None
    last_part: int | None = None

    @property
    def phase(self) -> str:
        """The key that a command must name to be taken."""
        if self.status is Status.LOBBY or self.game is None:
            return f"lobby:{self.lobby}"
        if self.status is Status.OVER:
            return f"over:{self.game.number}"
        return self.game.phase

    @property
    def people(self) -> int:
        """Persons who have not left."""
        return sum(chair.is_person for chair in self.chairs)

    @property
    def seated(self) -> int:
        """Chairs that somebody or a bot sits on. One that was left is free, though it stands in the game."""
        return sum(chair.left is None for chair in self.chairs)

    @property
    def somebody_here(self) -> bool:
        return any(chair.is_here for chair in self.chairs)

    @property
    def is_lone_game(self) -> bool:
        """A running game of one person and bots: nobody waits, no clock runs (room.md 4)."""
        bots = any(chair.is_bot for chair in self.chairs)
        return self.status is Status.PLAYING and bots and self.people == 1

    def remember(
        self, player: PlayerId, command: str, version: int, detail: str | None, present: Collection[str]
    ) -> "RoomState":
        """Keep the answer to an applied command; players who are neither seated nor in line nor
        `present` are forgotten."""
        answered = self.with_answer(player, command, version, detail)
        if len(answered) > len(self.chairs):
            known = {chair.id for chair in self.chairs} | {waiting.id for waiting in self.line}
            answered = {p: a for p, a in answered.items() if p in known or p in present}
        return msgspec.structs.replace(self, answered=answered)

    def chair_of(self, seat_id: str) -> int | None:
        """Index of the chair with this id, or None."""
        for index, chair in enumerate(self.chairs):
            if chair.id == seat_id:
                return index
        return None

    def with_chair(self, index: int, **changes: Any) -> "RoomState":  # Any: the chair's own fields
        """The state with one chair changed."""
        chair = msgspec.structs.replace(self.chairs[index], **changes)
        return msgspec.structs.replace(self, chairs=(*self.chairs[:index], chair, *self.chairs[index + 1 :]))


class Saved(Struct, frozen=True):
    """What lies in the store. `at` is the server time of the save: what a clock had left then is what it
    has left after a restart."""

    snapshot: int
    at: float
    room: RoomState


encode_snapshot = msgspec.json.Encoder().encode
decode_snapshot = msgspec.json.Decoder(Saved).decode
