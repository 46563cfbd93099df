"""Who may do what, and when: the phases of gap, its actions, its clocks, coming and going.

What a seat may do is decided in one place, `may`. It is shown as the hints of the seat's view, and
`act` takes nothing else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from engines.core import Code, Context, LeaveReason, Outcome, Phase, RuleError, Seat, Step
from engines.gap.events import HasLaid, SeatJoined, SeatLeft, SeatRetaken
from engines.gap.model import (
    Action,
    Cards,
    GapCode,
    Lay,
    May,
    NextSentence,
    Options,
    Pick,
    PickNone,
    Stage,
    State,
    Verdict,
)
from engines.gap.rounds import (
    Log,
    awaited,
    first_round,
    gaps,
    lay,
    lay_top,
    missing,
    next_round,
    put,
    ranked,
    settle,
    turn_up_if_all_laid,
    void,
)

JUDGE_S: Final = 45
JUDGE_ANSWER_S: Final = 10
"""The reader's clock: that long, and as much longer for each answer on the table (room.md 4)."""
RESULT_S: Final = 20
RESULT_SHOWN_S: Final = 3
"""Nobody may leave a result before it has been on the screen that long (room.md 4)."""


def phase(state: State) -> Phase | None:
    owing = awaited(state)
    match state.stage:
        case Stage.LAYING:
            return Phase(
                f"{state.round}:lay", owing, state.options.lay_s, ends_if_away=True, part=state.round
            )
        case Stage.JUDGING:
            whole = JUDGE_S + JUDGE_ANSWER_S * len(state.answers)
            limit_s = whole * state.options.judge_percent / 100
            return Phase(f"{state.round}:judge", owing, limit_s, part=state.round)
        case Stage.RESULT:
            return Phase(f"{state.round}:result", owing, RESULT_S, opens_s=RESULT_SHOWN_S)
        case Stage.WAITING:
            # A third seat is a call of `join` or `rejoin`; only the queue has to be looked out for.
            return Phase(f"{state.round}:wait", owing, until_here=() if missing(state) else state.queue)
        case Stage.OVER:
            return None


def outcome(state: State) -> Outcome | None:
    return ranked(state) if state.stage is Stage.OVER else None


def may(state: State, seat: Seat) -> May:
    """Everything that this seat may do now."""
    if state.left[seat]:
        return May()
    match state.stage:
        case Stage.LAYING if seat in awaited(state):
            return May(lay=gaps(state))
        case Stage.JUDGING if seat == state.reader:
            return May(pick=tuple(answer.id for answer in state.answers))
        case _:
            return May(next_sentence=state.stage is Stage.RESULT)


def act(state: State, seat: Seat, action: Action, ctx: Context) -> Step[State]:
    allowed = may(state, seat)
    log: Log = []
    match action:
        case Lay(cards) if _fits(cards, allowed.lay, state.hands[seat]):
            log.append(HasLaid(seat))
            state = turn_up_if_all_laid(lay(state, seat, cards), ctx, log)
        case Pick(answer) if answer in allowed.pick:
            state = settle(state, Verdict.PICKED, answer, log)
        case PickNone() if allowed.pick:
            state = settle(state, Verdict.NONE, None, log)
        case NextSentence() if allowed.next_sentence:
            state = next_round(state, ctx, log)
        case _:
            raise RuleError(_refusal(state, seat, action))
    return Step(state, tuple(log))


def _fits(cards: Cards, number: int, hand: Cards) -> bool:
    """That many, all different, all of this hand; none at all is no answer."""
    return 0 < number == len(cards) and len(set(cards)) == number and set(cards) <= set(hand)


def _refusal(state: State, seat: Seat, action: Action) -> StrEnum:
    """The word for a refusal; that it is one has been decided by `may`."""
    if state.stage is Stage.OVER:
        return Code.STALE
    if state.left[seat]:
        return Code.NOT_AWAITED
    match action:
        case Lay(cards):
            return _refusal_to_lay(state, seat, cards)
        case Pick():
            if state.stage is not Stage.JUDGING:
                return GapCode.NOT_JUDGING
            return GapCode.NO_SUCH_ANSWER if seat == state.reader else GapCode.NOT_READER
        case PickNone():
            return GapCode.NOT_JUDGING if state.stage is not Stage.JUDGING else GapCode.NOT_READER
        case NextSentence():
            return GapCode.ROUND_RUNS


def _refusal_to_lay(state: State, seat: Seat, cards: Cards) -> StrEnum:
    if state.stage is not Stage.LAYING:
        return GapCode.NOT_LAYING
    if seat == state.reader:
        return GapCode.READER_RESTS
    if state.laid[seat] is not None:
        return GapCode.ALREADY_LAID
    if seat not in awaited(state):
        return GapCode.NEXT_SENTENCE
    return Code.NOT_IN_HAND if not set(cards) <= set(state.hands[seat]) else GapCode.WRONG_NUMBER


def start(options: Options, seats: int, ctx: Context) -> Step[State]:
    log: Log = []
    state = first_round(options, seats, ctx, log)
    return Step(state, tuple(log))


def expire(state: State, ctx: Context) -> Step[State]:
    """Top cards go in for whoever has not laid, in silence (5, 10); nothing is ever picked for a reader
    (4); a result is left; a sitting that waited looks for a reader again."""
    log: Log = []
    match state.stage:
        case Stage.LAYING:
            for seat in awaited(state):
                state = lay_top(state, seat)
            state = turn_up_if_all_laid(state, ctx, log)
        case Stage.JUDGING:
            state = settle(state, Verdict.TIMEOUT, None, log)
        case Stage.RESULT | Stage.WAITING:
            state = next_round(state, ctx, log)
        case Stage.OVER:
            raise RuleError(Code.STALE)
    return Step(state, tuple(log))


def leave(state: State, seat: Seat, why: LeaveReason, ctx: Context) -> Step[State]:
    """The hand is used, an answer stays, a turn as reader that has not come lapses (2, 6). Silence has
    its top cards laid first. Twice is once."""
    if state.left[seat]:
        return Step(state)
    if why == "silent" and state.stage is Stage.LAYING and seat in awaited(state):
        state = lay_top(state, seat)
    laid = state.laid[seat]
    state = replace(
        state,
        left=put(state.left, seat, value=True),
        queue=tuple(other for other in state.queue if other != seat),
        used=state.used + state.hands[seat],
        hands=put(state.hands, seat, ()),
        laid=put(state.laid, seat, laid and replace(laid, places=())),
    )
    log: Log = [SeatLeft(seat, why)]
    match state.stage:
        case Stage.LAYING if seat == state.reader:
            state = void(state, Verdict.VOID_READER_LEFT, log)
        case Stage.LAYING:
            state = turn_up_if_all_laid(state, ctx, log)
        case Stage.JUDGING if seat == state.reader:
            state = settle(state, Verdict.READER_LEFT, None, log)
        case Stage.WAITING:
            state = next_round(state, ctx, log)
    return Step(state, tuple(log))


def join(state: State, ctx: Context) -> Step[State]:
    """A new chair, last in the queue, in from the next sentence (2, 8)."""
    if state.stage is Stage.OVER:
        raise RuleError(Code.CLOSED)
    seat = Seat(len(state.hands))
    state = replace(
        state,
        queue=(*state.queue, seat),
        hands=(*state.hands, ()),
        laid=(*state.laid, None),
        points=(*state.points, 0),
        has_read=(*state.has_read, False),
        left=(*state.left, False),
    )
    return _come(state, ctx, [SeatJoined(seat)])


def rejoin(state: State, seat: Seat, ctx: Context) -> Step[State]:
    """The old chair and points, never the old hand; into the queue only if it has not read yet (2)."""
    if state.stage is Stage.OVER or not state.left[seat]:
        raise RuleError(Code.CLOSED)
    queue = state.queue if state.has_read[seat] else (*state.queue, seat)
    state = replace(state, left=put(state.left, seat, value=False), queue=queue)
    return _come(state, ctx, [SeatRetaken(seat)])


def _come(state: State, ctx: Context, log: Log) -> Step[State]:
    """Somebody more: perhaps the one that a waiting sitting needs (7)."""
    if state.stage is Stage.WAITING:
        state = next_round(state, ctx, log)
    return Step(state, tuple(log))
