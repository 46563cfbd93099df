"""The whole of a hall as one frozen value: people, tables, rounds, and who sat with whom.

What tables have reported is not in it, results are: a hall that has been brought back asks its tables again.
"""

from enum import StrEnum

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from actors.between import Announced, Invited, Wants, Word
from actors.kept import Kept
from actors.messages import PlayerId, RoomCode
from actors.seating import Table as Numbers
from actors.seating import sizes
from engines.core import AnyEngine, Score

HALL_SNAPSHOT_VERSION = 1
MOST_PEOPLE = 1_500


class HallStage(StrEnum):
    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"
    """The round is over, and its results are shown."""


class Person(Struct, frozen=True, omit_defaults=True):
    """Somebody who has joined.

    number    in the order of joining: who sat with whom is kept in numbers
    table     where a chair is kept; None: in the hall
    is_away   without a connection to the hall for a while; of those at tables the tables know
    left      the table that was left last, to which nobody is sent back if there is another
    rests     has left a table, and is given no chair before the next round, or before joining again
    """

    id: PlayerId
    number: int
    name: str
    table: RoomCode | None = None
    is_away: bool = False
    rests: bool = False
    left: RoomCode | None = None


class Result(Struct, frozen=True):
    """What a table has reached in its round; `names` are what the seats are called."""

    score: Score
    names: tuple[str, ...]


class HallTable(Struct, frozen=True, omit_defaults=True):
    """A table of this round.

    people   who may sit there
    number   of the present word to it
    wants    see `between`; one that is to be dissolved is kept until it is known to be gone
    is_open  it has been heard of
    is_closed  its room has been deleted, and what it has reached is kept
    """

    code: RoomCode
    place: int
    game: str
    options: Raw
    people: tuple[PlayerId, ...]
    number: int = 1
    wants: Wants = Wants.PLAY
    is_open: bool = False
    is_over: bool = False
    is_closed: bool = False
    result: Result | None = None

    @property
    def is_going(self) -> bool:
        return self.wants is not Wants.DISSOLVE


class HallState(Kept, frozen=True):
    """Everything a hall is. Mappings are never changed in place.

    round      of how many rounds the tables have been set
    joined     the number of the last one who has joined
    places     how many tables this round has had, for their numbers on the screen
    past       for each of the last rounds who sat together
    gone       the numbers of those who have left the hall, who may come back: nobody forgets whom they have met
    ends_at    to which all screens count down
    shutoff    when the hall is deleted; None while anybody is here
    """

    game_name: str
    options: Raw
    organisers: tuple[PlayerId, ...]
    stage: HallStage = HallStage.GATHERING
    round: int = 0
    joined: int = 0
    places: int = 0
    people: dict[PlayerId, Person] = msgspec.field(default_factory=dict)
    tables: dict[RoomCode, HallTable] = msgspec.field(default_factory=dict)
    past: tuple[tuple[Numbers, ...], ...] = ()
    gone: dict[PlayerId, int] = msgspec.field(default_factory=dict)
    announced: Announced | None = None
    ends_at: float | None = None
    shutoff: float | None = None

    @property
    def phase(self) -> str:
        """The key that commands must name to be taken."""
        return f"{self.stage.value}:{self.round}"

    def waiting(self) -> list[Person]:
        """Who would be seated now, the longest here first."""
        return [p for p in self.people.values() if p.table is None and not p.is_away and not p.rests]

    def with_person(self, player: PlayerId, **changes: object) -> "HallState":
        person = replace(self.people[player], **changes)
        return replace(self, people={**self.people, player: person})

    def without_person(self, player: PlayerId) -> "HallState":
        """Out of the hall; somebody who has a chair is taken from it before."""
        people, gone = dict(self.people), {**self.gone, player: self.people[player].number}
        del people[player]
        if len(gone) > MOST_PEOPLE:
            del gone[next(iter(gone))]
        return replace(self, people=people, gone=gone)

    def with_table(self, code: RoomCode, **changes: object) -> "HallState":
        table = replace(self.tables[code], **changes)
        return replace(self, tables={**self.tables, code: table})

    def going(self) -> list[HallTable]:
        return [table for table in self.tables.values() if table.is_going]

    def plan(self, engine: AnyEngine, people: int) -> tuple[int, ...]:
        """Sizes of the tables for so many."""
        return sizes(people, engine.seats, engine.best_seats)

    def word(self, table: HallTable) -> Word:
        """All that the hall wants of a table."""
        people = tuple(Invited(player, self.people[player].name) for player in table.people)
        return Word(
            self.code,
            table.number,
            table.wants,
            table.game,
            table.options,
            people,
            self.announced,
            self.ends_at,
            table.place,
        )


class SavedHall(Struct, frozen=True):
    """What lies in the store; `at` is the server time of the save."""

    snapshot: int
    at: float
    hall: HallState


encode_hall = msgspec.json.Encoder().encode
decode_hall = msgspec.json.Decoder(SavedHall).decode
