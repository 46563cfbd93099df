"""Who is thought to own which room. A belief may be wrong: it costs a `not_here`, a look at the record and
another letter.
"""

from collections.abc import Callable, Container

from actors.messages import RoomCode
from gateway.backend import InstanceId


class Owners:
    """Of rooms that live elsewhere."""

    def __init__(self, me: InstanceId, is_alive: Callable[[InstanceId], bool]) -> None:
        self._me = me
        self._is_alive = is_alive
        self._by_room: dict[RoomCode, InstanceId] = {}

    def __contains__(self, code: RoomCode) -> bool:
        return code in self._by_room

    def of(self, code: RoomCode) -> InstanceId | None:
        return self._by_room.get(code)

    def living(self, code: RoomCode) -> InstanceId | None:
        """The same, if it is alive."""
        owner = self._by_room.get(code)
        return owner if owner is not None and self._is_alive(owner) else None

    def learn(self, code: RoomCode, owner: InstanceId) -> None:
        self._by_room[code] = owner

    def forget(self, code: RoomCode) -> None:
        self._by_room.pop(code, None)

    def is_mistaken(self, code: RoomCode, sender: InstanceId, owner: InstanceId | None) -> None:
        """`sender` does not own the room; it says who does."""
        if self._by_room.get(code) in {None, sender}:
            if owner in {None, sender, self._me} or not self._is_alive(owner):
                self.forget(code)
            else:
                self.learn(code, owner)

    def gone_with(self, instance: InstanceId) -> list[RoomCode]:
        """Its rooms, whose owner is not known any more."""
        orphans = [code for code, owner in self._by_room.items() if owner == instance]
        for code in orphans:
            del self._by_room[code]
        return orphans

    def keep_only(self, codes: Container[RoomCode]) -> None:
        """Nobody asks for the others."""
        self._by_room = {code: owner for code, owner in self._by_room.items() if code in codes}
