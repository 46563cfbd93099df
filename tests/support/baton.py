"""A toy game for tests of the room: one seat holds the baton and passes it on; nobody knows its mark.

It has what `rows` lacks: no clock but a question after ninety seconds, latecomers, no bots, a phase
that ends early when all who are awaited are away, private events, and a move that crashes.
"""

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

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
)
from engines.core import Event as CoreEvent


class ToyOptions(Struct, frozen=True, forbid_unknown_fields=True):
    passes: int = 3


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Pass the baton to the next seat that has not left."""


class Crash(Struct, frozen=True, forbid_unknown_fields=True, tag="crash"):
    """A bug in the rules."""


class Passed(CoreEvent, frozen=True):
    seat: Seat


class Marked(CoreEvent, frozen=True):
    """Private: the mark that a seat has drawn."""

    mark: int


class ToyState(Struct, frozen=True):
    goal: int
    holder: Seat
    passes: int
    marks: tuple[int, ...]
    left: tuple[bool, ...]


class ToyTable(Struct, frozen=True):
    holder: Seat
    passes: int


class ToyOwn(Struct, frozen=True):
    mark: int


class Baton:
    """Implements `engines.core.Engine`."""

    name: ClassVar[str] = "baton"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 5)
    best_seats: ClassVar[int] = 3
    Options: ClassVar[type[Struct]] = ToyOptions
    State: ClassVar[type[Struct]] = ToyState
    Action: ClassVar[Any] = Pass | Crash
    Event: ClassVar[Any] = Passed | Marked
    Table: ClassVar[type[Struct]] = ToyTable
    Own: ClassVar[type[Struct]] = ToyOwn
    question_after_s: ClassVar[int | None] = 90
    has_bots: ClassVar[bool] = False

    def start(self, options: ToyOptions, seats: int, ctx: Context) -> Step[ToyState]:
        marks = tuple(ctx.rng.getrandbits(30) for _ in range(seats))
        state = ToyState(options.passes, Seat(0), 0, marks, (False,) * seats)
        return Step(state, private=tuple((Seat(s), Marked(mark)) for s, mark in enumerate(marks)))

    def phase(self, state: ToyState) -> Phase | None:
        if state.passes >= state.goal:
            return None
        return Phase(f"pass-{state.passes}", (state.holder,), part=state.passes)

    def apply(self, state: ToyState, seat: Seat, action: Pass | Crash, _ctx: Context) -> Step[ToyState]:
        if isinstance(action, Crash):
            raise ZeroDivisionError(f"mark {state.marks[seat]}")
        if seat != state.holder:
            raise RuleError(Code.NOT_AWAITED)
        return Step(self._passed(state), (Passed(seat),))

    def expire(self, state: ToyState, _ctx: Context) -> Step[ToyState]:
        return Step(self._passed(state), (Passed(state.holder),))

    def leave(self, state: ToyState, seat: Seat, _why: LeaveReason, _ctx: Context) -> Step[ToyState]:
        left = tuple(was or index == seat for index, was in enumerate(state.left))
        state = replace(state, left=left)
        return Step(self._passed(state) if seat == state.holder else state)

    def join(self, state: ToyState, ctx: Context) -> Step[ToyState]:
        mark = ctx.rng.getrandbits(30)
        joined = replace(state, marks=(*state.marks, mark), left=(*state.left, False))
        return Step(joined, private=((Seat(len(state.marks)), Marked(mark)),))

    def rejoin(self, _state: ToyState, _seat: Seat, _ctx: Context) -> Step[ToyState]:
        raise RuleError(Code.CLOSED)

    def table(self, state: ToyState) -> ToyTable:
        return ToyTable(state.holder, state.passes)

    def score(self, table: ToyTable) -> Score:
        return Score(table.passes)

    def own(self, state: ToyState, seat: Seat) -> ToyOwn:
        return ToyOwn(state.marks[seat])

    def outcome(self, state: ToyState) -> Outcome | None:
        return (
            Outcome(tuple(Seat(s) for s in range(len(state.marks)))) if state.passes >= state.goal else None
        )

    def bot(self, _view: View[ToyTable, ToyOwn]) -> Pass:
        return Pass()

    def _passed(self, state: ToyState) -> ToyState:
        seat = state.holder
        for _ in state.marks:
            seat = Seat((seat + 1) % len(state.marks))
            if not state.left[seat]:
                break
        return replace(state, holder=seat, passes=state.passes + 1)


class Relay(Baton):
    """Baton whose phases end early when the holder is away, and have a clock of thirty seconds."""

    name: ClassVar[str] = "relay"
    question_after_s: ClassVar[int | None] = None

    def phase(self, state: ToyState) -> Phase | None:
        phase = super().phase(state)
        return None if phase is None else replace(phase, limit_s=30.0, ends_if_away=True)


class Ticker(Baton):
    """Baton that the clock passes on, each second."""

    name: ClassVar[str] = "ticker"
    question_after_s: ClassVar[int | None] = None

    def phase(self, state: ToyState) -> Phase | None:
        phase = super().phase(state)
        return None if phase is None else replace(phase, limit_s=1.0)


class Revolving(Baton):
    """Baton to which leavers may return."""

    name: ClassVar[str] = "revolving"

    def rejoin(self, state: ToyState, seat: Seat, _ctx: Context) -> Step[ToyState]:
        return Step(replace(state, left=tuple(was and index != seat for index, was in enumerate(state.left))))


class Vigil(Baton):
    """Baton whose first phase has no action: it waits until the last seat is here."""

    name: ClassVar[str] = "vigil"
    question_after_s: ClassVar[int | None] = None

    def phase(self, state: ToyState) -> Phase | None:
        if state.passes == 0:
            return Phase("vigil", (), until_here=(Seat(len(state.marks) - 1),))
        return super().phase(state)
