"""What goes to one connection at one time, an answer and a view say, becomes one write."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

To = TypeVar("To")


class Together(Generic[To]):
    """While it is entered frames are gathered; at its end each connection's are written. Within itself it does
    nothing. Entered for each delivery, so it is one object and no generator."""

    __slots__ = ("_depth", "_frames", "_write")

    def __init__(self, write: Callable[[To, Sequence[bytes]], None]) -> None:
        self._write = write
        self._depth = 0
        self._frames: dict[To, list[bytes]] = {}

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *_exc_info: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            gathered, self._frames = self._frames, {}
            for connection, frames in gathered.items():
                self._write(connection, frames)

    def gathers(self, connection: To, frame: bytes) -> bool:
        """Whether it has taken the frame, to be written at its end."""
        if self._depth == 0:
            return False
        self._frames.setdefault(connection, []).append(frame)
        return True

    def take(self, connection: To) -> Sequence[bytes]:
        """What has been gathered for a connection that cannot wait."""
        return self._frames.pop(connection, ())
