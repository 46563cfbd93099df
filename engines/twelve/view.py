"""What may be seen of a state: the public table, and what a seat alone may know.

`table` reads the castle's ranks and never its suits, the tavern's size and of its cards only those that
everybody saw land on top, and of the hands their sizes. `own` reads one hand (9).
"""

from __future__ import annotations

from engines.core import Seat
from engines.twelve.cards import ATTACK, HEALTH, value
from engines.twelve.ends import beaten, medal, outcome
from engines.twelve.foresight import blow, foresee, yield_loss
from engines.twelve.model import SOLO_JESTERS, Stage, State
from engines.twelve.rules import may, yield_bar
from engines.twelve.seen import Chair, Enemy, Own, Payment, Solo, Table


def table(state: State) -> Table:
    worn = medal(state)
    return Table(
        stage=state.stage,
        beaten=beaten(state),
        enemy=_enemy(state) if state.enemy else None,
        to_come=tuple(card[0] for card in state.castle),
        field=state.field,
        tavern=len(state.tavern),
        known=state.tavern[: state.known],
        discard=state.discard,
        limit=state.limit,
        chairs=tuple(
            Chair(len(hand), yielded, left, said)
            for hand, yielded, left, said in zip(
                state.hands, state.yielded, state.left, state.said, strict=True
            )
        ),
        turn=state.seat,
        due=state.due,
        paid=state.paid,
        solo=None if worn is None else Solo(SOLO_JESTERS - state.flips, worn),
        loss=state.loss,
        outcome=outcome(state),
    )


def _enemy(state: State) -> Enemy:
    rank = state.enemy[0]
    return Enemy(
        card=state.enemy,
        health=HEALTH[rank],
        attack=ATTACK[rank],
        left=max(0, HEALTH[rank] - state.damage),
        damage=state.damage,
        shield=state.shield,
        blow=blow(state),
        blocked=state.blocked,
        is_immune=state.is_immune,
    )


def own(state: State, seat: Seat) -> Own:
    allowed = may(state, seat)
    is_playing = state.stage is Stage.PLAYING and state.seat == seat
    return Own(
        hand=state.hands[seat],
        plays=tuple([foresee(state, seat, cards) for cards in allowed.play]),
        yields=allowed.yields,
        yield_bar=yield_bar(state, seat) if is_playing else None,
        yield_loss=yield_loss(state, seat) if allowed.yields else None,
        payments=tuple(Payment(card, value(card), max(0, state.due - value(card))) for card in allowed.pay),
        names=allowed.name,
        says=allowed.say,
        flip=allowed.flip,
    )
