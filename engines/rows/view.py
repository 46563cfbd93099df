"""What may be seen of a state: the public table, and what a seat alone may know.

`table` reads `laid` for two things only: that a seat has laid, and, once all have been turned up, the
cards that wait for a row choice. `own` reads one seat's entries of what is secret.
"""

from __future__ import annotations

from functools import lru_cache

from engines.core import Seat
from engines.rows.deal import totals, unplaced
from engines.rows.model import GOAL, Cards, Landing, Lines, Own, Row, Stage, Standing, State, Table, heads_of
from engines.rows.placing import land
from engines.rows.rules import may, outcome


def table(state: State) -> Table:
    waiting = tuple(unplaced(state)) if state.stage is Stage.ROW else ()
    return Table(
        stage=state.stage,
        deal=state.deal,
        turn=state.turn,
        goal=GOAL,
        rows=tuple(Row(row, heads_of(row)) for row in state.rows),
        standings=tuple(
            Standing(total, heads_of(taken), card is not None, left)
            for total, taken, card, left in zip(
                totals(state), state.taken, state.laid, state.left, strict=True
            )
        ),
        chooser=waiting[0].seat if waiting else None,
        unplaced=waiting,
        placings=state.placings,
        outcome=outcome(state),
    )


def own(state: State, seat: Seat) -> Own:
    hand = state.hands[seat]
    return Own(
        hand=hand,
        laid=state.laid[seat],
        may=may(state, seat),
        landings=_landings(state.rows, hand),
    )


@lru_cache(maxsize=4096)
def _landings(rows: Lines, hand: Cards) -> tuple[Landing | None, ...]:
    """Remembered, because within a turn neither changes while every laid card makes new views."""
    return tuple(land(rows, card) for card in hand)
