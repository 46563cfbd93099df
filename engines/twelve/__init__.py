"""Twelve enemies: one pack between all, and whoever cannot pay loses for everybody (twelve.md)."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from engines.core import Code, Context, LeaveReason, Outcome, Phase, RuleError, Score, Seat, Step, View
from engines.twelve import ends, model, rules, seen, view
from engines.twelve.events import TwelveEvent


class Twelve:
    """The engine.

    >>> twelve, chance = Twelve(), Context.for_step(bytes(32), "twelve", 0)
    >>> state = twelve.start(model.Options(), 3, chance).state
    >>> twelve.table(state).enemy.card, twelve.table(state).turn
    ('JC', 1)
    >>> ben, cia = Seat(1), Seat(2)
    >>> twelve.own(state, ben).hand
    ('4S', '4H', '6H', '7H', '7C', 'TC')

    A seat is told what may be played, and what will come of it. Hearts find an empty discard.

    >>> twelve.own(state, ben).plays[-1]  # doctest: +NORMALIZE_WHITESPACE
    Preview(cards=('4S', '4H'), attack=8, damage=8, healed=0, drawn=0, shield=8, blocked=0, dead='',
            kill=None, due=2, left=30, loss=None)
    >>> step = twelve.apply(state, ben, model.Play(("4S", "4H")), chance)
    >>> for event in step.events: print(event)
    Played(seat=1, cards=('4S', '4H'))
    Shielded(by=8, shield=8)
    Struck(damage=8, left=12)
    BlowDealt(seat=1, due=2)

    The blow is paid one card after another; then the next seat plays. No clock hurries anybody.

    >>> twelve.phase(step.state)
    Phase(key='1:paying:0:0', awaited=(1,), part=1)
    >>> twelve.apply(step.state, ben, model.Play(("6H",)), chance)
    Traceback (most recent call last):
    engines.core.RuleError: not_playing
    >>> twelve.apply(step.state, ben, model.Pay("6H"), chance).events
    (Paid(seat=1, card='6H', left=0), TurnBegan(seat=2))

    A seat that is left gives its hand to the discard; the next one plays.

    >>> step = twelve.leave(step.state, ben, "silent", chance)
    >>> step.events[0].cards, step.events[-1]
    (('6H', '7H', '7C', 'TC'), TurnBegan(seat=2))
    >>> twelve.own(step.state, cia).yields
    True
    """

    name: ClassVar[str] = "twelve"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(1, 5)
    best_seats: ClassVar[int] = 3
    Options: ClassVar[type[Struct]] = model.Options
    State: ClassVar[type[Struct]] = model.State
    Action: ClassVar[Any] = model.Action  # Any: a union is no type
    Event: ClassVar[Any] = TwelveEvent  # Any: as above
    Table: ClassVar[type[Struct]] = seen.Table
    Own: ClassVar[type[Struct]] = seen.Own
    question_after_s: ClassVar[int | None] = 90
    has_bots: ClassVar[bool] = False

    def start(self, options: model.Options, seats: int, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - there are none
        return rules.start(seats, ctx)

    def phase(self, state: model.State) -> Phase | None:
        return rules.phase(state)

    def apply(self, state: model.State, seat: Seat, action: model.Action, ctx: Context) -> Step[model.State]:
        return rules.act(state, seat, action, ctx)

    def expire(self, state: model.State, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        """No clock plays a turn (5), so none can have run out."""
        raise RuleError(Code.STALE)

    def leave(self, state: model.State, seat: Seat, why: LeaveReason, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        return rules.leave(state, seat, why)

    def join(self, state: model.State, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        """Hand limit and jesters depend on the number of seats at the start (1)."""
        raise RuleError(Code.CLOSED)

    def rejoin(self, state: model.State, seat: Seat, ctx: Context) -> Step[model.State]:  # noqa: ARG002 - the protocol's signature
        """The hand is gone, and with it the chair (5)."""
        raise RuleError(Code.CLOSED)

    def table(self, state: model.State) -> seen.Table:
        return view.table(state)

    def score(self, table: seen.Table) -> Score:
        return Score(table.beaten, goal=model.ENEMIES)

    def own(self, state: model.State, seat: Seat) -> seen.Own:
        return view.own(state, seat)

    def outcome(self, state: model.State) -> Outcome | None:
        return ends.outcome(state)

    def bot(self, view: View[seen.Table, seen.Own]) -> model.Action:
        """There are none, on purpose: each decision here is one that the table came to make."""
        raise NotImplementedError("twelve has no bots")
