"""The wire, declared once: every message that crosses a connection, in both directions.

Inward, one Socket.IO event `cmd` with one object and an ack. Outward, that ack and three events:
`view`, `hall` and `notice`. The structs that a room understands or shows live beside the room (`actors/`)
and each game's beside its rules; this page is the closed list, and `gateway/schema.py` turns it
into the client's TypeScript types. `docs/protocol.md` explains it to people.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from actors.answers import Answer, Applied, Refused
from actors.hall_commands import AnyHallCommand
from actors.hall_shapes import HallView, HallYouView, PersonView, TableView
from actors.messages import AnyRoomCommand, CommandId, GameName
from actors.ports import NoticeKind
from actors.view import RoomView, YouView

PROTOCOL = 1
"""Raised when an older client can no longer play; it is told to reload."""

Code = Annotated[str, Meta(min_length=1, max_length=12)]
Secret = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]+$")]


class Auth(Struct, frozen=True):
    """The CONNECT packet's payload. `secret` is what `hello` handed out earlier; without one this
    connection is a new player. It travels nowhere else. Clients of other versions may say more: they
    are let in, to be told to reload."""

    protocol: int
    secret: Secret | None = None


class GatewayCommand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """Commands that the gateway answers itself or that choose the room."""

    id: CommandId


class Hello(GatewayCommand, frozen=True, tag="hello"):
    """Who am I? Answered with the secret to keep, if this connection came without one."""


class Create(GatewayCommand, frozen=True, tag="create"):
    """Open a table. The answer's `detail` is its code; attach to it next."""

    game: GameName
    options: Raw


class OpenHall(GatewayCommand, frozen=True, tag="open_hall"):
    """Open a hall, whose organiser you are. The answer's `detail` is its code; attach to it next."""

    game: GameName
    options: Raw


class Attach(GatewayCommand, frozen=True, tag="attach"):
    """Look at this room or hall from now on (and at no other): answered, then a view comes. Attaching again
    asks for the view again."""

    room: Code


class Detach(GatewayCommand, frozen=True, tag="detach"):
    """Look at no room any more."""


ClientMessage = Hello | Create | OpenHall | Attach | Detach | AnyRoomCommand | AnyHallCommand
"""The one object of a `cmd` event."""


class Welcome(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The answer to `hello`. `secret` only if it is new: keep it, show it to nobody."""

    player: str
    protocol: int
    secret: str | None = None


AnyAnswer = Applied | Refused | Welcome
"""The one argument of an ack."""


class View(Struct, frozen=True):
    """The `view` event: all that this viewer may see of the room now.

    (fence, version) only grows; a view with a lower pair than the last one shown is dropped. `table`
    is the game's public part, `own` the viewer's (null without a seat); both null before the first
    game. `events` are what has happened since the version before (empty on a resync), `private` those
    that only this viewer's seat may see.
    """

    fence: int
    version: int
    room: RoomView
    table: Raw | None
    events: tuple[Raw, ...]
    you: YouView
    own: Raw | None
    private: tuple[Raw, ...]


class Hall(Struct, frozen=True):
    """The `hall` event, of a connection that looks at a hall: all that this viewer may see of it now. Ordered as views
    are.

    `tables` (null to participants while a round runs) are as they were last heard of; `people` are for organisers.
    """

    fence: int
    version: int
    hall: HallView
    you: HallYouView
    tables: tuple[TableView, ...] | None
    people: tuple[PersonView, ...] | None


class Notice(Struct, frozen=True):
    """The `notice` event. `closed`: the room is gone; `removed`: the host removed you; `elsewhere`:
    your seat has moved to another device; `moved`: attach again in about `after_ms`; `hall`: back to the table's hall,
    attach to it."""

    notice: NoticeKind
    after_ms: int | None = None


decode_message = msgspec.json.Decoder(ClientMessage).decode
decode_auth = msgspec.json.Decoder(Auth).decode

__all__ = ["Answer", "AnyAnswer", "Auth", "ClientMessage", "Hall", "Notice", "View", "Welcome"]
