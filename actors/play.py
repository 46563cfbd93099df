"""The room's only dealings with an engine: start, act, expire, leave, join, rejoin, and the bots.

Each function takes a `RoomState` and returns the next one with what happened. If the engine raises,
nothing has been drawn and nothing has changed: chance comes from the step's number.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from actors.answers import Code, Refusal
from actors.phases import phase_of
from actors.state import Chair, Ending, Game, RoomState, Status
from engines.core import AnyEngine, Context, Event, LeaveReason, Seat, Step, view

CHAIRS_IN_A_GAME = 64
"""Chairs that were left stand until the next lobby, because their index is the engine's seat: a bound for
rooms in which people come and go."""

# Step[Any], Any: the room does not know which game it carries.


class Played(NamedTuple):
    """A next state, and what happened on the way for everybody and for single seats."""

    state: RoomState
    events: tuple[Event, ...] = ()
    private: tuple[tuple[Seat, Event], ...] = ()


Doing = Callable[[RoomState], Played]


def decode_options(engine: AnyEngine, raw: bytes) -> Any:
    """The game's options from JSON; bounds are in their type. Raises Refusal."""
    try:
        return msgspec.json.decode(raw, type=engine.Options)
    except msgspec.DecodeError as error:
        raise Refusal(Code.BAD_OPTIONS) from error


def whole_options(engine: AnyEngine, raw: bytes) -> Raw:
    """The options with every default filled in, as they are kept and shown. Raises Refusal."""
    return Raw(msgspec.json.encode(decode_options(engine, raw)))


def start(state: RoomState, engine: AnyEngine, secret: bytes, now: float) -> Played:
    """Deal the first cards to the chairs as they stand."""
    number = state.games + 1
    options = decode_options(engine, bytes(state.options))
    step = engine.start(options, len(state.chairs), _context(engine, state, secret, 0))
    game = Game(
        name=engine.name,
        engine_version=engine.version,
        number=number,
        secret=secret,
        step=0,
        state=step.state,
        phase="",
        opened=now,
    )
    begun = replace(state, status=Status.PLAYING, ending=None, games=number, game=game, starting_by=None)
    return _after(begun, engine, step, now)


def act(state: RoomState, engine: AnyEngine, seat: Seat, raw: bytes, now: float) -> Played:
    """One seat's move. Raises Refusal for what is no move at all, RuleError for a barred one."""
    game = _running(state)
    phase = phase_of(engine, game.state)
    if phase is not None and now < game.opened + phase.opens_s:
        raise Refusal(Code.TOO_EARLY)
    try:
        action = _action_decoder(type(engine)).decode(raw)
    except msgspec.DecodeError as error:
        raise Refusal(Code.BAD_ACTION) from error
    context = _context(engine, state, game.secret, game.step)
    return _after(state, engine, engine.apply(game.state, seat, action, context), now)


def expire(state: RoomState, engine: AnyEngine, now: float) -> Played:
    """The phase's clock has run out."""
    game = _running(state)
    return _after(
        state, engine, engine.expire(game.state, _context(engine, state, game.secret, game.step)), now
    )


def leave(state: RoomState, engine: AnyEngine, index: int, why: LeaveReason, now: float) -> Played:
    """A chair is given up in a running game. The last person's leaving ends it (room.md 6)."""
    game = _running(state)
    left = state.with_chair(index, left=why)
    if left.people == 0:
        return Played(to_lobby(replace(left, ending=Ending.ABANDONED)))
    context = _context(engine, left, game.secret, game.step)
    return _after(left, engine, engine.leave(game.state, Seat(index), why, context), now)


def rejoin(state: RoomState, engine: AnyEngine, index: int, now: float) -> Played:
    """The owner of a given-up chair takes it back. Raises RuleError where the game bars it, or full."""
    game = _running(state)
    _must_have_room(state, engine)
    back = state.with_chair(index, left=None, away_since=None)
    context = _context(engine, back, game.secret, game.step)
    return _after(back, engine, engine.rejoin(game.state, Seat(index), context), now)


def join(state: RoomState, engine: AnyEngine, chair: Chair, now: float) -> Played:
    """A latecomer takes a new chair. Raises RuleError where the game bars it, or full."""
    game = _running(state)
    _must_have_room(state, engine)
    if len(state.chairs) >= CHAIRS_IN_A_GAME:
        raise Refusal(Code.NO_CHAIR)
    seated = replace(state, chairs=(*state.chairs, chair), seatings=chair.seated)
    context = _context(engine, seated, game.secret, game.step)
    return _after(seated, engine, engine.join(game.state, context), now)


def _must_have_room(state: RoomState, engine: AnyEngine) -> None:
    """Never more sit at a game than it takes; whoever has left makes room for another (room.md 1)."""
    if state.seated >= engine.seats.stop - 1:
        raise Refusal(Code.NO_CHAIR)


def to_lobby(state: RoomState) -> RoomState:
    """Back to the lobby, same game, options, bots and chairs; what was left is free (room.md 2)."""
    return replace(
        state,
        status=Status.LOBBY,
        lobby=state.lobby + 1,
        chairs=tuple(chair for chair in state.chairs if chair.left is None),
        game=None,
        starting_by=None,
        askable=(),
        other_table=None,
    )


@cache
def _action_decoder(kind: type[AnyEngine]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind.Action)


def _running(state: RoomState) -> Game:
    if state.game is None or state.status is not Status.PLAYING:
        raise Refusal(Code.NO_GAME)
    return state.game


def _context(engine: AnyEngine, state: RoomState, secret: bytes, step: int) -> Context:
    here = [Seat(index) for index, chair in enumerate(state.chairs) if chair.is_bot or chair.is_here]
    return Context.for_step(secret, engine.name, step, here)


def _after(state: RoomState, engine: AnyEngine, step: Step[Any], now: float) -> Played:
    """Carry one engine step into the room, then let the bots lay that are awaited."""
    events, private = list(step.events), list(step.private)
    state = _advance(state, engine, step, now)
    while (seat := _awaited_bot(state, engine)) is not None:
        game = _running(state)
        action = engine.bot(view(engine, game.state, seat))
        step = engine.apply(game.state, seat, action, _context(engine, state, game.secret, game.step))
        events += step.events
        private += step.private
        state = _advance(state, engine, step, now)
    return Played(state, tuple(events), tuple(private))


def _advance(state: RoomState, engine: AnyEngine, step: Step[Any], now: float) -> RoomState:
    game = state.game
    if game is None:
        raise RuntimeError("no game to advance")
    phase = phase_of(engine, step.state)
    if phase is None:
        ended = replace(game, state=step.state, step=game.step + 1)
        return replace(state, game=ended, status=Status.OVER, ending=Ending.FINISHED)
    key = f"{game.number}:{phase.key}"
    opened = game.opened if key == game.phase else now
    return replace(state, game=replace(game, state=step.state, step=game.step + 1, phase=key, opened=opened))


def _awaited_bot(state: RoomState, engine: AnyEngine) -> Seat | None:
    if state.game is None or state.status is not Status.PLAYING or not engine.has_bots:
        return None
    phase = phase_of(engine, state.game.state)
    if phase is None:
        return None
    for seat in phase.awaited:
        if state.chairs[seat].is_bot:
            return seat
    return None
