"""How one of several instances leaves, so that a deploy ends no game (hazards.md 12).

Balancers learn of it first. Then every room is handed to an instance that stays, where its clocks go on; the
people here, still served, are told to connect anew, spread over two seconds. What is left after fifteen
seconds ends as if the process had died: its rooms are claimed by others. So it is with Redis away.
"""

import asyncio
import random
from contextlib import suppress

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
from gateway.socket_server import ConnectionId, SocketServer

log = EventLog("drain")

AT_ONCE = 20
TAKEN_S = 1.0
OFFERS = 3
AGAIN_S = 0.25
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
        self._between: set[RoomCode] = set()
        """Rooms that have ended here and of which it is not known that anybody has taken them."""

    async def run(self, check_s: float) -> None:
        """`check_s` is how long a balancer may take to see that this instance is not ready."""
        self._router.drain()
        self._backend.drain()
        await asyncio.sleep(check_s)
        if self._router.others():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hand_over_all(), HAND_OVER_S)
        if left := self._between.union(self._rooms.live()):
            log.warning("rooms_not_handed_over", count=len(left))
        if self._router.others():  # else people come back when the next instance is there
            await self._send_away()

    # -- rooms

    async def _hand_over_all(self) -> None:
        while self._router.others() and (codes := self._rooms.live()[:AT_ONCE]):
            await asyncio.gather(*map(self._hand_over, codes))

    async def _hand_over(self, code: RoomCode) -> None:
        """End it here and have it live elsewhere; messages wait meanwhile."""
        self._router.hold(code)
        taker = None
        try:
            takers = self._takers(code)
            left = await self._rooms.hand_over(code)
            if left is not None:
                self._between.add(code)
                taker = await self._offer(code, left, takers)
        except StoreAway:
            log.warning("room_not_released", room=code)
        finally:
            self._router.let_go(code, taker)

    async def _offer(self, code: RoomCode, left: HandedOver, takers: list[InstanceId]) -> InstanceId | None:
        for taker in takers[:OFFERS]:
            waiting = asyncio.ensure_future(self._listening.until_taken(code, TAKEN_S))
            try:
                if not await self._release(code, left, taker):
                    self._between.discard(code)
                    return None  # somebody has claimed it already
                if await waiting:
                    self._between.discard(code)
                    self._metrics.rooms_handed_over.inc()
                    return taker
            finally:
                waiting.cancel()
        return None

    async def _release(self, code: RoomCode, left: HandedOver, to: InstanceId) -> bool:
        """Asked again as long as there is hope: a room that has ended here and still bears our name is nobody's
        until we have gone. Raises StoreAway."""
        while True:
            try:
                return await self._backend.release(code, left, to)
            except StoreAway:
                if not self._is_near_redis():
                    raise
                await asyncio.sleep(AGAIN_S)

    def _is_near_redis(self) -> bool:
        """Whether a heartbeat has got through lately, whatever has broken since."""
        return self._backend.is_alive(self._backend.instance)

    def _takers(self, code: RoomCode) -> list[InstanceId]:
        """Those that hold most of its people first; among equals, any."""
        others = self._router.others()
        random.shuffle(others)
        return sorted(others, key=lambda other: -self._listening.connections(other, code))

    # -- people

    async def _send_away(self) -> None:
        """Served until they have gone, for they need a moment to connect anew; also those who come meanwhile, from
        a balancer that asks nobody whether they are ready. With Redis away there is nothing to be served."""
        loop = asyncio.get_running_loop()
        until = loop.time() + (SERVED_S if self._is_near_redis() else RECONNECT_MS / 1000)
        told: set[ConnectionId] = set()
        while (connections := self._sockets.connections()) and loop.time() < until:
            newcomers = [one for one in connections if one not in told]
            for start in range(0, len(newcomers), SLICE):
                for connection in newcomers[start : start + SLICE]:
                    after_ms = random.randrange(RECONNECT_MS)  # noqa: S311 - no secret
                    notice = wire.Notice("moved", after_ms)
                    self._sockets.send(connection, b'42["notice",%b]' % encode(notice))
                await asyncio.sleep(0)
            told.update(newcomers)
            await asyncio.sleep(LOOK_S)  # connections come and end one by one, and nobody counts them
