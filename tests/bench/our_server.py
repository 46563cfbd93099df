"""Our server with the benchmark's games, everything else as shipped but for the limits that are lifted: the whole load
comes from one address.

    python -m tests.bench.our_server PORT FOLDER [--redis URL] [--limits LIMITS]
"""

import argparse
import asyncio
import sys
from pathlib import Path

import msgspec
import uvloop

from engines.registry import ENGINES
from gateway import logs
from gateway.__main__ import Instance
from gateway.limits import Ceilings, Rate, Rates
from gateway.settings import Settings
from tests.bench.counting import TOKEN
from tests.bench.four_seat import FourSeat, SixSeat

OPEN = Rate(per_s=1e6, burst=1e6)
CONNECTIONS = 20_000
ONE_ADDRESS = msgspec.structs.replace(Rates(), address=OPEN, create_player=OPEN, create_address=OPEN)
"""As shipped, but for what the driver's one address may do."""
RATES = {
    "none": msgspec.structs.replace(ONE_ADDRESS, player=OPEN, room=OPEN),
    "people": ONE_ADDRESS,
    "all": Rates(),
}
"""By which limits stand."""
MANY = msgspec.structs.replace(
    Ceilings(), connections=CONNECTIONS, connections_per_address=CONNECTIONS, new_connections=OPEN
)


async def serve(port: int, folder: Path, redis_url: str, limits: str) -> None:
    static = folder / "static"
    static.mkdir(exist_ok=True)
    (static / "index.en.html").write_text("<!doctype html><title>bench</title>")
    settings = Settings.from_environment(
        {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "DATA": str(folder / "rooms.sqlite3"),
            "STATIC": str(static),
            "REDIS_URL": redis_url,
            "METRICS_TOKEN": TOKEN,
        }
    )
    instance = Instance(
        settings,
        asyncio.get_running_loop(),
        engines={**ENGINES, **{game.name: game for game in (FourSeat(), SixSeat())}},
        rates=RATES[limits],
        ceilings=Ceilings() if limits == "all" else MANY,
    )
    await instance.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    logs.configure(sys.stderr)
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--redis", default="")
    parser.add_argument("--limits", choices=RATES, default="none")
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(given.port, given.folder, given.redis, given.limits))
