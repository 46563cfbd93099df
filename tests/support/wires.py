"""Where a server's sockets would be: what was written to each connection is kept, decoded."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import msgspec

from gateway.socket_server import ConnectionId


class Wires:
    """Implements the two `Sockets` protocols."""

    def __init__(self) -> None:
        self.answers: dict[tuple[ConnectionId, int], list[dict[str, Any]]] = {}
        self.frames: dict[ConnectionId, list[Any]] = {}

    def answer(self, connection: ConnectionId, ack_id: int, body: bytes) -> None:
        self.answers.setdefault((connection, ack_id), []).append(msgspec.json.decode(body))

    def send(self, connection: ConnectionId, frame: bytes) -> None:
        assert frame.startswith(b"42")
        self.frames.setdefault(connection, []).append(msgspec.json.decode(frame[2:]))

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()
