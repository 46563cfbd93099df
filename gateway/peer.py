"""What dispatch knows of one open connection, and of the command that it has on its way."""

from collections import deque

from actors.messages import PlayerId, RoomCode
from gateway.socket_server import ConnectionId


class Peer:
    """One open connection."""

    __slots__ = (
        "address",
        "connection",
        "in_flight",
        "is_outdated",
        "new_secret",
        "player",
        "room",
        "waiting",
    )

    def __init__(
        self,
        connection: ConnectionId,
        player: PlayerId,
        address: str,
        new_secret: str | None,
        *,
        is_outdated: bool,
    ) -> None:
        self.is_outdated = is_outdated
        self.connection = connection
        self.player = player
        self.address = address
        self.new_secret = new_secret
        self.room: RoomCode | None = None
        self.in_flight: Flight | None = None
        self.waiting: deque[tuple[int, bytes, float]] = deque()


class Flight:
    """A command that has been handed on and not been answered."""

    __slots__ = ("ack", "attaching_to", "since", "type")

    def __init__(self, ack: int, since: float) -> None:
        self.ack = ack
        self.since = since
        self.type = "unknown"
        self.attaching_to: RoomCode | None = None
