"""The output queue of one connection: everything that leaves goes through it, in one order.

Library packets, pings and finished frames alike; "is anything still queued?" is never asked, because
what a poll has taken and not yet written cannot be seen. The queue is also where the state of its
connection lies, and where every connection ends (`OutQueue.end`); a second later nothing of it is
left. Time is monotonic throughout; nothing here knows a message.
"""

import asyncio
import time
from collections.abc import Coroutine, Iterable, Sequence
from enum import StrEnum
from typing import Any, Protocol

import msgspec
from engineio import packet as eio_packet

from gateway.limits import Bucket, Rate
from gateway.logs import EventLog

# Engine.IO carries no types, so its sockets and packets are Any here.
EioSocket = Any
EioPacket = Any

MAX_PACKETS = 64
"""Packets that may wait for a poll, or for the websocket to take over."""

log = EventLog(__name__)


class Periods(msgspec.Struct, frozen=True):
    """All times of a connection, in seconds; tests make them short."""

    ping_interval_s: float = 10.0
    ping_timeout_s: float = 10.0
    connect_deadline_s: float = 10.0
    """From the first byte to an accepted Socket.IO CONNECT; also the longest upgrade."""
    abort_after_s: float = 1.0
    """From the end of a connection to the abort of its transport, if the peer does not read."""

    @property
    def silence_s(self) -> float:
        """The longest silence of a connection that is still taken for alive."""
        return self.ping_interval_s + self.ping_timeout_s

    @property
    def sweep_s(self) -> float:
        return min(self.ping_interval_s, self.ping_timeout_s, self.connect_deadline_s) / 10


class Ending(StrEnum):
    """Why a connection ended; also the label of its metric."""

    LEFT = "left"  # a close frame, engine.io CLOSE or Socket.IO DISCONNECT
    LOST = "lost"  # the line broke without a word
    SILENT = "silent"  # no sign of life for a ping interval and a ping timeout
    UNANNOUNCED = "unannounced"  # no accepted Socket.IO CONNECT in time
    SLOW = "slow"  # does not read what it is sent
    BAD_FRAME = "bad_frame"
    TOO_BIG = "too_big"
    FLOOD = "flood"
    CLOSED = "closed"  # by the application
    SHUTDOWN = "shutdown"


CLOSE_CODES = {
    Ending.SILENT: 1001,
    Ending.UNANNOUNCED: 1008,
    Ending.BAD_FRAME: 1002,
    Ending.TOO_BIG: 1009,
    Ending.FLOOD: 1008,
    Ending.SHUTDOWN: 1012,  # "service restart": come back in a moment
}


class Websocket(Protocol):
    """What writes once a connection has a websocket: the `Driver`."""

    def write(self, payload: bytes) -> None: ...
    def write_packet(self, packet: EioPacket) -> None: ...
    def write_all(self, payloads: Iterable[bytes]) -> None: ...
    def shut(self, ending: Ending) -> None: ...


class Host(Protocol):
    """What a connection tells the server it belongs to."""

    def upgraded(self, queue: "OutQueue") -> None: ...
    def ended(self, queue: "OutQueue", ending: Ending) -> None: ...
    def bad_frame(self, kind: str) -> None: ...

    async def message(self, eio_sid: str, packet: str) -> None:
        """A Socket.IO packet has come over the websocket. Never raises."""
        ...


def run_through(coroutine: Coroutine[object, None, object]) -> None:
    """Run a coroutine of the library that has nothing to wait for.

    `close()` of an engine.io socket is one, as long as no handler of ours awaits; so an ending
    needs no task and is over when `end` returns.
    """
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise RuntimeError("a handler waited")


class OutQueue(asyncio.Queue[EioPacket]):
    """All that goes out on one connection, and the connection's state beside it.

    Until a `Driver` has taken over, packets wait here for a poll; from then on `put` writes.
    """

    def __init__(self, host: Host, periods: Periods, messages: Rate) -> None:
        super().__init__()
        now = time.monotonic()
        self.host = host
        self.periods = periods
        self.socket: EioSocket = None  # until `bind`, which follows at once
        self.address = ""
        self.driver: Websocket | None = None
        self.upgrading: Websocket | None = None
        self.connection: str | None = None  # once CONNECT is accepted
        self.has_knocked = False  # a CONNECT has come, accepted or not
        self.polls = 0
        self.ending: Ending | None = None
        self.has_ended = False
        self.heard_at = self.pinged_at = self.born_at = now
        self.fuse = Bucket(messages, now)

    def bind(self, socket: EioSocket, address: str) -> None:
        self.socket = socket
        self.address = address
        # Without a first ping the library never sends one, and its judge, which goes by the wall
        # clock and cuts everybody when that is set forward, never judges. `judge` does both.
        socket.last_ping = None

    @property
    def transport(self) -> str:
        return "polling" if self.driver is None else "websocket"

    # What goes out.

    def put_nowait(self, item: EioPacket) -> None:
        if self.ending is not None:
            return
        if self.driver is not None:
            self.driver.write_packet(item)
        elif self.qsize() < MAX_PACKETS:
            super().put_nowait(item)
        else:
            self.end_soon(Ending.SLOW)

    async def put(self, item: EioPacket) -> None:
        self.put_nowait(item)

    async def join(self) -> None:
        """Nobody waits for a client to read; the library would, for ever."""

    def write_frame(self, frame: bytes) -> None:
        """Send a finished engine.io packet, `b'42["view",…]'`, behind all that was sent before."""
        if self.driver is not None and self.ending is None:
            self.driver.write(frame)
        else:
            self.put_nowait(eio_packet.Packet(eio_packet.MESSAGE, frame[1:].decode()))

    def write_frames(self, frames: Sequence[bytes]) -> None:
        """The same for several, in one write where there is a websocket."""
        if self.driver is not None and self.ending is None and len(frames) > 1:
            self.driver.write_all(frames)
        else:
            for frame in frames:
                self.write_frame(frame)

    # Signs of life.

    def heard(self) -> None:
        self.heard_at = time.monotonic()

    def silent_s(self) -> float:
        return time.monotonic() - self.heard_at

    def burns(self) -> bool:
        """Whether one more message is within what a connection may send."""
        return self.fuse.take(time.monotonic())

    def judge(self, now: float) -> None:
        """End what leaves a ping unanswered or never said who it is; ping the others when it is time.

        Any sign of life answers a ping. Silence without a ping in it is no fault of the client's:
        this process may have stood still.
        """
        is_answered = self.heard_at >= self.pinged_at
        if self.connection is None and now - self.born_at > self.periods.connect_deadline_s:
            self.end(Ending.UNANNOUNCED)
        elif not is_answered and now - self.pinged_at > self.periods.ping_timeout_s:
            self.end(Ending.SILENT)
        elif is_answered and now - self.pinged_at >= self.periods.ping_interval_s:
            self.pinged_at = now
            self.put_nowait(eio_packet.Packet(eio_packet.PING))

    # The way out.

    def end_soon(self, ending: Ending) -> None:
        """Send nothing more and end in a turn of its own, so that no sender is called back."""
        if self.ending is None:
            self.ending = ending
            asyncio.get_running_loop().call_soon(self.end, ending)

    def end(self, ending: Ending) -> None:
        """The one way out, whoever finds the reason first; later calls do nothing."""
        if self.has_ended:
            return
        self.has_ended = True
        self.ending = ending = self.ending or ending
        run_through(self.socket.close(wait=False, abort=True, reason=ending))
        self.socket.server.sockets.pop(self.socket.sid, None)
        self.host.ended(self, ending)
        for driver in (self.driver, self.upgrading):
            if driver is not None:
                driver.shut(ending)
        if self.driver is None:
            super().put_nowait(eio_packet.Packet(eio_packet.CLOSE))  # releases a poll that waits


async def judge(sockets: dict[str, EioSocket], periods: Periods) -> None:
    """Ping, judge and end all connections of both transports, for ever, on the monotonic clock."""
    while True:
        await asyncio.sleep(periods.sweep_s)
        _sweep(list(sockets.values()), time.monotonic())


def _sweep(sockets: Iterable[EioSocket], now: float) -> None:
    for socket in sockets:
        try:
            socket.queue.judge(now)
        except Exception:
            log.exception("judge_failed")  # of one connection; the others are still to be judged
