"""Chairs, the line, the host: who sits where outside the game's own rules (room.md 1, 2).

Pure functions from one state to the next; a refusal is raised and changes nothing.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from actors import names, play, timers
from actors.answers import Code, Refusal
from actors.messages import PlayerId
from actors.state import Chair, Ending, RoomState, Status, Waiting
from engines.core import AnyEngine, Event, LeaveReason, RuleError, Seat

PEOPLE_WITHOUT_CHAIR = 200


def own_index(state: RoomState, player: PlayerId) -> int:
    """The player's chair, not given up. Raises NOT_SEATED."""
    index = state.chair_of(player)
    if index is None or state.chairs[index].left is not None:
        raise Refusal(Code.NOT_SEATED)
    return index


def must_host(state: RoomState, player: PlayerId) -> None:
    own_index(state, player)
    if state.host != player:
        raise Refusal(Code.NOT_HOST)


def must_lobby(state: RoomState) -> None:
    if state.status is not Status.LOBBY:
        raise Refusal(Code.GAME_RUNNING)


def person_at(state: RoomState, seat: str) -> int:
    """Index of a person's chair, not given up. Raises NO_SUCH_SEAT."""
    index = state.chair_of(seat)
    if index is None or not state.chairs[index].is_person:
        raise Refusal(Code.NO_SUCH_SEAT)
    return index


def free_chairs(state: RoomState, engine: AnyEngine) -> int:
    return max(0, engine.seats.stop - 1 - len(state.chairs))


# -- coming and going


def join(state: RoomState, engine: AnyEngine, player: PlayerId, raw_name: str, now: float) -> play.Played:
    """A chair, the own chair back, or a place in line: in this order, whatever can be had now."""
    index = state.chair_of(player)
    if index is not None and state.chairs[index].left is None:
        return play.Played(state)  # the same player has the same seat, from whatever tab
    name = names.clean(raw_name)
    if name is None:
        raise Refusal(Code.BAD_NAME)
    if index is not None and state.status is Status.PLAYING:
        try:
            return play.rejoin(state, engine, index, now)
        except (RuleError, Refusal):
            return play.Played(_in_line(state, player, name))
    ahead = any(waiting.away_since is None and waiting.id != player for waiting in state.line)
    if not ahead:
        try:
            return _seat(state, engine, player, name, now)
        except (RuleError, Refusal):
            pass
    return play.Played(_in_line(state, player, name))


def leave(state: RoomState, engine: AnyEngine, player: PlayerId, now: float) -> play.Played:
    """The place in line, or the chair: in a running game for good."""
    if any(waiting.id == player for waiting in state.line):
        return play.Played(_out_of_line(state, player))
    return vacate(state, engine, own_index(state, player), "left", now)


def vacate(state: RoomState, engine: AnyEngine, index: int, why: LeaveReason, now: float) -> play.Played:
    """Free a chair in the way of the room's status: at once, or marked while a table shows it."""
    if state.status is Status.PLAYING:
        return play.leave(state, engine, index, why, now)
    if state.status is Status.OVER:
        left = state.with_chair(index, left=why)
        return play.Played(left if left.people else play.to_lobby(left))
    chairs = (*state.chairs[:index], *state.chairs[index + 1 :])
    starting_by = None if state.starting_by == state.chairs[index].id else state.starting_by
    return play.Played(replace(state, chairs=chairs, starting_by=starting_by))


def remove(state: RoomState, engine: AnyEngine, host: PlayerId, seat: str, now: float) -> play.Played:
    """The host removes a person: to the game a leave; this room refuses that player from then on."""
    must_host(state, host)
    index = person_at(state, seat)
    if seat == host:
        raise Refusal(Code.NO_SUCH_SEAT)
    removed = replace(state, removed=(*state.removed, PlayerId(seat)))
    return vacate(removed, engine, index, "removed", now)


def rename(state: RoomState, player: PlayerId, raw_name: str) -> RoomState:
    index = own_index(state, player)
    if state.status is Status.PLAYING:
        raise Refusal(Code.GAME_RUNNING)
    name = names.clean(raw_name)
    if name is None:
        raise Refusal(Code.BAD_NAME)
    return state.with_chair(index, name=name, twin=_twin(state, player, name))


def fill(state: RoomState, engine: AnyEngine, now: float) -> play.Played:
    """Chairs go to the first in line who is connected, as soon as the game allows (room.md 1). Whoever has
    left one in the running game gets no other than that, and keeps nobody else waiting."""
    events: list[Event] = []
    private: list[tuple[Seat, Event]] = []
    for waiting in state.line:
        if waiting.away_since is not None:
            continue
        left = state.chair_of(waiting.id) if _has_left_chair(state, waiting.id) else None
        try:
            if left is None:
                seated = _seat(state, engine, waiting.id, waiting.name, now)
            else:
                seated = play.rejoin(state, engine, left, now)
        except (RuleError, Refusal):
            if left is None:
                break
            continue
        state = _out_of_line(seated.state, waiting.id)
        events += seated.events
        private += seated.private
    return play.Played(state, tuple(events), tuple(private))


def _seat(state: RoomState, engine: AnyEngine, player: PlayerId, name: str, now: float) -> play.Played:
    if state.status is Status.OVER or _has_left_chair(state, player):
        raise Refusal(Code.NO_CHAIR)  # the end screen shows the chairs as they were
    number = state.seatings + 1
    chair = Chair(id=player, name=name, seated=number, twin=_twin(state, player, name))
    if state.status is Status.PLAYING:
        return play.join(state, engine, chair, now)
    if free_chairs(state, engine) == 0:
        raise Refusal(Code.NO_CHAIR)
    return play.Played(replace(state, chairs=(*state.chairs, chair), seatings=number))


def _has_left_chair(state: RoomState, player: PlayerId) -> bool:
    """Whether a chair of this player, given up, still stands in the running game: nobody has two."""
    return state.status is Status.PLAYING and state.chair_of(player) is not None


def _twin(state: RoomState, player: PlayerId, name: str) -> int:
    return names.twin_number(
        name, [(c.name, c.twin) for c in state.chairs if c.id != player and not c.is_bot]
    )


def _in_line(state: RoomState, player: PlayerId, name: str) -> RoomState:
    if any(waiting.id == player for waiting in state.line):
        return state
    if len(state.line) >= PEOPLE_WITHOUT_CHAIR:
        raise Refusal(Code.ROOM_FULL)
    return replace(state, line=(*state.line, Waiting(player, name)))


def _out_of_line(state: RoomState, player: PlayerId) -> RoomState:
    return replace(state, line=tuple(waiting for waiting in state.line if waiting.id != player))


# -- bots and the host


def seat_bot(state: RoomState, engine: AnyEngine, host: PlayerId) -> RoomState:
    """One bot at a time, in the lobby, where the game has bots."""
    must_host(state, host)
    must_lobby(state)
    if not engine.has_bots:
        raise Refusal(Code.NO_BOTS)
    if free_chairs(state, engine) == 0:
        raise Refusal(Code.NO_CHAIR)
    number = 1
    while state.chair_of(f"bot-{number}") is not None:
        number += 1
    chair = Chair(id=f"bot-{number}", name=str(number), seated=state.seatings + 1, is_bot=True)
    return replace(state, chairs=(*state.chairs, chair), seatings=state.seatings + 1)


def unseat_bot(state: RoomState, host: PlayerId, seat: str) -> RoomState:
    must_host(state, host)
    must_lobby(state)
    index = state.chair_of(seat)
    if index is None or not state.chairs[index].is_bot:
        raise Refusal(Code.NO_SUCH_SEAT)
    return replace(state, chairs=(*state.chairs[:index], *state.chairs[index + 1 :]))


def hand_on(state: RoomState, host: PlayerId, seat: str) -> RoomState:
    must_host(state, host)
    if seat == host:
        return state
    if not state.chairs[person_at(state, seat)].is_here:
        raise Refusal(Code.SOMEBODY_AWAY)
    return replace(state, host=seat)


def choose(
    state: RoomState, engines: Mapping[str, AnyEngine], host: PlayerId, game: str, options: bytes
) -> RoomState:
    """The game and its options; a start that was counting down is off."""
    must_host(state, host)
    must_lobby(state)
    engine = engines.get(game)
    if engine is None:
        raise Refusal(Code.NO_SUCH_GAME)
    whole = play.whole_options(engine, options)
    chairs = state.chairs if engine.has_bots else tuple(c for c in state.chairs if not c.is_bot)
    return replace(state, game_name=game, options=whole, chairs=chairs, starting_by=None)


def settle_host(state: RoomState) -> RoomState:
    """The role passes to the longest-seated connected person when the host has left (room.md 1)."""
    index = None if state.host is None else state.chair_of(state.host)
    if index is not None and state.chairs[index].is_person:
        return state
    here = sorted((chair.seated, chair.id) for chair in state.chairs if chair.is_here)
    host = here[0][1] if here else None
    return state if host == state.host else replace(state, host=host)


# -- the start and the end of games


def check_fit(state: RoomState, engine: AnyEngine) -> None:
    """Raises TOO_FEW or TOO_MANY with the number that is missing or over (room.md 2)."""
    seated = len(state.chairs)
    if seated < engine.seats.start:
        raise Refusal(Code.TOO_FEW, engine.seats.start - seated)
    if seated > engine.seats.stop - 1:
        raise Refusal(Code.TOO_MANY, seated - engine.seats.stop + 1)


def again(state: RoomState, player: PlayerId) -> RoomState:
    own_index(state, player)
    if state.status is not Status.OVER:
        raise Refusal(Code.NO_GAME)
    return play.to_lobby(replace(state, ending=None))


def end(state: RoomState, host: PlayerId) -> RoomState:
    """The host ends a running game: everybody is told, no result."""
    must_host(state, host)
    if state.status is not Status.PLAYING:
        raise Refusal(Code.NO_GAME)
    return replace(state, status=Status.OVER, ending=Ending.ENDED_BY_HOST, askable=())


# -- "Still here?"


def ask_here(state: RoomState, player: PlayerId, seat: str, now: float) -> RoomState:
    """Put the question to a seat that has owed an action, untouched, for long enough (room.md 3)."""
    own_index(state, player)
    index = person_at(state, seat)
    may = seat in state.askable and seat != player and state.chairs[index].is_here
    if not may or state.ask_again.get(seat, 0.0) > now or state.people < 2:
        raise Refusal(Code.NOT_ASKABLE)
    asked = replace(
        state,
        askable=tuple(other for other in state.askable if other != seat),
        ask_again={**state.ask_again, seat: now + timers.ASK_AGAIN_S},
    )
    return timers.with_deadline(asked, f"question:{seat}", now + timers.QUESTION_S)


def touched(state: RoomState, player: PlayerId) -> RoomState:
    """Somebody sits there: ends a question and the right to ask it. Else nothing changes."""
    if player in state.askable:
        state = replace(state, askable=tuple(seat for seat in state.askable if seat != player))
    return timers.without(state, f"question:{player}")
