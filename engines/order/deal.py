"""The course of a deal: two cards each, four streets of claims, the showdown.

Nobody is asked here whether he may (`rules.py` does that). Every function takes a state and returns another;
`log` collects what happens on the way, in order, and lives for one step.

Every change of a chip makes another order: `reordered` is the only way to one, so no yes outlives the order
that it was given to (2.1).
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from engines.core import Event, Outcome, Seat, shuffle
from engines.order.events import (
    DealEnded,
    DealStarted,
    GameOver,
    Released,
    SaidNo,
    SaidYes,
    ShownDown,
    StreetOpened,
    Took,
    YesCleared,
)
from engines.order.judging import judge, show_down
from engines.order.model import (
    BOARD,
    GOAL,
    HAND,
    LAST_STREET,
    PACK,
    Chip,
    SeatState,
    Stage,
    State,
    Verdict,
)
from engines.order.strength import strength

Log: TypeAlias = list[Event]

# What a state says.


def present(state: State) -> tuple[Seat, ...]:
    """The seats that have not left: those that a deal would give cards to now."""
    return tuple(Seat(index) for index, seat in enumerate(state.seats) if not seat.has_left)


def seats_in(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(index) for index, seat in enumerate(state.seats) if seat.is_in)


def pile(state: State) -> tuple[Chip, ...]:
    """The chips of this street that nobody holds, ascending."""
    held = {seat.chip for seat in state.seats}
    return tuple(chip for chip in range(1, state.chips + 1) if chip not in held)


def all_hold(state: State) -> bool:
    return all(seat.chip is not None for seat in state.seats if seat.is_in)


def outcome(state: State) -> Outcome | None:
    """Everybody who is still there wins, or nobody does (1)."""
    if state.stage is not Stage.OVER:
        return None
    return _result(state)


def _result(state: State) -> Outcome:
    return Outcome(present(state) if state.right == GOAL else ())


def with_seat(state: State, seat: Seat, **changes: Any) -> State:  # Any: the seat's own fields
    changed = replace(state.seats[seat], **changes)
    return replace(state, seats=(*state.seats[:seat], changed, *state.seats[seat + 1 :]))


# Dealing.

_BEFORE: Final = State(
    deal=0,
    street=0,
    stage=Stage.RESULT,
    seats=(),
    chips=0,
    board=(),
    out=(),
    claim=0,
    right=0,
    wrong=0,
)


def first_deal(seats: int, rng: Random, log: Log) -> State:
    return next_deal(replace(_BEFORE, seats=(SeatState(),) * seats), rng, log)


def next_deal(state: State, rng: Random, log: Log) -> State:
    """The whole pack is shuffled anew; whoever has not left is dealt in, here or away (2)."""
    pack = list(PACK)
    shuffle(pack, rng)
    dealt = present(state)
    cards = iter(pack)
    hands = {seat: tuple(next(cards) for _ in range(HAND)) for seat in dealt}
    seats = tuple(
        SeatState(hands[Seat(index)], is_dealt=True) if Seat(index) in hands else SeatState(has_left=True)
        for index in range(len(state.seats))
    )
    log.append(DealStarted(state.deal + 1, dealt))
    board = tuple(next(cards) for _ in range(BOARD[LAST_STREET]))
    begun = replace(
        state,
        deal=state.deal + 1,
        seats=seats,
        board=board,
        out=(),
        shown=(),
        verdict=None,
        claim=state.claim + 1,
    )
    return _open_street(begun, 0, log)


def _open_street(state: State, street: int, log: Log) -> State:
    """As many chips as seats are left; nobody holds one, the claim is made afresh (2.3)."""
    chips = len(seats_in(state))
    turned_up = state.board[BOARD[street - 1] if street else 0 : BOARD[street]]
    log.append(StreetOpened(street, turned_up, chips))
    return replace(state, stage=Stage.CLAIMING, street=street, chips=chips)


# Claiming.


def take(state: State, seat: Seat, chip: Chip, log: Log) -> State:
    """One step: nobody ever holds two chips (2.1)."""
    log.append(Took(seat, chip, state.seats[seat].chip))
    return reordered(with_seat(state, seat, chip=chip), log)


def release(state: State, seat: Seat, chip: Chip, log: Log) -> State:
    log.append(Released(seat, chip))
    return reordered(with_seat(state, seat, chip=None), log)


def reordered(state: State, log: Log) -> State:
    """The order is another: nobody has said yes to it yet (2.1)."""
    said = tuple(Seat(index) for index, seat in enumerate(state.seats) if seat.has_yes)
    if said:
        log.append(YesCleared(said))
    seats = tuple(replace(seat, has_yes=False) if seat.has_yes else seat for seat in state.seats)
    return replace(state, seats=seats, claim=state.claim + 1)


def say_yes(state: State, seat: Seat, log: Log) -> State:
    """The last yes closes the street (2.4)."""
    log.append(SaidYes(seat))
    state = with_seat(state, seat, has_yes=True)
    if not all(state.seats[other].has_yes for other in seats_in(state)):
        return state
    if state.street == LAST_STREET:
        return _show_down(state, log)
    seats = tuple(
        replace(one, chip=None, earlier=(*one.earlier, one.chip), has_yes=False) if one.is_dealt else one
        for one in state.seats
    )
    closed = replace(state, seats=seats, claim=state.claim + 1)
    return _open_street(closed, state.street + 1, log)


def say_no(state: State, seat: Seat, log: Log) -> State:
    log.append(SaidNo(seat))
    return with_seat(state, seat, has_yes=False)


# The end of a deal.


def _show_down(state: State, log: Log) -> State:
    """Only now is anybody's strength computed; only the chips of the last street are judged (3, 6)."""
    claims = [
        (one.chip, Seat(index), one.hand, strength(one.hand, state.board))
        for index, one in enumerate(state.seats)
        if one.chip is not None
    ]
    shown = show_down(claims)
    log.append(ShownDown(shown))
    seats = tuple(replace(one, has_yes=False) for one in state.seats)
    return _end_deal(replace(state, seats=seats, shown=shown), judge(shown), log)


def void_if_deserted(state: State, log: Log) -> State:
    """Two play a deal out; one has nothing to agree on with anybody (5)."""
    if len(seats_in(state)) >= 2:
        return state
    return _end_deal(state, Verdict.VOID, log)


def _end_deal(state: State, verdict: Verdict, log: Log) -> State:
    right = state.right + (verdict is Verdict.RIGHT)
    wrong = state.wrong + (verdict is Verdict.WRONG)
    log.append(DealEnded(verdict, right, wrong))
    state = replace(state, verdict=verdict, right=right, wrong=wrong, stage=Stage.RESULT)
    if GOAL not in (right, wrong):
        return state
    log.append(GameOver(_result(state)))
    return replace(state, stage=Stage.OVER)
