"""What Redis costs, what a table costs whose seats sit on two instances, and whether more instances cost more.

Three setups of the four-seat table take turns: the embedded backend, one instance over Redis, and two with each
table spread over both. Then 2, 4 and 8 instances under the same load each, so low that nothing shares an exchange
with Redis: a batch would make the crowded setup look cheap (hazards.md 15).
"""

from statistics import median
from typing import Any

from tests.bench.figures import record
from tests.bench.servers import measure

ROUNDS = 3
TABLES = 100
SECONDS = 5.0
SETUPS = {"embedded": 0, "redis": 1, "spread": 2}
"""Instances over Redis; 0 is the embedded server."""

CROWDS = (2, 4, 8)
TABLES_OF_ONE = 10
"""An instance's own tables; it also seats half of as many of its neighbour's. Twenty moves a second."""
CROWD_S = 8.0

COUNTS = (
    "commands_resent",
    "saves",
    "letters_sent",
    "letters_read",
    "letter_bytes_read",
    "store_calls",
    "store_exchanges",
)

NET = "without what the same servers use while nobody plays; "

Runs = list[dict[str, Any]]


def main() -> list[bool]:
    return [*_setups(), *_crowds()]


def _setups() -> list[bool]:
    held = []
    for mode in ("closed", "open"):
        runs: dict[str, Runs] = {name: [] for name in SETUPS}
        for _ in range(ROUNDS):
            for name, instances in SETUPS.items():
                runs[name].append(measure("ours", TABLES, mode, SECONDS, instances))
        how = f"four-seat table, {TABLES} tables {mode} loop, {ROUNDS} rounds by turns, appendfsync everysec"
        suffix = "" if mode == "closed" else "_open"
        for name, those in runs.items():
            _record_costs(f"{name}{suffix}", those, how)
        for figure, name, goal in (
            ("redis_vs_embedded_cpu", "redis", "<= 1.3"),
            ("cross_instance_vs_local_cpu", "spread", "<= 2.0"),
        ):
            ratios = _ratios(runs[name], runs["embedded"])
            if mode == "closed":
                held.append(record(figure, ratios, "ratio", goal, how))
            else:
                record(figure + suffix, ratios, "ratio", None, how)
    return held


def _crowds() -> list[bool]:
    runs: dict[int, Runs] = {count: [] for count in CROWDS}
    for _ in range(ROUNDS):
        for count in CROWDS:
            runs[count].append(measure("ours", count * TABLES_OF_ONE, "open", CROWD_S, count))
    how = f"{TABLES_OF_ONE} tables an instance, each on two of them, open loop, {ROUNDS} rounds by turns"
    for count, those in runs.items():
        _record_costs(f"{count}_instances", those, how)
    for count, those in runs.items():
        _show(f"{count} instances", those)
    record(
        "move_net_cpu_8_vs_2_instances", _ratios(runs[8], runs[2], "net_cpu_us_per_move"), "ratio", None, how
    )
    return [record("move_cpu_8_vs_2_instances", _ratios(runs[8], runs[2]), "ratio", "<= 1.1", how)]


def _record_costs(name: str, runs: Runs, how: str) -> None:
    record(f"move_cpu_us_{name}", [run["cpu_us_per_move"] for run in runs], "us", None, how)
    if "net_cpu_us_per_move" in runs[0]:
        net = [run["net_cpu_us_per_move"] for run in runs]
        record(f"move_net_cpu_us_{name}", net, "us", None, NET + how)
    if "saves_per_move" in runs[0]:
        record(f"redis_cpu_us_{name}", [run["redis_us_per_move"] for run in runs], "us", None, how)
        for count in COUNTS:
            samples = [run.get(f"{count}_per_move", 0.0) for run in runs]
            record(f"{count}_per_move_{name}", samples, "1/move", None, how)


def _ratios(runs: Runs, others: Runs, figure: str = "cpu_us_per_move") -> list[float]:
    return [a[figure] / b[figure] for a, b in zip(runs, others, strict=True)]


def _show(name: str, runs: Runs) -> None:
    """One row of the table: per move."""
    cells = [f"{median(run.get(f'{c}_per_move', 0.0) for run in runs):9.2f} {c}" for c in COUNTS]
    print(f"    {name:14} {median(run['cpu_us_per_move'] for run in runs):7.0f} us" + "".join(cells))
