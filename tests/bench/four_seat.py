"""The benchmark's game: four seats, nobody waits, every move changes everybody's view of about 1 KB.

The same rules for every server that is measured (`FourSeat` for ours, `ToyTable` for plain ones). Each card
carries its seat's tag (1000 for seat 0, 2000 for seat 1 …), so that the driver sees a leak at once. Tables of a hall
play it with four to eight seats (`SixSeat`).
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.core import (
    Code,
    Context,
    Event,
    LeaveReason,
    Outcome,
    Phase,
    RuleError,
    Score,
    Seat,
    Step,
    View,
)

SEATS = 4
MOST_SEATS = 8
HAND = 10
CARDS = 104


class Spot(Struct, frozen=True):
    """A small public card object."""

    card: int
    row: int
    heads: int


PUBLIC_CARDS = tuple(Spot(card=n * 5 + 1, row=n % 4, heads=n % 7 + 1) for n in range(20))
LOG = tuple(f"line {n} of log" for n in range(10))


def first_hands(seats: int = SEATS) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(1000 * (seat + 1) + n for n in range(HAND)) for seat in range(seats))


def played(hand: tuple[int, ...], seat: int, k: int) -> tuple[int, ...]:
    """The oldest card goes, a new one with the seat's tag comes."""
    return (*hand[1:], 1000 * (seat + 1) + k % CARDS)


class ToyOptions(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    k: Annotated[int, Meta(ge=0)]


class Played(Event, frozen=True):
    seat: Seat


class ToyState(Struct, frozen=True):
    m: int
    top: int
    hands: tuple[tuple[int, ...], ...]


class ToyTable(Struct, frozen=True):
    m: int
    top: int
    cards: tuple[Spot, ...]
    log: tuple[str, ...]
    counts: tuple[int, ...]


class ToyOwn(Struct, frozen=True):
    hand: tuple[int, ...]


PLAYING = {
    seats: Phase("play", tuple(Seat(n) for n in range(seats))) for seats in range(SEATS, MOST_SEATS + 1)
}
"""The only one: anybody may play at any time."""


class FourSeat:
    """Implements `engines.core.Engine`; registered by the benchmark alone."""

    name: ClassVar[str] = "bench"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(SEATS, SEATS + 1)
    best_seats: ClassVar[int] = SEATS
    Options: ClassVar[type[Struct]] = ToyOptions
    State: ClassVar[type[Struct]] = ToyState
    Action: ClassVar[Any] = Play
    Event: ClassVar[Any] = Played
    Table: ClassVar[type[Struct]] = ToyTable
    Own: ClassVar[type[Struct]] = ToyOwn
    question_after_s: ClassVar[int | None] = None
    has_bots: ClassVar[bool] = False

    def start(self, _options: ToyOptions, seats: int, _ctx: Context) -> Step[ToyState]:
        return Step(ToyState(0, 0, first_hands(seats)))

    def phase(self, state: ToyState) -> Phase | None:
        return PLAYING[len(state.hands)]

    def apply(self, state: ToyState, seat: Seat, action: Play, _ctx: Context) -> Step[ToyState]:
        hands = (*state.hands[:seat], played(state.hands[seat], seat, action.k), *state.hands[seat + 1 :])
        return Step(ToyState(state.m + 1, action.k, hands), (Played(seat),))

    def expire(self, state: ToyState, _ctx: Context) -> Step[ToyState]:
        return Step(state)

    def leave(self, state: ToyState, _seat: Seat, _why: LeaveReason, _ctx: Context) -> Step[ToyState]:
        return Step(replace(state, m=state.m + 1))

    def join(self, _state: ToyState, _ctx: Context) -> Step[ToyState]:
        raise RuleError(Code.CLOSED)

    def rejoin(self, state: ToyState, _seat: Seat, _ctx: Context) -> Step[ToyState]:
        return Step(state)

    def table(self, state: ToyState) -> ToyTable:
        return ToyTable(state.m, state.top, PUBLIC_CARDS, LOG, tuple(len(hand) for hand in state.hands))

    def score(self, table: ToyTable) -> Score:
        return Score(table.m)

    def own(self, state: ToyState, seat: Seat) -> ToyOwn:
        return ToyOwn(state.hands[seat])

    def outcome(self, _state: ToyState) -> Outcome | None:
        return None

    def bot(self, _view: View[ToyTable, ToyOwn]) -> Play:
        return Play(0)


class SixSeat(FourSeat):
    """The same for the tables of a hall, which sit down by six."""

    name: ClassVar[str] = "benchsix"
    seats: ClassVar[range] = range(SEATS, MOST_SEATS + 1)
    best_seats: ClassVar[int] = 6
