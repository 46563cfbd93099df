"""The one way from a room's state to what somebody sees.

`public` is what everybody in the room sees, `personal` adds what is the viewer's own. Remaining
times are computed here, once per commit, so that no clock but the server's counts.
"""

import msgspec
from msgspec import Raw, Struct

from actors import timers
from actors.messages import PlayerId
from actors.state import Ending, RoomState, Status
from engines.core import AnyEngine, Seat


class SeatView(Struct, frozen=True):
    """A chair as everybody sees it. `away_left_s` counts down to the loss of the chair, `asked_left_s`
    to the end of the question "Still here?"; both only while they run."""

    id: str
    name: str
    twin: int
    is_bot: bool
    presence: str
    is_host: bool
    is_awaited: bool
    is_askable: bool
    away_left_s: float | None = None
    asked_left_s: float | None = None


class ClockView(Struct, frozen=True):
    """The phase's clock. It shows `limit_s` until `left_s` is below that (play-back comes first)."""

    left_s: float
    limit_s: float


class StartingView(Struct, frozen=True):
    """A start by somebody who is not the host, which any seat can stop."""

    seat: str
    left_s: float


class RoomView(Struct, frozen=True):
    """The room's public part.

    phase          the key that commands must name
    opens_s        seconds until an action of this phase is taken (a result screen)
    game           slug; `options` is that game's own struct
    min_seats …    what the chosen game takes
    line           how many stand in line for a chair; `spectators` how many look on without one
    can_sit        whether a chair may be taken right now
    is_stopped     nobody seated is connected: all clocks stand still
    """

    code: str
    status: Status
    phase: str
    opens_s: float
    game: str
    options: Raw
    min_seats: int
    max_seats: int
    has_bots: bool
    seats: tuple[SeatView, ...]
    line: int
    spectators: int
    can_sit: bool
    is_stopped: bool
    clock: ClockView | None = None
    starting: StartingView | None = None
    ending: Ending | None = None
    other_table: str | None = None


class YouView(Struct, frozen=True):
    """What the room knows of this viewer. `seat` is the index of an own chair, also of one that was
    given up in the running game (then `seats[seat].presence` is "left" and `can_return` says whether
    it may be taken back); `in_line` is the place in line, from 1."""

    player: str
    seat: int | None
    can_return: bool
    in_line: int | None


def presence_of(state: RoomState, index: int) -> str:
    """`here`, `away` or `left` (room.md 3). Bots are always here."""
    chair = state.chairs[index]
    if chair.left is not None:
        return "left"
    return "away" if chair.away_since is not None else "here"
