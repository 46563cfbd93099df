"""HAProxy and nginx as deploy/ configures them, real programs on free ports in front of given instances."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.server_process import ROOT, free_port

START_S = 10.0
CONFIGURED = 3
"""Instances that the files in deploy/ name; those that a test has not started refuse connections."""
SBIN = "/usr/local/sbin:/usr/sbin"


def program(name: str) -> str | None:
    """Where it is installed, if it is."""
    return shutil.which(name, path=f"{os.environ['PATH']}:{SBIN}")


def _padded(instances: Sequence[int]) -> list[int]:
    return [*instances, *(free_port() for _ in range(CONFIGURED - len(instances)))]


def _haproxy(folder: Path, port: int, instances: Sequence[int]) -> tuple[list[str], dict[str, str]]:
    addresses = {f"INSTANCE_{n}": f"127.0.0.1:{at}" for n, at in enumerate(_padded(instances), start=1)}
    command = ["haproxy", "-db", "-f", str(ROOT / "deploy" / "haproxy.cfg")]
    return command, {"BIND": f"127.0.0.1:{port}", **addresses}


def _nginx(folder: Path, port: int, instances: Sequence[int]) -> tuple[list[str], dict[str, str]]:
    """nginx knows no environment: the ports are replaced in a copy."""
    ports = {"8080": str(port)} | {
        str(8081 + n): str(instance) for n, instance in enumerate(_padded(instances))
    }
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    text, count = re.subn(r"(?<=127.0.0.1:)\d+|(?<=listen )\d+", lambda found: ports[found[0]], text)
    assert count == 1 + 2 * CONFIGURED, "deploy/nginx.conf names other addresses than it did"
    (folder / "nginx.conf").write_text(text)
    return ["nginx", "-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;"], {}


KINDS: dict[str, Callable[[Path, int, Sequence[int]], tuple[list[str], dict[str, str]]]] = {
    "haproxy": _haproxy,
    "nginx": _nginx,
}


@contextmanager
def balancer(
    kind: str, folder: Path, instances: Sequence[int], ready: Callable[[str], bool]
) -> Iterator[str]:
    """The address of a running one once `ready(address)`; it is gone at the end."""
    port = free_port()
    command, environment = KINDS[kind](folder, port, instances)
    where = program(kind)
    assert where is not None
    log = folder / f"{kind}.log"
    with log.open("ab") as out:
        process = subprocess.Popen(
            [where, *command[1:]], env={**os.environ, **environment}, stdout=out, stderr=out
        )
    try:
        url = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + START_S
        while not ready(url):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{kind} did not start: {log.read_text()[-2000:]}")
            time.sleep(0.02)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=10)
