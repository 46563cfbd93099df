"""Golden games: whole games written down, so that a change of the rules or of chance cannot pass unseen.

A file in `tests/engines/golden/` holds how a game was started, every deed, and what it came to: a digest
of all public tables and events on the way, the last table and the outcome. States are not in it, so
the shape of a state may change freely. `tests/engines/regenerate.py` writes the files.

Run as a module it prints a digest of everything the engines made of all golden games, states included;
a test compares that across processes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.core import Event, Outcome
from engines.registry import ENGINES
from tests.support.engine_games import Act, Deed, Game, encode, play
from tests.support.engines import SUPPORT

FOLDER = Path(__file__).parents[1] / "engines" / "golden"


class Golden(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`digest`, `table` and `outcome` are what a replay is compared with. A game written by hand, to pin
    a bug, may leave them out until `regenerate --replace` fills them in."""

    game: str
    seats: int
    options: dict[str, Any]  # Any: each game's own, decoded by its Options
    secret: str
    deeds: list[Deed]
    digest: str = ""
    table: dict[str, Any] = {}  # Any: each game's own
    outcome: Outcome | None = None


@dataclass(frozen=True)
class Recipe:
    """How a golden game that nobody wrote by hand is played."""

    game: str
    seats: int
    secret: bytes
    faults: bool = False


RECIPES = {
    "order-three-seats": Recipe("order", 3, bytes([3]) * 32),
    "order-eight-seats": Recipe("order", 8, bytes([8]) * 32),
    "order-left-and-joined": Recipe("order", 4, bytes([4]) * 32, faults=True),
    "gap-three-seats": Recipe("gap", 3, bytes([3]) * 32),
    "gap-twelve-seats": Recipe("gap", 12, bytes([12]) * 32),
    "gap-late-left-and-back": Recipe("gap", 5, bytes([62]) * 32, faults=True),
    "rows-two-seats": Recipe("rows", 2, bytes([2]) * 32),
    "rows-ten-seats": Recipe("rows", 10, bytes([10]) * 32),
    "rows-left-and-back": Recipe("rows", 4, bytes([4]) * 32, faults=True),
    "twelve-solo": Recipe("twelve", 1, bytes([1]) * 32),
    "twelve-four-seats": Recipe("twelve", 4, bytes([44]) * 32),
    "twelve-abandoned": Recipe("twelve", 3, bytes([3]) * 32, faults=True),
}


def record(recipe: Recipe) -> Golden:
    support = SUPPORT[recipe.game]
    positions = play(support, recipe.seats, recipe.secret, faults=recipe.faults)
    deeds = [position.deed for position in positions]
    options = msgspec.to_builtins(support.options)
    return judged(Golden(recipe.game, recipe.seats, options, recipe.secret.hex(), deeds))


def replayed(golden: Golden) -> Iterator[tuple[Game, Sequence[Event]]]:
    """The game at its start and after each deed, with what happened."""
    engine = ENGINES[golden.game]
    options = msgspec.convert(golden.options, engine.Options)
    game = Game.start(engine, options, golden.seats, bytes.fromhex(golden.secret))
    yield game, ()
    for deed in golden.deeds:
        if isinstance(deed, Act):
            deed = Act(deed.seat, msgspec.convert(deed.action, engine.Action))  # noqa: PLW2901 - the same deed, typed
        events = game.attempt(deed).step.events
        game = game.after(deed)
        yield game, events


def judged(golden: Golden) -> Golden:
    """The same game with what the engine makes of it today."""
    engine = ENGINES[golden.game]
    digest = hashlib.blake2b(digest_size=16)
    for game, events in replayed(golden):
        digest.update(encode([engine.table(game.state), events]))
        last = game.state
    table = msgspec.json.decode(encode(engine.table(last)))
    return replace(golden, digest=digest.hexdigest(), table=table, outcome=engine.outcome(last))


def load(path: Path) -> Golden:
    return msgspec.json.decode(path.read_bytes(), type=Golden)


def save(path: Path, golden: Golden) -> None:
    """JSON with a deed a line, so that a diff can be read."""
    fields = {name: encode(value).decode() for name, value in msgspec.structs.asdict(golden).items()}
    fields["deeds"] = "[\n" + ",\n".join(encode(deed).decode() for deed in golden.deeds) + "\n]"
    path.write_text("{\n" + ",\n".join(f'"{name}": {value}' for name, value in fields.items()) + "\n}\n")


def digest_of_everything() -> str:
    """What the engines make of all golden games, states and events included."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(FOLDER.glob("*.json")):
        for game, events in replayed(load(path)):
            digest.update(encode([game.state, events]))
    return digest.hexdigest()


if __name__ == "__main__":
    print(digest_of_everything())
