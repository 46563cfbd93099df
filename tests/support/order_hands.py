"""Positions of order in one line, and what the contract tests need to know about this game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Any

from msgspec.structs import replace

from engines.core import Context, Event, Phase, RuleError, Seat, Step, View
from engines.order import Order
from engines.order.events import ShownDown, StreetOpened
from engines.order.model import (
    BOARD,
    PACK,
    Action,
    Cards,
    NextDeal,
    No,
    Options,
    Own,
    Release,
    SeatState,
    Stage,
    State,
    Strength,
    Table,
    Take,
    Verdict,
    Yes,
)
from engines.order.strength import strength

ORDER = Order()
BLANK = "2S 7H 9D JC KS"
"""Five common cards of no interest."""


def hand(text: str) -> Cards:
    """`"7H TS"` → ("7H", "TS"). A ten may be written 10, as people do.

    >>> hand("7H 10S")
    ('7H', 'TS')
    """
    return tuple(text.replace("10", "T").split())


def worth(own: str, board: str) -> Strength:
    return strength(hand(own), hand(board))


def position(*hands: str, board: str = BLANK, street: int = 3, right: int = 0, wrong: int = 0) -> State:
    """A street in which nobody holds a chip yet.

    >>> position("AS AH", "KD QD", "3C 4C").chips
    3
    """
    return State(
        deal=right + wrong + 1,
        street=street,
        stage=Stage.CLAIMING,
        seats=tuple(SeatState(hand(text), is_dealt=True, earlier=(None,) * street) for text in hands),
        chips=len(hands),
        board=hand(board),
        out=(),
        claim=1,
        right=right,
        wrong=wrong,
    )


def dealt(seats: int, secret: int = 0) -> State:
    return ORDER.start(Options(), seats, Context.for_step(bytes([secret]) * 32, "order", 0)).state


class Played:
    """A state that is played on, with everything that happened.

    >>> game = Played(position("AS AH", "KD QD", "3C 4C")).claim(3, 2, 1).agree()
    >>> game.table.verdict
    <Verdict.RIGHT: 'right'>
    """

    def __init__(self, state: State, secret: int = 0) -> None:
        self.state = state
        self.secret = bytes([secret]) * 32
        self.events: list[Event] = []
        self.steps = 1

    def take(self, seat: int, chip: int) -> Played:
        return self.act(seat, Take(chip))

    def claim(self, *chips: int) -> Played:
        """One chip for each seat in the deal, in the order of seats."""
        for seat, chip in zip(self.seats_in, chips, strict=True):
            self.take(seat, chip)
        return self

    def yes(self, *seats: int) -> Played:
        for seat in seats:
            self.act(seat, Yes(self.state.claim))
        return self

    def agree(self) -> Played:
        """Everybody in the deal says yes who has not."""
        return self.yes(*[seat for seat in self.seats_in if not self.state.seats[seat].has_yes])

    def street(self) -> Played:
        """A whole street, the chips as they come."""
        return self.claim(*range(1, len(self.seats_in) + 1)).agree()

    def deal(self) -> Played:
        """The streets that are left of this deal."""
        while self.state.stage is Stage.CLAIMING:
            self.street()
        return self

    def next_deal(self, seat: int = 0) -> Played:
        return self.act(seat, NextDeal())

    def act(self, seat: int, action: Action) -> Played:
        return self._then(ORDER.apply(self.state, Seat(seat), action, self.chance()))

    def refused(self, seat: int, action: Action) -> StrEnum | None:
        """The code with which the action is refused here; None if it is not."""
        try:
            ORDER.apply(self.state, Seat(seat), action, self.chance())
        except RuleError as error:
            return error.code
        return None

    def leave(self, *seats: int) -> Played:
        for seat in seats:
            self._then(ORDER.leave(self.state, Seat(seat), "left", self.chance()))
        return self

    def join(self) -> Played:
        return self._then(ORDER.join(self.state, self.chance()))

    def rejoin(self, seat: int) -> Played:
        return self._then(ORDER.rejoin(self.state, Seat(seat), self.chance()))

    def chance(self) -> Context:
        return Context.for_step(self.secret, "order", self.steps)

    def _then(self, step: Step[State]) -> Played:
        self.state, self.steps = step.state, self.steps + 1
        self.events += step.events
        return self

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def seats_in(self) -> list[int]:
        return [index for index, seat in enumerate(self.state.seats) if seat.is_in]

    @property
    def yeses(self) -> list[int]:
        return [index for index, standing in enumerate(self.table.standings) if standing.has_yes]

    @property
    def chips(self) -> list[int | None]:
        return [standing.chip for standing in self.table.standings]

    @property
    def table(self) -> Table:
        return ORDER.table(self.state)

    def own(self, seat: int) -> Own:
        return ORDER.own(self.state, Seat(seat))

    @property
    def phase(self) -> Phase:
        phase = ORDER.phase(self.state)
        assert phase is not None, "the game is over"
        return phase

    @property
    def key(self) -> str:
        return self.phase.key

    @property
    def awaited(self) -> tuple[int, ...]:
        return self.phase.awaited

    def awaits(self, *seats: int) -> bool:
        return self.awaited == seats


def judged(board: str, *hands: str, chips: Sequence[int]) -> Verdict | None:
    """What the table hears of these chips, by seat."""
    return Played(position(*hands, board=board)).claim(*chips).agree().table.verdict


# For the contract tests.


def candidates(state: State, seat: Seat) -> Sequence[Action]:
    claims = (state.claim - 1, state.claim, state.claim + 1, 0)
    return [*map(Take, range(-1, 11)), Release(), *map(Yes, claims), No(), NextDeal()]


def hinted(own: Own) -> Sequence[Action]:
    may = own.may
    actions: list[Action] = [*map(Take, may.take)]
    actions += [Release()] if may.release else []
    actions += [] if may.yes is None else [Yes(may.yes)]
    actions += [No()] if may.no else []
    actions += [NextDeal()] if may.next_deal else []
    return actions


def weight(action: Action) -> int:
    """Players who put back what they hold as gladly as they agree would never come to an end."""
    return 10 if isinstance(action, Yes) else 1


def cards_of(state: State) -> list[str]:
    """Every card of the deal that has left the pack."""
    return [*state.board, *state.out, *(card for seat in state.seats for card in seat.hand)]


def cards_in(view: View[Table, Own]) -> list[str]:
    table, own = view.table, view.own
    seen = [*table.board]
    for shown in table.shown:
        seen += [*shown.hand, *shown.strength.five]
    return [*seen, *own.hand] if own is not None else seen


def secrets(state: State, viewer: Seat | None) -> list[str]:
    """Cards that the viewer may not know the place of: in others' hands, out, to come, or not dealt."""
    known = [*state.board[: BOARD[state.street]]]
    known += [card for shown in state.shown for card in shown.hand]
    if viewer is not None:
        known += state.seats[viewer].hand
    return [card for card in PACK if card not in known]


def exchange(state: State, viewer: Seat | None, rng: Random) -> tuple[State, dict[str, str]]:
    """Another deal that looks the same to the viewer, and which secret card became which."""
    hidden = secrets(state, viewer)
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def swapped(cards: Cards) -> Cards:
        return tuple(swap.get(card, card) for card in cards)

    exchanged = replace(
        state,
        seats=tuple(replace(seat, hand=swapped(seat.hand)) for seat in state.seats),
        board=swapped(state.board),
        out=swapped(state.out),
    )
    return exchanged, swap


def translate(action: Action, swap: dict[str, str]) -> Action:
    """No action names a card."""
    return action


def reveals(step: Step[State], _viewer: Seat | None) -> bool:
    """Whether the step has, by the rules, made something public that was secret."""
    return any(
        isinstance(event, ShownDown) or (isinstance(event, StreetOpened) and event.cards)
        for event in step.events
    )
