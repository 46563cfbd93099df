"""What a person may ask of a hall. `messages.Join` is a hall's as well: join it under a name.

Everything but `Join` and `LeaveHall` is for organisers.
"""

from typing import Annotated

from msgspec import Meta, Raw

from actors.between import What
from actors.messages import GameName, Join, PhaseKey, RoomCommand, SeatId

TableCode = Annotated[str, Meta(min_length=6, max_length=6)]


class LeaveHall(RoomCommand, frozen=True, tag="leave_hall"):
    """Be counted no more; joining again is coming back."""


class NameOrganiser(RoomCommand, frozen=True, tag="name_organiser"):
    """One more, from the people of the hall."""

    player: SeatId


class Plan(RoomCommand, frozen=True, tag="plan"):
    """What will be played next. Options of another game than the present start at defaults."""

    game: GameName
    options: Raw


class SeatEveryone(RoomCommand, frozen=True, tag="seat_everyone"):
    """Spread everybody over tables: the next round. Refused while tables play."""

    phase: PhaseKey


class SeatWaiting(RoomCommand, frozen=True, tag="seat_waiting"):
    """More tables of those who wait, in the running round."""

    phase: PhaseKey


class EndRound(RoomCommand, frozen=True, tag="end_round"):
    """Softly, each table with its deal, sentence or enemy; or at once."""

    phase: PhaseKey
    at_once: bool = False


class DissolveTable(RoomCommand, frozen=True, tag="dissolve_table"):
    """Its people go to other tables, or wait."""

    table: TableCode


class Announce(RoomCommand, frozen=True, tag="announce"):
    """Said at every table in its readers' languages."""

    what: What


class CountDown(RoomCommand, frozen=True, tag="count_down"):
    """Shown at every table; nothing ends by itself. 0 takes it away."""

    seconds: Annotated[int, Meta(ge=0, le=3600)]


class LookFor(RoomCommand, frozen=True, tag="look_for"):
    """From now on this organiser's view has the people whose names hold this text, at most twenty."""

    text: Annotated[str, Meta(max_length=100)]


OrganisersCommand = (
    NameOrganiser
    | Plan
    | SeatEveryone
    | SeatWaiting
    | EndRound
    | DissolveTable
    | Announce
    | CountDown
    | LookFor
)
AnyHallCommand = Join | LeaveHall | OrganisersCommand
