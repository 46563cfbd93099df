"""A phase is worked out once for each state, and never taken for another state's."""

from typing import Any

from actors.phases import phase_of
from engines.core import Phase, Seat


class Counting:
    """An engine whose states are their own phases' names."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def phase(self, state: str) -> Phase | None:
        self.asked.append(state)
        return Phase(state, (Seat(0),)) if state else None


def test_one_state_is_asked_about_once_however_often_its_phase_is_wanted() -> None:
    engine: Any = Counting()
    assert {phase_of(engine, "play").key for _ in range(5)} == {"play"}  # type: ignore[union-attr]
    assert engine.asked == ["play"]


def test_tables_by_turns_get_each_their_own_phase() -> None:
    engine: Any = Counting()
    phases = [phase_of(engine, state) for state in ("lay", "", "lay", "pick", "")]
    assert [phase and phase.key for phase in phases] == ["lay", None, "lay", "pick", None]
