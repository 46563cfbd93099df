"""Positions of rows in one line, and what the contract tests need to know about this game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Any

from msgspec.structs import replace

from engines.core import Context, Event, Phase, RuleError, Seat, Step, View
from engines.rows import Rows
from engines.rows.events import TurnedUp
from engines.rows.model import (
    HAND,
    Action,
    Cards,
    Lay,
    Lines,
    NextDeal,
    Options,
    Own,
    Stage,
    State,
    Table,
    TakeRow,
)

ROWS = Rows()


def cards(text: str) -> Cards:
    """`"10 90"` → (10, 90)."""
    return tuple(map(int, text.split()))


def lines(text: str) -> Lines:
    """`"12 | 25 | 40 44 | 75"` → four rows."""
    return tuple(cards(part) for part in text.split("|"))


def position(rows: str, hands: str, totals: str = "", taken: str = "") -> State:
    """A turn of laying in which nobody has laid yet. The turn follows from the size of the hands.

    >>> position("12 | 25 | 40 | 75", "10 90 | 13 91").turn
    9
    """
    held = lines(hands)
    seats = len(held)
    return State(
        options=Options(),
        deal=1,
        turn=HAND + 1 - len(held[0]),
        stage=Stage.LAYING,
        rows=lines(rows),
        hands=held,
        laid=(None,) * seats,
        placings=(),
        taken=lines(taken) if taken else ((),) * seats,
        totals=cards(totals) if totals else (0,) * seats,
        left=(False,) * seats,
    )


def chance(step: int = 1) -> Context:
    return Context.for_step(bytes(32), "rows", step)


class Played:
    """A state that is played on, with everything that happened.

    >>> game = Played(position("12 | 25 | 40 | 75", "44 | 13"))
    >>> game.lay(0, 44).lay(1, 13).rows
    ((12, 13), (25,), (40, 44), (75,))
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def lay(self, seat: int, card: int) -> Played:
        return self.act(seat, Lay(card))

    def lay_all(self, *laid: int) -> Played:
        """One card for each seat, in the order of seats."""
        for seat, card in enumerate(laid):
            self.lay(seat, card)
        return self

    def take(self, seat: int, row: int) -> Played:
        return self.act(seat, TakeRow(row))

    def act(self, seat: int, action: Action) -> Played:
        return self._then(ROWS.apply(self.state, Seat(seat), action, chance()))

    def refused(self, seat: int, action: Action) -> StrEnum | None:
        """The code with which the action is refused here; None if it is not."""
        try:
            ROWS.apply(self.state, Seat(seat), action, chance())
        except RuleError as error:
            return error.code
        return None

    def expire(self) -> Played:
        return self._then(ROWS.expire(self.state, chance()))

    def leave(self, *seats: int) -> Played:
        for seat in seats:
            self._then(ROWS.leave(self.state, Seat(seat), "left", chance()))
        return self

    def rejoin(self, seat: int) -> Played:
        return self._then(ROWS.rejoin(self.state, Seat(seat), chance()))

    def _then(self, step: Step[State]) -> Played:
        self.state = step.state
        self.events += step.events
        return self

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def rows(self) -> Lines:
        return self.state.rows

    @property
    def table(self) -> Table:
        return ROWS.table(self.state)

    @property
    def totals(self) -> list[int]:
        return [standing.total for standing in self.table.standings]

    def own(self, seat: int) -> Own:
        return ROWS.own(self.state, Seat(seat))

    @property
    def phase(self) -> Phase:
        phase = ROWS.phase(self.state)
        assert phase is not None, "the game is over"
        return phase

    @property
    def key(self) -> str:
        return self.phase.key

    @property
    def awaited(self) -> tuple[int, ...]:
        return self.phase.awaited


# For the contract tests.

PACK = range(1, 105)


def candidates(state: State, seat: Seat) -> Sequence[Action]:
    return [*map(Lay, range(-1, 107)), *map(TakeRow, range(-2, 6)), NextDeal()]


def hinted(own: Own) -> Sequence[Action]:
    more = [NextDeal()] if own.may.next_deal else []
    return [*map(Lay, own.may.lay), *map(TakeRow, own.may.take), *more]


def cards_of(state: State) -> list[int]:
    """Every card that has been dealt and not gone back."""
    laid = [card for card in state.laid if card is not None]
    return laid + [card for pile in (*state.hands, *state.rows, *state.taken) for card in pile]


def cards_in(view: View[Table, Own]) -> list[int]:
    table, own = view.table, view.own
    seen = [card for row in table.rows for card in row.cards]
    seen += [up.card for up in table.unplaced]
    for placing in table.placings:
        seen += [placing.card, *placing.took]
    if own is not None:
        seen += [*own.hand, *own.may.lay]
        seen += [] if own.laid is None else [own.laid]
        seen += [card for landing in own.landings if landing for card in landing.took]
    return seen


def secrets(state: State, viewer: Seat | None) -> list[int]:
    """Cards that the viewer may not know the place of: in others' hands, face down, or not dealt."""
    known = [card for pile in (*state.rows, *state.taken) for card in pile]
    for seat, card in enumerate(state.laid):
        if card is not None and (state.stage is Stage.ROW or seat == viewer):
            known.append(card)
    if viewer is not None:
        known += state.hands[viewer]
    return [card for card in PACK if card not in known]


def exchange(state: State, viewer: Seat | None, rng: Random) -> tuple[State, dict[int, int]]:
    """Another deal that looks the same to the viewer, and which secret card became which."""
    hidden = secrets(state, viewer)
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    exchanged = replace(
        state,
        hands=tuple(tuple(sorted(swap.get(card, card) for card in hand)) for hand in state.hands),
        laid=tuple(card and swap.get(card, card) for card in state.laid),
    )
    return exchanged, swap


def translate(action: Action, swap: dict[int, int]) -> Action:
    """The same action in the exchanged deal."""
    return Lay(swap.get(action.card, action.card)) if isinstance(action, Lay) else action


def reveals(step: Step[State], _viewer: Seat | None) -> bool:
    """Whether the step has, by the rules, made something public that was secret."""
    return any(isinstance(event, TurnedUp) for event in step.events)
