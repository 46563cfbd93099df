"""Who is connected: the state's `away_since` made to agree with the connections that are live.

The room hears attached and detached and nothing between; an open connection is "here"
(hazards.md 11). One function compares, so a lost or failed commit can never leave a wrong presence.
"""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from actors import timers
from actors.messages import PlayerId
from actors.state import RoomState, Waiting


def settle(
    state: RoomState, connected: Collection[PlayerId], last_byte: Mapping[PlayerId, float], now: float
) -> RoomState:
    """Mark each person and each one in line as here or away.

    `last_byte` is the server time at which the last byte came from a player who has gone: the ninety
    seconds count from there (room.md 3).
    """
    for index, chair in enumerate(state.chairs):
        if chair.is_bot or chair.left is not None:
            continue
        player = PlayerId(chair.id)
        if player in connected and chair.away_since is not None:
            state = state.with_chair(index, away_since=None)
            state = timers.without(state, f"silence:{chair.id}")
        elif player not in connected and chair.away_since is None:
            state = state.with_chair(index, away_since=now)
            until = last_byte.get(player, now) + timers.SILENCE_S
            state = timers.with_deadline(state, f"silence:{chair.id}", until)
    if any((waiting.away_since is None) != (waiting.id in connected) for waiting in state.line):
        line = tuple(_compared(waiting, connected, now) for waiting in state.line)
        state = replace(state, line=line)
    return stand_still(state, now)


def stand_still(state: RoomState, now: float) -> RoomState:
    """Clocks run while a seated person is connected, and only then."""
    if state.somebody_here:
        return timers.resume(state, now)
    if state.stopped_at is None:
        return timers.stop(state, now)
    return state


def recover(state: RoomState, saved_at: float, now: float) -> RoomState:
    """After a restart nobody is connected, and every seat that was not left has a fresh ninety
    seconds (room.md 3)."""
    state = timers.recover(state, saved_at, now)
    fresh = (saved_at if state.stopped_at is None else state.stopped_at) + timers.SILENCE_S
    for index, chair in enumerate(state.chairs):
        if chair.is_person:
            state = state.with_chair(index, away_since=now)
            state = timers.with_deadline(state, f"silence:{chair.id}", fresh)
    return replace(state, line=tuple(replace(waiting, away_since=now) for waiting in state.line))


def _compared(waiting: Waiting, connected: Collection[PlayerId], now: float) -> Waiting:
    if waiting.id in connected:
        return replace(waiting, away_since=None)
    return waiting if waiting.away_since is not None else replace(waiting, away_since=now)
