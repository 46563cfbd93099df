"""Who may do what, and when: the phases of order, its actions, leaving, joining and coming back.

What a seat may do is decided in one place, `may`. It is shown as the hints of the seat's view, and `act` takes
nothing else. It looks at chips alone: no card decides what is allowed (6).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from engines.core import Code, Context, LeaveReason, Phase, RuleError, Seat, Step
from engines.order.deal import (
    Log,
    all_hold,
    first_deal,
    next_deal,
    pile,
    present,
    release,
    reordered,
    say_no,
    say_yes,
    seats_in,
    take,
    void_if_deserted,
    with_seat,
)
from engines.order.events import SeatJoined, SeatLeft, SeatRetaken
from engines.order.model import (
    ENOUGH,
    SEATS,
    Action,
    May,
    NextDeal,
    No,
    OrderCode,
    Release,
    SeatState,
    Stage,
    State,
    Take,
    Yes,
)

RESULT_SHOWN_S: Final = 3
"""Nobody may leave a showdown before it has been on the screen that long (room.md 4)."""


def phase(state: State) -> Phase | None:
    """A street is one phase whatever is claimed in it, so that others' chips do not spoil a move; a yes names
    the order it is meant for besides."""
    match state.stage:
        case Stage.CLAIMING:
            return Phase(f"{state.deal}:{state.street}", awaited(state), part=state.deal)
        case Stage.RESULT:
            return Phase(f"{state.deal}:result", (), opens_s=RESULT_SHOWN_S)
        case Stage.OVER:
            return None


def awaited(state: State) -> tuple[Seat, ...]:
    """The seats that owe a chip; once all hold one, those that owe a yes."""
    if state.stage is not Stage.CLAIMING:
        return ()
    owes_yes = all_hold(state)
    return tuple(
        seat
        for seat in seats_in(state)
        if (not state.seats[seat].has_yes if owes_yes else state.seats[seat].chip is None)
    )


def may(state: State, seat: Seat) -> May:
    """Everything that this seat may do now."""
    one = state.seats[seat]
    if one.has_left:
        return May()
    match state.stage:
        case Stage.CLAIMING if one.is_in:
            return May(
                take=pile(state),
                release=one.chip is not None,
                yes=state.claim if all_hold(state) and not one.has_yes else None,
                no=one.has_yes,
            )
        case Stage.RESULT:
            return May(next_deal=len(present(state)) >= ENOUGH)
        case _:
            return May()


def act(state: State, seat: Seat, action: Action, ctx: Context) -> Step[State]:
    """One seat's action. Raises RuleError, and then nothing has happened."""
    log: Log = []
    allowed, chip = may(state, seat), state.seats[seat].chip
    match action:
        case Take(wanted) if wanted in allowed.take:
            state = take(state, seat, wanted, log)
        case Release() if chip is not None and allowed.release:
            state = release(state, seat, chip, log)
        case Yes(claim) if claim == allowed.yes:
            state = say_yes(state, seat, log)
        case No() if allowed.no:
            state = say_no(state, seat, log)
        case NextDeal() if allowed.next_deal:
            state = next_deal(state, ctx.rng, log)
        case _:
            raise RuleError(_refusal(state, seat, action))
    return Step(state, tuple(log))


def _refusal(state: State, seat: Seat, action: Action) -> StrEnum:
    """The word for a refusal; that it is one has been decided by `may`."""
    one = state.seats[seat]
    if state.stage is Stage.OVER:
        return Code.STALE
    if one.has_left:
        return Code.NOT_AWAITED
    if isinstance(action, NextDeal):
        return OrderCode.NEEDS_THREE if state.stage is Stage.RESULT else OrderCode.DEAL_RUNS
    if state.stage is not Stage.CLAIMING:
        return OrderCode.NOT_CLAIMING
    return _refused_claim(state, one, action) if one.is_in else OrderCode.NOT_DEALT_IN


def _refused_claim(state: State, one: SeatState, action: Take | Release | Yes | No) -> OrderCode:
    match action:
        case Take(chip) if chip == one.chip:
            return OrderCode.OWN_CHIP
        case Take(chip):
            return OrderCode.CHIP_TAKEN if 1 <= chip <= state.chips else OrderCode.NO_SUCH_CHIP
        case Release():
            return OrderCode.NO_CHIP
        case Yes(claim) if claim != state.claim:
            return OrderCode.ORDER_CHANGED
        case Yes():
            return OrderCode.YES_SAID if one.has_yes else OrderCode.CHIPS_MISSING
        case No():
            return OrderCode.NO_YES


def start(seats: int, ctx: Context) -> Step[State]:
    log: Log = []
    state = first_deal(seats, ctx.rng, log)
    return Step(state, tuple(log))


def leave(state: State, seat: Seat, why: LeaveReason) -> Step[State]:
    """Its chip goes back, every yes is cleared, its cards are out of the deal for good (5). Twice is once.

    A street never closes by somebody's leaving: what was agreed to is another order now. A result stands.
    """
    one = state.seats[seat]
    if one.has_left:
        return Step(state)
    left = replace(with_seat(state, seat, hand=(), has_left=True), out=(*state.out, *one.hand))
    if state.stage is not Stage.CLAIMING or not one.is_in:
        return Step(left, (SeatLeft(seat, why, None),))
    log: Log = [SeatLeft(seat, why, one.chip)]
    left = reordered(with_seat(left, seat, chip=None), log)
    return Step(void_if_deserted(left, log), tuple(log))


def join(state: State) -> Step[State]:
    """A newcomer sees the table and gets cards at the next deal (5)."""
    if state.stage is Stage.OVER or len(present(state)) >= SEATS:
        raise RuleError(Code.CLOSED)
    joined = replace(state, seats=(*state.seats, SeatState()))
    return Step(joined, (SeatJoined(Seat(len(state.seats))),))


def rejoin(state: State, seat: Seat) -> Step[State]:
    """The owner of a seat that was left is a newcomer in the same chair: the old hand is gone (5)."""
    if not state.seats[seat].has_left or state.stage is Stage.OVER or len(present(state)) >= SEATS:
        raise RuleError(Code.CLOSED)
    return Step(with_seat(state, seat, has_left=False), (SeatRetaken(seat),))
