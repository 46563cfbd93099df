"""What instances write to each other: JSON, never a pickle, and nothing that is secret from its reader.

A letter goes to one instance and concerns one room, but for the digest. A reader ignores fields that it does
not know and drops letters of a kind that it does not know: the instance beside it may be of another version.
Times cross as ages, for no two clocks agree (hazards.md 9).
"""

import msgspec
from msgspec import Raw, Struct

from actors.answers import Answer
from actors.between import AnyHallMail
from actors.messages import Attachments, Connection, PlayerId, RoomCode
from actors.ports import NoticeKind

NO_VIEW = Raw(b"{}")


class Letter(Struct, frozen=True, tag_field="type", omit_defaults=True, gc=False):
    """`sender` is an instance."""

    sender: str


class Command(Letter, frozen=True, tag="command"):
    """A person's command, received `age_s` ago, for the room's owner."""

    room: RoomCode
    player: PlayerId
    connection: Connection
    ack: int
    age_s: float
    command: Raw


class Look(Letter, frozen=True, tag="look"):
    """A connection wants to look at a room."""

    room: RoomCode
    player: PlayerId
    connection: Connection
    ack: int


class LookAway(Letter, frozen=True, tag="look_away"):
    """A connection no longer looks; its last byte came `silent_s` ago."""

    room: RoomCode
    player: PlayerId
    connection: Connection
    silent_s: float = 0.0


class Between(Letter, frozen=True, tag="between"):
    """A hall to one of its tables, or a table to its hall; `room` is the reader's."""

    room: RoomCode
    mail: AnyHallMail


class NotHere(Letter, frozen=True, tag="not_here"):
    """The answer to one of the above from an instance that does not own the room; `owner` if it knows."""

    room: RoomCode
    owner: str = ""
    connection: str = ""
    ack: int = -1


class Owns(Letter, frozen=True, tag="owns"):
    """A room has a new owner, the sender. Written by the claim itself, to every instance on the room's list."""

    room: RoomCode
    fence: int


class Offer(Letter, frozen=True, tag="offer"):
    """The sender is leaving: take this room, at which these look."""

    room: RoomCode
    looking: Attachments = ()


class Looking(Struct, frozen=True, array_like=True, gc=False):
    """Who looks at a room from the sender's connections."""

    room: RoomCode
    attachments: Attachments


class Digest(Letter, frozen=True, tag="digest"):
    """Everybody who looks, from the sender, at rooms that the reader owns: the lease of these attachments."""

    rooms: tuple[Looking, ...]
    wants_views: bool = False


class SaidFrame(Struct, frozen=True, array_like=True, gc=False):
    """A viewer's own members, as one object, and the connections that see them."""

    to: tuple[Connection, ...]
    own: Raw


class SaidReply(Struct, frozen=True, array_like=True, gc=False):
    connection: Connection
    ack: int
    answer: Answer


class SaidNotice(Struct, frozen=True, array_like=True, gc=False):
    to: tuple[Connection, ...]
    notice: NoticeKind


class Said(Letter, frozen=True, tag="said"):
    """What a room says to the reader's connections: acks, then views, then notices. `public` is an object."""

    room: RoomCode
    fence: int
    version: int
    replies: tuple[SaidReply, ...] = ()
    public: Raw = NO_VIEW
    frames: tuple[SaidFrame, ...] = ()
    notices: tuple[SaidNotice, ...] = ()


AnyLetter = Command | Look | LookAway | Between | NotHere | Owns | Offer | Digest | Said

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyLetter).decode
"""Raises msgspec.DecodeError."""
