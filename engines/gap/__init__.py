"""The gap: one reads a sentence, the others fill it, and taste alone decides (gap.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engines.core import Context, LeaveReason, Outcome, Phase, Score, Seat, Step, View, leading
from engines.gap import model, rules, view
from engines.gap.events import GapEvent


class Gap:
    """The engine.

    >>> anna, ben, cleo, dan = map(Seat, range(4))
    >>> gap, chance = Gap(), Context.for_step(bytes(32), "gap", 0, here=(anna, ben, cleo))
    >>> state = gap.start(model.Options(), 3, chance).state
    >>> gap.table(state).reader, gap.table(state).queue
    (0, (1, 2))
    >>> [len(gap.own(state, seat).hand) for seat in (anna, ben, cleo)]
    [6, 6, 6]

    Anna reads. Ben lays; the others see that he has, not what, and it stays laid.

    >>> first = tuple(phrase.card for phrase in gap.own(state, ben).hand)[: gap.own(state, ben).may.lay]
    >>> step = gap.apply(state, ben, model.Lay(first), chance)
    >>> step.events
    (HasLaid(seat=1),)
    >>> gap.apply(step.state, ben, model.Lay(first), chance)
    Traceback (most recent call last):
    engines.core.RuleError: already_laid

    The phase says who is awaited and for how long. The last answer, here by the clock, turns all up:
    shuffled, with ids that mean nothing, and without names.

    >>> gap.phase(step.state).key, gap.phase(step.state).awaited, gap.phase(step.state).limit_s
    ('1:lay', (2,), 75)
    >>> state = gap.expire(step.state, chance).state
    >>> [answer.seat for answer in gap.table(state).answers]
    [None, None]

    Who comes now is in from the next sentence. Anna picks; only then it is said whose answer it was.

    >>> state = gap.join(state, chance).state
    >>> gap.own(state, dan).hand, gap.table(state).queue
    ((), (1, 2, 3))
    >>> step = gap.apply(state, anna, model.Pick(gap.own(state, anna).may.pick[0]), chance)
    >>> winner = gap.table(step.state).winner
    >>> winner in (ben, cleo), gap.table(step.state).standings[winner].points
    (True, 1)
    >>> gap.outcome(step.state) is None
    True

    Leaving lets an answer stay, and whoever left may come back.

    >>> left = gap.leave(step.state, ben, "silent", chance)
    >>> left.events
    (SeatLeft(seat=1, why='silent'),)
    >>> gap.rejoin(left.state, ben, chance).events
    (SeatRetaken(seat=1),)
    """

    name: ClassVar[str] = "gap"
    version: ClassVar[int] = 1
    """Also that of the deck: it is raised when a published line changes its meaning (`deck.py`)."""
    seats: ClassVar[range] = range(3, 13)
    best_seats: ClassVar[int] = 6
    Options: ClassVar[type[Struct]] = model.Options
    State: ClassVar[type[Struct]] = model.State
    Action: ClassVar[Any] = model.Action  # Any: a union is no type
    Event: ClassVar[Any] = GapEvent  # Any: as above
    Table: ClassVar[type[Struct]] = model.Table
    Own: ClassVar[type[Struct]] = model.Own
    question_after_s: ClassVar[int | None] = None
    has_bots: ClassVar[bool] = False

    def start(self, options: model.Options, seats: int, ctx: Context) -> Step[model.State]:
        return rules.start(options, seats, ctx)

    def phase(self, state: model.State) -> Phase | None:
        return rules.phase(state)

    def apply(self, state: model.State, seat: Seat, action: model.Action, ctx: Context) -> Step[model.State]:
        return rules.act(state, seat, action, ctx)

    def expire(self, state: model.State, ctx: Context) -> Step[model.State]:
        return rules.expire(state, ctx)

    def leave(self, state: model.State, seat: Seat, why: LeaveReason, ctx: Context) -> Step[model.State]:
        return rules.leave(state, seat, why, ctx)

    def join(self, state: model.State, ctx: Context) -> Step[model.State]:
        return rules.join(state, ctx)

    def rejoin(self, state: model.State, seat: Seat, ctx: Context) -> Step[model.State]:
        return rules.rejoin(state, seat, ctx)

    def table(self, state: model.State) -> model.Table:
        return view.table(state)

    def score(self, table: model.Table) -> Score:
        points = tuple(standing.points for standing in table.standings)
        left = [standing.has_left for standing in table.standings]
        return Score(table.round, goal=table.rounds, points=points, leads=leading(points, left))

    def own(self, state: model.State, seat: Seat) -> model.Own:
        return view.own(state, seat)

    def outcome(self, state: model.State) -> Outcome | None:
        return rules.outcome(state)

    def bot(self, view: View[model.Table, model.Own]) -> model.Action:
        """Nobody else's taste can stand in (1)."""
        raise NotImplementedError
