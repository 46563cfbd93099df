"""An instance as shipped, with some games besides and without limits per address: everybody comes from one.

The benchmark's games count their moves in public, so a move that was lost or made twice shows in a number; two toys have
clocks, of a second and of thirty.
"""

import asyncio
import signal
import sys

import msgspec
import uvloop

from engines.registry import ENGINES
from gateway import logs
from gateway.__main__ import Instance
from gateway.limits import Ceilings, Rate, Rates
from gateway.settings import Settings
from tests.bench.four_seat import FourSeat, SixSeat
from tests.support.baton import Relay, Ticker

OPEN = Rate(per_s=1e6, burst=1e6)


async def serve() -> None:
    instance = Instance(
        Settings.from_environment(),
        asyncio.get_running_loop(),
        engines={**ENGINES, **{game.name: game for game in (FourSeat(), SixSeat(), Relay(), Ticker())}},
        rates=msgspec.structs.replace(
            Rates(), player=OPEN, room=OPEN, address=OPEN, create_player=OPEN, create_address=OPEN
        ),
        ceilings=msgspec.structs.replace(Ceilings(), connections_per_address=10_000, new_connections=OPEN),
    )
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await instance.start()
    await stop.wait()
    await instance.stop()


if __name__ == "__main__":
    logs.configure(sys.stdout)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
