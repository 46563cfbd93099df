"""The phase of a game, which one turn of a room asks for half a dozen times and works out once for each state."""

from typing import Any

from engines.core import AnyEngine, Phase


class _Latest:
    """The state that was asked about last, in whatever room, and its phase. No state ever changes, so it stays true."""

    __slots__ = ("phase", "state")

    def __init__(self) -> None:
        self.state: Any = None
        self.phase: Phase | None = None


_latest = _Latest()


def phase_of(engine: AnyEngine, state: Any) -> Phase | None:  # Any: a state of that engine's own type
    """`engine.phase(state)`; None when the game is over."""
    if _latest.state is not state:
        phase = engine.phase(state)
        _latest.state, _latest.phase = state, phase
    return _latest.phase
