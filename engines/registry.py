"""The games there are. Adding one is one line here; the rest of its recipe is its own folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core import AnyEngine
from engines.rows import Rows
from engines.twelve import Twelve

_GAMES: Final[tuple[AnyEngine, ...]] = (Twelve(), Rows())

ENGINES: Final[Mapping[str, AnyEngine]] = {game.name: game for game in _GAMES}
"""By name, in the order of the shelf."""
