"""What happens in twelve, in the past tense. What is drawn is private; all else everybody sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engines.core import Event, LeaveReason, Outcome, Seat
from engines.twelve.cards import Card, Cards
from engines.twelve.model import Loss, Medal, Phrase, Stage


class EnemyCame(Event, frozen=True):
    """The next card of the castle is turned up."""

    card: Card


class TurnBegan(Event, frozen=True):
    """Also the further turn after a kill."""

    seat: Seat


class Played(Event, frozen=True):
    seat: Seat
    cards: Cards


class JesterPlayed(Event, frozen=True):
    """The enemy's immunity is gone. `shield` is what spades count from now on that did not before."""

    seat: Seat
    shield: int


class Yielded(Event, frozen=True):
    seat: Seat


class Healed(Event, frozen=True):
    """So many cards went unseen from the shuffled discard under the tavern."""

    cards: int


class Dealt(Event, frozen=True):
    """Cards drawn from the tavern, per seat."""

    counts: tuple[int, ...]


class Drew(Event, frozen=True):
    """Private: which cards they were."""

    cards: Cards


class Shielded(Event, frozen=True):
    """Spades have counted; `shield` is the sum against this enemy."""

    by: int
    shield: int


class Struck(Event, frozen=True):
    """`left` is the health that the enemy still has."""

    damage: int
    left: int


class EnemyFell(Event, frozen=True):
    """Exactly: face down on top of the tavern. Otherwise into the discard, as the whole field in any case."""

    card: Card
    is_exact: bool


class BlowDealt(Event, frozen=True):
    """The seat has to pay so much; 0 when the shield holds."""

    seat: Seat
    due: int


class Paid(Event, frozen=True):
    seat: Seat
    card: Card
    left: int


class Said(Event, frozen=True):
    seat: Seat
    phrase: Phrase


class Named(Event, frozen=True):
    """A jester's player gives the next turn, perhaps to itself."""

    seat: Seat
    by: Seat


class Flipped(Event, frozen=True):
    """Solo: a hand thrown away face up, and so many new cards."""

    cards: Cards
    drawn: int


class SeatLeft(Event, frozen=True):
    """Its hand lies in the discard now."""

    seat: Seat
    why: LeaveReason
    cards: Cards


class GameOver(Event, frozen=True):
    """`stage` says how; `loss` why it was lost; `medal` is a solo victory's."""

    stage: Stage
    outcome: Outcome
    beaten: int
    loss: Loss | None
    medal: Medal | None


TwelveEvent: TypeAlias = (
    EnemyCame
    | TurnBegan
    | Played
    | JesterPlayed
    | Yielded
    | Healed
    | Dealt
    | Drew
    | Shielded
    | Struck
    | EnemyFell
    | BlowDealt
    | Paid
    | Said
    | Named
    | Flipped
    | SeatLeft
    | GameOver
)


@dataclass
class Log:
    """What one step has led to: for everybody, and for single seats."""

    events: list[Event] = field(default_factory=list)
    private: list[tuple[Seat, Event]] = field(default_factory=list)

    def add(self, event: Event) -> None:
        self.events.append(event)
