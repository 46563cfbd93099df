"""python -m tests.bench [part …]: measure, print, and keep the figures in build/figures.json.

Servers take turns within one run and ratios are what is quoted. A missed goal is printed, never a failing
exit: times are not tests.

"""

import json
import subprocess
import sys

from tests.bench import client, engines, many, servers
from tests.bench.figures import record
from tests.support.server_process import ROOT

ROUNDS = 3
TABLES = 100
CLOSED_S = 5.0
OPEN_TABLES = 500
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
    return [record("move_cpu_vs_plain", ratios, "ratio", "<= 0.4", how)]


def latency() -> list[bool]:
    """Five hundred tables, a move every half second each; memory of two thousand seats."""
    runs = [servers.measure("ours", OPEN_TABLES, "open", OPEN_S) for _ in range(ROUNDS)]
    how = f"{OPEN_TABLES} tables open loop, 1,000 moves/s, {OPEN_S:.0f} s, server and driver on a core each"
    record("move_p50_ms_1000", [run["p50_ms"] for run in runs], "ms", None, how)
    return [
        record("move_p99_ms_1000", [run["p99_ms"] for run in runs], "ms", "<= 50", how),
        record("seat_rss_kb", [run["rss_kb_per_seat"] for run in runs], "KB", "<= 60", how),
    ]


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
    "redis": many.main,
    "actors": actors,
    "engines": engines.main,
    "client": client.main,
}


def main() -> int:
    names = sys.argv[1:] or list(PARTS)
    held = [one for name in names for one in PARTS[name]()]
    print(f"{sum(held)} of {len(held)} goals hold")
    return 0


if __name__ == "__main__":
    sys.exit(main())
