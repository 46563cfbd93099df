"""docs/performance.md, written from build/figures.json by whoever measures: tables, curves, and how to read them."""

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import beside, growth, hall_joins
from tests.bench.figures import FILE
from tests.support.server_process import ROOT

REPORT = ROOT / "docs" / "performance.md"
PACKAGES = ("python-socketio", "python-engineio", "aiohttp", "uvloop", "msgspec", "pykka", "redis")

Figures = dict[str, dict[str, Any]]


class Curve(NamedTuple):
    """`figure` is the name of a point's figure, `of` says what it is, `unit` how the axis is named."""

    title: str
    points: Sequence[int]
    figure: str
    read_as: str
    of: str = "CPU per move (µs), without what the same server uses while nobody plays."
    unit: str = "µs per move"


CURVES = (
    Curve(
        "Rooms whose lobby waits, beside 50 tables at play",
        growth.IDLE_ROOMS,
        "growth_idle_rooms_{}_net_us",
        "Flat: a room that waits has no task, no timer of its own in the loop but its deadline, and nothing polls it. "
        "What it costs is memory.",
    ),
    Curve(
        "Tables that share 500 moves/s, four people each",
        growth.PLAYING_TABLES,
        "growth_playing_tables_{}_net_us",
        "Flat: at this pace every move has a turn of the loop, a transaction and a wake-up of its own, however many other "
        "tables there are. That is about twice what it costs where many moves share a turn, as in the closed loop above. What "
        "grows with tables is what their connections cost while nobody plays, which is taken out here: pings.",
    ),
    Curve(
        "Tabs that look on at the one table that plays",
        growth.ONLOOKERS,
        "growth_onlookers_{}_net_us",
        "A straight line above ten: the public part of a view is encoded once for all, each tab costs one frame, one write "
        "and one system call. Below that the move itself is most of it.",
    ),
    Curve(
        "Connections that look at nothing, beside 50 tables at play",
        growth.CONNECTIONS,
        "growth_connections_{}_net_us",
        "Flat: a connection that looks at nothing costs its pings, which are taken out, and its memory.",
    ),
    Curve(
        "People who are in a hall when one more joins",
        hall_joins.PRESENT,
        "hall_join_cpu_us_{}",
        "Dialling, the answers, the place in the hall and the save, but not what all others are shown of it. What grows with "
        "the hall is its save and the look at who is connected, at most twenty times a second.",
        "CPU of three instances for each who joins (µs), by the difference between two rates of joining.",
        "µs per join",
    ),
    Curve(
        "People who are shown that something in their hall is new",
        hall_joins.PRESENT,
        "hall_show_cpu_us_{}",
        "It grows with who is there, and by no more: the same for all is encoded once, and each gets one frame, however many have joined since; at most "
        "twice a second.",
        "CPU of three instances for showing it once to all (µs).",
        "µs for all",
    ),
)


def main() -> None:
    figures: Figures = json.loads(FILE.read_text()) if FILE.exists() else {}
    parts = [HEAD.format(machine=_machine(), versions=_versions()), *_beside(figures), *_goals(figures)]
    parts += [part for curve in CURVES for part in _curve(figures, curve)]
    REPORT.write_text("\n".join(parts).rstrip() + "\n")
    print(f"{REPORT.relative_to(ROOT)} is written")


HEAD = """# Performance

Written by `make bench` and `make bench-peers` (`tests/bench/report.py`); change that, not this file.

One workload for every server: a table of four, a move of any seat, after it a view for each seat of about a
kilobyte with that seat's own ten cards. The driver speaks websockets frame by frame on another core, checks each
view for its viewer's own cards and searches one in fifty for anybody else's. Servers take turns within one run;
ratios are what is worth quoting, times belong to this machine: {machine}.

{versions}
"""


def _beside(figures: Figures) -> list[str]:
    if "move_cpu_vs_plain" not in figures or "move_cpu_us_colyseus" not in figures:
        return []
    lines = [
        "## Beside other servers\n",
        "| server | CPU per move (µs) | ours / theirs | moves/s on one core | bytes per move | memory per seat (KB) | it does not do |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind in beside.NAMES:
        ratio = "" if kind == "ours" else _spread(figures, f"move_cpu_vs_{kind}", 2)
        cells = [
            beside.name(kind),
            _spread(figures, f"move_cpu_us_{kind}", 0),
            ratio,
            _value(figures, f"moves_per_s_{kind}", 0),
            _value(figures, f"bytes_per_move_{kind}", 0),
            _value(figures, f"rss_kb_per_seat_{kind}", 0),
            beside.NOT_DONE[kind],
        ]
        lines.append("| " + " | ".join(cells) + " |")
    lines.append(
        "\nMedian [least … most] of the rounds; closed loop, a hundred tables. Ours writes every move to SQLite before "
        "anybody sees it; nobody else writes anything. The driver used at most "
        f"{float(figures['driver_busy_share']['value']):.0%} of its core, so it was not what was measured.\n"
    )
    return lines


def _goals(figures: Figures) -> list[str]:
    lines = ["## Figures and goals\n", "| figure | value | goal | holds | how |", "|---|---|---|---|---|"]
    for name, figure in sorted(figures.items()):
        if figure["goal"] is None:
            continue
        spread = f"{figure['value']:g} [{figure['min']:g} … {figure['max']:g}] {figure['unit']}"
        holds = "yes" if figure["holds"] else "**no**"
        lines.append(f"| `{name}` | {spread} | {figure['goal']} | {holds} | {figure['how']} |")
    return [*lines, ""]


def _curve(figures: Figures, curve: Curve) -> list[str]:
    names = [curve.figure.format(point) for point in curve.points]
    if not all(name in figures for name in names):
        return []
    costs = [round(figures[name]["value"]) for name in names]
    return [
        f"## {curve.title}\n",
        curve.of + "\n",
        "```mermaid",
        "xychart-beta",
        f"    x-axis {json.dumps([str(point) for point in curve.points])}",
        f'    y-axis "{curve.unit}" 0 --> {_ceiling(costs)}',
        f"    line [{', '.join(map(str, costs))}]",
        "```\n",
        curve.read_as + "\n",
    ]


def _ceiling(costs: Sequence[int]) -> int:
    step = int(10 ** (len(str(max(costs))) - 1))
    return (max(costs) // step + 1) * step


def _spread(figures: Figures, name: str, digits: int) -> str:
    figure = figures[name]
    return f"{figure['value']:.{digits}f} [{figure['min']:.{digits}f} … {figure['max']:.{digits}f}]"


def _value(figures: Figures, name: str, digits: int) -> str:
    return f"{figures[name]['value']:.{digits}f}"


def _machine() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{os.cpu_count()} cores of {models[0] if models else platform.processor()}, {platform.system()}"


def _versions() -> str:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    ours = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    return f"Python {platform.python_version()}, {ours}; node {node.removeprefix('v')}."
