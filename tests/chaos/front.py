"""The part of a balancer that matters to players: who is ready is asked ten times a second, and new connections go there."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

from aiohttp import ClientError, ClientSession, ClientTimeout

from tests.support.server_process import ServerProcess

CHECK_S = 0.1


class Front:
    def __init__(self, instances: Sequence[ServerProcess]) -> None:
        self.instances = instances
        self._ready = list(instances)

    def choose(self, chance: Random) -> ServerProcess:
        return chance.choice(self._ready or self.instances)

    async def check(self) -> None:
        """Until cancelled."""
        async with ClientSession(timeout=ClientTimeout(1)) as session:
            while True:
                answers = await asyncio.gather(*(_is_ready(session, one) for one in self.instances))
                self._ready = [one for one, is_so in zip(self.instances, answers, strict=True) if is_so]
                await asyncio.sleep(CHECK_S)


async def _is_ready(session: ClientSession, instance: ServerProcess) -> bool:
    try:
        async with session.get(f"{instance.url}/ready") as answer:
            return bool(answer.status == 200)
    except (ClientError, TimeoutError, OSError):
        return False


@asynccontextmanager
async def front_of(instances: Sequence[ServerProcess]) -> AsyncIterator[Front]:
    front = Front(instances)
    checking = asyncio.create_task(front.check())
    try:
        yield front
    finally:
        checking.cancel()
        await asyncio.gather(checking, return_exceptions=True)
