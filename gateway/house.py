"""Rooms, and what carries messages to them: over a file in this process, or over Redis as one of several instances."""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Protocol

from actors.clock import Clock, LoopClock
from actors.rooms import Rooms
from engines.core import AnyEngine
from gateway.backend import Backend, InstanceId, SharedBackend
from gateway.backends.embedded import Embedded
from gateway.backends.redis.backend import RedisBackend
from gateway.delivery import ALONE, Post
from gateway.dispatch import Dispatch, Sockets
from gateway.drain import Drain
from gateway.limits import Ceilings, Rates
from gateway.listening import Listening
from gateway.logs import EventLog
from gateway.mail import Mail
from gateway.metrics import Metrics, RedisCounters, RoomCounters
from gateway.routing import Router
from gateway.settings import Settings
from gateway.socket_server import SocketServer

log = EventLog("house")

SWEEP_S = 1.0
"""How often rooms without an owner are looked for; they wait for their clocks."""


class House(Protocol):
    """What there is of either."""

    backend: Backend
    rooms: Rooms
    sockets: SocketServer
    dispatch: Dispatch

    async def open(self) -> None:
        """Raises BackendInUse, StoreAway."""
        ...

    async def leave(self) -> None:
        """Before anything is ended: let others take over, if there are others."""
        ...


class Alone:
    """The embedded backend: one process, one file."""

    def __init__(
        self,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        engines: Mapping[str, AnyEngine],
        metrics: Metrics,
        rates: Rates | None,
        ceilings: Ceilings | None,
    ) -> None:
        clock = LoopClock(loop)
        self.sockets = SocketServer(settings.origins, metrics, settings.periods, ceilings, ALONE)
        post = Post(self.sockets, metrics)
        self.backend: Backend = Embedded(settings.data, post, settings.synchronous)
        self.rooms = Rooms(self.backend, post, engines, clock, RoomCounters(metrics))
        self.dispatch = post.replies = Dispatch(self.rooms, self.sockets, clock, metrics, rates)

    async def open(self) -> None:
        await self.backend.open()
        self.rooms.start()

    async def leave(self) -> None:
        """There is nobody else."""


class Routed:
    """Rooms that may live on any instance, and the people of this one, between its sockets and what it shares
    with the others."""

    def __init__(
        self,
        backend: SharedBackend,
        post: Post,
        sockets: Sockets,
        engines: Mapping[str, AnyEngine],
        clock: Clock,
        metrics: Metrics,
        rates: Rates | None,
    ) -> None:
        mail = Mail(backend, post, clock)
        self.rooms = Rooms(backend, mail, engines, clock, RoomCounters(metrics), sweep_s=SWEEP_S)
        self.router = post.replies = Router(self.rooms, backend, mail, clock, metrics)
        self.dispatch = self.router.dispatch = Dispatch(self.router, sockets, clock, metrics, rates)
        self.listening = Listening(self.rooms, self.router, post, mail, clock, metrics)
        backend.listener = self.listening

    def start(self) -> None:
        """Once the backend is open."""
        self.rooms.start()
        self.router.start()
        self.listening.start()


class OneOfMany:
    """The Redis backend. Raises BadUrl."""

    def __init__(
        self,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        engines: Mapping[str, AnyEngine],
        metrics: Metrics,
        rates: Rates | None,
        ceilings: Ceilings | None,
    ) -> None:
        me = InstanceId(secrets.token_hex(4))
        self.sockets = SocketServer(settings.origins, metrics, settings.periods, ceilings, me)
        post = Post(self.sockets, metrics, me)
        backend = RedisBackend(
            settings.redis_url,
            settings.redis_prefix,
            me,
            post,
            loop,
            lease_s=settings.lease_s,
            counters=RedisCounters(metrics),
        )
        self.backend: Backend = backend
        self._routed = routed = Routed(backend, post, self.sockets, engines, backend.clock, metrics, rates)
        self.rooms, self.dispatch = routed.rooms, routed.dispatch
        backend.census = lambda: (len(self.rooms), len(self.sockets))
        self._drain = Drain(routed.rooms, routed.router, routed.listening, backend, self.sockets, metrics)
        self._drain_check_s = settings.drain_check_s
        self._instance = me

    async def open(self) -> None:
        await self.backend.open()
        log.info("one_of_many", instance=self._instance)
        self._routed.start()

    async def leave(self) -> None:
        await self._drain.run(self._drain_check_s)
