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
from tests.support.wire_client import Connect
from tests.support.wire_person import Person

LEASE_S = 0.9
SOON_S = 7.0
"""Less than the ten seconds after which a digest, or a client told `unsure`, would mend what nobody else has."""
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


class Table:
    """Four people, two at each instance; the first instance owns the room."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.anna, self.cleo, self.ben, self.dora = people
        self._moves = 0

    async def move(self, person: Person) -> None:
        self._moves += 1
        action = {"type": "play", "k": self._moves}
        answer = await person.says(type="act", phase="1:play", action=action)
        assert answer["type"] == "applied", answer

    async def is_right(self) -> None:
        """Everybody shows each move once, soon, and hears the same answers again."""
        async with asyncio.timeout(SOON_S):
            await self._agree()

    async def _agree(self) -> None:
        await asyncio.gather(*map(self.move, self.people))
        for person in self.people:
            await person.sees(lambda view: view["table"]["m"] == self._moves)
        assert len({person.view["version"] for person in self.people}) == 1
        for person in self.people:
            for body, answer in person.acknowledged:
                if body["type"] == "act":
                    again = await person.repeats(body)
                    assert (again["type"], again["version"]) == ("applied", answer["version"])
        for person in self.people:
            assert person.view["table"]["m"] == self._moves
            acks = [frame for frame in person.client.received if frame.startswith("43")]
            assert len({frame.partition("[")[0] for frame in acks}) == len(acks), "answered twice"

    @property
    def fence(self) -> int:
        fence: int = self.ben.view["fence"]
        return fence


async def sit_down(connect: Connect, first: Wired, second: Wired) -> Table:
    anna = await (await Person("anna", "bench").comes(connect, first)).sits()
    people = [anna]
    for name, where in (("cleo", first), ("ben", second), ("dora", second)):
        people.append(await (await Person(name, "bench").comes(connect, where, anna.room)).sits())
    assert (await anna.says(type="start", phase=anna.view["room"]["phase"]))["type"] == "applied"
    for person in people:
        await person.sees(lambda view: view["room"]["status"] == "playing")
    return Table(people)
