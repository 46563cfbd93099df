"""Who is connected: the state's `away_since` made to agree with the connections that are live.

The room hears attached and detached and nothing between; an open connection is "here"
(hazards.md 11). One function compares, so a lost or failed commit can never leave a wrong presence.
"""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from actors import timers
from actors.messages import PlayerId
from actors.state import RoomState


def settle(
    state: RoomState, connected: Collection[PlayerId], silent_s: Mapping[PlayerId, float], now: float
) -> RoomState:
    """Mark each person and each one in line as here or away.

    `silent_s` tells of a player who has just gone how long ago the last byte came: the ninety seconds
    count from there (room.md 3).
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
            last_byte = now - silent_s.get(player, 0.0)
            state = timers.with_deadline(state, f"silence:{chair.id}", last_byte + timers.SILENCE_S)
    if any(waiting.here != (waiting.id in connected) for waiting in state.line):
        line = tuple(replace(waiting, here=waiting.id in connected) for waiting in state.line)
        state = replace(state, line=line)
    if state.somebody_here:
        return timers.resume(state, now)
    if state.stopped_at is None:
        return timers.stop(state, now)
    return state


def recover(state: RoomState, now: float) -> RoomState:
    """After a restart nobody is connected, and every seat that was not left has a fresh ninety
    seconds (room.md 3)."""
    state = timers.recover(state, now)
    for index, chair in enumerate(state.chairs):
        if chair.is_person:
            state = state.with_chair(index, away_since=now)
            state = timers.with_deadline(state, f"silence:{chair.id}", now + timers.SILENCE_S)
    return replace(state, line=tuple(replace(waiting, here=False) for waiting in state.line))
