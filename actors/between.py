"""What a hall and its tables say to each other (docs/adr/0016-the-hall.md).

Any of it may be lost, or come twice or late: what a hall wants is whole each time and has a number that rises, what
a table reports is ordered by fence and version, and both are said again.
"""

from enum import StrEnum

from msgspec import Raw, Struct

from actors.messages import PlayerId, RoomCode, RoomMessage
from engines.core import Score


class Wants(StrEnum):
    """What a hall wants of a table."""

    PLAY = "play"
    FINISH = "finish"
    """End with the deal, the sentence or the enemy that is under way."""
    STOP = "stop"
    """End at once; the result stays on the screens."""
    DISSOLVE = "dissolve"
    """Close, and send everybody back to the hall."""


class Invited(Struct, frozen=True, array_like=True):
    """Somebody for whom a table keeps a chair."""

    id: PlayerId
    name: str


class What(StrEnum):
    """The announcements there are; the words are the client's."""

    FIVE_MINUTES = "five_minutes"
    LAST_DEAL = "last_deal"
    BACK_TO_HALL = "back_to_hall"


class Announced(Struct, frozen=True):
    """`number` rises with each, so that the same one again is news."""

    number: int
    what: What


class Word(Struct, frozen=True):
    """All that a hall wants of one table. `people` may sit there and nobody else; `ends_at` is the server time
    to which the screens count down, `place` the table's number on them."""

    hall: RoomCode
    number: int
    wants: Wants
    game: str
    options: Raw
    people: tuple[Invited, ...]
    announced: Announced | None = None
    ends_at: float | None = None
    place: int = 0

    def names(self, player: str) -> bool:
        return any(invited.id == player for invited in self.people)


class HallMail(RoomMessage, frozen=True, tag_field="type"):
    """Between a hall and its tables, wherever they live."""


class ToTable(HallMail, frozen=True, tag="to_table"):
    """Whoever finds no room under this code opens one, if `may_open`."""

    word: Word
    may_open: bool = False


class SeatReport(Struct, frozen=True, array_like=True):
    """A person who has a chair at a table, as they are called there, and since when (server time) without a connection.
    One who `has_lapsed` has lost it by silence in a running game, and may come back to it where the game allows; whoever
    looks on meanwhile is here."""

    id: PlayerId
    name: str
    away_since: float | None
    is_awaited: bool
    has_lapsed: bool = False

    @property
    def is_here(self) -> bool:
        return self.away_since is None


class Reported(HallMail, frozen=True, tag="reported"):
    """What everybody may see of a table, in a few words.

    number   of the last word that it has taken; 0 if it is no table of this hall
    status   `lobby`, `playing` or `over`; `phase` and `since` (server time) of the running game
    line     who waits there for a chair
    lookers  who looks on there without one: has left it, or has lost it by silence
    stranded who could have none there now: the game had begun when they came, or takes nobody back who has left
    takes    chairs that newcomers may have now
    games    how many it has begun
    names    what the seats of the last game are called, in their order, for its points
    """

    table: RoomCode
    fence: int
    version: int
    number: int
    status: str = ""
    phase: str = ""
    since: float = 0.0
    seats: tuple[SeatReport, ...] = ()
    line: tuple[PlayerId, ...] = ()
    stranded: tuple[PlayerId, ...] = ()
    takes: int = 0
    games: int = 0
    score: Score | None = None
    names: tuple[str, ...] = ()
    lookers: tuple[PlayerId, ...] = ()


class NoTable(HallMail, frozen=True, tag="no_table"):
    """There is no room under this code, or there is none any more."""

    table: RoomCode


AnyHallMail = ToTable | Reported | NoTable
