"""What may be seen of a state: the public table, and what a seat alone may know.

`table` reads no hand and only the open part of the board; all hands of a deal are open in `shown`, which
is empty before the showdown. `own` reads one seat's hand.
"""

from __future__ import annotations

from engines.core import Seat
from engines.order.deal import outcome, pile
from engines.order.model import BOARD, GOAL, Own, Standing, State, Table
from engines.order.rules import may


def table(state: State) -> Table:
    return Table(
        stage=state.stage,
        deal=state.deal,
        street=state.street,
        board=state.board[: BOARD[state.street]],
        chips=state.chips,
        pile=pile(state),
        claim=state.claim,
        right=state.right,
        wrong=state.wrong,
        goal=GOAL,
        standings=tuple(
            Standing(
                chip=seat.chip,
                earlier=seat.earlier,
                has_yes=seat.has_yes,
                is_dealt=seat.is_dealt,
                is_in=seat.is_in,
                has_left=seat.has_left,
            )
            for seat in state.seats
        ),
        shown=state.shown,
        verdict=state.verdict,
        outcome=outcome(state),
    )


def own(state: State, seat: Seat) -> Own:
    return Own(hand=state.seats[seat].hand, may=may(state, seat))
