"""A websocket client made of bytes, for what no decent client does: not reading, broken frames, resets."""

import asyncio
import base64
import secrets
import socket
import struct
from typing import Self
from urllib.parse import urlsplit

from tests.support.wire_client import SOCKET_QUERY

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA


class RawClient:
    """`sock` is non-blocking and reads only when asked; its receive buffer is as small as can be."""

    head = ""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self._loop = asyncio.get_running_loop()
        self._buffer = b""

    @classmethod
    async def connect(cls, url: str) -> Self:
        """Only TCP."""
        address = urlsplit(url)
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setblocking(False)
        client = cls(sock)
        await client._loop.sock_connect(sock, (address.hostname, address.port))
        return client

    @classmethod
    async def open(cls, url: str, origin: str, query: str = SOCKET_QUERY, headers: str = "") -> Self:
        """The websocket's handshake; its answer is `head`."""
        client = await cls.connect(url)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        await client.write(
            f"GET {query} HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: {origin}\r\n{headers}\r\n".encode()
        )
        client.head = (await client._until(b"\r\n\r\n")).decode()
        return client

    async def knock(self) -> None:
        """Read engine.io's OPEN, send CONNECT, read its answer."""
        await self.read()
        await self.text("40")
        await self.read()

    async def write(self, data: bytes) -> None:
        await self._loop.sock_sendall(self.sock, data)

    async def text(self, text: str) -> None:
        await self.frame(TEXT, text.encode())

    async def frame(self, opcode: int, payload: bytes = b"", *, first_bits: int = 0x80) -> None:
        """A masked frame; `first_bits` 0x80 is a final one, without 0x80 a fragment."""
        await self.write(masked(opcode, payload, first_bits))

    async def line(self) -> str:
        """The next line of an HTTP answer."""
        return (await self._until(b"\r\n")).decode()

    async def read(self) -> tuple[int, bytes]:
        """The next frame: its opcode and payload."""
        first, length = await self._exactly(2)
        if length == 126:
            (length,) = struct.unpack("!H", await self._exactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", await self._exactly(8))
        return first & 0xF, await self._exactly(length)

    async def close_code(self) -> int:
        """Read on to the close frame."""
        opcode, payload = await self.read()
        while opcode != CLOSE:
            opcode, payload = await self.read()
        return int(struct.unpack("!H", payload[:2])[0])

    async def is_alive(self) -> bool:
        """Whether the server still answers after all that was sent before."""
        try:
            await self.frame(PING)
            while True:
                opcode, _ = await self.read()
                if opcode in {PONG, CLOSE}:
                    return opcode == PONG
        except ConnectionError:
            return False

    async def end_of_file(self) -> None:
        """Read on until the server has closed, in whatever way."""
        try:
            while await self._loop.sock_recv(self.sock, 65_536):
                pass
        except ConnectionError:
            pass

    def reset(self) -> None:
        """Close with RST."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.sock.close()

    def close(self) -> None:
        """Close with FIN, or with RST if something lies unread."""
        self.sock.close()

    async def _exactly(self, count: int) -> bytes:
        while len(self._buffer) < count:
            await self._more()
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    async def _until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            await self._more()
        taken, _, self._buffer = self._buffer.partition(mark)
        return taken + mark

    async def _more(self) -> None:
        data = await self._loop.sock_recv(self.sock, 65_536)
        if not data:
            raise ConnectionError("closed by the server")
        self._buffer += data


def masked(opcode: int, payload: bytes, first_bits: int = 0x80) -> bytes:
    """A client's frame with the mask 0, which leaves the payload as it is."""
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", first_bits | opcode, 0x80 | length)
    elif length < 65_536:
        head = struct.pack("!BBH", first_bits | opcode, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first_bits | opcode, 0x80 | 127, length)
    return head + bytes(4) + payload
