"""A Redis Cluster of real masters, put together by hand: quicker than redis-cli does it, and on any ports."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from gateway.backends.redis.topology import SLOTS, slot
from tests.support.redis_process import RedisProcess, redis_server
from tests.support.server_process import free_port

EACH = ("--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--repl-diskless-sync-delay", "0")
AGREE_S = 20.0


class RedisCluster:
    """Masters that share all slots evenly; the first may have a replica."""

    def __init__(self, masters: list[RedisProcess], replica: RedisProcess | None = None) -> None:
        self.masters = masters
        self.replica = replica
        self.url = "redis+cluster://" + ",".join(f"{one.host}:{one.port}" for one in masters)

    def master_of(self, key: str) -> RedisProcess:
        """By what they themselves say."""
        for one in self.masters:
            if one.ask("CLUSTER", "COUNTKEYSINSLOT", str(slot(key))) != "0":
                return one
        raise LookupError(key)

    def begin_to_move(self, key: str, source: RedisProcess, target: RedisProcess) -> None:
        """From here the source answers ASK for what it has not any more."""
        number = str(slot(key))
        target.ask("CLUSTER", "SETSLOT", number, "IMPORTING", source.ask("CLUSTER", "MYID"))
        source.ask("CLUSTER", "SETSLOT", number, "MIGRATING", target.ask("CLUSTER", "MYID"))
        keys = source.ask("CLUSTER", "GETKEYSINSLOT", number, "1000").split()
        source.ask("MIGRATE", target.host, str(target.port), "", "0", "5000", "KEYS", *keys)

    def end_to_move(self, key: str, target: RedisProcess) -> None:
        """From here everybody answers MOVED."""
        owner = target.ask("CLUSTER", "MYID")
        for one in (target, *self.masters):
            one.ask("CLUSTER", "SETSLOT", str(slot(key)), "NODE", owner)


@contextmanager
def redis_cluster(folder: Path, size: int = 3, *, has_replica: bool = False) -> Iterator[RedisCluster]:
    """A cluster whose nodes all know each other and serve; gone at the end."""
    with ExitStack() as stack:
        buses = [free_port() for _ in range(size + has_replica)]
        nodes = []
        for number, bus in enumerate(buses):
            node = redis_server(folder / str(number), *EACH, "--cluster-port", str(bus))
            nodes.append(stack.enter_context(node))
        masters, replica = nodes[:size], nodes[-1] if has_replica else None
        share = SLOTS // size
        for number, one in enumerate(masters):
            last = SLOTS - 1 if number == size - 1 else (number + 1) * share - 1
            one.ask("CLUSTER", "ADDSLOTSRANGE", str(number * share), str(last))
        for one, bus in zip(nodes, buses, strict=True):
            one.ask("CONFIG", "SET", "cluster-require-full-coverage", "no")
            nodes[0].ask("CLUSTER", "MEET", one.host, str(one.port), str(bus))
        _until(lambda: all(_knows(one, size) for one in nodes), nodes[0])
        if replica is not None:
            _follow(replica, masters[0])
        yield RedisCluster(masters, replica)


def _follow(replica: RedisProcess, master: RedisProcess) -> None:
    name = master.ask("CLUSTER", "MYID")
    _until(lambda: name in replica.ask("CLUSTER", "NODES"), replica)
    replica.ask("CLUSTER", "REPLICATE", name)
    _until(lambda: "state=online" in master.ask("INFO", "replication"), master)


def _until(is_so: Callable[[], bool], one: RedisProcess) -> None:
    deadline = time.monotonic() + AGREE_S
    while not is_so():
        if time.monotonic() > deadline:
            raise RuntimeError(f"the cluster does not agree: {one.ask('CLUSTER', 'NODES')}")
        time.sleep(0.02)


def _knows(one: RedisProcess, size: int) -> bool:
    info = one.ask("CLUSTER", "INFO")
    served = f"cluster_slots_ok:{SLOTS}" in info
    return "cluster_state:ok" in info and served and f"cluster_size:{size}" in info
