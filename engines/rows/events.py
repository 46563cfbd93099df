"""What happens in rows, in the past tense. All of it is public: a laid card's face is in none of
these before it is turned up."""

from __future__ import annotations

from typing import TypeAlias

from engines.core import Event, LeaveReason, Outcome, Seat
from engines.rows.model import Card, Cards, Placing, Upturned


class DealStarted(Event, frozen=True):
    deal: int
    rows: Cards
    """The first card of each row, by index."""


class Laid(Event, frozen=True):
    """Says that a seat has laid, never what."""

    seat: Seat
    by_policy: bool
    """The bot's policy laid it: the clock had run out, or the seat is left."""


class TurnedUp(Event, frozen=True):
    turn: int
    cards: tuple[Upturned, ...]
    """Ascending, the order in which they will be placed."""


class Placed(Event, frozen=True):
    placing: Placing


class RowAsked(Event, frozen=True):
    seat: Seat
    card: Card


class DealScored(Event, frozen=True):
    """Both per seat: heads of this deal, heads of the game so far."""

    deal: int
    gains: tuple[int, ...]
    totals: tuple[int, ...]


class GameOver(Event, frozen=True):
    outcome: Outcome


class SeatLeft(Event, frozen=True):
    seat: Seat
    why: LeaveReason


class SeatRetaken(Event, frozen=True):
    seat: Seat


RowsEvent: TypeAlias = (
    DealStarted | Laid | TurnedUp | Placed | RowAsked | DealScored | GameOver | SeatLeft | SeatRetaken
)
