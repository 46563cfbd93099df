"""Rooms as pykka threads beside rooms as pykka actors on the loop: the same work, the same messages.

    python -m tests.bench.actor_kinds loop 5000

prints one JSON line. Each message is handled by some arithmetic and answered to the loop.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pykka
import uvloop

from actors.runtime import LoopActor

RATE_PER_S = 4_000
OPEN_S = 4.0
CLOSED_S = 3.0
WINDOW = 256
"""Messages on their way at once in the closed loop."""

Answer = Callable[[], None]


class Work:
    """What one message costs: about what a small engine step does."""

    total = 0

    def on_receive(self, message: Any) -> None:  # Any: as pykka's
        for n in range(60):
            self.total = (self.total * 31 + n) & 0xFFFF
        message()


class OnLoop(Work, LoopActor):
    pass


class OnThread(Work, pykka.ThreadingActor):
    use_daemon_thread = True


async def run(kind: str, count: int) -> dict[str, float]:
    loop = asyncio.get_running_loop()
    chance = Random(1)
    actor_class = OnLoop if kind == "loop" else OnThread
    began = time.perf_counter()
    refs: list[pykka.ActorRef[Any]] = [actor_class.start() for _ in range(count)]
    await asyncio.sleep(0.1)
    started_s = time.perf_counter() - began

    def reply(done: Answer) -> Answer:
        def from_thread() -> None:
            loop.call_soon_threadsafe(done)

        return done if kind == "loop" else from_thread

    # closed loop: as many as it can
    handled, end = 0, time.perf_counter() + CLOSED_S
    finished = loop.create_future()

    def again() -> None:
        nonlocal handled
        handled += 1
        if time.perf_counter() < end:
            chance.choice(refs).tell(reply(again))
        elif not finished.done():
            finished.set_result(None)

    for _ in range(WINDOW):
        chance.choice(refs).tell(reply(again))
    await finished
    per_s = handled / CLOSED_S
    await asyncio.sleep(0.5)

    # open loop: a fixed rate, times from when each was due
    latencies: list[float] = []
    start = time.perf_counter()
    for n in range(int(RATE_PER_S * OPEN_S)):
        planned = start + n / RATE_PER_S
        if (wait := planned - time.perf_counter()) > 0:
            await asyncio.sleep(wait)

        def done(planned: float = planned) -> None:
            latencies.append(time.perf_counter() - planned)

        chance.choice(refs).tell(reply(done))
    await asyncio.sleep(1.0)
    latencies.sort()
    return {
        "started_s": started_s,
        "per_s": per_s,
        "p99_ms": 1000 * latencies[int(0.99 * len(latencies))],
        "answered": len(latencies),
    }


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(run(sys.argv[1], int(sys.argv[2])))))
    sys.stdout.flush()
    os._exit(0)  # thousands of threads need no goodbye
