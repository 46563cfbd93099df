"""What every game is made of: the engine protocol, steps, phases, refusals and chance.

An engine is a value without state of its own. It takes an immutable state and returns a new one;
if it raises, nothing has happened. The time, the network and the players' names are the room's
business (`actors/`), so nothing here knows them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, MutableSequence, Sequence
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NewType, Protocol, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

Seat = NewType("Seat", int)
"""Index of a chair in one game, 0 … seats-1. It never changes while the game runs."""

StateT = TypeVar("StateT", bound=Struct)
ActionT = TypeVar("ActionT", bound=Struct)
TableT = TypeVar("TableT", bound=Struct)
OwnT = TypeVar("OwnT", bound=Struct)
T = TypeVar("T")

LeaveReason = Literal["left", "silent", "removed"]
"""Why a seat was given up: by its owner, by ninety seconds of silence, by the host (room.md 1, 3)."""


class RuleError(Exception):
    """A move the rules refuse. `code` is the game's own `StrEnum` member; words are the client's."""

    def __init__(self, code: StrEnum) -> None:
        super().__init__(code)
        self.code = code


class Code(StrEnum):
    """Refusals that every game shares."""

    STALE = "stale"
    """The phase that the action answers is over (room.md 5)."""
    NOT_AWAITED = "not_awaited"
    """The seat owes nothing in this phase."""
    NOT_IN_HAND = "not_in_hand"
    CLOSED = "closed"
    """Nobody may join this game now (or ever)."""


class Event(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something that has happened, in the past tense. Each game subclasses it with its own words."""


class Step(Struct, Generic[StateT], frozen=True):
    """What an engine call returns: the next state and what happened on the way, in order.

    `events` may be seen by everybody, spectators included; `private` holds (seat, event) pairs that
    only that seat may see.
    """

    state: StateT
    events: tuple[Event, ...] = ()
    private: tuple[tuple[Seat, Event], ...] = ()


class Phase(Struct, frozen=True, repr_omit_defaults=True):
    """A stretch of the game in which a fixed set of actions is possible.

    key            never repeats within a game; a command and a clock name the key they belong to
    awaited        seats that owe an action now, ascending
    limit_s        length of the clock where one may run (room.md 4), else None
    lead_s         seconds of play-back on the screens before that clock starts; added to the limit
    opens_s        no action of this phase is taken before that many seconds after it began (a result
                   screen: 3 after its play-back)
    ends_if_away   call `expire` early when every awaited seat has been away ten seconds (gap.md 5)
    until_here     call `expire` as soon as one of these seats is connected; it must then lead on (gap.md 2)
    part           number of the deal, sentence or enemy that is under way and would be cut short by an end now;
                   None between two of them. It only rises
    """

    key: str
    awaited: tuple[Seat, ...]
    limit_s: float | None = None
    lead_s: float = 0.0
    opens_s: float = 0.0
    ends_if_away: bool = False
    until_here: tuple[Seat, ...] = ()
    part: int | None = None


class Outcome(Struct, frozen=True):
    """How a finished game ended: `winners` (all seats for a shared victory, none for a loss) and
    `places` per seat in standard ranking (1, 1, 3), or None where the game ranks nobody."""

    winners: tuple[Seat, ...]
    places: tuple[int, ...] | None = None


class Score(Struct, frozen=True):
    """What a table has reached so far, for those who look at many tables.

    done      enemies beaten, deals claimed rightly, sentences or deals begun
    failed    deals claimed wrongly
    goal      of how many; 0 where a game does not count them
    points    by seat, where everybody plays for themselves; empty where all play together
    leads     then the seats that lead, or have won, of those that have not left
    """

    done: int
    failed: int = 0
    goal: int = 0
    points: tuple[int, ...] = ()
    leads: tuple[Seat, ...] = ()

    @property
    def standing(self) -> tuple[int, int]:
        """The higher the further has a table come that plays together: more done, then fewer failed."""
        return self.done, -self.failed


class Context:
    """What an engine step gets from outside: chance, and which seats are connected now.

    The generator is made only when first used, so a step that needs no chance costs none.
    """

    def __init__(self, make_rng: Callable[[], Random], here: Sequence[Seat] = ()) -> None:
        self._make_rng = make_rng
        self.here = tuple(here)

    @cached_property
    def rng(self) -> Random:
        return self._make_rng()

    @classmethod
    def for_step(cls, secret: bytes, game: str, step: int, here: Sequence[Seat] = ()) -> Context:
        """The context of one engine step of one game.

        `secret` is the game's 256 bits (new for every game), `step` the number of engine steps
        applied so far. Same three, same chance: a restored room goes on identically, and nobody
        who lacks the secret can predict a card.

        >>> a = Context.for_step(bytes(32), "rows", 7).rng.getrandbits(32)
        >>> a == Context.for_step(bytes(32), "rows", 7).rng.getrandbits(32)
        True
        >>> a == Context.for_step(bytes(32), "rows", 8).rng.getrandbits(32)
        False
        """

        def make_rng() -> Random:
            seed = hashlib.blake2b(
                step.to_bytes(8, "big"), key=secret, person=game.encode()[:16], digest_size=32
            ).digest()
            return Random(seed)  # noqa: S311 - seeded with a secret; reproducible on purpose

        return cls(make_rng, here)


def shuffle(items: MutableSequence[T], rng: Random) -> None:
    """Fisher-Yates by `getrandbits` alone, so that every Python version deals the same cards.

    >>> pack = list(range(5)); shuffle(pack, Random(b"seed")); sorted(pack)
    [0, 1, 2, 3, 4]
    """
    for last in range(len(items) - 1, 0, -1):
        pick = below(last + 1, rng)
        items[last], items[pick] = items[pick], items[last]


def below(bound: int, rng: Random) -> int:
    """A uniform integer in [0, bound), by rejection on `getrandbits`."""
    bits = bound.bit_length()
    while (value := rng.getrandbits(bits)) >= bound:
        pass
    return value


def ranking(scores: Iterable[int], *, lowest_wins: bool) -> tuple[int, ...]:
    """Standard ranking of the scores, in their order.

    >>> ranking([20, 31, 20], lowest_wins=True)
    (1, 3, 1)
    """
    values = list(scores)
    if lowest_wins:
        return tuple(1 + sum(other < own for other in values) for own in values)
    return tuple(1 + sum(other > own for other in values) for own in values)


def leading(
    points: Sequence[int], has_left: Sequence[bool], *, lowest_wins: bool = False
) -> tuple[Seat, ...]:
    """The seats with the best points of those that have not left; of all if every seat has.

    >>> leading([0, 31, 20, 20], [True, False, False, False], lowest_wins=True)
    (2, 3)
    >>> leading([5, 7], [True, True])
    (1,)
    """
    seats = [Seat(seat) for seat in range(len(points)) if not has_left[seat]]
    seats = seats or [Seat(seat) for seat in range(len(points))]
    places = ranking((points[seat] for seat in seats), lowest_wins=lowest_wins)
    return tuple(seat for seat, place in zip(seats, places, strict=True) if place == 1)


class View(Struct, Generic[TableT, OwnT], frozen=True):
    """What one viewer sees: the public table and, for a seat, what is its own."""

    table: TableT
    own: OwnT | None


class Engine(Protocol[StateT, ActionT, TableT, OwnT]):
    """One game. Instances are values: all state travels through the arguments.

    `view` is the only way from a state to what somebody sees. It is split in two so that the public
    part can be made and encoded once per commit: `table` is not given the viewer and so cannot
    favour one; `own` is given one seat and may use that seat's secrets only.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    """Raised when the shape or meaning of `State` changes; a saved state carries it."""
    seats: ClassVar[range]
    """How many seats it takes, e.g. range(2, 11) for two to ten."""
    best_seats: ClassVar[int]
    """How many of them a table of a hall should have."""
    Options: ClassVar[type[Struct]]
    """Its bounds are in its type (msgspec.Meta), so that decoding is validating."""
    State: ClassVar[type[Struct]]
    Action: ClassVar[Any]
    """Tagged union of frozen structs, decoded with unknown fields forbidden. (Any: a union is no type.)"""
    Event: ClassVar[Any]
    """Union of this game's events, for the wire's schema."""
    Table: ClassVar[type[Struct]]
    Own: ClassVar[type[Struct]]
    question_after_s: ClassVar[int | None]
    """After how much idleness a seat may be asked "Still here?" (room.md 3); None where clocks run."""
    has_bots: ClassVar[bool]

    def start(self, options: Any, seats: int, ctx: Context) -> Step[StateT]:
        """Deal the first cards. `options` is an instance of `Options`."""
        ...

    def phase(self, state: StateT) -> Phase | None:
        """What the game waits for; None when it is over."""
        ...

    def apply(self, state: StateT, seat: Seat, action: ActionT, ctx: Context) -> Step[StateT]:
        """One seat's action. Raises RuleError, and then nothing has happened."""
        ...

    def expire(self, state: StateT, ctx: Context) -> Step[StateT]:
        """The phase's limit has run out, or whom it waited for is here. Only called where
        `phase().limit_s` is not None or `phase().until_here` not empty."""
        ...

    def leave(self, state: StateT, seat: Seat, why: LeaveReason, ctx: Context) -> Step[StateT]:
        """The seat is given up for good (until `rejoin`)."""
        ...

    def join(self, state: StateT, ctx: Context) -> Step[StateT]:
        """A latecomer takes a new chair at the end. Raises RuleError(CLOSED) where none may be taken."""
        ...

    def rejoin(self, state: StateT, seat: Seat, ctx: Context) -> Step[StateT]:
        """The owner of a seat that was left is back. Raises RuleError(CLOSED) where that is barred."""
        ...

    def table(self, state: StateT) -> TableT:
        """What everybody may see."""
        ...

    def score(self, table: TableT) -> Score:
        """What has been reached, by what everybody may see."""
        ...

    def own(self, state: StateT, seat: Seat) -> OwnT:
        """What only this seat may see: its cards, and what it may do now."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """The result, once `phase` is None."""
        ...

    def bot(self, view: View[TableT, OwnT]) -> ActionT:
        """What a bot does that sees this and nothing else. Only called where `has_bots` and the
        seat is awaited."""
        ...


AnyEngine = Engine[Any, Any, Any, Any]
"""An engine whose types the caller does not care about (the room, the registry, contract tests)."""


def view(
    engine: Engine[StateT, ActionT, TableT, OwnT], state: StateT, seat: Seat | None
) -> View[TableT, OwnT]:
    """The one function from (state, viewer) to what the viewer sees; None is a spectator."""
    return View(engine.table(state), None if seat is None else engine.own(state, seat))
