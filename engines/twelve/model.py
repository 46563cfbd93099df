"""The nouns of twelve: its refusals, its actions, the state, what a seat may do.

What a viewer sees is in `seen.py`. Nothing here decides anything; section numbers are those of the game's rules (twelve.md).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from engines.core import Seat
from engines.twelve.cards import Card, Cards

HAND_LIMIT: Final = {1: 8, 2: 7, 3: 6, 4: 5}
JESTERS_SHUFFLED_IN: Final = {1: 0, 2: 0, 3: 1, 4: 2}
SOLO_JESTERS: Final = 2
"""What lies aside in the solo game (6)."""
ENEMIES: Final = 12


class TwelveCode(StrEnum):
    """Why twelve refuses a move, beside `core.Code`."""

    NO_SUCH_PLAY = "no_such_play"
    """These cards do not go down together (2.1)."""
    NOT_PLAYING = "not_playing"
    """A card is played or a turn yielded only in the first step of a turn."""
    YIELD_ALONE = "yield_alone"
    """Who plays alone may never yield (2.5)."""
    ALL_YIELDED = "all_yielded"
    """Every other seat's last turn was a yield: somebody has to play (2.5)."""
    NOTHING_DUE = "nothing_due"
    """The blow is covered, or none has been dealt (4)."""
    NO_JESTER_PLAYED = "no_jester_played"
    """A seat is named, and something said, only after a jester (2.4, 8)."""
    NOT_AT_THE_TABLE = "not_at_the_table"
    """The seat that was named does not play on."""
    SAID_ALREADY = "said_already"
    NO_FLIP = "no_flip"
    """No jester lies aside any more, or never did (6)."""
    FLIP_OVER = "flip_over"
    """Between two payments no jester is flipped (6)."""
    ONLY_FLIP = "only_flip"
    """The hand cannot pay; only a jester can help (6)."""
    TAVERN_EMPTY = "tavern_empty"
    """A flip would leave an empty hand (6)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """There is one set of rules, and no clock (room.md 2)."""


# Actions.


class Phrase(StrEnum):
    """All that may be said (8)."""

    GLADLY = "gladly"
    RATHER_NOT = "rather_not"


SeatIndex: TypeAlias = Annotated[int, Meta(ge=0, lt=4)]


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Play these cards of the own hand together; in which order they are named does not matter."""

    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=4)]


class Yield(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Play nothing this turn, and take the blow."""


class Pay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """One card toward the blow (4)."""

    card: Card


class Name(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """After a jester: which seat takes the next turn (2.4)."""

    seat: SeatIndex


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """The one thing that may be said, while a jester's choice is open (8)."""

    phrase: Phrase


class Flip(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Solo: a jester from aside; the whole hand goes, eight new cards come (6)."""


Action: TypeAlias = Play | Yield | Pay | Name | Say | Flip


# State.


class Stage(StrEnum):
    PLAYING = "playing"
    """The seat whose turn it is plays or yields."""
    PAYING = "paying"
    """It covers the blow, one card after another."""
    NAMING = "naming"
    """It has played a jester and names who goes next."""
    WON = "won"
    LOST = "lost"
    ABANDONED = "abandoned"
    """The last active seat has left: neither won nor lost (5)."""


class Loss(StrEnum):
    UNPAID = "unpaid"
    """The hand could not cover the blow."""
    EMPTY_HAND = "empty_hand"
    """A turn began with no card in hand."""


class Medal(StrEnum):
    """A solo victory by its flips (6)."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


class Laid(Struct, frozen=True):
    """What one seat has played in one turn, as it lies in the field."""

    seat: Seat
    cards: Cards


class State(Struct, frozen=True):
    """The whole game. A card is in exactly one of `hands`, `castle`, `enemy`, `tavern`, `discard`, `field`.

    limit      cards a hand may hold; fixed at the start
    castle     enemies to come after the present one, the next first; secret but for the ranks
    enemy      who stands there now; "" once the last king has fallen
    tavern     the draw pile, its top first; secret but for the first `known`
    known      how many enemies lie face down on top of the tavern, where everybody saw them land (3)
    discard    sorted, so that no order is kept that a table would not see (9)
    damage     since the enemy was turned up; `shield` likewise
    blocked    spades played against an enemy of spades, until a jester makes them count (2.3)
    is_immune  the enemy still cancels the power of its suit
    number     of the turn, from 1; part of the phase's key
    seat       whose turn it is
    due        what is left to pay in this turn; `paid` the cards that lie for it
    flips      jesters used from aside
    yielded    per seat: its last turn was a yield (2.5)
    said       per seat: what it has said since the jester
    loss       once `stage` is LOST
    """

    limit: int
    stage: Stage
    castle: Cards
    enemy: str
    tavern: Cards
    known: int
    discard: Cards
    field: tuple[Laid, ...]
    damage: int
    shield: int
    blocked: int
    is_immune: bool
    hands: tuple[Cards, ...]
    number: int
    seat: Seat
    due: int
    paid: Cards
    flips: int
    yielded: tuple[bool, ...]
    said: tuple[Phrase | None, ...]
    left: tuple[bool, ...]
    loss: Loss | None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def active(self) -> tuple[Seat, ...]:
        """Seats that have not been abandoned, ascending."""
        return tuple(Seat(seat) for seat, left in enumerate(self.left) if not left)


class May(Struct, frozen=True):
    """Everything one seat may do now; `rules.act` takes nothing else. Of payments and plays the views
    show more than the card (`Own`)."""

    play: tuple[Cards, ...] = ()
    yields: bool = False
    pay: Cards = ()
    name: tuple[Seat, ...] = ()
    say: tuple[Phrase, ...] = ()
    flip: bool = False
