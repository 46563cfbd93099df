"""An instance as shipped, with the benchmark's game besides and without limits per address: everybody comes from one.

That game counts its moves in public, so a move that was lost or made twice shows in a number.
"""

import asyncio
import signal
import sys

import msgspec
import uvloop

from engines.registry import ENGINES
from gateway import logs
from gateway.__main__ import Instance
from gateway.dispatch import Rates
from gateway.limits import Ceilings, Rate
from gateway.settings import Settings
from tests.bench.four_seat import FourSeat

OPEN = Rate(per_s=1e6, burst=1e6)


async def serve() -> None:
    instance = Instance(
        Settings.from_environment(),
        asyncio.get_running_loop(),
        engines={**ENGINES, "bench": FourSeat()},
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
