"""The websocket of one connection: a read loop without a task for each message, and frames written at once.

Takes the place of engine.io's read loop and writer task and of its aiohttp wrapper, which offer
compression, hold a slow reader's frames without bound and wait for it without end.
"""

import asyncio
import struct
from collections.abc import Iterable
from typing import Any

from aiohttp import WSMsgType, web
from engineio import packet as eio_packet

from gateway.outqueue import CLOSE_CODES, EioPacket, EioSocket, Ending, OutQueue

MAX_MESSAGE = 16 * 1024
"""Bytes of one websocket message or one polling request; more is closed with 1009 or answered 413."""
MAX_UNSENT = 256 * 1024
"""Bytes that may wait for a reader; beyond it is cut, comes back and is given a fresh view."""
MESSAGES_A_TURN = 32
"""After so many messages in one go the read loop lets others have the loop."""

TEXT, BINARY, CLOSE = 0x81, 0x82, 0x88  # first bytes of final frames


class Driver:
    """The websocket of one connection; engine.io makes one for each websocket request.

    Takes the place of engine.io's read loop, writer task and aiohttp wrapper.
    """

    def __init__(self, handler: Any, _server: Any) -> None:
        self.socket: EioSocket = handler.__self__  # the handler itself, the library's loop, never runs
        self.queue: OutQueue = self.socket.queue
        self.websocket = web.WebSocketResponse(compress=False, max_msg_size=MAX_MESSAGE + 1)
        self.transport: asyncio.Transport | None = None

    async def __call__(self, environ: dict[str, Any]) -> web.WebSocketResponse:
        request: web.Request = environ["aiohttp.request"]
        ending = Ending.LOST
        try:
            await self.websocket.prepare(request)
            self.transport = request.transport
            if self.transport is not None and (not self.socket.connected or await self._is_upgraded()):
                self._take_over()
                ending = await self._read()
        finally:
            if self.queue.driver is self or not self.socket.connected:
                self.queue.end(ending)
            self.shut(ending)
        return self.websocket

    async def _is_upgraded(self) -> bool:
        """Engine.IO's probe, for a session that began with polling; if it fails, that goes on."""
        if self.queue.upgrading is not None:
            return False
        self.socket.upgrading = True  # polls are answered at once and take nothing from the queue
        self.queue.upgrading = self
        try:
            async with asyncio.timeout(self.queue.periods.connect_deadline_s):
                if await self._text() != "2probe":
                    return False
                self.write(b"3probe")
                self.queue.put_nowait(eio_packet.Packet(eio_packet.NOOP))  # answers a poll that waits
                return await self._text() == "5" and self.queue.ending is None
        except TimeoutError:
            return False
        finally:
            self.socket.upgrading = False
            self.queue.upgrading = None

    async def _text(self) -> object:
        message = await self.websocket.receive()
        self.queue.heard()
        return message.data if message.type is WSMsgType.TEXT else None

    def _take_over(self) -> None:
        """Write what waits, and from here on everything; no await between, so nothing slips past."""
        self.socket.connected = self.socket.upgraded = True
        while not self.queue.empty():
            self.write_packet(self.queue.get_nowait())
        self.queue.driver = self
        self.queue.host.upgraded(self.queue)

    async def _read(self) -> Ending:
        """Hand on messages until the connection ends. No task and no timer for a message."""
        queue, sid = self.queue, self.socket.sid
        count = 0
        while queue.ending is None:
            message = await self.websocket.receive()
            if message.type is not WSMsgType.TEXT:
                return self._last_word(message)
            queue.heard()
            text: str = message.data
            if text[:1] == "4" and len(text) > 1:
                await queue.host.message(sid, text[1:])
            elif text == "1":
                return Ending.LEFT
            elif text != "3":
                queue.host.bad_frame("engineio")
                return Ending.BAD_FRAME
            count += 1
            if count % MESSAGES_A_TURN == 0:
                await asyncio.sleep(0)
        return queue.ending

    def _last_word(self, message: Any) -> Ending:
        """What a message that is no text means; aiohttp has answered a close frame or an error itself."""
        if message.type is WSMsgType.BINARY:
            self.queue.host.bad_frame("binary")
            return Ending.BAD_FRAME
        if message.type is WSMsgType.ERROR:
            code = getattr(message.data, "code", None)
            if code is None:
                return Ending.LOST
            self.queue.host.bad_frame("too_big" if code == CLOSE_CODES[Ending.TOO_BIG] else "websocket")
            return Ending.TOO_BIG if code == CLOSE_CODES[Ending.TOO_BIG] else Ending.BAD_FRAME
        return Ending.LEFT if message.type is WSMsgType.CLOSE else Ending.LOST

    def write_packet(self, packet: EioPacket) -> None:
        encoded = packet.encode()
        if isinstance(encoded, bytes):
            self.write(encoded, BINARY)
        else:
            self.write(encoded.encode())

    def write(self, payload: bytes, kind: int = TEXT) -> None:
        """One unmasked frame, straight to the transport; a reader that is too slow is cut."""
        self._write(frame_header(kind, len(payload)) + payload)

    def write_all(self, payloads: Iterable[bytes]) -> None:
        """Text frames, in one system call."""
        self._write(b"".join([frame_header(TEXT, len(payload)) + payload for payload in payloads]))

    def _write(self, frames: bytes) -> None:
        transport = self.transport
        if transport is None or transport.is_closing():
            return
        transport.write(frames)
        if transport.get_write_buffer_size() > MAX_UNSENT:
            transport.abort()
            self.queue.end_soon(Ending.SLOW)

    def shut(self, ending: Ending) -> None:
        """Say why and close; what a peer does not read in time is thrown away with the transport."""
        transport = self.transport
        if transport is None:
            return
        if not transport.is_closing():
            transport.write(frame_header(CLOSE, 2) + struct.pack("!H", CLOSE_CODES.get(ending, 1000)))
            transport.close()
        if transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(self.queue.periods.abort_after_s, transport.abort)


def frame_header(kind: int, length: int) -> bytes:
    r"""RFC 6455, 5.2, for a final frame without a mask.

    >>> frame_header(TEXT, 5), frame_header(TEXT, 126), frame_header(TEXT, 65_536)[:2]
    (b'\x81\x05', b'\x81~\x00~', b'\x81\x7f')
    """
    if length < 126:
        return struct.pack("!BB", kind, length)
    if length < 65_536:
        return struct.pack("!BBH", kind, 126, length)
    return struct.pack("!BBQ", kind, 127, length)
