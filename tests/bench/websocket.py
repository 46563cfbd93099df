"""The driver's websocket: as little as a client can be, so that what is measured is the server."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

Heard = Callable[[bytes], None]


class Socket(asyncio.Protocol):
    """One Engine.IO websocket. `on_message` gets each Socket.IO packet (without the leading 4)."""

    def __init__(self, host: str, path: str, on_message: Heard) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode()
        self._on_message = on_message
        self._buffer = bytearray()
        self._is_open = False
        self.bytes_in = 0
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is of no class of asyncio's
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        self._buffer += data
        if not self._is_open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._buffer.startswith(b"HTTP/1.1 101"), bytes(self._buffer[:200])
            del self._buffer[: end + 4]
            self._is_open = True
        self._read()

    def _read(self) -> None:
        buffer, at, size = self._buffer, 0, len(self._buffer)
        while size - at >= 2:
            length, head = buffer[at + 1] & 0x7F, 2
            if length == 126:
                if size - at < 4:
                    break
                length, head = struct.unpack_from("!H", buffer, at + 2)[0], 4
            elif length == 127:
                if size - at < 10:
                    break
                length, head = struct.unpack_from("!Q", buffer, at + 2)[0], 10
            if size - at < head + length:
                break
            kind = buffer[at] & 0x0F
            payload = bytes(buffer[at + head : at + head + length])
            at += head + length
            if kind == 1:
                self._text(payload)
            elif kind == 8:
                raise ConnectionError(f"the server closed: {payload!r}")
        del buffer[:at]

    def _text(self, payload: bytes) -> None:
        if payload == b"2":
            self.send(b"3")
        elif payload[:1] == b"4":
            self._on_message(payload[1:])

    def send(self, payload: bytes) -> None:
        """One masked text frame (with a mask of zeros, which the protocol allows)."""
        length = len(payload)
        head = (
            struct.pack("!BB", 0x81, 0x80 | length)
            if length < 126
            else struct.pack("!BBH", 0x81, 0xFE, length)
        )
        self.transport.write(head + b"\0\0\0\0" + payload)


async def dial(port: int, on_message: Heard) -> Socket:
    loop = asyncio.get_running_loop()
    host = f"127.0.0.1:{port}"
    _, socket = await loop.create_connection(
        lambda: Socket(host, "/socket.io/?EIO=4&transport=websocket", on_message), "127.0.0.1", port
    )
    return socket
