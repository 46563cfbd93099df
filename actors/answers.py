"""How a command is answered: applied, or refused with a code that the client turns into words."""

from enum import StrEnum

import msgspec
from msgspec import Struct


class Code(StrEnum):
    """Refusals by the room and the gateway. Each game adds its own `StrEnum` for its rules."""

    # the door
    MALFORMED = "malformed"
    """Not decodable, an unknown command or field, a value out of bounds."""
    TOO_LARGE = "too_large"
    SLOW_DOWN = "slow_down"
    """A rate limit; try later."""
    NO_ROOM = "no_room"
    """Unknown or closed: strangers cannot tell which."""
    NOT_ATTACHED = "not_attached"
    """The connection looks at no room."""
    UPDATE = "update"
    """This client is of another protocol version: reload."""
    # the way to the room
    BUSY = "busy"
    """Too much is waiting; nothing has happened."""
    RETRY = "retry"
    """The room is being started again; send the same id again."""
    UNAVAILABLE = "unavailable"
    """The store refused the save; nothing has happened."""
    UNSURE = "unsure"
    """No answer in time; send the same id again to learn it."""
    BROKEN = "broken"
    """The room failed again and again and is parked."""
    INTERNAL = "internal"
    """A bug of ours; nothing has happened."""
    # the room
    REMOVED = "removed"
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    STALE = "stale"
    TOO_EARLY = "too_early"
    TOO_LATE = "too_late"
    BAD_NAME = "bad_name"
    BAD_OPTIONS = "bad_options"
    BAD_ACTION = "bad_action"
    NO_SUCH_GAME = "no_such_game"
    NO_SUCH_SEAT = "no_such_seat"
    NO_CHAIR = "no_chair"
    NO_BOTS = "no_bots"
    GAME_RUNNING = "game_running"
    NO_GAME = "no_game"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    SOMEBODY_AWAY = "somebody_away"
    ROOM_FULL = "room_full"
    """Chairs taken and two hundred people without one."""
    NOT_ASKABLE = "not_askable"
    BAD_TOKEN = "bad_token"  # noqa: S105 - a code, not a password
    NOBODY_WAITS = "nobody_waits"
    # the hall
    HALLS_BUSINESS = "halls_business"
    """At a table of a hall: the hall seats people and chooses the game."""
    NOT_ORGANISER = "not_organiser"
    NOT_JOINED = "not_joined"
    """No such person in this hall."""
    NO_TABLE = "no_table"
    HALL_FULL = "hall_full"


class Applied(Struct, frozen=True, tag="applied", tag_field="type", gc=False):
    """Done and durable. `version` is the room's version that holds it; `detail` what was asked for
    (the token of a chair link, the code of a new room)."""

    fence: int
    version: int
    detail: str | None = None


class Refused(Struct, frozen=True, tag="refused", tag_field="type", gc=False):
    """Nothing has happened. `code` is one of `Code` or of the game's own codes; `number` is what the
    sentence needs (seats too many, seconds to wait)."""

    code: str
    number: int | None = None


Answer = Applied | Refused

PASSING = frozenset({Code.BUSY, Code.RETRY, Code.UNAVAILABLE, Code.UNSURE, Code.INTERNAL, Code.SLOW_DOWN})
"""Refusals that say nothing of the command: the same id may be sent again and judged anew."""

encode_answer = msgspec.json.Encoder().encode


class Refusal(Exception):
    """Raised inside the room's pure parts: the command is answered with `code`, nothing changes."""

    def __init__(self, code: Code, number: int | None = None) -> None:
        super().__init__(code)
        self.answer = Refused(code, number)
