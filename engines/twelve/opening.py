"""The start: castle and tavern are built, the hands dealt (1)."""

from __future__ import annotations

from random import Random

from engines.core import Seat, below
from engines.twelve.cards import COURT, JESTERS, SUITS, TAVERN, by_rank
from engines.twelve.course import begin_turn, next_enemy, shuffled
from engines.twelve.events import Log
from engines.twelve.model import HAND_LIMIT, JESTERS_SHUFFLED_IN, Stage, State


def first_turn(seats: int, rng: Random, log: Log) -> State:
    """Castle and tavern are shuffled, the hands dealt, the first enemy turned up; chance says who begins (1)."""
    castle = [card for rank in COURT for card in shuffled([rank + suit for suit in SUITS], rng)]
    tavern = shuffled([*TAVERN, *JESTERS[: JESTERS_SHUFFLED_IN[seats]]], rng)
    limit = HAND_LIMIT[seats]
    state = State(
        limit=limit,
        stage=Stage.PLAYING,
        castle=tuple(castle),
        enemy="",
        tavern=tuple(tavern[seats * limit :]),
        known=0,
        discard=(),
        field=(),
        damage=0,
        shield=0,
        blocked=0,
        is_immune=True,
        hands=tuple(by_rank(tavern[seat * limit : (seat + 1) * limit]) for seat in range(seats)),
        number=0,
        seat=Seat(0),
        due=0,
        paid=(),
        flips=0,
        yielded=(False,) * seats,
        said=(None,) * seats,
        left=(False,) * seats,
        loss=None,
    )
    return begin_turn(next_enemy(state, log), Seat(below(seats, rng)), log)
