"""Where a new table of a hall is opened: at the living instance with the fewest rooms and connections."""

from collections.abc import Sequence

from gateway.backend import InstanceId, Member


class Placing:
    """Heartbeats are seconds old, and a hall opens a hundred tables at once: what has been placed since counts.

    >>> placing = Placing()
    >>> here, there = Member(InstanceId("here"), rooms=3), Member(InstanceId("there"), rooms=1)
    >>> [placing.choose([here, there]) for _ in range(4)]
    ['there', 'there', 'here', 'there']
    """

    def __init__(self) -> None:
        self._placed: dict[InstanceId, tuple[Member, int]] = {}

    def choose(self, members: Sequence[Member]) -> InstanceId | None:
        """None if nobody may take it: all are leaving."""
        staying = [member for member in members if not member.is_draining]
        if not staying:
            return None
        chosen = min(staying, key=self._load)
        self._placed[chosen.instance] = (chosen, self._since(chosen) + 1)
        return chosen.instance

    def _load(self, member: Member) -> tuple[int, str]:
        return member.rooms + member.connections + self._since(member), member.instance

    def _since(self, member: Member) -> int:
        """Placed there since its last heartbeat."""
        before = self._placed.get(member.instance)
        return before[1] if before is not None and before[0] == member else 0
