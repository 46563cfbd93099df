"""A real redis-server in a process of its own, on a free port and in a folder of its own. Ended by its id."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.server_process import free_port

START_S = 10.0


class RedisProcess:
    """One server. `start` may be called again after `stop` or `kill`: same port, same folder, and the same data
    if `appendonly`. `options` are given to it as they stand: `"--cluster-enabled", "yes"`. With the configuration of a
    sentinel, which it writes into, it is one."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        appendonly: bool = False,
        host: str = "127.0.0.1",
        sentinel: Path | None = None,
    ) -> None:
        self.folder = folder
        self.host = host
        self.port = free_port()
        self.url = f"redis://{host}:{self.port}/0"
        self.log = folder / "redis.log"
        self._options = (*options, "--appendonly", "yes" if appendonly else "no", "--save", "")
        self._sentinel = sentinel
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers and has loaded its data."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = ["redis-server", *([str(self._sentinel)] if self._sentinel else [])]
        command += ["--bind", self.host, "--port", str(self.port), "--dir", str(self.folder)]
        command += ["--sentinel"] if self._sentinel else [*self._options, "--shutdown-timeout", "1"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        deadline = time.monotonic() + START_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"redis-server did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """SIGTERM: it writes what it has to write and ends."""
        self._end_with(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        self._end_with(signal.SIGKILL)

    def pause(self) -> None:
        """SIGSTOP: it still accepts connections, as its kernel does, and answers nothing. Waited for."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOWAIT)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    def end(self) -> None:
        """Whatever state it is in."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def ask(self, *words: str) -> str:
        """What redis-cli prints: for what no client of ours can ask (`CLIENT KILL`, `FLUSHALL`, `TTL`)."""
        done = subprocess.run(
            ["redis-cli", "-h", self.host, "-p", str(self.port), *words],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
        return done.stdout.strip()

    def _end_with(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)
        self._process.wait(timeout=10)

    def _answers(self) -> bool:
        """Without a client library: this file is needed before there is any."""
        try:
            with socket.create_connection((self.host, self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False


@contextmanager
def redis_server(folder: Path, *options: str, appendonly: bool = False) -> Iterator[RedisProcess]:
    """A running redis-server that is gone at the end."""
    process = RedisProcess(folder, *options, appendonly=appendonly)
    process.start()
    try:
        yield process
    finally:
        process.end()
