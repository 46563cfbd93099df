"""Four rows: everybody lays at once, and the sixth card takes the row (rows.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engines.core import (
    Code,
    Context,
    LeaveReason,
    Outcome,
    Phase,
    RuleError,
    Score,
    Seat,
    Step,
    View,
    leading,
)
from engines.rows import model, rules, view
from engines.rows.bot import cheapest_card, cheapest_row
from engines.rows.events import RowsEvent


class Rows:
    """The engine.

    >>> rows, chance = Rows(), Context.for_step(bytes(32), "rows", 0)
    >>> anna, ben = Seat(0), Seat(1)
    >>> state = rows.start(model.Options(), 2, chance).state
    >>> [row.cards for row in rows.table(state).rows]
    [(62,), (43,), (73,), (15,)]
    >>> rows.own(state, anna).hand
    (2, 11, 28, 29, 44, 66, 78, 82, 85, 103)

    Anna lays. The others see that she has, not what; and what is laid stays laid.

    >>> step = rows.apply(state, anna, model.Lay(2), chance)
    >>> step.events
    (Laid(seat=0, by_policy=False),)
    >>> rows.apply(step.state, anna, model.Lay(11), chance)
    Traceback (most recent call last):
    engines.core.RuleError: already_laid

    The phase says who is awaited and for how long. A bot sees what its seat sees.

    >>> rows.phase(step.state).key, rows.phase(step.state).awaited, rows.phase(step.state).limit_s
    ('1:1:lay', (1,), 45)
    >>> rows.bot(View(rows.table(step.state), rows.own(step.state, ben)))
    Lay(card=32)

    The last card turns all up. No row ends lower than 2, so its owner has to choose one.

    >>> step = rows.apply(step.state, ben, model.Lay(32), chance)
    >>> rows.phase(step.state).key, rows.phase(step.state).awaited
    ('1:1:row', (0,))
    >>> step = rows.apply(step.state, anna, model.TakeRow(0), chance)
    >>> for event in step.events: print(event.placing)
    Placing(card=2, seat=0, row=0, how=<How.CHOSEN: 'chosen'>, took=(62,), heads=1)
    Placing(card=32, seat=1, row=3, how=<How.JOINED: 'joined'>, took=(), heads=0)
    >>> rows.table(step.state).standings[anna]
    Standing(total=1, gain=1, has_laid=False, has_left=False)

    The clock lays for those who have not, and a seat that is left does not keep the others waiting
    until its owner is back. Nobody new may join, and there is no outcome before the end.

    >>> rows.phase(rows.expire(step.state, chance).state).key
    '1:3:lay'
    >>> left = rows.leave(step.state, ben, "silent", chance)
    >>> left.events
    (SeatLeft(seat=1, why='silent'), Laid(seat=1, by_policy=True))
    >>> rows.rejoin(left.state, ben, chance).events
    (SeatRetaken(seat=1),)
    >>> rows.join(step.state, chance)
    Traceback (most recent call last):
    engines.core.RuleError: closed
    >>> rows.outcome(step.state) is None
    True
    """

    name: ClassVar[str] = "rows"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 11)
    best_seats: ClassVar[int] = 6
    Options: ClassVar[type[Struct]] = model.Options
    State: ClassVar[type[Struct]] = model.State
    Action: ClassVar[Any] = model.Action  # Any: a union is no type
    Event: ClassVar[Any] = RowsEvent  # Any: as above
    Table: ClassVar[type[Struct]] = model.Table
    Own: ClassVar[type[Struct]] = model.Own
    question_after_s: ClassVar[int | None] = None
    has_bots: ClassVar[bool] = True

    def start(self, options: model.Options, seats: int, ctx: Context) -> Step[model.State]:
        return rules.start(options, seats, ctx)

    def phase(self, state: model.State) -> Phase | None:
        return rules.phase(state)

    def apply(self, state: model.State, seat: Seat, action: model.Action, ctx: Context) -> Step[model.State]:
        return rules.act(state, seat, action, ctx)

    def expire(self, state: model.State, ctx: Context) -> Step[model.State]:
        return rules.expire(state, ctx)

    def leave(self, state: model.State, seat: Seat, why: LeaveReason, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        return rules.leave(state, seat, why)

    def join(self, state: model.State, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        """Nobody joins a running game: a newcomer with no heads would win (1)."""
        raise RuleError(Code.CLOSED)

    def rejoin(self, state: model.State, seat: Seat, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        return rules.rejoin(state, seat)

    def table(self, state: model.State) -> model.Table:
        return view.table(state)

    def score(self, table: model.Table) -> Score:
        points = tuple(standing.total for standing in table.standings)
        left = [standing.has_left for standing in table.standings]
        return Score(table.deal, points=points, leads=leading(points, left, lowest_wins=True))

    def own(self, state: model.State, seat: Seat) -> model.Own:
        return view.own(state, seat)

    def outcome(self, state: model.State) -> Outcome | None:
        return rules.outcome(state)

    def bot(self, view: View[model.Table, model.Own]) -> model.Action:
        rows = tuple(row.cards for row in view.table.rows)
        if view.table.chooser is not None:
            return model.TakeRow(cheapest_row(rows))
        if view.own is None:
            raise ValueError("a bot sits on a seat")
        return model.Lay(cheapest_card(view.own.hand, rows))
