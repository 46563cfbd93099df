"""Clients of the peers' own protocols, and of every server by its name."""

import asyncio
import json
from typing import Any
from urllib.parse import quote

import aiohttp
import msgspec

from tests.bench.seats import PATIENCE_S, OurSeat, Place, Seat, Seen, Server, SocketIoSeat, event_of
from tests.bench.websocket import BINARY, Socket


class BoardgameIoState(msgspec.Struct):
    G: Seen


_update = msgspec.json.Decoder(tuple[str, str, BoardgameIoState, msgspec.Raw]).decode


class BoardgameIoSeat(SocketIoSeat):
    """boardgame.io's own client protocol, in the game's namespace."""

    NAMESPACE = "/bench,"

    def __init__(self, place: Place, index: int) -> None:
        super().__init__(place, index)
        self._synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, server: Server) -> None:
        await self.connect(server, {}, self.NAMESPACE)
        self._say(["sync", str(self.place.number), str(self.index), None, 4])
        await asyncio.wait_for(self._synced, PATIENCE_S)  # whoever comes first makes the match

    def play(self, k: int) -> None:
        move = {"type": "play", "args": [k], "playerID": str(self.index), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": move}
        self._say(["update", action, 0, str(self.place.number), str(self.index)])

    def _say(self, event: list[Any]) -> None:
        self.socket.send(b"42" + self.NAMESPACE.encode() + msgspec.json.encode(event))

    def event(self, packet: bytes) -> None:
        body = packet[packet.index(b"[") :]
        if body.startswith(b'["update"'):
            self.shown(_update(body)[2].G, packet)
        elif body.startswith(b'["sync"') and not self._synced.done():
            self._synced.set_result(None)

    def whole(self, packet: bytes) -> Any:
        """The game's part: the rest counts and logs moves."""
        return json.loads(packet[packet.index(b"[") :])[2]["G"]


class BareSeat(Seat):
    """A websocket with JSON, and nothing above it."""

    async def open(self, server: Server) -> None:
        self.socket = Socket(server.port, f"/?table={self.place.number}&seat={self.index}", self.heard)
        await self.socket.dial()
        await self.until_connected()

    def play(self, k: int) -> None:
        self.socket.send(b'["play",{"k":%d}]' % k)

    def heard(self, packet: bytes) -> None:
        name, seen = event_of(packet)
        if not self.connected.done():
            self.connected.set_result(None)
        elif name == "view":
            self.shown(seen, packet)


_message = msgspec.msgpack.Decoder(Seen).decode


class ColyseusSeat(Seat):
    """Colyseus' protocol: a reservation by HTTP, then frames of a byte, a name and MessagePack."""

    JOIN, DATA = b"\x0a", b"\x0d"
    VIEW, PLAY = b"\xa4view", b"\xa4play"

    async def open(self, server: Server) -> None:
        url = f"http://127.0.0.1:{server.port}/matchmake/joinOrCreate/table"
        wanted = {"table": str(self.place.number), "seat": self.index}
        async with aiohttp.ClientSession() as session, session.post(url, json=wanted) as answer:
            reserved = await answer.json()
        room = reserved["room"]
        path = f"/{quote(room['processId'])}/{quote(room['roomId'])}?sessionId={quote(reserved['sessionId'])}"
        self.socket = Socket(server.port, path, self.heard)
        await self.socket.dial()
        await self.until_connected()

    def play(self, k: int) -> None:
        self.socket.send(self.DATA + self.PLAY + msgspec.msgpack.encode({"k": k}), BINARY)

    def heard(self, packet: bytes) -> None:
        if packet.startswith(self.DATA + self.VIEW):
            self.shown(_message(packet[6:]), packet)
        elif packet[:1] == self.JOIN:
            self.socket.send(self.JOIN, BINARY)
            self.connected.set_result(None)

    def whole(self, packet: bytes) -> Any:
        return msgspec.msgpack.decode(packet[6:])


KINDS: dict[str, type[Seat]] = {
    "ours": OurSeat,
    "plain": SocketIoSeat,
    "bare": BareSeat,
    "socketio_node": SocketIoSeat,
    "boardgameio": BoardgameIoSeat,
    "colyseus": ColyseusSeat,
}
