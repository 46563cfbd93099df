"""A Socket.IO v5 client at the level of frames: it keeps every frame it was ever sent.

    async with wire_clients(url, origin) as connect:
        ann = await connect(auth={"secret": "…"})
        answer = await ann.command({"type": "attach", "room": "K7PQ"})
        view = await ann.event("view", lambda view: view["version"] > 3)

Tests of secrecy search `received` of everybody; nothing is parsed away before it is kept.
"""

import asyncio
import itertools
import json
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

PATIENCE_S = 5.0
SOCKET_QUERY = "/socket.io/?EIO=4&transport=websocket"


def compact(value: object) -> str:
    """JSON as a browser writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Connect(Protocol):
    def __call__(
        self, auth: object = None, *, knock: bool = True, at: str | None = None, **ws_options: Any
    ) -> Awaitable["WireClient"]: ...


class Wire(ABC):
    """One connection. `received` holds its frames in order, as text, engine.io's own included."""

    def __init__(self) -> None:
        self.received: list[str] = []
        self.answers_pings = True
        self.is_over = False
        self._acks: defaultdict[int, list[Any]] = defaultdict(list)
        self._events: defaultdict[str, list[Any]] = defaultdict(list)
        self._ack_ids = itertools.count()
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @property
    def close_code(self) -> int | None:
        """A websocket's, once it is over."""
        return None

    @abstractmethod
    async def send(self, frame: str) -> None: ...

    @abstractmethod
    async def leave(self) -> None:
        """Close it; nothing is left of it."""

    @abstractmethod
    async def _hear(self) -> None:
        """Take what comes, to the end of the connection."""

    async def _read(self) -> None:
        await self._hear()
        self.is_over = True
        self._news.set()

    async def _take(self, frame: str) -> None:
        self._keep(frame)
        if frame == "2" and self.answers_pings:
            with suppress(ConnectionResetError):  # it is ending, which is what will be read next
                await self.send("3")
        self._news.set()

    def _keep(self, frame: str) -> None:
        self.received.append(frame)
        if frame.startswith("42"):
            name, payload = json.loads(frame[2:])
            self._events[name].append(payload)
        elif frame.startswith("43"):
            ack_id, _, arguments = frame[2:].partition("[")
            self._acks[int(ack_id)] += json.loads("[" + arguments)

    async def until(self, condition: Callable[[], object], within_s: float = PATIENCE_S) -> None:
        """Wait until the condition holds, which is asked again after every frame and at the end."""
        async with asyncio.timeout(within_s):
            while not condition():
                if self.is_over:
                    raise ConnectionError(f"ended with {self.close_code}, last: {self.received[-3:]}")
                self._news.clear()
                await self._news.wait()

    async def over(self, within_s: float = PATIENCE_S) -> int | None:
        """Wait for the end of the connection; its close code."""
        async with asyncio.timeout(within_s):
            await asyncio.shield(self._reading)
        return self.close_code

    async def knock(self, auth: object = None) -> None:
        """Send Socket.IO's CONNECT and wait for what it is answered."""
        await self.send("40" if auth is None else f"40{compact(auth)}")
        await self.until(lambda: any(frame[:2] in {"40", "44"} for frame in self.received))

    async def call(self, body: object) -> int:
        """Send a command and do not wait; its ack id."""
        ack_id = next(self._ack_ids)
        await self.send(f"42{ack_id}{compact(['cmd', body])}")
        return ack_id

    async def answer(self, ack_id: int, within_s: float = PATIENCE_S) -> Any:
        """Wait for the answer with this ack id."""
        await self.until(lambda: self.acks(ack_id), within_s)
        return self.acks(ack_id)[0]

    async def command(self, body: object) -> Any:
        """Send a command and wait for its answer."""
        return await self.answer(await self.call(body))

    def acks(self, ack_id: int) -> list[Any]:
        """All answers that came with this ack id; one, if the server is right."""
        return self._acks[ack_id]

    def events(self, name: str) -> list[Any]:
        """The payloads of all events of this name so far."""
        return self._events[name]

    async def event(self, name: str, where: Callable[[Any], object] = lambda _: True) -> Any:
        """The first event of this name that fits, already here or still to come."""
        await self.until(lambda: any(map(where, self.events(name))))
        return next(filter(where, self.events(name)))


class WireClient(Wire):
    """Over a websocket."""

    def __init__(self, websocket: ClientWebSocketResponse) -> None:
        self.websocket = websocket
        super().__init__()

    @property
    def close_code(self) -> int | None:
        return self.websocket.close_code

    async def send(self, frame: str) -> None:
        await self.websocket.send_str(frame)

    async def _hear(self) -> None:
        async for message in self.websocket:
            if message.type is WSMsgType.TEXT:
                await self._take(message.data)

    async def vanish(self) -> None:
        """Without a goodbye, which a server that stands still would not answer."""
        self.websocket._response.close()
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        self.is_over = True
        self._news.set()

    async def leave(self) -> None:
        if self._reading.cancelled():
            return  # it has vanished
        await self.websocket.close()
        await self._reading


@asynccontextmanager
async def wire_clients(url: str, origin: str | None) -> AsyncIterator[Connect]:
    """A factory of clients, all of which are gone at the end. `origin=None` sends no such header; `at` is
    another server's address, which is its origin as well."""
    clients: list[WireClient] = []

    async with ClientSession(connector=TCPConnector(limit=0)) as session:

        async def connect(
            auth: object = None, *, knock: bool = True, at: str | None = None, **ws_options: Any
        ) -> WireClient:
            websocket = await session.ws_connect(
                f"{at or url}{SOCKET_QUERY}", origin=at or origin, **ws_options
            )
            client = WireClient(websocket)
            clients.append(client)
            if knock:
                await client.knock(auth)
            return client

        try:
            yield connect
        finally:
            for client in clients:
                await client.leave()
