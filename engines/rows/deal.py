"""The course of a deal: laying, turning up, placing one card after another, scoring.

Nobody is asked here whether he may (`rules.py` does that). Every function takes a state and returns
another; `log` collects what happens on the way, in order, and lives for one step.

While somebody plays, a seat that is left never keeps the table waiting: its card is laid as soon as a
turn begins, its row taken as soon as it is asked for (5). When every seat has left, nothing happens by
itself any more and each `expire` leads one phase on; so no step ever plays a whole game.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from engines.core import Event, Outcome, Seat, ranking, shuffle
from engines.rows.bot import cheapest_card, cheapest_row
from engines.rows.events import DealScored, DealStarted, GameOver, Laid, Placed, RowAsked, TurnedUp
from engines.rows.model import (
    GOAL,
    HAND,
    PACK,
    ROWS,
    Card,
    How,
    Options,
    Placing,
    Stage,
    State,
    Upturned,
    heads_of,
)
from engines.rows.placing import land

Log: TypeAlias = list[Event]
T = TypeVar("T")


# What a state says.


def unplaced(state: State) -> list[Upturned]:
    """The cards of this turn that are not placed yet, in the order of placing."""
    laid = [Upturned(card, Seat(seat)) for seat, card in enumerate(state.laid) if card is not None]
    return sorted(laid, key=lambda up: up.card)


def somebody_plays(state: State) -> bool:
    return not all(state.left)


def totals(state: State) -> tuple[int, ...]:
    """Per seat the heads of the game so far, those of this deal included."""
    return tuple(total + heads_of(taken) for total, taken in zip(state.totals, state.taken, strict=True))


def ranked(state: State) -> Outcome:
    """Fewest heads wins; a seat that is left is ranked like the others; nothing breaks a tie (4, 5)."""
    places = ranking(totals(state), lowest_wins=True)
    return Outcome(tuple(Seat(seat) for seat, place in enumerate(places) if place == 1), places)


# Dealing and scoring.


def first_deal(options: Options, seats: int, rng: Random, log: Log) -> State:
    return _deal(options, 1, (0,) * seats, (False,) * seats, rng, log)


def next_deal(state: State, rng: Random, log: Log) -> State:
    return _deal(state.options, state.deal + 1, totals(state), state.left, rng, log)


def _deal(
    options: Options, deal: int, scores: tuple[int, ...], left: tuple[bool, ...], rng: Random, log: Log
) -> State:
    """All 104 cards are shuffled, ten go to each seat, four begin the rows; the rest is out (3.1)."""
    seats = len(scores)
    pack = list(range(1, PACK + 1))
    shuffle(pack, rng)
    firsts = tuple(pack[seats * HAND : seats * HAND + ROWS])
    log.append(DealStarted(deal, firsts))
    state = State(
        options=options,
        deal=deal,
        turn=1,
        stage=Stage.LAYING,
        rows=tuple((card,) for card in firsts),
        hands=tuple(tuple(sorted(pack[seat * HAND : (seat + 1) * HAND])) for seat in range(seats)),
        laid=(None,) * seats,
        placings=(),
        taken=((),) * seats,
        totals=scores,
        left=left,
    )
    return lay_for_left(state, log)


def _end_turn(state: State, log: Log) -> State:
    """After the tenth turn the deal is scored, and only then can the game end (3.3, 4)."""
    if state.turn < HAND:
        return lay_for_left(replace(state, turn=state.turn + 1, stage=Stage.LAYING), log)
    reached = totals(state)
    log.append(DealScored(state.deal, tuple(map(heads_of, state.taken)), reached))
    if max(reached) < GOAL:
        return replace(state, stage=Stage.RESULT)
    log.append(GameOver(ranked(state)))
    return replace(state, stage=Stage.OVER)


# Laying.


def lay(state: State, seat: Seat, card: Card, log: Log, *, by_policy: bool = False) -> State:
    log.append(Laid(seat, by_policy))
    hand = tuple(held for held in state.hands[seat] if held != card)
    return replace(state, hands=_with(state.hands, seat, hand), laid=_with(state.laid, seat, card))


def lay_by_policy(state: State, seat: Seat, log: Log) -> State:
    return lay(state, seat, cheapest_card(state.hands[seat], state.rows), log, by_policy=True)


def lay_for_left(state: State, log: Log) -> State:
    if not somebody_plays(state):
        return state
    for seat, left in enumerate(state.left):
        if left and state.laid[seat] is None:
            state = lay_by_policy(state, Seat(seat), log)
    return state


def turn_up_if_all_laid(state: State, log: Log) -> State:
    """The last card laid turns all up at once (3.1)."""
    if None in state.laid:
        return state
    log.append(TurnedUp(state.turn, tuple(unplaced(state))))
    return place_all(replace(state, placings=()), log)


# Placing.


def place_all(state: State, log: Log) -> State:
    """Place the upturned cards, lowest first, until a row has to be chosen or the turn is over (3.2)."""
    for up in unplaced(state):
        landing = land(state.rows, up.card)
        if landing is not None:
            how = How.SIXTH if landing.took else How.JOINED
            placing = Placing(up.card, up.seat, landing.row, how, landing.took, landing.heads)
            state = _place(state, placing, log)
        elif state.left[up.seat] and somebody_plays(state):
            state = take_by_policy(state, up, log)
        else:
            log.append(RowAsked(up.seat, up.card))
            return replace(state, stage=Stage.ROW)
    return _end_turn(state, log)


def take(state: State, up: Upturned, row: int, log: Log, how: How = How.CHOSEN) -> State:
    """A card lower than every row's end takes any row, of one card or of five (3.2.4)."""
    took = state.rows[row]
    return _place(state, Placing(up.card, up.seat, row, how, took, heads_of(took)), log)


def take_by_policy(state: State, up: Upturned, log: Log) -> State:
    return take(state, up, cheapest_row(state.rows), log, How.POLICY)


def _place(state: State, placing: Placing, log: Log) -> State:
    log.append(Placed(placing))
    seat, kept = placing.seat, () if placing.took else state.rows[placing.row]
    return replace(
        state,
        rows=_with(state.rows, placing.row, (*kept, placing.card)),
        laid=_with(state.laid, seat, None),
        taken=_with(state.taken, seat, state.taken[seat] + placing.took),
        placings=(*state.placings, placing),
    )


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
