"""Named absolute deadlines inside the room's state (room.md 3, 4).

`silence:<seat>`   ninety seconds without a byte: the seat is left
`question:<seat>`  sixty seconds to answer "Still here?"
`askable:<seat>`   from then on the question may be put
`phase:<key>`      the phase's clock
`early:<key>`      every awaited seat has been away ten seconds
`here:<key>`       at once: one of those for whom the phase waited is connected
`start:<lobby>`    five seconds in which a start can be stopped
`begin:<lobby>`    at a hall's table: twenty seconds after the first of its people has come
`all:<lobby>`      at once: all of them are here
`line:<player>`    ninety seconds without a connection: the place in line is free
`other:<code>`     forty-five minutes: the other table may be gone, its link is shown no more
`shutoff`          forty-five minutes with nobody seated connected
`keep`             seven days for a lone person's game with bots

`settle` makes them agree with the state after every change; a deadline whose phase has gone by is
dropped, so a clock can never hit a later phase. While nobody seated is connected only `shutoff` and
`keep` run.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from actors.between import Wants
from actors.phases import phase_of
from actors.state import Chair, RoomState, Status
from engines.core import AnyEngine, Phase

SILENCE_S = 90.0
QUESTION_S = 60.0
ASK_AGAIN_S = 300.0
START_S = 5.0
BEGIN_S = 20.0
EARLY_S = 10.0
SHUTOFF_S = 45 * 60.0
KEEP_S = 7 * 24 * 3600.0
RESUME_AT_LEAST_S = 20.0
RETURN_AFTER_RESTART_S = 90.0
CLOCK_GRACE_S = 0.25
"""A phase clock fires this long after its deadline, so that a command stamped in time comes first."""

_RUN_WHILE_STOPPED = ("shutoff", "keep")


def fires_at(name: str, deadline: float) -> float:
    return deadline + CLOCK_GRACE_S if name.startswith("phase:") else deadline


def next_firing(state: RoomState) -> float | None:
    """Server time at which the room's one timer must ring, or None."""
    running = (
        fires_at(name, deadline)
        for name, deadline in state.deadlines.items()
        if state.stopped_at is None or name in _RUN_WHILE_STOPPED
    )
    return min(running, default=None)


def due(state: RoomState, now: float) -> list[str]:
    """Names of the deadlines that have passed, earliest first."""
    passed = [
        (fires_at(name, deadline), name)
        for name, deadline in state.deadlines.items()
        if fires_at(name, deadline) <= now and (state.stopped_at is None or name in _RUN_WHILE_STOPPED)
    ]
    return [name for _, name in sorted(passed)]


def without(state: RoomState, *names: str) -> RoomState:
    """The state with these deadlines gone."""
    if not any(name in state.deadlines for name in names):
        return state
    return replace(state, deadlines={name: at for name, at in state.deadlines.items() if name not in names})


def with_deadline(state: RoomState, name: str, at: float) -> RoomState:
    return replace(state, deadlines={**state.deadlines, name: at})


def shift(state: RoomState, seconds: float) -> RoomState:
    """Give back time in which the room could not save (DESIGN.md 3)."""
    if not state.deadlines or state.stopped_at is not None:
        return state
    return replace(state, deadlines={name: at + seconds for name, at in state.deadlines.items()})


def look_again(state: RoomState, now: float) -> float:
    """By when somebody must look at the room even if its owner is gone: nothing stays for ever."""
    if state.stopped_at is None:
        return now + SHUTOFF_S
    ends = [at for name, at in state.deadlines.items() if name in _RUN_WHILE_STOPPED]
    return min(ends, default=now + SHUTOFF_S)


def stop(state: RoomState, now: float) -> RoomState:
    """The last seated person has gone: every count stands still but the forty-five minutes."""
    return replace(state, stopped_at=now, deadlines={**state.deadlines, "shutoff": now + SHUTOFF_S})


def resume(state: RoomState, now: float) -> RoomState:
    """The first one is back: every count goes on with what it had left, at least twenty seconds."""
    if state.stopped_at is None:
        return state
    stopped_at = state.stopped_at
    return replace(
        state,
        stopped_at=None,
        resumed_at=now,
        deadlines={
            name: now + max(at - stopped_at, RESUME_AT_LEAST_S)
            for name, at in state.deadlines.items()
            if name not in _RUN_WHILE_STOPPED
        },
    )


def recover(state: RoomState, saved_at: float, now: float) -> RoomState:
    """What a room's clocks are after a restart, when nobody is connected yet.

    They stand still since the last save, whatever the machine's clock did meanwhile. A room that had
    people gets its full forty-five minutes again; one that was empty keeps its deadline, but for the
    time a reconnection takes.
    """
    if state.stopped_at is None:
        shutoff = now + SHUTOFF_S
    else:
        left = state.deadlines.get("shutoff", now)
        shutoff = min(max(left, now + RETURN_AFTER_RESTART_S), now + SHUTOFF_S)
        saved_at = state.stopped_at
    return replace(state, stopped_at=saved_at, deadlines={**state.deadlines, "shutoff": shutoff})


def settle(state: RoomState, engine: AnyEngine, now: float) -> RoomState:
    """Make the deadlines agree with the state: of each kind those that should run, and no other."""
    wanted = {name: at for name, at in state.deadlines.items() if name in _RUN_WHILE_STOPPED}
    wanted |= {name: state.deadlines.get(name, at) for name, at in _of_the_room(state, engine, now)}
    if state.status is Status.PLAYING and state.game is not None:
        phase = phase_of(engine, state.game.state)
        if phase is not None:
            wanted |= _of_phase(state, engine, phase, now)
    if wanted == state.deadlines:
        return state
    return replace(state, deadlines=wanted)


def _of_the_room(state: RoomState, engine: AnyEngine, now: float) -> Iterator[tuple[str, float]]:
    """Those that run in every phase, with when they would fire if they began now."""
    for waiting in state.line:
        if waiting.away_since is not None:
            yield f"line:{waiting.id}", waiting.away_since + SILENCE_S
    for chair in state.chairs:
        if chair.away_since is not None and chair.is_person:
            yield f"silence:{chair.id}", chair.away_since + SILENCE_S
    if state.starting_by is not None:
        yield f"start:{state.lobby}", now + START_S
    if begins_by_itself(state, engine):
        yield f"begin:{state.lobby}", now + BEGIN_S
        if all(chair.is_here for chair in state.chairs if not chair.is_bot):
            yield f"all:{state.lobby}", now
    if state.other_table is not None:
        yield f"other:{state.other_table}", now + SHUTOFF_S


def begins_by_itself(state: RoomState, engine: AnyEngine) -> bool:
    """The first game of a hall's table, as soon as somebody is here."""
    hall = state.hall
    is_wanted = hall is not None and hall.wants is Wants.PLAY and state.games == 0
    return (
        is_wanted
        and state.status is Status.LOBBY
        and state.somebody_here
        and len(state.chairs) in engine.seats
    )


def _of_phase(state: RoomState, engine: AnyEngine, phase: Phase, now: float) -> dict[str, float]:
    wanted: dict[str, float] = {}
    if any(state.chairs[seat].is_here for seat in phase.until_here):
        name = f"here:{state.phase}"
        wanted[name] = state.deadlines.get(name, now)
    if phase.limit_s is None and engine.question_after_s is None and not phase.ends_if_away:
        return wanted
    if phase.limit_s is not None and state.people >= 2:
        name = f"phase:{state.phase}"
        wanted[name] = state.deadlines.get(name, now + phase.lead_s + phase.limit_s)
    awaited = [state.chairs[seat] for seat in phase.awaited]
    if phase.ends_if_away:
        away = [chair.away_since for chair in awaited if chair.away_since is not None]
        if away and len(away) == len(awaited):
            name = f"early:{state.phase}"
            first = max(max(away) + EARLY_S, state.resumed_at + RESUME_AT_LEAST_S)
            wanted[name] = state.deadlines.get(name, first)
    if engine.question_after_s is not None:
        for chair in awaited:
            wanted |= _question(state, chair, now + engine.question_after_s)
    return wanted


def _question(state: RoomState, chair: Chair, askable_at: float) -> dict[str, float]:
    """A question that was put goes on; else the time from which it may be put."""
    question, askable = f"question:{chair.id}", f"askable:{chair.id}"
    if question in state.deadlines:
        return {question: state.deadlines[question]}
    if chair.is_here and state.people >= 2 and chair.id not in state.askable:
        return {askable: state.deadlines.get(askable, askable_at)}
    return {}
