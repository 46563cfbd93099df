"""Several instances over one real redis-server, each a process of its own, as an operator runs them."""

import json
import os
import signal
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from actors.messages import RoomCode
from gateway.backends.redis.keys import Keys
from tests.support.redis_process import RedisProcess, redis_server
from tests.support.server_process import ServerProcess

LEASE_S = 1.5
TOKEN = "let-me-see"
SHORT = {"LEASE_S": str(LEASE_S), "DRAIN_CHECK_S": "0.2", "METRICS_TOKEN": TOKEN}


class Cluster:
    """`instances[0]` and so on; all of them are told to share `redis`."""

    def __init__(self, folder: Path, redis: RedisProcess, count: int, **environment: str) -> None:
        self.redis = redis
        shared = {**SHORT, "REDIS_URL": redis.url, **environment}
        self.instances = []
        for number in range(count):
            home = folder / f"instance{number}"
            home.mkdir()
            self.instances.append(ServerProcess(home, **shared))

    def owner_of(self, room: str) -> ServerProcess | None:
        """Who owns the room, by its record."""
        owner = self.redis.ask("HGET", record_of(room), "owner")
        return next((process for process in self.instances if name_of(process) == owner), None)


def record_of(room: str) -> str:
    """Its key in Redis, with the prefix that an instance has if it is told none."""
    return Keys("kortlek").room(RoomCode(room))


def name_of(process: ServerProcess) -> str:
    """What the instance calls itself since its last start, by its log."""
    lines = [json.loads(line) for line in process.log.read_text().splitlines() if line.startswith("{")]
    names: list[str] = [line["instance"] for line in lines if line["event"] == "one_of_many"]
    return names[-1]


def counted(process: ServerProcess, name: str, **labels: str) -> float:
    """A counter of that instance, by its page: `counted(first, "commands_routed")`."""
    request = urllib.request.Request(f"{process.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        page = answer.read().decode()
    found = [
        sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name == f"kortlek_{name}_total" and sample.labels.items() >= labels.items()
    ]
    return sum(found)


@contextmanager
def cluster(folder: Path, count: int = 2, **environment: str) -> Iterator[Cluster]:
    """Running instances that are gone at the end, and their redis-server after them."""
    with redis_server(folder / "redis") as redis:
        made = Cluster(folder, redis, count, **environment)
        try:
            for instance in made.instances:
                instance.start()
            yield made
        finally:
            for instance in made.instances:
                instance.end()


@contextmanager
def paused(instance: ServerProcess) -> Iterator[None]:
    """SIGSTOP, and SIGCONT at the end: it notices nothing of the time between."""
    os.kill(instance.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(instance.pid, signal.SIGCONT)
