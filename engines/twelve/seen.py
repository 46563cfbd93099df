"""What a viewer of twelve sees: the table, and what is a seat's own (9)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engines.core import Outcome, Seat
from engines.twelve.cards import Card, Cards
from engines.twelve.model import Laid, Loss, Medal, Phrase, Stage, TwelveCode


class Enemy(Struct, frozen=True):
    """The enemy and how the fight stands.

    left       health that is left
    blow       what its attack still is after the shield
    blocked    spades that a jester would make count
    is_immune  it cancels the power of its suit
    """

    card: Card
    health: int
    attack: int
    left: int
    damage: int
    shield: int
    blow: int
    blocked: int
    is_immune: bool


class Chair(Struct, frozen=True):
    """What is public about one seat."""

    cards: int
    has_yielded: bool
    has_left: bool
    said: Phrase | None


class Solo(Struct, frozen=True):
    """The jesters aside: how many are left, and the medal that a victory would bring now."""

    jesters: int
    medal: Medal


class Table(Struct, frozen=True):
    """What everybody may see.

    beaten   enemies that have fallen
    enemy    None once all have
    to_come  ranks of the enemies after the present one, in order: their suits are nobody's to know
    field    what has been played against the enemy, in order
    known    the cards on top of the tavern that everybody saw land there, the top first
    discard  sorted by suit and rank
    turn     whose turn it is
    due      what that seat still has to pay; `paid` the cards that lie for it
    solo     in the solo game only
    loss     why, once it is lost
    """

    stage: Stage
    beaten: int
    enemy: Enemy | None
    to_come: tuple[str, ...]
    field: tuple[Laid, ...]
    tavern: int
    known: Cards
    discard: Cards
    limit: int
    chairs: tuple[Chair, ...]
    turn: Seat
    due: int
    paid: Cards
    solo: Solo | None
    loss: Loss | None
    outcome: Outcome | None


class Kill(StrEnum):
    EXACT = "exact"
    """The enemy goes face down on top of the tavern (3)."""
    OVER = "over"
    """It goes to the discard."""


class Preview(Struct, frozen=True):
    """A play with what will come of it, as it will really happen.

    attack   the sum of the cards
    damage   doubled by clubs that count; 0 for a jester
    healed   cards that go from the discard under the tavern
    drawn    cards that the table draws
    shield   what the shield grows by now; for a jester, what was blocked and counts from now on
    blocked  spades that count only after a jester
    dead     suits of the play whose power the enemy cancels
    kill     whether the enemy falls, and how
    due      what is then to be paid; 0 after a kill or a jester
    left     what the rest of the hand is worth, before any card is drawn
    loss     the table would lose by it at once; None also where a card yet to be drawn decides
    """

    cards: Cards
    attack: int
    damage: int
    healed: int
    drawn: int
    shield: int
    blocked: int
    dead: str
    kill: Kill | None
    due: int
    left: int
    loss: Loss | None


class Payment(Struct, frozen=True):
    """A card that may be paid, its value, and what is left to pay after it."""

    card: Card
    value: int
    left: int


class Own(Struct, frozen=True):
    """What only its seat may see.

    hand       by rank
    plays      legal plays with what comes of them
    yields     it may yield; if it is its turn to play and it may not, `yield_bar` says why
    yield_loss the table would lose by it at once
    payments   cards it may pay with now
    names      seats it may give the next turn to
    says       what it may say now
    flip       it may flip a jester
    """

    hand: Cards
    plays: tuple[Preview, ...]
    yields: bool
    yield_bar: TwelveCode | None
    yield_loss: Loss | None
    payments: tuple[Payment, ...]
    names: tuple[Seat, ...]
    says: tuple[Phrase, ...]
    flip: bool
