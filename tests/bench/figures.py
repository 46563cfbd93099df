"""Figures as data: each benchmark merges what it measured into `build/figures.json`."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

FILE = Path(__file__).resolve().parents[2] / "build" / "figures.json"

_HOLDS: dict[str, Callable[[float, float], bool]] = {
    "<=": lambda value, bound: value <= bound,
    ">=": lambda value, bound: value >= bound,
    "<": lambda value, bound: value < bound,
}


def record(name: str, samples: list[float], unit: str, goal: str | None, how: str) -> bool:
    """Keep the median of the samples, print a line; whether the goal holds (True without one)."""
    value = median(samples)
    holds = True
    if goal is not None:
        sign, bound = goal.split()
        holds = _HOLDS[sign](value, float(bound))
    entry = {
        "value": round(value, 4),
        "min": round(min(samples), 4),
        "max": round(max(samples), 4),
        "unit": unit,
        "goal": goal,
        "holds": holds,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "how": how,
    }
    FILE.parent.mkdir(exist_ok=True)
    figures = json.loads(FILE.read_text()) if FILE.exists() else {}
    figures[name] = entry
    FILE.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n")
    verdict = "" if goal is None else f"  goal {goal}: {'holds' if holds else 'MISSED'}"
    print(f"{name:34} {value:10.3f} {unit:12} [{min(samples):.3f} … {max(samples):.3f}]{verdict}", flush=True)
    return holds
