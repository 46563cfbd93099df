"""Our server with the benchmark's game, everything else as shipped but the limits per address: the whole
load comes from one.

    python -m tests.bench.our_server PORT FOLDER [REDIS_URL]
"""

import asyncio
import sys
from pathlib import Path

import msgspec
import uvloop

from engines.registry import ENGINES
from gateway import logs
from gateway.__main__ import Instance
from gateway.dispatch import Rates
from gateway.limits import Ceilings, Rate
from gateway.settings import Settings
from tests.bench.counting import TOKEN
from tests.bench.four_seat import FourSeat

OPEN = Rate(per_s=1e6, burst=1e6)
CONNECTIONS = 20_000


async def serve(port: int, folder: Path, redis_url: str) -> None:
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
        rates=msgspec.structs.replace(
            Rates(), player=OPEN, room=OPEN, address=OPEN, create_player=OPEN, create_address=OPEN
        ),
        ceilings=msgspec.structs.replace(
            Ceilings(), connections=CONNECTIONS, connections_per_address=CONNECTIONS, new_connections=OPEN
        ),
    )
    await instance.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    logs.configure(sys.stderr)
    port, folder, *redis = sys.argv[1:]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(port), Path(folder), "".join(redis)))
