"""The nouns of rows: cards and their heads, the state, what a seat may do, what a viewer sees.

Nothing here decides anything; section numbers are those of the game's rules (rows.md).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from engines.core import Outcome, Seat

PACK: Final = 104
HAND: Final = 10
"""Cards a seat is dealt, and so the turns of a deal."""
ROWS: Final = 4
ROW_HOLDS: Final = 5
"""The card that would be the sixth takes the row (3.2)."""
GOAL: Final = 66
"""A total that ends the game after the deal in which it is reached (4)."""

Card: TypeAlias = Annotated[int, Meta(ge=1, le=PACK)]
RowIndex: TypeAlias = Annotated[int, Meta(ge=0, lt=ROWS)]
Cards: TypeAlias = tuple[Card, ...]
Lines: TypeAlias = tuple[Cards, ...]
"""The four rows as bare cards; a row keeps its index for the whole deal (3.2)."""


def _heads(card: Card) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


_HEADS: Final = (0, *map(_heads, range(1, PACK + 1)))


def heads(card: Card) -> int:
    """The bull heads on a card (2).

    >>> [heads(card) for card in (55, 44, 100, 15, 104)]
    [7, 5, 3, 2, 1]
    """
    return _HEADS[card]


def heads_of(cards: Cards) -> int:
    """The heads on several cards.

    >>> heads_of((12, 25, 55))
    10
    """
    return sum([_HEADS[card] for card in cards])


class RowsCode(StrEnum):
    """Why rows refuses a move, beside `core.Code`."""

    ALREADY_LAID = "already_laid"
    """A laid card is final (3.1)."""
    NOT_LAYING = "not_laying"
    """No card is laid while a row is being chosen or a result is shown."""
    NO_ROW_ASKED = "no_row_asked"
    NOT_YOUR_ROW = "not_your_row"
    """Another seat has to choose the row."""
    NO_SUCH_ROW = "no_such_row"
    DEAL_RUNS = "deal_runs"
    """The next deal was asked for before this one had ended."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    lay_s: Annotated[int, Meta(ge=20, le=120)] = 45
    """Seconds of the laying clock (room.md 4)."""


# Actions.


class Lay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Lay one card of the own hand face down."""

    card: Card


class TakeRow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Choose the row that a card lower than every row's end takes."""

    row: RowIndex


class NextDeal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Leave the result screen."""


Action: TypeAlias = Lay | TakeRow | NextDeal


# State.


class Stage(StrEnum):
    LAYING = "laying"
    ROW = "row"
    """All cards are turned up; the owner of the lowest unplaced one has to choose a row."""
    RESULT = "result"
    """A deal has been scored and the game goes on."""
    OVER = "over"


class How(StrEnum):
    """How a card came into its row."""

    JOINED = "joined"
    SIXTH = "sixth"
    """The row was full: the five cards went to the owner (3.2.3)."""
    CHOSEN = "chosen"
    """Lower than every row's end; the owner chose (3.2.4)."""
    POLICY = "policy"
    """As CHOSEN, but the bot's policy chose: the clock had run out, or the seat is left (5)."""


class Upturned(Struct, frozen=True):
    """A card that has been turned up and not yet placed."""

    card: Card
    seat: Seat


class Placing(Struct, frozen=True):
    """One card that has come into a row, and what its owner had to take."""

    card: Card
    seat: Seat
    row: RowIndex
    how: How
    took: Cards = ()
    heads: int = 0


class State(Struct, frozen=True):
    """The whole game. A dealt card is in exactly one of `hands`, `laid`, `rows` and `taken`.

    hands    per seat, ascending
    laid     per seat: its card of this turn until it is placed. Secret in stage LAYING, public in ROW
    placings the turn being placed, or the last one placed, in order; empty at the start of a deal
    taken    per seat: the cards of this deal
    totals   per seat: the heads of the deals before this one
    left     per seat: given up, its cards are laid by the bot's policy
    """

    options: Options
    deal: int
    turn: int
    stage: Stage
    rows: Lines
    hands: tuple[Cards, ...]
    laid: tuple[Card | None, ...]
    placings: tuple[Placing, ...]
    taken: tuple[Cards, ...]
    totals: tuple[int, ...]
    left: tuple[bool, ...]


# Views.


class Row(Struct, frozen=True):
    cards: Cards
    heads: int


class Standing(Struct, frozen=True):
    """What is public about one seat.

    total    heads of the game so far, those of this deal included
    gain     heads of this deal so far; on the result screen, of the deal just scored
    has_laid its card of this turn lies on the table and is not placed yet
    has_left given up for good: the bot's policy lays for it
    """

    total: int
    gain: int
    has_laid: bool
    has_left: bool


class Table(Struct, frozen=True):
    """What everybody may see.

    `placings` are those of the turn being placed or, between turns, of the last turn. Undone from the
    last to the first (a card that took puts `took` back, another leaves its row's end) they lead back
    to the rows before that turn, so a client can play the turn again from this alone.

    goal       heads with which a seat ends the game
    standings  by seat
    chooser    who has to choose a row now
    unplaced   turned up and waiting for that choice, ascending; the first is the chooser's
    outcome    once the game is over
    """

    stage: Stage
    deal: int
    turn: int
    goal: int
    rows: tuple[Row, ...]
    standings: tuple[Standing, ...]
    chooser: Seat | None
    unplaced: tuple[Upturned, ...]
    placings: tuple[Placing, ...]
    outcome: Outcome | None


class May(Struct, frozen=True):
    """Everything one seat may do now; `rules.act` takes nothing else."""

    lay: Cards = ()
    take: tuple[RowIndex, ...] = ()
    next_deal: bool = False


class Landing(Struct, frozen=True):
    """Where a card would go if it were placed now: as which card of which row.

    `place` is 2 to 6; the sixth takes the five before it.
    """

    row: RowIndex
    place: int
    took: Cards = ()
    heads: int = 0


class Own(Struct, frozen=True):
    """What only its seat may see.

    hand      ascending
    laid      its card on the table that is not placed yet
    landings  for each card of the hand, as the rows are now; None would have to take a row
    """

    hand: Cards
    laid: Card | None
    may: May
    landings: tuple[Landing | None, ...]
