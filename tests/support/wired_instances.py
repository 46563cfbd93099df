"""Whole instances in the test's own process, each with a wire to a real Redis that the test may cut.

    async with wired(tmp_path, redis, 2) as (first, second):
        anna = await Person("anna", game="bench").comes(connect, first)
        first.wire.cut()

They are built as `python -m gateway` builds them, with the benchmark's game besides, whose every move counts one: a move
that was lost or made twice shows in a number.
"""

import asyncio
import gc
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from engines.core import AnyEngine
from engines.registry import ENGINES
from gateway.__main__ import Instance
from gateway.backends.redis.scripts import FOLDER
from gateway.settings import Settings
from tests.bench.four_seat import FourSeat
from tests.support.redis_house import new_prefix
from tests.support.redis_process import RedisProcess
from tests.support.server_process import free_port
from tests.support.tcp_proxy import TcpProxy, tcp_proxy

LEASE_S = 0.9
GAMES: Mapping[str, AnyEngine] = {**ENGINES, "bench": FourSeat()}


class Wired:
    """One instance, where it listens, and its wire to Redis."""

    def __init__(self, instance: Instance, wire: TcpProxy, url: str) -> None:
        self.instance = instance
        self.wire = wire
        self.url = url


def digest_of(redis: RedisProcess, script: str) -> bytes:
    """What a request for this script has in it; Redis knows the text from here, so that the first request is the one."""
    return redis.ask("SCRIPT", "LOAD", (FOLDER / f"{script}.lua").read_text()).encode()


@asynccontextmanager
async def wired(folder: Path, redis: RedisProcess, count: int = 2) -> AsyncIterator[list[Wired]]:
    """Running instances, gone at the end, all at once."""
    prefix, thresholds = new_prefix(), gc.get_threshold()
    async with AsyncExitStack() as stack:
        made: list[Wired] = []
        for _ in range(count):
            wire = await stack.enter_async_context(tcp_proxy(redis.port))
            instance, port = _instance(folder, wire, prefix)
            await instance.start()
            made.append(Wired(instance, wire, f"http://127.0.0.1:{port}"))
        # A start sets the collector for a server's whole life, which this process has not before it.
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        try:
            yield made
        finally:
            for one in made:
                await one.wire.let_go()
            await asyncio.gather(*(one.instance.stop() for one in made))


def _instance(folder: Path, wire: TcpProxy, prefix: str) -> tuple[Instance, int]:
    port = free_port()
    settings = Settings.from_environment(
        {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "REDIS_URL": f"redis://127.0.0.1:{wire.port}/0",
            "REDIS_PREFIX": prefix,
            "LEASE_S": str(LEASE_S),
            "DRAIN_CHECK_S": "0.1",
            "STATIC": str(folder),
        }
    )
    return Instance(settings, asyncio.get_running_loop(), engines=GAMES), port
