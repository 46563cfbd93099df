"""Who looks at a room or a hall now: live connections by player. In memory only; after a restart nobody does."""

from collections.abc import Collection

from actors.messages import Attachments, Connection, PlayerId, gateway_of
from actors.turn import Viewers


class Audience:
    """`connected` and `last_byte` are what `presence.settle` compares the state with; `has_changed`
    says that it should."""

    def __init__(self) -> None:
        self.connected: dict[PlayerId, dict[Connection, None]] = {}
        self.last_byte: dict[PlayerId, float] = {}
        self.has_changed = True
        self.count_shown = 0
        """How many onlookers everybody was last told of."""

    def attach(self, player: PlayerId, connection: Connection) -> None:
        self.has_changed = True
        self.connected.setdefault(player, {})[connection] = None
        self.last_byte.pop(player, None)

    def detach(self, player: PlayerId, connection: Connection, last_byte: float) -> None:
        """A connection is gone; one that is not known (an older one, say) changes nothing."""
        connections = self.connected.get(player)
        if connections is None or connection not in connections:
            return
        del connections[connection]
        if not connections:
            self.has_changed = True
            del self.connected[player]
            self.last_byte[player] = last_byte

    def detach_gateway(self, gateway: str, last_byte: float, but: Collection[Connection] = ()) -> None:
        """All connections that an instance holds are gone, but for these."""
        gone = [
            (player, connection)
            for player, connections in self.connected.items()
            for connection in connections
            if gateway_of(connection) == gateway and connection not in but
        ]
        for player, connection in gone:
            self.detach(player, connection, last_byte)

    def knows(self, player: PlayerId, connection: Connection) -> bool:
        return connection in self.connected.get(player, ())

    def drop(self, player: PlayerId) -> None:
        """All connections of a player lose sight of the room."""
        if self.connected.pop(player, None) is not None:
            self.has_changed = True

    def settled(self) -> None:
        """The state agrees, durably."""
        self.last_byte.clear()

    def connections_of(self, player: PlayerId) -> tuple[Connection, ...]:
        return tuple(self.connected.get(player, ()))

    def attachments(self) -> Attachments:
        return tuple((player, each) for player, connections in self.connected.items() for each in connections)

    def viewers(self, without: Collection[PlayerId] = ()) -> Viewers:
        return [(player, tuple(c)) for player, c in self.connected.items() if player not in without]

    def others_than(self, seated: Collection[str]) -> int:
        """Connected players that are none of these."""
        return sum(player not in seated for player in self.connected)
