"""Instances over one real Redis, without rooms and sockets: what each hears and is told to deliver is kept."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext

from actors.messages import Connection, RoomCode
from actors.ports import Commit, CommitResult, Delivery, SeatFrame
from gateway.backend import InstanceId
from gateway.backends.redis.backend import RedisBackend
from gateway.delivery import Post
from gateway.metrics import Metrics
from tests.support.loops import until

_numbers = itertools.count()


class NoSockets:
    """Implements `delivery.Sockets` where nobody is connected."""

    def send(self, connection: object, frame: bytes) -> None:
        raise AssertionError("there is no connection")

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()


class Ears:
    """Implements `SharedOutlet`, `Listener` and `Counters`: keeps what it hears. Letters are made as the server
    makes them."""

    def __init__(self, instance: InstanceId) -> None:
        self._post = Post(NoSockets(), Metrics(), instance)
        self.delivered: list[Delivery] = []
        self.letters_heard: list[bytes] = []
        self.gone: list[tuple[InstanceId, float]] = []
        self.gaps = 0
        self.falls = 0
        self.echoes: list[float] = []
        self.batches: list[int] = []
        self.claims: list[str] = []
        self.refused = 0
        self.rooms_lost = 0
        self.lost_letters = 0

    def deliver(self, delivery: Delivery) -> None:
        self.delivered.append(delivery)

    def letters(self, delivery: Delivery) -> Sequence[tuple[InstanceId, bytes]]:
        return self._post.letters(delivery)

    def heard(self, letter: bytes) -> None:
        self.letters_heard.append(letter)

    def left(self, instance: InstanceId, silent_s: float) -> None:
        self.gone.append((instance, silent_s))

    def had_gap(self) -> None:
        self.gaps += 1

    def store_fell_back(self) -> None:
        self.falls += 1

    def batch(self, size: int, took_s: float) -> None:
        self.batches.append(size)

    def bus_gap(self) -> None: ...

    def claim(self, result: str) -> None:
        self.claims.append(result)

    def echo(self, latency_s: float) -> None:
        self.echoes.append(latency_s)

    def fell_back(self) -> None: ...

    def letter_lost(self) -> None:
        self.lost_letters += 1

    def room_lost(self) -> None:
        self.rooms_lost += 1

    def save_refused(self) -> None:
        self.refused += 1


def new_prefix() -> str:
    """Its own for each test: they share a Redis."""
    return f"test{next(_numbers)}"


@asynccontextmanager
async def instance(
    url: str, prefix: str, name: str = "aaaaaaaa", *, lease_s: float = 6.0, timeout_s: float = 2.0
) -> AsyncIterator[tuple[RedisBackend, Ears]]:
    """An open backend, closed at the end."""
    ears = Ears(InstanceId(name))
    backend = RedisBackend(
        url,
        prefix,
        InstanceId(name),
        ears,
        asyncio.get_running_loop(),
        lease_s=lease_s,
        timeout_s=timeout_s,
        counters=ears,
    )
    backend.listener = ears
    await backend.open()
    try:
        yield backend, ears
    finally:
        await backend.close()


def to(*connections: str, code: RoomCode, fence: int, version: int) -> Delivery:
    """A view for these connections."""
    frames = (SeatFrame(tuple(Connection(one) for one in connections), b'"you":1'),)
    return Delivery(code, fence, version, public=b'"room":{}', frames=frames)


async def save(backend: RedisBackend, *commits: Commit) -> list[str]:
    """The results, in the order in which they came."""
    results: list[CommitResult] = []
    for one in commits:
        backend.commit(one, results.append)
    await until(lambda: len(results) == len(commits), within_s=10)
    return [result.value for result in results]
