"""Who may do what, and when: the phases of rows, its actions, its clock, leaving and coming back.

What a seat may do is decided in one place, `may`. It is shown as the hints of the seat's view, and
`act` takes nothing else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from engines.core import Code, Context, LeaveReason, Outcome, Phase, RuleError, Seat, Step
from engines.rows.deal import (
    Log,
    first_deal,
    lay,
    lay_by_policy,
    lay_for_left,
    next_deal,
    place_all,
    ranked,
    somebody_plays,
    take,
    take_by_policy,
    turn_up_if_all_laid,
    unplaced,
)
from engines.rows.events import SeatLeft, SeatRetaken
from engines.rows.model import ROWS, Action, Lay, May, NextDeal, Options, RowsCode, Stage, State, TakeRow

ROW_CHOICE_S: Final = 20
RESULT_S: Final = 20
RESULT_SHOWN_S: Final = 3
"""Nobody may leave a result before it has been on the screen that long (room.md 4)."""
PLACED_PER_S: Final = 2.5
"""The screens show the placing at 0.4 s a card, ten cards in 4 s; the next clock starts after that (5)."""


def phase(state: State) -> Phase | None:
    lead_s = len(state.placings) / PLACED_PER_S
    owing = awaited(state)
    match state.stage:
        case Stage.LAYING:
            return Phase(
                f"{state.deal}:{state.turn}:lay", owing, state.options.lay_s, lead_s, part=state.deal
            )
        case Stage.ROW:
            # A turn has one at most (3.2), so the key is new each time.
            return Phase(f"{state.deal}:{state.turn}:row", owing, ROW_CHOICE_S, lead_s, part=state.deal)
        case Stage.RESULT:
            return Phase(f"{state.deal}:result", owing, RESULT_S, lead_s, lead_s + RESULT_SHOWN_S)
        case Stage.OVER:
            return None


def awaited(state: State) -> tuple[Seat, ...]:
    """The seats that owe a card or a row, ascending. One that is left owes nothing (5)."""
    match state.stage:
        case Stage.LAYING:
            owing = [seat for seat, card in enumerate(state.laid) if card is None]
        case Stage.ROW:
            owing = [unplaced(state)[0].seat]
        case _:
            owing = []
    return tuple(Seat(seat) for seat in owing if not state.left[seat])


def outcome(state: State) -> Outcome | None:
    return ranked(state) if state.stage is Stage.OVER else None


def may(state: State, seat: Seat) -> May:
    """Everything that this seat may do now."""
    if state.left[seat]:
        return May()
    match state.stage:
        case Stage.LAYING if state.laid[seat] is None:
            return May(lay=state.hands[seat])
        case Stage.ROW if unplaced(state)[0].seat == seat:
            return May(take=tuple(range(ROWS)))
        case _:
            return May(next_deal=state.stage is Stage.RESULT)


def act(state: State, seat: Seat, action: Action, ctx: Context) -> Step[State]:
    allowed = may(state, seat)
    log: Log = []
    match action:
        case Lay(card) if card in allowed.lay:
            state = turn_up_if_all_laid(lay(state, seat, card, log), log)
        case TakeRow(row) if row in allowed.take:
            state = place_all(take(state, unplaced(state)[0], row, log), log)
        case NextDeal() if allowed.next_deal:
            state = next_deal(state, ctx.rng, log)
        case _:
            raise RuleError(_refusal(state, seat, action))
    return Step(state, tuple(log))


def _refusal(state: State, seat: Seat, action: Action) -> StrEnum:
    """The word for a refusal; that it is one has been decided by `may`."""
    if state.stage is Stage.OVER:
        return Code.STALE
    if state.left[seat]:
        return Code.NOT_AWAITED
    match action:
        case Lay():
            if state.stage is not Stage.LAYING:
                return RowsCode.NOT_LAYING
            return Code.NOT_IN_HAND if state.laid[seat] is None else RowsCode.ALREADY_LAID
        case TakeRow():
            if state.stage is not Stage.ROW:
                return RowsCode.NO_ROW_ASKED
            return RowsCode.NO_SUCH_ROW if unplaced(state)[0].seat == seat else RowsCode.NOT_YOUR_ROW
        case NextDeal():
            return RowsCode.DEAL_RUNS


def start(options: Options, seats: int, ctx: Context) -> Step[State]:
    log: Log = []
    state = first_deal(options, seats, ctx.rng, log)
    return Step(state, tuple(log))


def expire(state: State, ctx: Context) -> Step[State]:
    """The policy acts for whoever has not, and never touches one who has (5); a result is left."""
    log: Log = []
    match state.stage:
        case Stage.LAYING:
            for seat, card in enumerate(state.laid):
                if card is None:
                    state = lay_by_policy(state, Seat(seat), log)
            state = turn_up_if_all_laid(state, log)
        case Stage.ROW:
            state = place_all(take_by_policy(state, unplaced(state)[0], log), log)
        case Stage.RESULT:
            state = next_deal(state, ctx.rng, log)
        case Stage.OVER:
            raise RuleError(Code.STALE)
    return Step(state, tuple(log))


def leave(state: State, seat: Seat, why: LeaveReason) -> Step[State]:
    """The seat keeps its hand and its total; from now on the policy plays it (5). Twice is once."""
    if state.left[seat]:
        return Step(state)
    log: Log = [SeatLeft(seat, why)]
    return Step(_act_for_left(_mark(state, seat, left=True), log), tuple(log))


def rejoin(state: State, seat: Seat) -> Step[State]:
    """The owner takes over from the next card not yet laid (5). Where everybody had left, the other
    seats' cards of this turn are laid only now."""
    if not state.left[seat]:
        raise RuleError(Code.CLOSED)
    log: Log = [SeatRetaken(seat)]
    return Step(_act_for_left(_mark(state, seat, left=False), log), tuple(log))


def _mark(state: State, seat: Seat, *, left: bool) -> State:
    marks = tuple(left if index == seat else before for index, before in enumerate(state.left))
    return replace(state, left=marks)


def _act_for_left(state: State, log: Log) -> State:
    """Whatever is owed by seats that are left, as long as somebody plays."""
    if not somebody_plays(state):
        return state
    match state.stage:
        case Stage.LAYING:
            return turn_up_if_all_laid(lay_for_left(state, log), log)
        case Stage.ROW if not awaited(state):
            return place_all(take_by_policy(state, unplaced(state)[0], log), log)
        case _:
            return state
