"""What may be seen of a state: the public table, and what a seat alone may know.

`table` reads `laid` for one thing only, that a seat has laid, and the seats of `answers` for two: that
again, and their names once the round is settled (10). `own` reads one seat's entries of what is secret.
"""

from __future__ import annotations

from engines.core import Seat
from engines.gap.deck import deck
from engines.gap.model import Own, Stage, Standing, State, Table
from engines.gap.rounds import missing, ranked, sentence_of, shown, texts, winning
from engines.gap.rules import may


def table(state: State) -> Table:
    won = winning(state)
    answered = [answer.seat for answer in state.answers]
    is_between = state.stage in (Stage.WAITING, Stage.OVER)
    return Table(
        stage=state.stage,
        round=state.round,
        rounds=state.round + len(state.queue),
        reader=state.reader,
        queue=state.queue,
        sentence=sentence_of(state),
        answers=shown(state.answers, with_names=state.stage is Stage.RESULT),
        verdict=state.verdict,
        picked=state.picked,
        winner=None if won is None else won.seat,
        standings=tuple(
            Standing(points, state.laid[seat] is not None or seat in answered, has_read, left)
            for seat, (points, has_read, left) in enumerate(
                zip(state.points, state.has_read, state.left, strict=True)
            )
        ),
        missing=missing(state) if state.stage is Stage.WAITING else 0,
        outcome=ranked(state) if is_between else None,
    )


def own(state: State, seat: Seat) -> Own:
    answers = deck().answers
    laid = state.laid[seat]
    mine = next((answer for answer in state.answers if answer.seat == seat), None)
    cards = mine.cards if mine is not None else () if laid is None else laid.cards
    return Own(
        hand=tuple([answers[card] for card in state.hands[seat]]),
        answer=texts(cards),
        mine=None if mine is None else mine.id,
        may=may(state, seat),
    )
