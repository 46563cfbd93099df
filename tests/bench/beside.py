"""The four-seat table on our server beside others, by turns within one run (bench.md).

The others keep their state in memory and save nothing; what else they leave out is said in `NOT_DONE`.
"""

import json
from typing import Any

from tests.bench.figures import record
from tests.bench.servers import PEERS_FOLDER, measure

ROUNDS = 5
TABLES = 100
SECONDS = 4.0
KINDS = ("ours", "plain", "bare", "socketio_node", "boardgameio", "colyseus")
GOALS = {
    "plain": "<= 0.3",
    "boardgameio": "<= 0.55",
    "colyseus": "<= 1.0",
    "socketio_node": None,
    "bare": None,
}

NAMES = {
    "ours": "Kortlek, embedded backend",
    "plain": "python-socketio, plain emits",
    "bare": "bare aiohttp websockets",
    "socketio_node": "Socket.IO on node",
    "boardgameio": "boardgame.io",
    "colyseus": "Colyseus, one message per seat",
}
NOT_DONE = {
    "ours": "nothing: saved before seen, validated, answered once, a view for each seat",
    "plain": "saving, validation, repeats, back-pressure",
    "bare": "saving, validation, answers, repeats, back-pressure, polling, liveness",
    "socketio_node": "saving, validation, repeats, back-pressure",
    "boardgameio": "saving (in memory), answers, repeats, back-pressure",
    "colyseus": "saving, validation, answers, repeats",
}
PACKAGES = {"socketio_node": "socket.io", "boardgameio": "boardgame.io", "colyseus": "@colyseus/core"}
MOST_BUSY = 0.8
"""Of the driver's core. Above that it might have been the slower of the two."""


def main() -> list[bool]:
    runs: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    for _ in range(ROUNDS):
        for kind in KINDS:
            runs[kind].append(measure(kind, TABLES, "closed", SECONDS))
    how = f"four-seat table, {TABLES} tables closed loop, {ROUNDS} rounds by turns; only ours saves"
    for kind, those in runs.items():
        record(f"move_cpu_us_{kind}", [run["cpu_us_per_move"] for run in those], "us", None, how)
        record(f"moves_per_s_{kind}", [run["moves_per_s"] for run in those], "moves/s", None, how)
        record(f"bytes_per_move_{kind}", [run["bytes_per_move"] for run in those], "bytes", None, how)
        record(f"rss_kb_per_seat_{kind}", [run["rss_kb_per_seat"] for run in those], "KB", None, how)
    busy = [run["driver_busy"] for those in runs.values() for run in those]
    held = [
        record("driver_busy_share", [max(busy)], "share", f"<= {MOST_BUSY}", "the busiest run of all; " + how)
    ]
    for kind, goal in GOALS.items():
        ratios = [
            mine["cpu_us_per_move"] / theirs["cpu_us_per_move"]
            for mine, theirs in zip(runs["ours"], runs[kind], strict=True)
        ]
        held.append(record(f"move_cpu_vs_{kind}", ratios, "ratio", goal, how))
    return held


def name(kind: str) -> str:
    """With the version that is installed, for a peer."""
    if kind not in PACKAGES:
        return NAMES[kind]
    manifest = PEERS_FOLDER / "node_modules" / PACKAGES[kind] / "package.json"
    return f"{NAMES[kind]} {json.loads(manifest.read_text())['version']}"
