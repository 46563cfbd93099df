"""Start the servers that are compared, on one core, with the driver on the other."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.support.redis_process import RedisProcess, redis_server
from tests.support.server_process import ROOT, free_port

SERVER_CORE, DRIVER_CORE = 0, 1
START_S = 20.0
PEERS_FOLDER = ROOT / "tests" / "bench" / "peers"
PEERS = {"socketio_node": "socketio.mjs", "boardgameio": "boardgameio.cjs", "colyseus": "colyseus.cjs"}
"""On node, installed by `make bench-peers`. Each says READY when it takes people: Colyseus listens earlier."""
READY = "ready"


def measure(server: str, tables: int, mode: str, seconds: float, instances: int = 0) -> dict[str, Any]:
    """One run: fresh servers of this kind ("ours", "plain", "bare", one of `PEERS`), the driver against them, its figures. With `instances`
    there are so many over a Redis of their own, which shares the driver's core; else one that is alone."""
    with started(server, instances) as (servers, redis):
        shared = [] if redis is None else ["--redis", f"{redis.port}:{redis.pid}"]
        driver = ["tests.bench.tables", server, str(tables), mode, str(seconds), *servers, *shared]
        result = subprocess.run(
            _pinned(_python(*driver), DRIVER_CORE),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        if result.returncode != 0:
            raise RuntimeError(result.stderr[-2000:])
        figures: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
        return figures


@contextmanager
def started(
    server: str, instances: int, limits: str = "none"
) -> Iterator[tuple[list[str], RedisProcess | None]]:
    """Fresh servers of this kind, as the driver is told of them, and their Redis; without `instances` one that is alone."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        redis = stack.enter_context(_redis(folder)) if instances else None
        servers = []
        for number in range(max(1, instances)):
            home = folder / str(number)
            home.mkdir()
            servers.append(stack.enter_context(running(server, home, redis, limits)))
        yield servers, redis


@contextmanager
def _redis(folder: Path) -> Iterator[RedisProcess]:
    """As `docs/deploy.md` wants it: it writes all down, each second."""
    with redis_server(folder / "redis", appendonly=True) as redis:
        os.sched_setaffinity(redis.pid, {DRIVER_CORE % (os.cpu_count() or 1)})
        yield redis


@contextmanager
def running(server: str, home: Path, redis: RedisProcess | None, limits: str = "none") -> Iterator[str]:
    """A server that answers, as the driver is told of it: port and process id. `limits` are for ours (`our_server`)."""
    port, log = free_port(), home / "log"
    process = _start(_command(server, port, home, redis, limits), SERVER_CORE, log)
    try:
        _wait_for(port, process, log, is_peer=server in PEERS)
        yield f"{port}:{process.pid}"
    finally:
        process.kill()
        process.wait()


def _command(server: str, port: int, home: Path, redis: RedisProcess | None, limits: str) -> list[str]:
    if server in PEERS:
        return ["node", str(PEERS_FOLDER / PEERS[server]), str(port)]
    if server == "ours":
        options = [] if redis is None else ["--redis", redis.url]
        options += ["--limits", limits]
        return _python("tests.bench.our_server", str(port), str(home), *options)
    return _python(f"tests.bench.{server}_server", str(port))


def _start(command: list[str], core: int, log: Path) -> "subprocess.Popen[bytes]":
    with log.open("wb") as out:
        return subprocess.Popen(_pinned(command, core), cwd=ROOT, stdout=out, stderr=out)


def _python(*module: str) -> list[str]:
    return [sys.executable, "-m", *module]


def _pinned(command: list[str], core: int) -> list[str]:
    cores = os.cpu_count() or 1
    return ["taskset", "-c", str(core % cores), *command]


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path, *, is_peer: bool) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            if READY in log.read_text() or not is_peer:
                return
        except ConnectionError:
            pass
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")
