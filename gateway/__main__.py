"""python -m gateway: one instance. The only place that builds things."""

import asyncio
import gc
import signal
import sys
from collections.abc import Mapping

import uvloop
from aiohttp import web

from actors.ports import StoreAway
from engines.core import AnyEngine
from engines.registry import ENGINES
from gateway import listener, logs, server
from gateway.backend import BackendInUse
from gateway.backends.redis.servers import BadUrl
from gateway.house import Alone, House, OneOfMany
from gateway.limits import Ceilings, Rates
from gateway.metrics import Metrics
from gateway.pages import Pages
from gateway.settings import BadSetting, Settings

log = logs.EventLog("main")


class Instance:
    """Everything one process runs, built once, started and stopped in order."""

    def __init__(
        self,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        engines: Mapping[str, AnyEngine] = ENGINES,
        rates: Rates | None = None,
        ceilings: Ceilings | None = None,
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        kind = OneOfMany if settings.redis_url else Alone
        house: House = kind(settings, loop, engines, self.metrics, rates, ceilings)
        self._house = house
        self.sockets, self.backend, self.rooms = house.sockets, house.backend, house.rooms
        self.metrics.rooms.set_function(lambda: len(self.rooms))
        self._is_stopping = False
        self.app = server.build(
            self.sockets,
            house.dispatch,
            Pages(settings.static, settings.origins.allowed[0]),
            settings.origins,
            self.metrics,
            settings.metrics_token,
            self.is_ready,
        )
        self._runner = listener.runner(self.app)

    def is_ready(self) -> bool:
        return not self._is_stopping and self.backend.is_ready()

    async def start(self) -> int:
        """Open the store and listen; the port. Raises BackendInUse, StoreAway, OSError."""
        await self._house.open()
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.settings.host, self.settings.port, backlog=listener.BACKLOG)
        await site.start()
        spare_the_collector()
        port: int = self._runner.addresses[0][1]
        return port

    async def stop(self) -> None:
        """Unready, hand over, accept nothing more, save, answer, end all connections: within five seconds
        alone, fifteen where others take the rooms."""
        self._is_stopping = True
        await self._house.leave()
        await listener.shut_down(self._runner, self.sockets, self.rooms.stop)
        await self.backend.close()


def spare_the_collector() -> None:
    """What the start has made stays for ever, and a room's states make no cycles: the garbage collector
    need not walk thousands of rooms after every few hundred new objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


async def serve(settings: Settings) -> int:
    """Run until SIGTERM or SIGINT."""
    loop = asyncio.get_running_loop()
    try:
        instance = Instance(settings, loop)
    except BadUrl as error:
        return _say(f"REDIS_URL: {error}")
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    try:
        port = await instance.start()
    except BackendInUse as error:
        return _say(f"Another process uses {error}. Stop it, or set DATA to another file.")
    except StoreAway as error:
        where = "Redis (REDIS_URL)" if settings.redis_url else f"The file {settings.data}"
        return _say(f"{where} cannot be used: {error}")
    except OSError as error:
        return _say(f"Cannot listen on port {settings.port}: {error.strerror}")
    log.info("serving", size=port)
    # Where people find it: behind a balancer our own port would let nobody in.
    _say(f"Kortlek is open at {settings.origins.allowed[0] if settings.port else f'http://localhost:{port}'}")
    await stop.wait()
    log.info("stopping")
    await instance.stop()
    return 0


def _say(sentence: str) -> int:
    """To the person who started it."""
    sys.stderr.write(sentence + "\n")
    return 1


def main() -> int:
    logs.configure(sys.stdout)
    try:
        settings = Settings.from_environment()
    except BadSetting as error:
        return _say(str(error))
    if not (settings.static / "index.en.html").is_file():
        return _say(f"There is no built client in {settings.static}: run `make build` first.")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(serve(settings))


if __name__ == "__main__":
    sys.exit(main())
