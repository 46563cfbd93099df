"""python -m tests.bench [part …]: measure, print, and keep the figures in build/figures.json.

Servers take turns within one run and ratios are what is quoted. A missed goal is printed, never a failing
exit: times are not tests. What is measured is written to docs/performance.md too.
"""

import json
import subprocess
import sys

from tests.bench import beside, client, engines, growth, halls, many, report, servers, storms
from tests.bench.figures import record
from tests.support.server_process import ROOT

ROUNDS = 3
TABLES = 100
CLOSED_S = 5.0
OPEN_TABLES = {500: "<= 25", 1_000: "<= 60"}
"""And the goal of their p99 in ms."""
SEATED = 2_000
"""Connections at which memory is looked at."""
OPEN_S = 15.0
ROOMS = 5_000


def moves() -> list[bool]:
    """Our whole path beside plain python-socketio emits, closed loop, by turns."""
    ours, plain = [], []
    for _ in range(ROUNDS):
        plain.append(servers.measure("plain", TABLES, "closed", CLOSED_S))
        ours.append(servers.measure("ours", TABLES, "closed", CLOSED_S))
    how = f"four-seat table, {TABLES} tables closed loop, {ROUNDS} rounds by turns; plain saves nothing"
    for name, runs in (("plain", plain), ("ours", ours)):
        record(f"move_cpu_us_{name}", [run["cpu_us_per_move"] for run in runs], "us", None, how)
        record(f"moves_per_s_{name}", [run["moves_per_s"] for run in runs], "moves/s", None, how)
        record(f"bytes_per_move_{name}", [run["bytes_per_move"] for run in runs], "bytes", None, how)
    ratios = [a["cpu_us_per_move"] / b["cpu_us_per_move"] for a, b in zip(ours, plain, strict=True)]
    return [record("move_cpu_vs_plain", ratios, "ratio", "<= 0.3", how)]


def latency() -> list[bool]:
    """Five hundred tables and a thousand, a move every half second each; memory of two thousand seats."""
    held = []
    for tables, goal in OPEN_TABLES.items():
        runs = [servers.measure("ours", tables, "open", OPEN_S) for _ in range(ROUNDS)]
        rate = 2 * tables
        how = f"{tables} tables open loop, {rate} moves/s, {OPEN_S:.0f} s, server and driver on a core each"
        record(f"move_p50_ms_{rate}", [run["p50_ms"] for run in runs], "ms", None, how)
        held.append(record(f"move_p99_ms_{rate}", [run["p99_ms"] for run in runs], "ms", goal, how))
        if 4 * tables == SEATED:
            held.append(record("seat_rss_kb", [run["rss_kb_per_seat"] for run in runs], "KB", "<= 40", how))
    return held


def actors() -> list[bool]:
    """Loop actors beside thread actors, by turns."""
    runs: dict[str, list[dict[str, float]]] = {"thread": [], "loop": []}
    for _ in range(ROUNDS):
        for kind, results in runs.items():
            results.append(_actors(kind))
    how = f"{ROOMS} actors, the same work and messages from an asyncio loop, {ROUNDS} rounds by turns"
    for kind, results in runs.items():
        record(f"{kind}_actor_messages_per_s_{ROOMS}", [r["per_s"] for r in results], "1/s", None, how)
        record(f"{kind}_actor_start_s_{ROOMS}", [r["started_s"] for r in results], "s", None, how)
    record(f"thread_actor_p99_ms_{ROOMS}", [r["p99_ms"] for r in runs["thread"]], "ms", None, how)
    ratios = [a["per_s"] / b["per_s"] for a, b in zip(runs["loop"], runs["thread"], strict=True)]
    p99 = [r["p99_ms"] for r in runs["loop"]]
    return [
        record(f"loop_vs_thread_actors_{ROOMS}", ratios, "ratio", ">= 5", how),
        record(f"loop_actor_p99_ms_{ROOMS}", p99, "ms", "< 20", how + ", 4,000 messages/s"),
    ]


def _actors(kind: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.actor_kinds", kind, str(ROOMS)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    figures: dict[str, float] = json.loads(result.stdout.splitlines()[-1])
    return figures


PARTS = {
    "moves": moves,
    "latency": latency,
    "growth": growth.main,
    "storms": storms.main,
    "redis": many.main,
    "hall": halls.main,
    "actors": actors,
    "engines": engines.main,
    "client": client.main,
}
PEERS = {"peers": beside.main}
"""Needs what `make bench-peers` installs."""


def main() -> int:
    names = sys.argv[1:] or list(PARTS)
    held = [one for name in names for one in (PARTS | PEERS)[name]()]
    report.main()
    print(f"{sum(held)} of {len(held)} goals hold")
    return 0


if __name__ == "__main__":
    sys.exit(main())
