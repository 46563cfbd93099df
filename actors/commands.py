"""What each command does to a room: one match over the closed set, pure.

Nothing is saved, sent or armed here; a `Refusal` or `RuleError` leaves everything as it was.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from actors import chair_links, hall_table, play, presence, seats, timers
from actors.answers import Code, Refusal
from actors.messages import (
    Act,
    Again,
    AnyRoomCommand,
    AskHere,
    ChairLink,
    Choose,
    End,
    HandOn,
    Here,
    Join,
    Leave,
    OpenAnother,
    PlayerId,
    Remove,
    Rename,
    SeatBot,
    Start,
    StopStart,
    TakeChair,
    Told,
    UnseatBot,
)
from actors.phases import phase_of
from actors.ports import NoticeKind
from actors.state import RoomState, Status
from engines.core import AnyEngine, Seat

NewSecret = Callable[[], bytes]


class Done(NamedTuple):
    """A command's effect. `detail` goes into the answer; `evicted` players lose sight of the room with
    that notice; `spawn` asks for another table, and the answer waits for it."""

    played: play.Played
    detail: str | None = None
    evicted: tuple[PlayerId, NoticeKind] | None = None
    spawn: bool = False


def apply(
    state: RoomState, engines: Mapping[str, AnyEngine], told: Told, now: float, new_secret: NewSecret
) -> Done:
    """The effect of one command. `new_secret` gives 256 fresh bits, for the commands that need some.
    Whoever sends one sits before the screen: it ends a question to that seat."""
    done = _effect(state, engines, told, now, new_secret)
    played = done.played
    touched = seats.touched(played.state, told.player)
    if touched is played.state:
        return done
    return done._replace(played=play.Played(touched, played.events, played.private))


def _effect(  # noqa: C901, PLR0911, PLR0912 - one flat match over the closed set of commands
    state: RoomState, engines: Mapping[str, AnyEngine], told: Told, now: float, new_secret: NewSecret
) -> Done:
    engine, player, command = engines[state.game_name], told.player, told.command
    if not isinstance(command, AnyRoomCommand):
        raise Refusal(Code.MALFORMED)  # a hall's
    hall_table.check(state, player, command)
    match command:
        case Act(phase=phase, action=action):
            return Done(_act(state, engine, told, phase, bytes(action), now))
        case Join(name=name):
            return Done(seats.join(state, engine, player, name, now))
        case Leave(phase=phase):
            _same_game(state, phase)
            return Done(seats.leave(state, engine, player, now))
        case Rename(name=name):
            return _plain(state, seats.rename(state, player, name))
        case Choose(game=game, options=options):
            return _plain(state, seats.choose(state, engines, player, game, bytes(options)))
        case SeatBot():
            return _plain(state, seats.seat_bot(state, engine, player))
        case UnseatBot(seat=seat):
            return _plain(state, seats.unseat_bot(state, player, seat))
        case Remove(seat=seat):
            played = seats.remove(state, engine, player, seat, now)
            return Done(played, evicted=(PlayerId(seat), "removed"))
        case HandOn(seat=seat):
            return _plain(state, seats.hand_on(state, player, seat))
        case Start(phase=phase, despite_away=despite_away):
            _same_phase(state, phase)
            return Done(_start(state, engine, player, now, new_secret, despite_away=despite_away))
        case StopStart():
            seats.own_index(state, player)
            return _plain(state, replace(state, starting_by=None))
        case Again(phase=phase):
            _same_phase(state, phase)
            return _plain(state, seats.again(state, player))
        case End(phase=phase):
            _same_game(state, phase)
            return _plain(state, seats.end(state, player))
        case Here():
            return Done(play.Played(state))
        case AskHere(seat=seat):
            return _plain(state, seats.ask_here(state, player, seat, now))
        case ChairLink():
            token = new_secret().hex()[:36]
            return Done(play.Played(chair_links.offer(state, player, token, now)), detail=token)
        case TakeChair(token=token):
            moved, old = chair_links.redeem(state, player, token, now)
            return Done(play.Played(moved), evicted=None if old == player else (old, "elsewhere"))
        case OpenAnother():
            return _open_another(state)
        case _:
            assert_never(command)


def _plain(before: RoomState, after: RoomState) -> Done:
    """A change without events; what changes nothing is no commit."""
    return Done(play.Played(before if after is before or after == before else after))


def _same_phase(state: RoomState, phase: str) -> None:
    if phase != state.phase:
        raise Refusal(Code.STALE)


def _same_game(state: RoomState, phase: str) -> None:
    """Ending a game is meant for the game one sees, in whatever phase it has come to since."""
    if state.phase.partition(":")[0] != phase.partition(":")[0]:
        raise Refusal(Code.STALE)


def _act(
    state: RoomState, engine: AnyEngine, told: Told, phase: str, action: bytes, now: float
) -> play.Played:
    index = seats.own_index(state, told.player)
    if state.status is not Status.PLAYING:
        raise Refusal(Code.NO_GAME if phase == state.phase else Code.STALE)
    _same_phase(state, phase)
    deadline = state.deadlines.get(f"phase:{phase}")
    if deadline is not None and state.stopped_at is None and told.stamp > deadline:
        raise Refusal(Code.TOO_LATE)
    return play.act(state, engine, Seat(index), action, now)


def _start(
    state: RoomState,
    engine: AnyEngine,
    player: PlayerId,
    now: float,
    new_secret: NewSecret,
    *,
    despite_away: bool,
) -> play.Played:
    """At once by the host, after five seconds by somebody else (room.md 2)."""
    seats.own_index(state, player)
    seats.must_lobby(state)
    seats.check_fit(state, engine)
    if not despite_away and any(chair.away_since is not None for chair in state.chairs):
        raise Refusal(Code.SOMEBODY_AWAY)
    if player == state.host:
        return play.start(state, engine, new_secret(), now)
    if state.starting_by is not None:
        return play.Played(state)
    return play.Played(replace(state, starting_by=player))


def _open_another(state: RoomState) -> Done:
    if state.other_table is not None:
        return Done(play.Played(state), detail=state.other_table)
    if not state.line:
        raise Refusal(Code.NOBODY_WAITS)
    return Done(play.Played(state), spawn=True)


def fire(  # noqa: C901 - one flat match
    state: RoomState, engine: AnyEngine, name: str, now: float, new_secret: NewSecret
) -> play.Played:
    """The effect of a deadline that has passed. One that belongs to a phase gone by does nothing."""
    kind, _, key = name.partition(":")
    state = timers.without(state, name)
    match kind:
        case "phase" | "early" | "here":
            if key == state.phase and state.status is Status.PLAYING:
                return play.expire(state, engine, now)
        case "silence" | "question":
            index = state.chair_of(key)
            if index is not None and state.chairs[index].is_person:
                return seats.vacate(state, engine, index, "silent", now)
        case "line":
            return play.Played(replace(state, line=tuple(w for w in state.line if w.id != key)))
        case "other":
            return play.Played(replace(state, other_table=None))
        case "askable":
            return play.Played(replace(state, askable=(*state.askable, key)))
        case "begin" | "all":
            if timers.begins_by_itself(state, engine):
                return play.start(state, engine, new_secret(), now)
        case "start":
            starter = state.starting_by
            state = replace(state, starting_by=None)
            if starter is not None and state.status is Status.LOBBY and _fits(state, engine):
                return play.start(state, engine, new_secret(), now)
    return play.Played(state)


def _fits(state: RoomState, engine: AnyEngine) -> bool:
    try:
        seats.check_fit(state, engine)
    except Refusal:
        return False
    return True


def settle(state: RoomState, engines: Mapping[str, AnyEngine], now: float) -> play.Played:
    """What follows from any change: the line moves up, somebody is host, the clocks agree."""
    engine = engines[state.game_name]
    filled = seats.fill(state, engine, now) if state.line else play.Played(state)
    state = presence.stand_still(seats.settle_host(hall_table.follow(filled.state, engine)), now)
    if state.other_table is not None and not state.line:
        state = replace(state, other_table=None)
    if state.askable:
        awaited = _awaited(state, engine)
        kept = tuple(seat for seat in state.askable if seat in awaited)
        state = state if kept == state.askable else replace(state, askable=kept)
    return play.Played(timers.settle(state, engine, now), filled.events, filled.private)


def _awaited(state: RoomState, engine: AnyEngine) -> tuple[str, ...]:
    """Ids of the chairs that owe an action now."""
    if state.status is not Status.PLAYING or state.game is None:
        return ()
    phase = phase_of(engine, state.game.state)
    return () if phase is None else tuple(state.chairs[seat].id for seat in phase.awaited)
