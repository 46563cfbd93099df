"""A real server in a process of its own: `python -m gateway`, as an operator starts it."""

import itertools
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_S = 20.0


PORTS = range(10_000, 32_000)
"""Below those that a system gives to whoever connects."""
_places = itertools.count(os.getpid() * 2_003)


def free_port() -> int:
    """Nobody else gets it before its server is up, or while that is restarted: a port that the system chooses may be
    given to any connection meanwhile, and to a test in another process."""
    while True:
        port = PORTS[next(_places) % len(PORTS)]
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class ServerProcess:
    """One instance. `start` may be called again after `stop` or `kill`: same port, same data. `module` is what
    Python runs: the server as shipped, or one that a test has built."""

    def __init__(self, folder: Path, *, module: str = "gateway", **environment: str) -> None:
        self.folder = folder
        self.module = module
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it is ready."""
        environment = {
            **os.environ,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DATA": str(self.folder / "rooms.sqlite3"),
            "STATIC": str(self._static()),
            **self._environment,
        }
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self.module], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + START_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> float:
        """SIGTERM; the seconds until it had ended. It must have ended well."""
        assert self._process is not None
        begun = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(timeout=20)
        assert code == 0, self.log.read_text()[-2000:]
        return time.monotonic() - begun

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=10)

    def end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/ready", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def _static(self) -> Path:
        """The built client, or an empty page where it is not built (tests without a browser)."""
        built = ROOT / "frontend" / "dist"
        if (built / "index.en.html").is_file():
            return built
        page = self.folder / "static"
        page.mkdir(exist_ok=True)
        (page / "index.en.html").write_text("<!doctype html><title>Kortlek</title>")
        return page


@contextmanager
def server(folder: Path, *, module: str = "gateway", **environment: str) -> Iterator[ServerProcess]:
    """A running server that is gone at the end."""
    process = ServerProcess(folder, module=module, **environment)
    process.start()
    try:
        yield process
    finally:
        process.end()
