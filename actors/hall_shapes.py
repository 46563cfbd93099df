"""What is sent of a hall: the members of a `hall` event. `hall_view` fills them."""

from msgspec import Raw, Struct

from actors.between import Announced
from actors.hall_state import HallStage


class SizeView(Struct, frozen=True):
    """So many tables of this size."""

    size: int
    tables: int


class HallView(Struct, frozen=True):
    """The hall's public part.

    phase     the key that commands must name
    people    how many are here, in the hall and at tables
    waiting   how many of them have no chair
    tables    of this round; `over` how many of them have ended their game; they may play another until the round is over
    plan      how those would be spread who would be seated now; `left_over` are too few or too many
    left_s    of the countdown
    """

    code: str
    stage: HallStage
    phase: str
    round: int
    game: str
    options: Raw
    min_seats: int
    max_seats: int
    people: int
    waiting: int
    tables: int
    over: int
    plan: tuple[SizeView, ...]
    left_over: int
    announced: Announced | None
    left_s: float | None


class HallYouView(Struct, frozen=True):
    """What the hall knows of this viewer. `table`: where the chair is; attach to it. `place` and `status` are that
    table's, as in `TableView`."""

    has_joined: bool
    is_organiser: bool
    rests: bool
    table: str | None
    place: int | None = None
    status: str | None = None


class ReachedView(Struct, frozen=True):
    """What a table has reached, so far or in the end (`engines.core.Score`).

    leaders   where everybody plays for themselves: what they are called who lead, or have won, of those still there;
              `points` are theirs. Empty where all play together
    rank      of the table among all of the round, 1 for the best; None where tables are not compared: everybody
              plays for themselves, or not all play the same game
    """

    done: int
    failed: int
    goal: int
    leaders: tuple[str, ...]
    points: int
    rank: int | None


class TableView(Struct, frozen=True):
    """A table of the round, as it was last heard of. There are two hundred of them in one view: short.

    place      its number on the screen
    status     `opening` until it is heard of, `lobby`, `playing`, `over`
    since_s    for how long it has been in its phase
    people     what they are called who sit there, twins with a number; `awaited` and `away` are indexes of these
    is_short   fewer sit there than its game takes
    """

    code: str
    place: int
    game: str
    status: str
    phase: str
    since_s: float
    people: tuple[str, ...]
    awaited: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    is_short: bool = False
    reached: ReachedView | None = None


class PersonView(Struct, frozen=True):
    """Somebody in the hall; `place` is the table's number."""

    id: str
    name: str
    is_here: bool
    place: int | None


class HallPublic(Struct, frozen=True):
    fence: int
    version: int
    hall: HallView


class HallOwn(Struct, frozen=True):
    """`people` are for organisers."""

    you: HallYouView
    people: tuple[PersonView, ...] | None


class HallTables(Struct, frozen=True):
    """For everybody once the round is over, and public then; before that for organisers, and for those who look on
    without having joined."""

    tables: tuple[TableView, ...] | None
