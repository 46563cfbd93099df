"""What a process has used, and what servers have counted, read from outside."""

import socket
from collections import Counter
from pathlib import Path
from urllib.request import Request, urlopen

from prometheus_client.parser import text_string_to_metric_families

TOKEN = "bench"

COUNTED = {
    "kortlek_commits_total": "saves",
    "kortlek_store_calls_total": "store_calls",
    "kortlek_store_seconds_count": "store_exchanges",
    "kortlek_letters_read_total": "letters_read",
    "kortlek_letter_bytes_read_total": "letter_bytes_read",
    "kortlek_commands_resent_total": "commands_resent",
}
"""Series of the metrics page, and what the figures call them."""


def cpu_s(*pids: int) -> float:
    """CPU time of all threads of these processes, to the nanosecond: the clock ticks of `/proc/<pid>/stat` are too
    coarse where many processes do little."""
    spent = [path.read_text().split()[0] for pid in pids for path in _threads(pid)]
    return sum(map(int, spent)) / 1e9


def _threads(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").glob("*/schedstat"))


def counted(port: int) -> Counter[str]:
    """By the metrics page of the server on that port, over all labels."""
    request = Request(f"http://127.0.0.1:{port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(request, timeout=10) as answer:
        page = answer.read().decode()
    found: Counter[str] = Counter()
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            if sample.name == "kortlek_commands_total" and sample.labels["type"] == "act":
                found["acts"] += int(sample.value)
            elif sample.name in COUNTED:
                found[COUNTED[sample.name]] += int(sample.value)
    return found


def published(redis_port: int) -> Counter[str]:
    """Letters that went through Redis, those in scripts too."""
    with (
        socket.create_connection(("127.0.0.1", redis_port), timeout=10) as line,
        line.makefile("rb") as answer,
    ):
        line.sendall(b"INFO commandstats\r\n")
        size = int(answer.readline()[1:])
        lines = answer.read(size).splitlines()
    calls = [line for line in lines if line.startswith(b"cmdstat_publish:calls=")]
    return Counter(letters_sent=sum(int(line.partition(b"=")[2].partition(b",")[0]) for line in calls))
