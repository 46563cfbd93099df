"""Instances over one real Redis, in this process: everything of a server but its sockets and the time.

    async with gateways(redis.url) as home:
        anna = await home.a.guest("anna").opens()
        ben = await home.b.guest("ben").sits(anna.room)

Rooms, routers and people's clocks go by one clock that is moved by hand; leases and letters are Redis's own.
An instance may miss letters, as it may in life: `home.a.misses(letters.Digest)`.
"""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from gateway import letters, sessions
from gateway.backend import InstanceId, Listener
from gateway.backends.redis.backend import RedisBackend
from gateway.delivery import Post
from gateway.house import Routed
from gateway.metrics import Metrics, RedisCounters
from gateway.socket_server import ConnectionId
from tests.support.house import ALL_ENGINES
from tests.support.loops import until
from tests.support.manual_clock import ManualClock
from tests.support.redis_house import new_prefix
from tests.support.wires import Wires

STEP_S = 0.25
"""Letters take their own time while people's clock is moved: it goes in steps."""


class Ear:
    """Implements `Listener` in front of another, and may not hear letters of some kinds."""

    def __init__(self, behind: Listener) -> None:
        self._behind = behind
        self.deaf_to: tuple[type[letters.Letter], ...] = ()
        self.came: Counter[type[letters.Letter]] = Counter()
        """Also those that were not heard."""

    def heard(self, letter: bytes) -> None:
        read = letters.decode(letter)
        self.came[type(read)] += 1
        if not isinstance(read, self.deaf_to):
            self._behind.heard(letter)

    def left(self, instance: InstanceId, silent_s: float) -> None:
        self._behind.left(instance, silent_s)

    def had_gap(self) -> None:
        self._behind.had_gap()

    def store_fell_back(self) -> None:
        self._behind.store_fell_back()


class Gateway:
    """One instance."""

    def __init__(self, name: str, url: str, prefix: str, clock: ManualClock, lease_s: float) -> None:
        self.name = InstanceId(name)
        self.wires = Wires()
        self.metrics = Metrics()
        post = Post(self.wires, self.metrics, self.name)
        loop, counters = asyncio.get_running_loop(), RedisCounters(self.metrics)
        self.backend = RedisBackend(url, prefix, self.name, post, loop, lease_s=lease_s, counters=counters)
        parts = Routed(self.backend, post, self.wires, ALL_ENGINES, clock, self.metrics, None)
        self.rooms, self.router, self.dispatch = parts.rooms, parts.router, parts.dispatch
        self.backend.listener = self.ear = Ear(parts.listening)
        self._parts = parts
        self._numbers = itertools.count()

    async def open(self) -> None:
        await self.backend.open()
        self._parts.start()

    async def close(self) -> None:
        await self.rooms.stop()
        await self.backend.close()

    def misses(self, *kinds: type[letters.Letter]) -> None:
        """From now on it hears no letters of these kinds, and of none if none is named."""
        self.ear.deaf_to = kinds

    def guest(self, name: str) -> "Guest":
        """A connection of this player."""
        return Guest(self, name, self.new_connection())

    def new_connection(self) -> ConnectionId:
        return ConnectionId(f"{self.name}.{next(self._numbers)}")


class Guest:
    """One player's tab at one instance."""

    def __init__(self, gateway: Gateway, name: str, connection: ConnectionId) -> None:
        self.gateway = gateway
        self.name = name
        self.connection = connection
        self.room = ""
        self._acks = itertools.count()
        secret = (name * 43)[:43]
        self.player = sessions.player_id(secret)
        auth = msgspec.json.encode({"protocol": 1, "secret": secret})
        assert gateway.dispatch.opened(connection, auth, "10.0.0.1")

    async def opens(self, game: str = "baton") -> "Guest":
        """A table of its own, at which it sits."""
        opened = await self.says(type="create", game=game, options={})
        return await self.sits(opened["detail"])

    async def sits(self, room: str) -> "Guest":
        await self.looks(room)
        assert (await self.says(type="join", name=self.name))["type"] == "applied"
        return self

    async def looks(self, room: str) -> "Guest":
        self.room = room
        assert (await self.says(type="attach", room=room))["type"] == "applied"
        return self

    def leaves(self) -> None:
        """The connection closes."""
        self.gateway.dispatch.closed(self.connection, 0.0)

    def tells(self, **command: object) -> int:
        """Send a command and do not wait; its number."""
        ack = next(self._acks)
        body = {"id": f"{self.connection.replace('.', '-')}-{ack}", **command}
        self.gateway.dispatch.command(self.connection, ack, msgspec.json.encode(body))
        return ack

    def answers(self, ack: int) -> list[dict[str, Any]]:
        """All that came; one, if the server is right."""
        return self.gateway.wires.answers.get((self.connection, ack), [])

    async def says(self, **command: object) -> dict[str, Any]:
        ack = self.tells(**command)
        await until(lambda: self.answers(ack))
        return self.answers(ack)[0]

    @property
    def views(self) -> list[dict[str, Any]]:
        frames = self.gateway.wires.frames.get(self.connection, [])
        return [payload for name, payload in frames if name == "view"]

    @property
    def notices(self) -> list[str]:
        frames = self.gateway.wires.frames.get(self.connection, [])
        return [payload["notice"] for name, payload in frames if name == "notice"]

    @property
    def view(self) -> dict[str, Any]:
        """What a client shows: the highest pair that has come."""
        seen: dict[str, Any] = max(self.views, key=pair)
        return seen

    def sees(self, other: "Guest") -> str:
        """How this one sees the other's seat: here, away or left."""
        seats = self.view["room"]["seats"]
        presence: str = next(seat["presence"] for seat in seats if seat["id"] == other.player)
        return presence


class Gateways:
    """Two of them, and the time."""

    def __init__(self, a_url: str, b_url: str, lease_s: float) -> None:
        self.clock = ManualClock()
        self.prefix = new_prefix()
        self.a = Gateway("aaaaaaaa", a_url, self.prefix, self.clock, lease_s)
        self.b = Gateway("bbbbbbbb", b_url, self.prefix, self.clock, lease_s)

    async def passes(self, condition: Callable[[], object], at_most_s: float = 60.0) -> float:
        """Time goes by until this is so; how much."""
        since = self.clock.now()
        while not condition():
            assert self.clock.now() < since + at_most_s, f"not within {at_most_s} s"
            self.clock.move_to(self.clock.now() + STEP_S)
            await asyncio.sleep(0.005)
        return self.clock.now() - since

    async def answered(self, guest: Guest, ack: int) -> dict[str, Any]:
        """The answer, for which time goes by."""
        await self.passes(lambda: guest.answers(ack))
        return guest.answers(ack)[0]


def pair(view: dict[str, Any]) -> tuple[int, int]:
    """What views are ordered by."""
    return view["fence"], view["version"]


@asynccontextmanager
async def gateways(url: str, *, lease_s: float = 6.0, b_url: str | None = None) -> AsyncIterator[Gateways]:
    """Open, and closed at the end. `b_url` is another way to the same Redis."""
    home = Gateways(url, b_url or url, lease_s)
    opened = []
    try:
        for gateway in (home.a, home.b):
            opened.append(gateway)
            await gateway.open()
        home.a.backend._membership._beat_now.set()
        await until(lambda: len(home.a.backend.members()) == len(opened))
        yield home
    finally:
        for gateway in opened:
            await gateway.close()
