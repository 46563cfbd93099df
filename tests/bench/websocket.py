"""The driver's websocket: as little as a client can be, so that what is measured is the server."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

Heard = Callable[[bytes], None]

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Socket(asyncio.Protocol):
    """One websocket, after its handshake. `on_message` gets the payload of each text or binary message."""

    def __init__(self, port: int, path: str, on_message: Heard) -> None:
        self._port = port
        host = f"127.0.0.1:{port}"
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode()
        self._on_message = on_message
        self._rest = b""
        self._is_open = False
        self.bytes_in = 0
        self.transport: asyncio.Transport

    async def dial(self) -> None:
        """It may hear something before this returns."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is of no class of asyncio's
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        if self._rest:
            data = self._rest + data
        at = 0
        if not self._is_open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self._is_open = True
            at = end + 4
        self._rest = self._read(data, at)

    def _read(self, data: bytes, at: int) -> bytes:
        """Hand on whole messages from there on; what is left of the last one."""
        size = len(data)
        while size - at >= 2:
            length, head = data[at + 1] & 0x7F, 2
            if length == 126:
                if size - at < 4:
                    break
                length, head = struct.unpack_from("!H", data, at + 2)[0], 4
            elif length == 127:
                if size - at < 10:
                    break
                length, head = struct.unpack_from("!Q", data, at + 2)[0], 10
            end = at + head + length
            if size < end:
                break
            kind, payload = data[at] & 0x0F, data[at + head : end]
            at = end
            if kind in {TEXT, BINARY}:
                self._on_message(payload)
            elif kind == PING:
                self.send(payload, PONG)
            elif kind == CLOSE:
                raise ConnectionError(f"the server closed: {payload!r}")
        return data[at:]

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """One masked frame (with a mask of zeros, which the protocol allows)."""
        length = len(payload)
        head = (
            struct.pack("!BB", 0x80 | kind, 0x80 | length)
            if length < 126
            else struct.pack("!BBH", 0x80 | kind, 0xFE, length)
        )
        self.transport.write(head + b"\0\0\0\0" + payload)
