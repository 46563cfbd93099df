"""Games of any engine, driven as a room drives them: steps counted, chance derived from a secret.

A *deed* is one call a room makes (an action, the clock, leaving, coming back). A list of deeds with a
secret is a whole game, which is what golden files hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from engines.core import AnyEngine, Context, LeaveReason, RuleError, Seat, Step
from tests.support.engines import GameSupport


class Act(Struct, frozen=True, tag="act", tag_field="deed"):
    seat: Seat
    action: Any  # Any: each game's own union


class Expire(Struct, frozen=True, tag="expire", tag_field="deed"):
    pass


class Leave(Struct, frozen=True, tag="leave", tag_field="deed"):
    seat: Seat
    why: LeaveReason


class Rejoin(Struct, frozen=True, tag="rejoin", tag_field="deed"):
    seat: Seat


class Join(Struct, frozen=True, tag="join", tag_field="deed"):
    pass


ENDLESS = 5000
"""Steps that no game played at random comes near."""

Deed: TypeAlias = Act | Expire | Leave | Rejoin | Join


@dataclass(frozen=True)
class Taken:
    """A step, and whether it drew on chance."""

    step: Step[Any]
    drew: bool


@dataclass(frozen=True)
class Game:
    """A game at one moment. `gone` are the seats that have left and not come back; all others are here."""

    engine: AnyEngine
    seats: int
    secret: bytes
    state: Any
    steps: int = 1
    gone: tuple[Seat, ...] = ()

    @classmethod
    def start(cls, engine: AnyEngine, options: Any, seats: int, secret: bytes) -> Game:
        here = tuple(map(Seat, range(seats)))
        first = engine.start(options, seats, Context.for_step(secret, engine.name, 0, here))
        return cls(engine, seats, secret, first.state)

    def attempt(self, deed: Deed) -> Taken:
        """What the deed leads to from here."""
        seats, gone = self._people(deed)
        here = [Seat(seat) for seat in range(seats) if seat not in gone]
        ctx = Context.for_step(self.secret, self.engine.name, self.steps, here)
        match deed:
            case Act(seat, action):
                step = self.engine.apply(self.state, seat, action, ctx)
            case Expire():
                step = self.engine.expire(self.state, ctx)
            case Leave(seat, why):
                step = self.engine.leave(self.state, seat, why, ctx)
            case Rejoin(seat):
                step = self.engine.rejoin(self.state, seat, ctx)
            case Join():
                step = self.engine.join(self.state, ctx)
        return Taken(step, drew="rng" in vars(ctx))

    def after(self, deed: Deed) -> Game:
        seats, gone = self._people(deed)
        state = self.attempt(deed).step.state
        return replace(self, seats=seats, state=state, steps=self.steps + 1, gone=gone)

    def _people(self, deed: Deed) -> tuple[int, tuple[Seat, ...]]:
        """How many chairs there are once this is done, and who has left."""
        match deed:
            case Leave(seat, _) if seat not in self.gone:
                return self.seats, (*self.gone, seat)
            case Rejoin(seat):
                return self.seats, tuple(other for other in self.gone if other != seat)
            case Join():
                return self.seats + 1, self.gone
            case _:
                return self.seats, self.gone

    def takes(self, deed: Deed) -> bool:
        """Whether the game has this done to it now."""
        try:
            self.attempt(deed)
        except RuleError:
            return False
        return True

    def with_state(self, state: Any) -> Game:
        return replace(self, state=state)


@dataclass(frozen=True)
class Position:
    """A place in a played game: the game as it was, what was done there, and what it led to."""

    game: Game
    deed: Deed
    taken: Taken


def play(support: GameSupport, seats: int, secret: bytes, *, faults: bool) -> Iterator[Position]:
    """A game to its end by players who do anything they may; with faults they also leave, come back, join
    late and let the clock run out."""
    player = Random(secret)
    game = Game.start(support.engine, support.options, seats, secret)
    while support.engine.phase(game.state) is not None:
        assert game.steps < ENDLESS, "the game does not end"
        deed = (_fault(game, player) if faults else None) or _move(support, game, player)
        deed = deed or _way_on(game, player)
        yield Position(game, deed, game.attempt(deed))
        game = game.after(deed)


def _fault(game: Game, player: Random) -> Deed | None:
    seat, luck = Seat(player.randrange(game.seats)), player.random()
    phase = game.engine.phase(game.state)
    if luck < 0.05 and seat not in game.gone:
        return Leave(seat, player.choice(("left", "silent", "removed")))
    if luck < 0.1 and game.gone:
        back = Rejoin(player.choice(game.gone))
        return back if game.takes(back) else None
    if luck < 0.12 and phase is not None and phase.limit_s is not None:
        return Expire()
    if 0.12 <= luck < 0.15 and game.takes(Join()):
        return Join()
    return None


def _way_on(game: Game, player: Random) -> Deed:
    """Nobody can do anything: the clock leads on, or, where none runs, somebody who comes back."""
    phase = game.engine.phase(game.state)
    if phase is not None and (phase.limit_s is not None or phase.until_here):
        return Expire()
    return Rejoin(player.choice(game.gone))


def _move(support: GameSupport, game: Game, player: Random) -> Deed | None:
    phase = game.engine.phase(game.state)
    owing = phase.awaited if phase else ()
    moves = [
        Act(seat, action)
        for seat in owing or map(Seat, range(game.seats))
        for action in support.hinted(game.engine.own(game.state, seat))
        for _ in range(support.weight(action))
    ]
    return player.choice(moves) if moves else None


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value)
