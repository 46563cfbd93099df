"""A server like any other, but whose games of twelve begin where a test says: `python -m tests.support.stacked_server`.

`STACKED` names a file with the states by the number of seats, as JSON. What follows is dealt by chance as ever.
"""

import asyncio
import os
import sys
from pathlib import Path

import msgspec
import uvloop

from engines.core import Context, Step
from engines.registry import ENGINES
from engines.twelve import Twelve
from engines.twelve.model import Options, State
from gateway import logs
from gateway.__main__ import Instance
from gateway.settings import Settings


class Stacked(Twelve):
    """Twelve from given positions."""

    def __init__(self, states: dict[int, State]) -> None:
        self._states = states

    def start(self, options: Options, seats: int, ctx: Context) -> Step[State]:
        state = self._states.get(seats)
        return super().start(options, seats, ctx) if state is None else Step(state)


def save(states: dict[int, State], path: Path) -> None:
    path.write_bytes(msgspec.json.encode(states))


def load(path: Path) -> dict[int, State]:
    return msgspec.json.decode(path.read_bytes(), type=dict[int, State])


async def serve(states: dict[int, State]) -> None:
    instance = Instance(
        Settings.from_environment(dict(os.environ)),
        asyncio.get_running_loop(),
        engines={**ENGINES, "twelve": Stacked(states)},
    )
    await instance.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    logs.configure(sys.stderr)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(load(Path(os.environ["STACKED"]))))
