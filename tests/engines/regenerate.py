"""Compare the golden games with what the engines do today, and write those that are missing.

    python -m tests.engines.regenerate                    compare; play and write what RECIPES lacks
    python -m tests.engines.regenerate --replace NAME …   write what the engine makes of NAME today

A file that differs is never overwritten unless it is named: look at the difference first. `--replace`
keeps the deeds of the file; where they are no longer possible, delete the file and it is played anew.

A bug becomes a golden game by hand: copy a file, keep start and deeds up to the bug, leave `digest`,
`table` and `outcome` out, and name it with `--replace` once the engine is right.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.support.engine_golden import FOLDER, RECIPES, judged, load, record, save


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    parser = argparse.ArgumentParser(prog="regenerate", description=__doc__.partition("\n")[0])
    parser.add_argument("--replace", nargs="+", default=[], metavar="NAME")
    replace: list[str] = parser.parse_args(arguments).replace
    if unknown := [name for name in replace if not (folder / f"{name}.json").exists()]:
        parser.error(f"no such golden game: {', '.join(unknown)}")

    differing = 0
    for path in sorted(folder.glob("*.json")):
        golden, today = load(path), judged(load(path))
        if golden == today:
            continue
        if path.stem in replace:
            save(path, today)
            print(f"{path.stem}: replaced")
        else:
            differing += 1
            print(f"{path.stem}: differs, not overwritten (--replace {path.stem})")
    for name, recipe in RECIPES.items():
        path = folder / f"{name}.json"
        if not path.exists():
            save(path, record(recipe))
            print(f"{name}: written")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
