"""HAProxy and nginx as deploy/ configures them, real programs on free ports in front of given instances."""

import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
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
    command = ["-db", "-f", str(ROOT / "deploy" / "haproxy.cfg")]
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
    return ["-p", str(folder), "-c", "nginx.conf", "-g", "daemon off;"], {}


KINDS: dict[str, Callable[[Path, int, Sequence[int]], tuple[list[str], dict[str, str]]]] = {
    "haproxy": _haproxy,
    "nginx": _nginx,
}


class Balancer:
    """One of them. `url` is known before it runs, for the instances' PUBLIC_ORIGINS."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"{kind}.log"
        self._kind = kind
        self._folder = folder

    @contextmanager
    def running(self, instances: Sequence[int]) -> Iterator[None]:
        """In front of instances on these ports, one of which at least is ready; gone at the end."""
        command, environment = KINDS[self._kind](self._folder, self.port, instances)
        where = program(self._kind)
        assert where is not None
        with self.log.open("ab") as out:
            process = subprocess.Popen(
                [where, *command], env={**os.environ, **environment}, stdout=out, stderr=out
            )
        try:
            deadline = time.monotonic() + START_S
            while not self._answers():
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"{self._kind} did not start: {self.log.read_text()[-2000:]}")
                time.sleep(0.02)
            yield
        finally:
            process.terminate()
            process.wait(timeout=10)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/ready", timeout=1):
                return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
