"""Order: hold'em without betting; everybody claims a place in the order of the hands (order.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engines.core import Context, LeaveReason, Outcome, Phase, Score, Seat, Step, View
from engines.order import deal, model, rules, view
from engines.order.events import OrderEvent


class Order:
    """The engine.

    >>> order, chance = Order(), Context.for_step(bytes(32), "order", 0)
    >>> anna, ben, cleo = Seat(0), Seat(1), Seat(2)
    >>> state = order.start(model.Options(), 3, chance).state
    >>> order.own(state, anna).hand, order.table(state).board, order.table(state).pile
    (('KH', '6C'), (), (1, 2, 3))

    Everybody takes a chip. One in somebody's hand cannot be taken; and while one is missing, nobody is awaited
    but those who hold none.

    >>> for seat, chip in ((anna, 3), (ben, 1)):
    ...     state = order.apply(state, seat, model.Take(chip), chance).state
    >>> order.apply(state, cleo, model.Take(3), chance)
    Traceback (most recent call last):
    engines.core.RuleError: chip_taken
    >>> order.phase(state).key, order.phase(state).awaited
    ('1:0', (2,))
    >>> state = order.apply(state, cleo, model.Take(2), chance).state

    A yes names the order it is meant for. Whoever moves a chip clears every yes.

    >>> state = order.apply(state, anna, model.Yes(state.claim), chance).state
    >>> step = order.apply(state, cleo, model.Release(), chance)
    >>> step.events
    (Released(seat=2, chip=2), YesCleared(seats=(0,)))
    >>> order.apply(step.state, ben, model.Yes(state.claim), chance)
    Traceback (most recent call last):
    engines.core.RuleError: order_changed

    When all have said yes, the next cards are turned up and the chips go back.

    >>> for seat in (ben, cleo):
    ...     step = order.apply(state, seat, model.Yes(state.claim), chance)
    ...     state = step.state
    >>> step.events
    (SaidYes(seat=2), StreetOpened(street=1, cards=('9S', '8D', 'JD'), chips=3))
    >>> order.table(state).standings[anna]
    Standing(chip=None, earlier=(3,), has_yes=False, is_dealt=True, is_in=True, has_left=False)

    Whoever leaves takes the two cards along; whoever comes gets some at the next deal.

    >>> order.leave(state, ben, "silent", chance).events
    (SeatLeft(seat=1, why='silent', chip=None),)
    >>> order.own(order.join(state, chance).state, Seat(3))
    Own(hand=(), may=May(take=(), release=False, yes=None, no=False, next_deal=False))
    >>> order.outcome(state) is None
    True
    """

    name: ClassVar[str] = "order"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(model.ENOUGH, model.SEATS + 1)
    best_seats: ClassVar[int] = 4
    Options: ClassVar[type[Struct]] = model.Options
    State: ClassVar[type[Struct]] = model.State
    Action: ClassVar[Any] = model.Action  # Any: a union is no type
    Event: ClassVar[Any] = OrderEvent  # Any: as above
    Table: ClassVar[type[Struct]] = model.Table
    Own: ClassVar[type[Struct]] = model.Own
    question_after_s: ClassVar[int | None] = 300
    """Five minutes: people talk here instead of touching (room.md 3)."""
    has_bots: ClassVar[bool] = False

    def start(self, options: model.Options, seats: int, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - there are no options
        return rules.start(seats, ctx)

    def phase(self, state: model.State) -> Phase | None:
        return rules.phase(state)

    def apply(self, state: model.State, seat: Seat, action: model.Action, ctx: Context) -> Step[model.State]:
        return rules.act(state, seat, action, ctx)

    def expire(self, state: model.State, ctx: Context) -> Step[model.State]:
        """No clock ever decides anything here, so there is none to run out (2.4)."""
        raise NotImplementedError

    def leave(self, state: model.State, seat: Seat, why: LeaveReason, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        return rules.leave(state, seat, why)

    def join(self, state: model.State, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        return rules.join(state)

    def rejoin(self, state: model.State, seat: Seat, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        return rules.rejoin(state, seat)

    def table(self, state: model.State) -> model.Table:
        return view.table(state)

    def score(self, table: model.Table) -> Score:
        return Score(table.right, table.wrong, table.goal)

    def own(self, state: model.State, seat: Seat) -> model.Own:
        return view.own(state, seat)

    def outcome(self, state: model.State) -> Outcome | None:
        return deal.outcome(state)

    def bot(self, view: View[model.Table, model.Own]) -> model.Action:
        """A claim made by a program would be a guess at cards, and the guess is the whole game (5)."""
        raise NotImplementedError
