"""`make cluster`, as somebody starts it, plays, kills an instance, and presses Ctrl-C."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from tests.support.balancers import program
from tests.support.loops import on_uvloop, until
from tests.support.server_process import ROOT, free_port
from tests.support.wire_client import wire_clients

PATIENCE_S = 15.0


class Running:
    """What it has printed so far, and what it has started."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.text = ""
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line

    def close(self) -> None:
        self._reading.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def everything(self) -> list[psutil.Process]:
        return list(psutil.Process(self.process.pid).children(recursive=True))

    def instances(self) -> list[psutil.Process]:
        """The processes that serve."""
        return [one for one in self.everything() if command_of(one)[1:] == ["-m", "gateway"]]

    def addresses(self) -> list[str]:
        return re.findall(r"Kortlek is open at (http://localhost:\d+)  \(three", self.text)


def command_of(process: psutil.Process) -> list[str]:
    """Nothing for one that has ended, also if nobody has asked for its end yet (a zombie)."""
    try:
        return list(process.cmdline())
    except psutil.NoSuchProcess:
        return []


def fetched(url: str) -> str:
    with urllib.request.urlopen(url, timeout=5) as page:
        text: str = page.read().decode()
    return text


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    (folder / "index.en.html").write_text("<!doctype html><title>Kortlek</title>")
    environment = {**os.environ, "PORT": str(free_port()), "STATIC": str(folder), "DRAIN_CHECK_S": "0.1"}
    process = subprocess.Popen(
        [sys.executable, "deploy/cluster.py"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    made = Running(process)
    started: list[psutil.Process] = []
    try:
        yield made
        started = made.everything() if process.poll() is None else []
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
        made.close()
        for one in started:
            with suppress(psutil.NoSuchProcess):
                one.kill()


@on_uvloop
async def test_one_address_three_instances_one_of_which_may_die_and_ctrl_c_ends_all(tmp_path: Path) -> None:
    if program("haproxy") is None:
        pytest.skip("haproxy is not installed")
    with running(tmp_path) as cluster:
        await until(cluster.addresses, PATIENCE_S)
        (url,) = cluster.addresses()
        assert "Kortlek" in await asyncio.to_thread(fetched, url)
        assert len(cluster.instances()) == 3
        async with wire_clients(url, url) as connect:
            clients = [await connect(auth={"protocol": 1, "secret": None}) for _ in range(3)]
            created = await clients[0].command({"type": "create", "id": "c", "game": "rows", "options": {}})
            for number, client in enumerate(clients):
                await client.command({"type": "attach", "id": "a", "room": created["detail"]})
                joined = await client.command({"type": "join", "id": "j", "name": f"Player {number}"})
                assert joined["type"] == "applied"
        victim = cluster.instances()[0]
        victim.kill()
        await until(lambda: victim not in cluster.instances() and len(cluster.instances()) == 3, PATIENCE_S)
        everything = cluster.everything()
        cluster.process.send_signal(signal.SIGINT)
        assert cluster.process.wait(timeout=20) == 0
        await until(lambda: not any(map(command_of, everything)))
