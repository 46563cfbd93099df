"""How far the table has come, and how a game ends (6, 7)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.core import Outcome
from engines.twelve import events
from engines.twelve.events import Log
from engines.twelve.model import ENEMIES, Loss, Medal, Stage, State


def beaten(state: State) -> int:
    """Enemies that have fallen."""
    return ENEMIES - len(state.castle) - (1 if state.enemy else 0)


def medal(state: State) -> Medal | None:
    """What a solo victory is worth; None at a larger table."""
    return (Medal.GOLD, Medal.SILVER, Medal.BRONZE)[state.flips] if state.seats == 1 else None


def outcome(state: State) -> Outcome | None:
    """Those who sat to the end win together, or nobody does."""
    match state.stage:
        case Stage.WON:
            return Outcome(state.active)
        case Stage.LOST | Stage.ABANDONED:
            return Outcome(())
        case _:
            return None


def over(state: State, stage: Stage, loss: Loss | None, log: Log) -> State:
    state = replace(state, stage=stage, loss=loss)
    ended = outcome(state)
    if ended is None:
        raise ValueError(f"{stage} is no end")
    log.add(events.GameOver(stage, ended, beaten(state), loss, medal(state) if stage is Stage.WON else None))
    return state
