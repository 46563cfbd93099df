"""The closed set of messages a room understands.

`RoomCommand` is what a person may ask of a room; the same structs are the wire's inward types
(`gateway/wire.py` lists them), so unknown fields and out-of-range values are refused at the door.
`RoomMessage` is what lands in a room's inbox. A command never says who sends it: the connection does.
"""

from typing import Annotated, NewType

from msgspec import Meta, Raw, Struct

PlayerId = NewType("PlayerId", str)
"""Public id of a player: derived from the secret, useless as a credential (room.md 1)."""

RoomCode = NewType("RoomCode", str)
"""Six characters that can be read aloud (room.md 1); of a hall, where that is meant, seven."""

Connection = NewType("Connection", str)
"""One live connection of one browser tab: `instance.number`. Only the instance that holds it can resolve it."""

Attachments = tuple[tuple[PlayerId, Connection], ...]
"""Who looks at a room, by which connections."""

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
PhaseKey = Annotated[str, Meta(max_length=60)]
SeatId = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(max_length=500)]  # `actors.names` judges it; this only bounds the work
GameName = Annotated[str, Meta(min_length=1, max_length=20, pattern="^[a-z]+$")]
Token = Annotated[str, Meta(min_length=8, max_length=60, pattern="^[A-Za-z0-9_-]+$")]


class RoomCommand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True, gc=False):
    """`id` is made by the client: a command that is sent again with its id gets the same answer."""

    id: CommandId


class Join(RoomCommand, frozen=True, tag="join"):
    """Take a free chair; where none may be taken now, stand in line for one. An owner whose seat
    was given up takes it back where the game allows."""

    name: Name


class Leave(RoomCommand, frozen=True, tag="leave"):
    """Give up the chair, or the place in line. In a running game: for good (room.md 1). `phase` is any of
    the same lobby, game or end screen: standing up must not become leaving a game that has just begun."""

    phase: PhaseKey


class Rename(RoomCommand, frozen=True, tag="rename"):
    """Refused while a game runs."""

    name: Name


class Choose(RoomCommand, frozen=True, tag="choose"):
    """Host: the game and its options. Options of another game than the present start at defaults."""

    game: GameName
    options: Raw


class SeatBot(RoomCommand, frozen=True, tag="seat_bot"):
    """Host: seat one bot (room.md 2)."""


class UnseatBot(RoomCommand, frozen=True, tag="unseat_bot"):
    seat: SeatId


class Remove(RoomCommand, frozen=True, tag="remove"):
    """Host: remove a person; this room refuses that player from then on."""

    seat: SeatId


class HandOn(RoomCommand, frozen=True, tag="hand_on"):
    """Host: hand the role to another seated person."""

    seat: SeatId


class Start(RoomCommand, frozen=True, tag="start"):
    """By the host at once, by another seated person after five seconds (room.md 2).

    `despite_away` repeats a start that was refused with `somebody_away`.
    """

    phase: PhaseKey
    despite_away: bool = False


class StopStart(RoomCommand, frozen=True, tag="stop_start"):
    """Any seat: stop the five seconds of a start."""


class Act(RoomCommand, frozen=True, tag="act"):
    """A move of the game. `action` is decoded by the game's own types."""

    phase: PhaseKey
    action: Raw


class Again(RoomCommand, frozen=True, tag="again"):
    """Any seat: from the end screen back to the lobby."""

    phase: PhaseKey


class End(RoomCommand, frozen=True, tag="end"):
    """Host: end the running game, without a result."""

    phase: PhaseKey


class Here(RoomCommand, frozen=True, tag="here"):
    """A touch: somebody sits before this tab. Seen by nobody (room.md 3)."""


class AskHere(RoomCommand, frozen=True, tag="ask_here"):
    """Any other seat: "Still here?" (room.md 3)."""

    seat: SeatId


class ChairLink(RoomCommand, frozen=True, tag="chair_link"):
    """A one-time token that moves this seat to another device; the answer's `detail` carries it."""


class TakeChair(RoomCommand, frozen=True, tag="take_chair"):
    """Redeem a chair link."""

    token: Token


class OpenAnother(RoomCommand, frozen=True, tag="open_another"):
    """While somebody is in line: a new room with the same game and options; the view shows its code."""


AnyRoomCommand = (
    Join
    | Leave
    | Rename
    | Choose
    | SeatBot
    | UnseatBot
    | Remove
    | HandOn
    | Start
    | StopStart
    | Act
    | Again
    | End
    | Here
    | AskHere
    | ChairLink
    | TakeChair
    | OpenAnother
)


def gateway_of(connection: Connection) -> str:
    """The instance that holds a connection.

    >>> gateway_of(Connection("3f9a01bc.17"))
    '3f9a01bc'
    """
    return connection.partition(".")[0]


class ReplyTo(Struct, frozen=True, gc=False):
    """Where an answer goes: a connection and the ack id of the event it came in."""

    connection: Connection
    ack: int


class RoomMessage(Struct, frozen=True, gc=False):
    """What lands in a room's inbox."""


class Told(RoomMessage, frozen=True, gc=False):
    """A person's command, to a room or a hall. `stamp` is the time of receipt at the gateway: it decides "too late"."""

    player: PlayerId
    reply_to: ReplyTo
    stamp: float
    command: RoomCommand


class Attached(RoomMessage, frozen=True, gc=False):
    """A connection of the player looks at this room now. Answered, and followed by a view."""

    player: PlayerId
    reply_to: ReplyTo


class Detached(RoomMessage, frozen=True, gc=False):
    """It no longer does; its last byte came `silent_s` ago. Of an unknown connection: nothing changes."""

    player: PlayerId
    connection: Connection
    silent_s: float


class Digest(RoomMessage, frozen=True, gc=False):
    """All connections of one gateway that look at this room (hazards.md 11). Those that the room does not know
    are attached and get a view: they never noticed that an incarnation before it has gone. Those of this
    gateway that it knows and that are not among them are detached."""

    attachments: Attachments
    gateway: str = ""
    wants_views: bool = True
    """Whether all of them get a view, because some may have been lost on the way."""


class GatewayGone(RoomMessage, frozen=True, gc=False):
    """An instance has died, and every connection that it held with it; it was last heard `silent_s` ago."""

    gateway: str
    silent_s: float


class Repair(RoomMessage, frozen=True, gc=False):
    """The store may have lost what it had: save the room as it is (hazards.md 2)."""


class Due(RoomMessage, frozen=True, gc=False):
    """The room's own timer: some deadline may have passed."""


class Spawned(RoomMessage, frozen=True, gc=False):
    """The other table that this room asked for is open (or could not be opened: None)."""

    code: RoomCode | None
