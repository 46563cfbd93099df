"""Golden games of all engines (how to write them: `regenerate.py`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.regenerate import main as regenerate
from tests.support.engine_golden import FOLDER, RECIPES, digest_of_everything, judged, load, save

FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_as_it_was_written_down(path: Path) -> None:
    golden = load(path)
    assert judged(golden) == golden


def test_every_recipe_has_been_written_down() -> None:
    assert set(RECIPES) <= {path.stem for path in FILES}


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_another_process_makes_the_same_of_all_golden_games(hash_seed: str) -> None:
    other = subprocess.run(
        [sys.executable, "-m", "tests.support.engine_golden"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == digest_of_everything()


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    """A folder with one golden game that claims another end than it has, and all others as they are."""
    for path in FILES:
        save(tmp_path / path.name, load(path))
    path = tmp_path / FILES[0].name
    path.write_text(path.read_text().replace('"digest": "', '"digest": "0'))
    return path


def test_regenerating_does_not_overwrite_a_game_that_differs(
    altered: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = altered.read_bytes()
    assert regenerate([], altered.parent) == 1
    assert altered.read_bytes() == before
    assert f"{altered.stem}: differs" in capsys.readouterr().out


def test_regenerating_replaces_a_game_that_is_named(altered: Path) -> None:
    assert regenerate(["--replace", altered.stem], altered.parent) == 0
    assert load(altered) == load(FILES[0])


def test_regenerating_plays_a_missing_game_anew(altered: Path) -> None:
    (name, *_) = RECIPES
    (altered.parent / f"{name}.json").unlink()
    regenerate([], altered.parent)
    assert load(altered.parent / f"{name}.json") == load(FOLDER / f"{name}.json")
