"""The wire's types as JSON Schema, from which the client's TypeScript is generated.

    python -m gateway.schema build/schema

One file for the wire and one for each game, so that two games may use the same words. The client's
`npm run types` turns them into `frontend/src/wire/*.gen.ts`; `make check` fails on drift.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from engines.core import AnyEngine
from engines.registry import ENGINES
from gateway import wire

# JSON Schema is a tree of plain dicts: Any is its type.
Schema = dict[str, Any]


def wire_schema() -> Schema:
    """Both directions of the wire. What the server sends always carries all its fields."""
    return _document(
        inward=[wire.Auth, wire.ClientMessage], outward=[wire.AnyAnswer, wire.View, wire.Hall, wire.Notice]
    )


def game_schema(engine: AnyEngine) -> Schema:
    """A game's actions and options (inward), and its table, own part and events (outward)."""
    return _document(inward=[engine.Action, engine.Options], outward=[engine.Table, engine.Own, engine.Event])


def _document(inward: list[Any], outward: list[Any]) -> Schema:
    definitions: Schema = {}
    for types, is_outward in ((inward, False), (outward, True)):
        _, components = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
        for name, component in components.items():
            if is_outward and "properties" in component:
                component["required"] = [*component["properties"]]
            definitions[name] = component
    return {"$defs": dict(sorted(definitions.items()))}


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    documents = {"wire": wire_schema()} | {name: game_schema(game) for name, game in ENGINES.items()}
    for name, document in documents.items():
        text = json.dumps(document, indent=2, ensure_ascii=False)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
