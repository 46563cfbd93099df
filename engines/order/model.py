"""The nouns of order: cards and chips, the state, what a seat may do, what a viewer sees.

Nothing here decides anything; section numbers are those of the game's rules (order.md).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from engines.core import Outcome, Seat

SEATS: Final = 8
"""More than a phone shows well; eight chairs at most at any time (1, 5)."""
ENOUGH: Final = 3
"""Seats that it takes to deal. A deal that has begun is played on by two (5)."""
HAND: Final = 2
BOARD: Final = (0, 3, 4, 5)
"""Common cards on the table in each of the four streets (2.2)."""
LAST_STREET: Final = len(BOARD) - 1
GOAL: Final = 3
"""Deals in right order that win, and deals in wrong order that lose (1)."""

RANKS: Final = "23456789TJQKA"
"""Ascending; one letter a rank, ten is T. A card is rank and suit: "TD" is the ten of diamonds."""
SUITS: Final = "SHDC"

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]
Chip: TypeAlias = Annotated[int, Meta(ge=1, le=SEATS)]
Rank: TypeAlias = int
"""2 … 14. An ace is 14, also where it plays as a one: the hand's own rank says five high."""

PACK: Final[Cards] = tuple(rank + suit for suit in SUITS for rank in RANKS)


class OrderCode(StrEnum):
    """Why order refuses a move, beside `core.Code`."""

    NOT_CLAIMING = "not_claiming"
    """No street is open: the hands lie on the table."""
    NOT_DEALT_IN = "not_dealt_in"
    """The seat gets cards at the next deal (5)."""
    CHIP_TAKEN = "chip_taken"
    """Another seat holds it, and has to put it back first (2.1)."""
    OWN_CHIP = "own_chip"
    NO_SUCH_CHIP = "no_such_chip"
    NO_CHIP = "no_chip"
    """There is none to put back."""
    CHIPS_MISSING = "chips_missing"
    """Somebody holds no chip: there is no order to say yes to (2.1)."""
    ORDER_CHANGED = "order_changed"
    """The yes was meant for an order that is no more (2.1)."""
    YES_SAID = "yes_said"
    NO_YES = "no_yes"
    """There is no own yes to take back."""
    DEAL_RUNS = "deal_runs"
    """The next deal was asked for before this one had ended."""
    NEEDS_THREE = "needs_three"
    """A deal takes three seats (5)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """There are none: one rule set and no clock (room.md 2)."""


# Actions.


class Take(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Take a chip from the pile; the own one, if any, goes back in the same step."""

    chip: Chip


class Release(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Put the own chip back in the pile."""


class Yes(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Say that the order is right. `claim` is the number of the order that is meant."""

    claim: int


class No(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Take the own yes back."""


class NextDeal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Leave the showdown."""


Action: TypeAlias = Take | Release | Yes | No | NextDeal


# What a hand is worth. Only the showdown knows.


class Category(IntEnum):
    """What five cards are called, by strength (4)."""

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIRS = 3
    THREE = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR = 8
    STRAIGHT_FLUSH = 9
    """Ace high it is called a royal flush; that is only a name."""


class Strength(Struct, frozen=True):
    """Two hands are as strong as each other iff category, ranks and kickers are equal (4).

    ranks    those that give the hand its name, in the order in which they are compared
    kickers  the rest, likewise
    five     the cards that count: those of `ranks` first
    """

    category: Category
    ranks: tuple[Rank, ...]
    kickers: tuple[Rank, ...]
    five: Cards


# State.


class Stage(StrEnum):
    CLAIMING = "claiming"
    """A street is open."""
    RESULT = "result"
    """A deal has been judged, or is void, and the game goes on."""
    OVER = "over"


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    VOID = "void"
    """At most one seat was left in the deal: neither right nor wrong, and no hand is shown (5)."""


class SeatState(Struct, frozen=True):
    """One seat.

    hand      its two cards while it is in the deal, else none
    is_dealt  this deal gave it cards, whether it has left since or not
    chip      its chip of the present street; at the showdown, of the last one
    earlier   its chips of the streets before this one, None where it had left
    has_yes   it has said yes to the present order
    has_left  given up; until its owner is back
    """

    hand: Cards = ()
    is_dealt: bool = False
    chip: Chip | None = None
    earlier: tuple[Chip | None, ...] = ()
    has_yes: bool = False
    has_left: bool = False

    @property
    def is_in(self) -> bool:
        """It claims a place in this deal's order."""
        return bool(self.hand)


class Shown(Struct, frozen=True):
    """One hand at the showdown.

    lowest   and `highest`: the chips, among those held, that would have been right for it. Equal hands share
             them, and only relative order counts (3)
    level    0 for the weakest hands, 1 for the next …; equal hands have the same
    kickers_decide  another shown hand has the same name, so the kickers are worth saying (4)
    """

    seat: Seat
    chip: Chip
    hand: Cards
    strength: Strength
    level: int
    lowest: Chip
    highest: Chip
    kickers_decide: bool


class State(Struct, frozen=True):
    """The whole game. Every card of the deal is in exactly one of `hand`s, `board` and `out`.

    chips     the chips of this street are 1 … `chips`
    board     all five common cards; the first `BOARD[street]` lie open, the rest is secret
    out       the hands of seats that have left since the deal: nobody is shown them any more (5)
    claim     number of the present order: it grows with every change of a chip and never goes back
    shown     in the order of the chips, once the deal has been judged
    verdict   of the deal, once it is over
    """

    deal: int
    street: int
    stage: Stage
    seats: tuple[SeatState, ...]
    chips: int
    board: Cards
    out: Cards
    claim: int
    right: int
    wrong: int
    shown: tuple[Shown, ...] = ()
    verdict: Verdict | None = None


# Views.


class Standing(Struct, frozen=True):
    """What is public about one seat; the fields are those of `SeatState`.

    is_in  it claims a place in this deal. Neither this nor `has_left`: it gets cards at the next deal
    """

    chip: Chip | None
    earlier: tuple[Chip | None, ...]
    has_yes: bool
    is_dealt: bool
    is_in: bool
    has_left: bool


class Table(Struct, frozen=True):
    """What everybody may see.

    board      the common cards that lie open
    pile       the chips that nobody holds, ascending
    claim      number of the present order, which a yes has to name
    right      and `wrong`: deals so far, of `goal`
    standings  by seat
    shown      all hands at once, in the order of the chips, from the showdown to the next deal
    """

    stage: Stage
    deal: int
    street: int
    board: Cards
    chips: int
    pile: tuple[Chip, ...]
    claim: int
    right: int
    wrong: int
    goal: int
    standings: tuple[Standing, ...]
    shown: tuple[Shown, ...]
    verdict: Verdict | None
    outcome: Outcome | None


class May(Struct, frozen=True):
    """Everything one seat may do now; `rules.act` takes nothing else. `yes` is the claim to name."""

    take: tuple[Chip, ...] = ()
    release: bool = False
    yes: int | None = None
    no: bool = False
    next_deal: bool = False


class Own(Struct, frozen=True):
    """What only its seat may see: its two cards, as they were dealt, without a name."""

    hand: Cards
    may: May
