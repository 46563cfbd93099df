"""Where a new table of a hall is opened: at the living instance with the fewest rooms and connections."""

from collections import OrderedDict
from collections.abc import Sequence

from actors.messages import RoomCode
from gateway.backend import InstanceId, Member

REMEMBERED = 400
"""Tables: two halls that open all theirs at once."""


class Placing:
    """Heartbeats are seconds old, and a hall opens a hundred tables at once: what has been placed since counts. A table
    that is to be placed again goes elsewhere: whoever was asked may have died, which is known only when its lease ends.

    >>> placing = Placing()
    >>> here, there = Member(InstanceId("here"), rooms=3), Member(InstanceId("there"), rooms=1)
    >>> [placing.choose(RoomCode(code), [here, there]) for code in ("A", "B", "C", "D")]
    ['there', 'there', 'here', 'there']
    >>> [placing.choose(RoomCode("D"), [here, there]) for _ in range(2)]
    ['here', 'there']
    """

    def __init__(self) -> None:
        self._placed: dict[InstanceId, tuple[Member, int]] = {}
        self._asked: OrderedDict[RoomCode, InstanceId] = OrderedDict()
        """Whom a table was given to last, if it is not known that it has been opened."""

    def choose(self, code: RoomCode, members: Sequence[Member]) -> InstanceId | None:
        """None if nobody may take it: all are leaving."""
        staying = [member for member in members if not member.is_draining]
        if not staying:
            return None
        before = self._asked.pop(code, None)
        others = [member for member in staying if member.instance != before]
        chosen = min(others or staying, key=self._load)
        self._asked[code] = chosen.instance
        if len(self._asked) > REMEMBERED:
            self._asked.popitem(last=False)
        self._placed[chosen.instance] = (chosen, self._since(chosen) + 1)
        return chosen.instance

    def _load(self, member: Member) -> tuple[int, str]:
        return member.rooms + member.connections + self._since(member), member.instance

    def _since(self, member: Member) -> int:
        """Placed there since its last heartbeat."""
        before = self._placed.get(member.instance)
        return before[1] if before is not None and before[0] == member else 0
