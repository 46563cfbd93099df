"""Start the servers that are compared, on one core, with the driver on the other."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.support.server_process import ROOT, free_port

SERVER_CORE, DRIVER_CORE = 0, 1
START_S = 20.0


def measure(server: str, tables: int, mode: str, seconds: float) -> dict[str, Any]:
    """One run: a fresh server of this kind ("ours", "plain"), the driver against it, its figures."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["tests.bench.our_server", str(port), folder]
        if server == "plain":
            arguments = ["tests.bench.plain_server", str(port)]
        process = _start(arguments, SERVER_CORE, Path(folder) / "log")
        try:
            _wait_for(port, process, Path(folder) / "log")
            driver = [
                "tests.bench.tables",
                server,
                str(port),
                str(process.pid),
                str(tables),
                mode,
                str(seconds),
            ]
            result = subprocess.run(
                _pinned(driver, DRIVER_CORE),
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
        finally:
            process.kill()
            process.wait()


def _start(module: list[str], core: int, log: Path) -> "subprocess.Popen[bytes]":
    with log.open("wb") as out:
        return subprocess.Popen(_pinned(module, core), cwd=ROOT, stdout=out, stderr=out)


def _pinned(module: list[str], core: int) -> list[str]:
    command = [sys.executable, "-m", *module]
    cores = os.cpu_count() or 1
    return ["taskset", "-c", str(core % cores), *command]


def _wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            urlopen(f"http://127.0.0.1:{port}/", timeout=1).close()
        except HTTPError:
            return  # it answers
        except (URLError, ConnectionError):
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"the server did not start: {log.read_text()[-2000:]}")
