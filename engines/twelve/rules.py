"""Who may do what, and when: the phases of twelve, its actions, and what is refused with which word.

What a seat may do is decided in one place, `may`. It is shown as the hints of the seat's view, and
`act` takes nothing else.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from engines.core import Code, Context, LeaveReason, Phase, RuleError, Seat, Step
from engines.twelve import course, events
from engines.twelve.cards import Cards, plays
from engines.twelve.course import can_flip, can_pay
from engines.twelve.ends import beaten
from engines.twelve.events import Log
from engines.twelve.model import (
    SOLO_JESTERS,
    Action,
    Flip,
    May,
    Name,
    Pay,
    Phrase,
    Play,
    Say,
    Stage,
    State,
    TwelveCode,
    Yield,
)
from engines.twelve.opening import first_turn

RUNNING = (Stage.PLAYING, Stage.PAYING, Stage.NAMING)


def phase(state: State) -> Phase | None:
    """One seat owes something; no clock hurries it (5). The key is new after each card that is paid and
    each flip, so the same tap from two devices counts once. What is said changes no key."""
    if state.stage not in RUNNING:
        return None
    key = f"{state.number}:{state.stage}:{len(state.paid)}:{state.flips}"
    return Phase(key, (state.seat,), part=beaten(state) + 1)


def yield_bar(state: State, seat: Seat) -> TwelveCode | None:
    """Why this seat may not yield; somebody must play (2.5). Abandoned seats do not count."""
    others = [other for other in state.active if other != seat]
    if not others:
        return TwelveCode.YIELD_ALONE
    return TwelveCode.ALL_YIELDED if all(state.yielded[other] for other in others) else None


def may(state: State, seat: Seat) -> May:
    """Everything that this seat may do now."""
    if state.left[seat]:
        return May()
    says = tuple(phrase for phrase in Phrase if phrase is not state.said[seat])
    match state.stage:
        case Stage.PLAYING if state.seat == seat:
            return May(
                play=plays(state.hands[seat]),
                yields=yield_bar(state, seat) is None,
                flip=can_flip(state),
            )
        case Stage.PAYING if state.seat == seat:
            # Solo: a hand too small to pay is no loss while it can be flipped, but nothing else can be done (6).
            pays = state.hands[seat] if can_pay(state) else ()
            return May(pay=pays, flip=can_flip(state))
        case Stage.NAMING:
            return May(name=state.active if state.seat == seat else (), say=says)
        case _:
            return May()


def act(state: State, seat: Seat, action: Action, ctx: Context) -> Step[State]:
    allowed, log = may(state, seat), Log()
    match action:
        case Play(named) if (cards := _as_held(state.hands[seat], named)) in allowed.play:
            state = course.play(state, cards, ctx, log)
        case Yield() if allowed.yields:
            state = course.give_way(state, log)
        case Pay(card) if card in allowed.pay:
            state = course.pay(state, card, log)
        case Name(other) if other in allowed.name:
            log.add(events.Named(Seat(other), seat))
            state = course.begin_turn(state, Seat(other), log)
        case Say(phrase) if phrase in allowed.say:
            log.add(events.Said(seat, phrase))
            said = tuple(phrase if index == seat else before for index, before in enumerate(state.said))
            state = replace(state, said=said)
        case Flip() if allowed.flip:
            state = course.flip(state, log)
        case _:
            raise RuleError(_refusal(state, seat, action))
    return Step(state, tuple(log.events), tuple(log.private))


def _as_held(hand: Cards, named: Cards) -> Cards:
    """The named cards in the hand's order; () if one is not there or named twice."""
    held = tuple(card for card in hand if card in named)
    return held if len(held) == len(named) else ()


def _refusal(state: State, seat: Seat, action: Action) -> StrEnum:
    """The word for a refusal; that it is one has been decided by `may`."""
    if state.stage not in RUNNING:
        return Code.STALE
    if state.left[seat]:
        return Code.NOT_AWAITED
    if isinstance(action, Say):
        return TwelveCode.SAID_ALREADY if state.stage is Stage.NAMING else TwelveCode.NO_JESTER_PLAYED
    return _refusal_on_turn(state, action) if seat == state.seat else Code.NOT_AWAITED


def _refusal_on_turn(state: State, action: Play | Yield | Pay | Name | Flip) -> StrEnum:
    hand = state.hands[state.seat]
    match action:
        case Play() | Yield() if state.stage is not Stage.PLAYING:
            return TwelveCode.NOT_PLAYING
        case Play(cards):
            return TwelveCode.NO_SUCH_PLAY if set(cards) <= set(hand) else Code.NOT_IN_HAND
        case Yield():
            return yield_bar(state, state.seat) or TwelveCode.NOT_PLAYING
        case Pay():
            if state.stage is not Stage.PAYING:
                return TwelveCode.NOTHING_DUE
            return Code.NOT_IN_HAND if can_pay(state) else TwelveCode.ONLY_FLIP
        case Name():
            is_open = state.stage is Stage.NAMING
            return TwelveCode.NOT_AT_THE_TABLE if is_open else TwelveCode.NO_JESTER_PLAYED
        case Flip():
            if state.seats > 1 or state.flips == SOLO_JESTERS:
                return TwelveCode.NO_FLIP
            return TwelveCode.FLIP_OVER if state.tavern else TwelveCode.TAVERN_EMPTY


def start(seats: int, ctx: Context) -> Step[State]:
    log = Log()
    state = first_turn(seats, ctx.rng, log)
    return Step(state, tuple(log.events), tuple(log.private))


def leave(state: State, seat: Seat, why: LeaveReason) -> Step[State]:
    """Twice is once, and after the end nothing changes any more."""
    if state.left[seat] or state.stage not in RUNNING:
        return Step(state)
    log = Log()
    state = course.leave(state, seat, why, log)
    return Step(state, tuple(log.events), tuple(log.private))
