"""The course of a turn: its four steps, a kill, payments, a flip, leaving.

Nobody is asked here whether he may (`rules.py` does that). Every function takes a state and returns
another; `log` collects what happens on the way, in order, and lives for one step.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from msgspec.structs import replace

from engines.core import Context, LeaveReason, Seat, shuffle
from engines.twelve import events
from engines.twelve.cards import HEALTH, Card, Cards, by_rank, by_suit, is_jester, value, worth
from engines.twelve.ends import over
from engines.twelve.events import Log
from engines.twelve.foresight import blow, following, foresee
from engines.twelve.model import SOLO_JESTERS, Laid, Loss, Phrase, Stage, State
from engines.twelve.seen import Kill

T = TypeVar("T")


def can_flip(state: State) -> bool:
    """Whether a solo jester may be used now: before a card is played, or before the first is paid (6)."""
    return (
        state.seats == 1
        and state.flips < SOLO_JESTERS
        and state.tavern != ()
        and (state.stage is Stage.PLAYING or (state.stage is Stage.PAYING and state.paid == ()))
    )


def next_enemy(state: State, log: Log) -> State:
    enemy, *rest = state.castle
    log.add(events.EnemyCame(enemy))
    return replace(state, enemy=enemy, castle=tuple(rest), damage=0, shield=0, blocked=0, is_immune=True)


def can_pay(state: State) -> bool:
    """Once true it stays so until the blow is covered: what is left of the hand covers what is left (4)."""
    return worth(state.hands[state.seat]) >= state.due


# Turns.


def begin_turn(state: State, seat: Seat, log: Log) -> State:
    """Every turn begins with a look at the hand: an empty one loses, unless a jester lies aside (2, 6)."""
    none_said: tuple[Phrase | None, ...] = (None,) * state.seats
    state = replace(
        state,
        stage=Stage.PLAYING,
        number=state.number + 1,
        seat=seat,
        due=0,
        paid=(),
        said=none_said,
    )
    log.add(events.TurnBegan(seat))
    return _judge_empty_hand(state, log)


def _judge_empty_hand(state: State, log: Log) -> State:
    return state if state.hands[state.seat] or can_flip(state) else _lose(state, Loss.EMPTY_HAND, log)


def pass_turn(state: State, log: Log) -> State:
    """The next active seat clockwise takes its turn."""
    return begin_turn(state, following(state), log)


# Step 1 to 3: playing.


def play(state: State, cards: Cards, ctx: Context, log: Log) -> State:
    """Powers in their order, then damage; a kill, or else the blow (2)."""
    if is_jester(cards[0]):
        return _play_jester(state, cards, log)
    seat, comes = state.seat, foresee(state, state.seat, cards)
    log.add(events.Played(seat, cards))
    state = _lay(state, cards)
    if comes.healed:
        state = _heal(state, comes.healed, ctx.rng, log)
    if comes.drawn:
        state = _deal(state, comes.drawn, log)
    state = replace(
        state,
        shield=state.shield + comes.shield,
        blocked=state.blocked + comes.blocked,
        damage=state.damage + comes.damage,
    )
    if comes.shield:
        log.add(events.Shielded(comes.shield, state.shield))
    log.add(events.Struck(comes.damage, max(0, HEALTH[state.enemy[0]] - state.damage)))
    return strike_back(state, log) if comes.kill is None else _fell(state, comes.kill, log)


def _play_jester(state: State, cards: Cards, log: Log) -> State:
    """The immunity goes, blocked spades count; neither damage nor payment, but a choice (2.4). The last
    active seat has nobody to choose from or to speak with (5)."""
    log.add(events.JesterPlayed(state.seat, state.blocked))
    state = replace(
        _lay(state, cards),
        is_immune=False,
        shield=state.shield + state.blocked,
        blocked=0,
        stage=Stage.NAMING,
    )
    return begin_turn(state, state.seat, log) if len(state.active) == 1 else state


def _lay(state: State, cards: Cards) -> State:
    hand = tuple(card for card in state.hands[state.seat] if card not in cards)
    return replace(
        state,
        hands=_with(state.hands, state.seat, hand),
        field=(*state.field, Laid(state.seat, cards)),
        yielded=_with(state.yielded, state.seat, value=False),
    )


def shuffled(cards: list[Card], rng: Random) -> list[Card]:
    shuffle(cards, rng)
    return cards


def _heal(state: State, count: int, rng: Random, log: Log) -> State:
    """Hearts: unseen cards of the discard go to the bottom of the tavern (2.2)."""
    pile = shuffled(list(state.discard), rng)
    log.add(events.Healed(count))
    return replace(state, tavern=state.tavern + tuple(pile[:count]), discard=by_suit(pile[count:]))


def _deal(state: State, count: int, log: Log) -> State:
    """Diamonds: one card at a time, from the seat that played, past hands that are full (2.2)."""
    drawn: list[list[Card]] = [[] for _ in state.hands]
    room = [
        0 if left else state.limit - len(hand) for hand, left in zip(state.hands, state.left, strict=True)
    ]
    seat = int(state.seat)
    for card in state.tavern[:count]:
        while len(drawn[seat]) == room[seat]:
            seat = (seat + 1) % state.seats
        drawn[seat].append(card)
        seat = (seat + 1) % state.seats
    return _took(state, drawn, log)


def _took(state: State, drawn: list[list[Card]], log: Log) -> State:
    """Each seat's cards come into its hand from the top of the tavern."""
    count = sum(map(len, drawn))
    log.add(events.Dealt(tuple(map(len, drawn))))
    log.private += [(Seat(seat), events.Drew(tuple(cards))) for seat, cards in enumerate(drawn) if cards]
    hands = zip(state.hands, drawn, strict=True)
    return replace(
        state,
        tavern=state.tavern[count:],
        known=max(0, state.known - count),
        hands=tuple(by_rank([*hand, *cards]) if cards else hand for hand, cards in hands),
    )


def _fell(state: State, kill: Kill, log: Log) -> State:
    """The field is cleared, and the same seat goes on against the next enemy without a blow (3)."""
    enemy, is_exact = state.enemy, kill is Kill.EXACT
    log.add(events.EnemyFell(enemy, is_exact))
    gone = [card for laid in state.field for card in laid.cards]
    state = replace(
        state,
        enemy="",
        field=(),
        discard=by_suit([*state.discard, *gone, *([] if is_exact else [enemy])]),
        tavern=(enemy, *state.tavern) if is_exact else state.tavern,
        known=state.known + is_exact,
        damage=0,
        shield=0,
        blocked=0,
    )
    if not state.castle:
        return over(state, Stage.WON, None, log)
    return begin_turn(next_enemy(state, log), state.seat, log)


# Step 4: paying.


def give_way(state: State, log: Log) -> State:
    """A yield: no card, no power, no damage; but the blow (2.5)."""
    log.add(events.Yielded(state.seat))
    return strike_back(replace(state, yielded=_with(state.yielded, state.seat, value=True)), log)


def strike_back(state: State, log: Log) -> State:
    """What is due is known, and so whether the hand can pay it (4)."""
    due = blow(state)
    log.add(events.BlowDealt(state.seat, due))
    if due == 0:
        return pass_turn(state, log)
    return _judge_payment(replace(state, stage=Stage.PAYING, due=due), log)


def _judge_payment(state: State, log: Log) -> State:
    return state if can_pay(state) or can_flip(state) else _lose(state, Loss.UNPAID, log)


def pay(state: State, card: Card, log: Log) -> State:
    """The card is in the discard at once; covered, the step ends by itself (4)."""
    seat, due = state.seat, max(0, state.due - value(card))
    log.add(events.Paid(seat, card, due))
    state = replace(
        state,
        due=due,
        paid=(*state.paid, card),
        hands=_with(state.hands, seat, tuple(held for held in state.hands[seat] if held != card)),
        discard=by_suit([*state.discard, card]),
    )
    return state if due else pass_turn(state, log)


def flip(state: State, log: Log) -> State:
    """Solo: the hand goes, and as many as there are, up to the limit, come; what is due stays (6)."""
    thrown = state.hands[0]
    log.add(events.Flipped(thrown, min(state.limit, len(state.tavern))))
    state = replace(state, flips=state.flips + 1, hands=((),), discard=by_suit([*state.discard, *thrown]))
    state = _took(state, [list(state.tavern[: state.limit])], log)
    return _judge_payment(state, log) if state.stage is Stage.PAYING else _judge_empty_hand(state, log)


# Leaving and the end.


def leave(state: State, seat: Seat, why: LeaveReason, log: Log) -> State:
    """The hand goes to the discard and the turn order skips the seat; what it owed lapses (5)."""
    hand = state.hands[seat]
    log.add(events.SeatLeft(seat, why, hand))
    state = replace(
        state,
        left=_with(state.left, seat, value=True),
        hands=_with(state.hands, seat, ()),
        discard=by_suit([*state.discard, *hand]),
        said=_with(state.said, seat, None),
    )
    if not state.active:
        return over(state, Stage.ABANDONED, None, log)
    if seat == state.seat or (state.stage is Stage.NAMING and len(state.active) == 1):
        return pass_turn(state, log)
    return state


def _lose(state: State, loss: Loss, log: Log) -> State:
    return over(state, Stage.LOST, loss, log)


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
