"""What happens in gap, in the past tense. All of it is public: before the verdict no event tells
whose an answer is, or whether a hand or the clock laid it (10)."""

from __future__ import annotations

from typing import TypeAlias

from engines.core import Event, LeaveReason, Outcome, Seat
from engines.gap.model import Sentence, Shown, Verdict


class RoundStarted(Event, frozen=True):
    round: int
    reader: Seat
    sentence: Sentence


class PassedOver(Event, frozen=True):
    """Its turn to read had come while it was away: it reads later (2)."""

    seat: Seat


class HasLaid(Event, frozen=True):
    """Says that a seat has laid, never what."""

    seat: Seat


class TurnedUp(Event, frozen=True):
    """In the order of the table, which is the order of every view."""

    answers: tuple[Shown, ...]


class RoundSettled(Event, frozen=True):
    """`answers` with their names; none of a void round."""

    verdict: Verdict
    winner: Seat | None
    phrases: tuple[str, ...]
    """The winning answer."""
    answers: tuple[Shown, ...]


class NextRoundWaits(Event, frozen=True):
    """`missing` seats, or, if none, for somebody of the queue."""

    missing: int


class GameOver(Event, frozen=True):
    outcome: Outcome


class SeatJoined(Event, frozen=True):
    seat: Seat


class SeatLeft(Event, frozen=True):
    seat: Seat
    why: LeaveReason


class SeatRetaken(Event, frozen=True):
    seat: Seat


GapEvent: TypeAlias = (
    RoundStarted
    | PassedOver
    | HasLaid
    | TurnedUp
    | RoundSettled
    | NextRoundWaits
    | GameOver
    | SeatJoined
    | SeatLeft
    | SeatRetaken
)
