"""Our server with the benchmark's game, everything else as shipped but the limits per address: the whole
load comes from one.

    python -m tests.bench.our_server PORT FOLDER [--redis URL] [--has-limits]
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
from tests.bench.four_seat import FourSeat

OPEN = Rate(per_s=1e6, burst=1e6)
CONNECTIONS = 20_000
ONE_ADDRESS = msgspec.structs.replace(Rates(), address=OPEN, create_player=OPEN, create_address=OPEN)
"""As shipped, but for what the driver's one address may do."""


async def serve(port: int, folder: Path, redis_url: str, *, has_limits: bool) -> None:
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
        engines={**ENGINES, "bench": FourSeat()},
        rates=ONE_ADDRESS if has_limits else msgspec.structs.replace(ONE_ADDRESS, player=OPEN, room=OPEN),
        ceilings=msgspec.structs.replace(
            Ceilings(), connections=CONNECTIONS, connections_per_address=CONNECTIONS, new_connections=OPEN
        ),
    )
    await instance.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    logs.configure(sys.stderr)
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--redis", default="")
    parser.add_argument("--has-limits", action="store_true")
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(given.port, given.folder, given.redis, has_limits=given.has_limits))
