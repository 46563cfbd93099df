"""What happens in order, in the past tense. All of it is public: no card of a hand is in any of these
before the showdown."""

from __future__ import annotations

from typing import TypeAlias

from engines.core import Event, LeaveReason, Outcome, Seat
from engines.order.model import Cards, Chip, Shown, Verdict


class DealStarted(Event, frozen=True):
    deal: int
    seats: tuple[Seat, ...]
    """Those that were dealt in."""


class StreetOpened(Event, frozen=True):
    """The chips 1 … `chips` lie in the pile, and nobody holds one."""

    street: int
    cards: Cards
    """Those that were turned up for it."""
    chips: int


class Took(Event, frozen=True):
    seat: Seat
    chip: Chip
    put_back: Chip | None
    """The chip that the seat held before."""


class Released(Event, frozen=True):
    seat: Seat
    chip: Chip


class SaidYes(Event, frozen=True):
    seat: Seat


class SaidNo(Event, frozen=True):
    """The seat has taken its own yes back."""

    seat: Seat


class YesCleared(Event, frozen=True):
    """The order has changed, so what these seats had said yes to is no more (2.1)."""

    seats: tuple[Seat, ...]


class ShownDown(Event, frozen=True):
    """All hands are turned up at once, in the order of the chips."""

    shown: tuple[Shown, ...]


class DealEnded(Event, frozen=True):
    verdict: Verdict
    right: int
    wrong: int


class GameOver(Event, frozen=True):
    outcome: Outcome


class SeatLeft(Event, frozen=True):
    seat: Seat
    why: LeaveReason
    chip: Chip | None
    """The chip that went back to the pile with it."""


class SeatJoined(Event, frozen=True):
    """A newcomer, who gets cards at the next deal."""

    seat: Seat


class SeatRetaken(Event, frozen=True):
    """Its owner is back, as a newcomer (5)."""

    seat: Seat


OrderEvent: TypeAlias = (
    DealStarted
    | StreetOpened
    | Took
    | Released
    | SaidYes
    | SaidNo
    | YesCleared
    | ShownDown
    | DealEnded
    | GameOver
    | SeatLeft
    | SeatJoined
    | SeatRetaken
)
