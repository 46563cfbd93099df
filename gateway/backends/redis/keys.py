"""The names of all keys and channels. A room's record and its bucket's deadlines share a hash tag, so that one
script may touch both in a cluster; heartbeats have a tag of their own (hazards.md 10)."""

import zlib

from actors.messages import RoomCode
from gateway.backend import InstanceId

BUCKETS = 16
"""Sets of deadlines: enough to spread over any cluster's masters, few enough to ask them all."""


class Keys:
    """Everything begins with the prefix, so that several environments can share one Redis."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.beats = f"{prefix}:{{members}}:beats"
        self.info = f"{prefix}:{{members}}:info"

    def room(self, code: RoomCode) -> str:
        return self.rooms(bucket(code)) + code

    def rooms(self, number: int) -> str:
        """What the records of a bucket begin with."""
        return f"{self._prefix}:room:{{b{number}}}:"

    def due(self, number: int) -> str:
        return f"{self._prefix}:due:{{b{number}}}"

    def channel(self, instance: InstanceId) -> str:
        return f"{self._prefix}:to:{instance}"


def bucket(code: RoomCode) -> int:
    """The same in every process, unlike `hash`.

    >>> bucket(RoomCode("BCDFGH"))
    5
    """
    return zlib.crc32(code.encode()) % BUCKETS
