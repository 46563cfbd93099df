"""Several instances over one real redis-server, each a process of its own, as an operator runs them."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.redis_process import RedisProcess, redis_server
from tests.support.server_process import ServerProcess

LEASE_S = 1.5
SHORT = {"LEASE_S": str(LEASE_S), "DRAIN_CHECK_S": "0.2", "METRICS_TOKEN": "show"}


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
        (key,) = self.redis.ask("--scan", "--pattern", f"*:room:*:{room}").split()
        owner = self.redis.ask("HGET", key, "owner")
        return next((process for process in self.instances if name_of(process) == owner), None)


def name_of(process: ServerProcess) -> str:
    """What the instance calls itself since its last start, by its log."""
    lines = [json.loads(line) for line in process.log.read_text().splitlines() if line.startswith("{")]
    names: list[str] = [line["instance"] for line in lines if line["event"] == "one_of_many"]
    return names[-1]


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
