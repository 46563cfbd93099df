"""One client of each server that is measured: how it sits down, plays, and reads its view (bench.md).

Every view is checked for its viewer's own cards, and one in fifty is searched whole for those of other seats.
"""

import asyncio
import gc
import json
from typing import Any, NamedTuple, Protocol

import msgspec

from tests.bench.four_seat import MOST_SEATS
from tests.bench.websocket import Socket

SEARCHED = 50
PATIENCE_S = 60
TAGS = range(1000, 1000 * (MOST_SEATS + 1))
"""Numbers of cards. `COUNTERS` may come to lie there too."""
COUNTERS = {"m", "top", "version", "fence"}


class Server(NamedTuple):
    port: int
    pid: int

    @classmethod
    def of(cls, text: str) -> "Server":
        port, pid = text.split(":")
        return cls(int(port), int(pid))


class Place(Protocol):
    """The table at which a seat sits."""

    number: int
    room: str

    def saw(self, m: int) -> None:
        """One of its seats has been shown the state after move `m`."""
        ...


class Hand(msgspec.Struct):
    hand: list[int]


class PlayedSoFar(msgspec.Struct):
    m: int


class Seen(msgspec.Struct):
    """What the driver reads of a view: enough to know that it is the right one and leaks nothing."""

    own: Hand | None
    table: PlayedSoFar | None


class Seat:
    """One client: a connection, its cards' tag, what it has seen."""

    def __init__(self, place: Place, index: int) -> None:
        self.place = place
        self.index = index
        self.tag = 1000 * (index + 1)
        self.socket: Socket
        self.views = 0
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, server: Server) -> None:
        """Connect, and be at the table."""
        raise NotImplementedError

    def play(self, k: int) -> None:
        raise NotImplementedError

    def shown(self, seen: Seen, whole: bytes) -> None:
        if seen.table is None or seen.own is None:
            return
        self.views += 1
        low, high = self.tag, self.tag + 1000
        for card in seen.own.hand:
            assert low <= card < high, f"seat {self.index} was shown {card}"
        if self.views % SEARCHED == 0:
            foreign = [card for card in cards_in(self.whole(whole)) if not low <= card < high]
            assert not foreign, f"seat {self.index} was shown {foreign}"
        self.place.saw(seen.table.m)

    def whole(self, packet: bytes) -> Any:
        """All that a view's packet says."""
        return json.loads(packet[packet.index(b"[") :])

    async def until_connected(self) -> None:
        await asyncio.wait_for(self.connected, PATIENCE_S)


def collect_no_garbage() -> None:
    """No collection of garbage in the driver while it measures: its pauses would be taken for the server's."""
    gc.collect()
    gc.freeze()
    gc.disable()


def stop_at_faults(loop: asyncio.AbstractEventLoop) -> None:
    """What is raised where a socket is read is printed, and ends the run instead of one connection."""

    def stop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        loop.stop()

    loop.set_exception_handler(stop)


def cards_in(value: Any) -> list[int]:
    """Every number in it that is some seat's card."""
    if isinstance(value, dict):
        return [card for name, each in value.items() if name not in COUNTERS for card in cards_in(each)]
    if isinstance(value, list):
        return [card for each in value for card in cards_in(each)]
    return [value] if isinstance(value, int) and value in TAGS else []


event_of = msgspec.json.Decoder(tuple[str, Seen]).decode


class SocketIoSeat(Seat):
    """Socket.IO as plain python-socketio and Socket.IO on node are usually used."""

    def __init__(self, place: Place, index: int) -> None:
        super().__init__(place, index)
        self._ack = 0
        self._hello = b""

    async def open(self, server: Server) -> None:
        await self.connect(server, {"table": str(self.place.number), "seat": self.index})

    async def connect(self, server: Server, auth: dict[str, Any], namespace: str = "") -> None:
        self._hello = b"40" + namespace.encode() + json.dumps(auth).encode()
        self.socket = Socket(server.port, "/socket.io/?EIO=4&transport=websocket", self.heard)
        await self.socket.dial()
        await self.until_connected()

    def play(self, k: int) -> None:
        self.post(b'["play",{"id":"m%d","k":%d}]' % (k, k))

    def post(self, event: bytes) -> None:
        """An event whose answer only counts."""
        self._ack += 1
        self.socket.send(b"42%d%b" % (self._ack, event))

    def heard(self, packet: bytes) -> None:
        kind = packet[:2]
        if kind == b"42":
            self.event(packet)
        elif kind == b"43":
            self.answered(packet)
        elif kind == b"40" and not self.connected.done():
            self.connected.set_result(None)
        elif kind == b"44":
            raise ConnectionError(packet)
        elif packet == b"2":
            self.socket.send(b"3")
        elif packet[:1] == b"0":
            self.socket.send(self._hello)

    def event(self, packet: bytes) -> None:
        name, seen = event_of(packet[2:])
        if name == "view":
            self.shown(seen, packet)

    def answered(self, packet: bytes) -> None:
        """Nobody waits for it."""


class OurSeat(SocketIoSeat):
    """A player of ours: a secret, a room, a name, commands that are answered."""

    def __init__(self, place: Place, index: int) -> None:
        super().__init__(place, index)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._secret: str | None = None
        self.is_shouting = False

    async def open(self, server: Server) -> None:
        await self.connect(server, {"protocol": 1, "secret": self._secret})

    async def learn_secret(self) -> None:
        self._secret = (await self.call(type="hello", id="h"))["secret"]

    def another_tab(self) -> "OurSeat":
        """Of the same browser, not yet open."""
        tab = OurSeat(self.place, self.index)
        tab._secret = self._secret
        return tab

    async def come_back(self, server: Server) -> None:
        """On a new connection."""
        self.connected = asyncio.get_running_loop().create_future()
        await self.open(server)
        await self.look()

    async def look(self) -> None:
        """At the table; the view comes in one write with the answer."""
        answer = await self.call(type="attach", id="a", room=self.place.room)
        assert answer["type"] == "applied", answer

    def shout(self, k: int) -> None:
        """A move that may be refused: too many a second."""
        self.is_shouting = True
        self.play(10**6 + k)

    def play(self, k: int) -> None:
        self.post(
            b'["cmd",{"type":"act","id":"m%d","phase":"1:play","action":{"type":"play","k":%d}}]' % (k, k)
        )

    async def call(self, **command: Any) -> Any:
        waiter: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[self._ack + 1] = waiter
        self.post(msgspec.json.encode(["cmd", command]))
        return await asyncio.wait_for(waiter, PATIENCE_S)

    def answered(self, packet: bytes) -> None:
        head = packet.index(b"[")
        waiter = self._waiting.pop(int(packet[2:head]), None)
        if waiter is not None:
            waiter.set_result(json.loads(packet[head:])[0])
        elif b'"refused"' in packet and not self.is_shouting:
            raise AssertionError(packet)
