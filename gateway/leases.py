"""Attachments from other instances to rooms here are leases, renewed by each gateway's digest (hazards.md 11).

A dead gateway tells nobody that its people are gone, and a lost letter may leave one behind in a room.
"""

from collections.abc import Mapping

from actors.messages import RoomCode
from gateway.backend import InstanceId

DIGEST_S = 10.0
MISSED_S = 2.5 * DIGEST_S
"""Two digests have not come."""


class Lease:
    """What one gateway looks at."""

    __slots__ = ("connections", "renewed")

    def __init__(self, now: float) -> None:
        self.renewed = now
        self.connections: dict[RoomCode, int] = {}


class Leases:
    """By gateway: when it was last heard, and how many of its connections look at which room."""

    def __init__(self) -> None:
        self._by_gateway: dict[InstanceId, Lease] = {}

    def look(self, gateway: InstanceId, code: RoomCode, now: float) -> None:
        lease = self._by_gateway.get(gateway)
        if lease is None:
            lease = self._by_gateway[gateway] = Lease(now)
        lease.connections[code] = lease.connections.get(code, 0) + 1

    def renew(self, gateway: InstanceId, rooms: Mapping[RoomCode, int], now: float) -> list[RoomCode]:
        """All that it looks at, by its digest; the rooms that it no longer looks at."""
        before = self._by_gateway.pop(gateway, None)
        if rooms:
            lease = self._by_gateway[gateway] = Lease(now)
            lease.connections = dict(rooms)
        return [] if before is None else [code for code in before.connections if code not in rooms]

    def add(self, gateway: InstanceId, rooms: Mapping[RoomCode, int], now: float) -> None:
        """Some of what it looks at."""
        lease = self._by_gateway.setdefault(gateway, Lease(now))
        lease.renewed = now
        lease.connections.update(rooms)

    def drop(self, gateway: InstanceId) -> None:
        self._by_gateway.pop(gateway, None)

    def missed(self, now: float) -> list[tuple[InstanceId, float]]:
        """Gateways whose digests have stopped, and for how long they have been silent."""
        return [
            (gateway, now - lease.renewed)
            for gateway, lease in self._by_gateway.items()
            if now - lease.renewed > MISSED_S
        ]

    def connections(self, gateway: InstanceId, code: RoomCode) -> int:
        lease = self._by_gateway.get(gateway)
        return 0 if lease is None else lease.connections.get(code, 0)
