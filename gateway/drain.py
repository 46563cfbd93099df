"""How one of several instances leaves, so that a deploy ends no game (hazards.md 12).

Balancers learn of it first. Then every room is handed to an instance that stays, where its clocks go on; the
people here, still served, are told to connect anew, spread over two seconds. What is left after fifteen
seconds ends as if the process had died: its rooms are claimed by others.
"""

import asyncio
import random
from collections.abc import Callable

from msgspec.json import encode

from actors.messages import RoomCode
from actors.ports import HandedOver, StoreAway
from actors.rooms import Rooms
from gateway import wire
from gateway.backend import InstanceId, SharedBackend
from gateway.listening import Listening
from gateway.logs import EventLog
from gateway.metrics import Metrics
from gateway.routing import Router
from gateway.socket_server import SocketServer

log = EventLog("drain")

AT_ONCE = 20
TAKEN_S = 1.0
OFFERS = 3
HAND_OVER_S = 5.0
"""For all rooms together."""
RECONNECT_MS = 2_000
SLICE = 200
SERVED_S = 5.0
"""How long old connections are served after they have been told to move."""
LOOK_S = 0.05


class Drain:
    """One leaving; `run` returns when what is left may be ended."""

    def __init__(
        self,
        rooms: Rooms,
        router: Router,
        listening: Listening,
        backend: SharedBackend,
        sockets: SocketServer,
        metrics: Metrics,
    ) -> None:
        self._rooms = rooms
        self._router = router
        self._listening = listening
        self._backend = backend
        self._sockets = sockets
        self._metrics = metrics

    async def run(self, check_s: float) -> None:
        """`check_s` is how long a balancer may take to see that this instance is not ready."""
        self._router.drain()
        self._backend.drain()
        await asyncio.sleep(check_s)
        if not self._router.others():
            return  # nobody to take anything: people come back when the next instance is there
        try:
            await asyncio.wait_for(self._hand_over_all(), HAND_OVER_S)
        except TimeoutError:
            log.warning("rooms_not_handed_over", count=len(self._rooms))
        await self._send_away()

    # -- rooms

    async def _hand_over_all(self) -> None:
        while codes := self._rooms.live()[:AT_ONCE]:
            await asyncio.gather(*map(self._hand_over, codes))

    async def _hand_over(self, code: RoomCode) -> None:
        """End it here and have it live elsewhere; messages wait meanwhile."""
        self._router.hold(code)
        taker = None
        try:
            takers = self._takers(code)
            left = await self._rooms.hand_over(code)
            if left is not None:
                taker = await self._offer(code, left, takers)
        except StoreAway:
            log.warning("room_not_released", room=code)
        finally:
            self._router.let_go(code, taker)

    async def _offer(self, code: RoomCode, left: HandedOver, takers: list[InstanceId]) -> InstanceId | None:
        for taker in takers[:OFFERS]:
            waiting = asyncio.ensure_future(self._listening.until_taken(code, TAKEN_S))
            if not await self._backend.release(code, left, taker):
                waiting.cancel()
                return None  # somebody has claimed it already
            if await waiting:
                self._metrics.rooms_handed_over.inc()
                return taker
        return None

    def _takers(self, code: RoomCode) -> list[InstanceId]:
        """Those that hold most of its people first; among equals, any."""
        others = self._router.others()
        random.shuffle(others)
        return sorted(others, key=lambda other: -self._listening.connections(other, code))

    # -- people

    async def _send_away(self) -> None:
        """Served until they have gone, for they need a moment to connect anew."""
        connections = self._sockets.connections()
        for start in range(0, len(connections), SLICE):
            for connection in connections[start : start + SLICE]:
                after_ms = random.randrange(RECONNECT_MS)  # noqa: S311 - no secret
                notice = wire.Notice("moved", after_ms)
                self._sockets.send(connection, b'42["notice",%b]' % encode(notice))
            await asyncio.sleep(0)
        await _until(lambda: not self._sockets.connections(), SERVED_S)


async def _until(is_so: Callable[[], bool], within_s: float) -> None:
    deadline = asyncio.get_running_loop().time() + within_s
    while not is_so() and asyncio.get_running_loop().time() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(LOOK_S)  # connections end one by one, and nobody counts them
