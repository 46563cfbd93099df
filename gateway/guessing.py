"""Whoever tries room codes is slowed down (room.md 1), and a whole office behind one address is not.

Wrong codes are counted per address, each of them once: who guesses tries others, while a hundred phones that wake
up after a round ask for the few tables that are gone. Over the limit that address waits a minute before it may look at a
room, except players at rooms they have been in: a player who opened a table of their own has not
earned a look at others.
"""

from collections import OrderedDict
from typing import TypeVar

from actors.clock import Clock
from actors.messages import PlayerId, RoomCode
from gateway.limits import Limiter, Rate

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")

WAIT_S = 60.0
REMEMBERED = 50_000


class Guessing:
    """Asked before a room is looked at, told how it went."""

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self._clock = clock
        self._wrong_codes = Limiter(rate, clock.now)
        self._waits_until: OrderedDict[str, float] = OrderedDict()
        self._tried: OrderedDict[tuple[str, RoomCode], None] = OrderedDict()
        self._been_in: OrderedDict[tuple[PlayerId, RoomCode], None] = OrderedDict()

    def must_wait(self, address: str, player: PlayerId, room: RoomCode) -> bool:
        until = self._waits_until.get(address)
        if until is None or (player, room) in self._been_in:
            return False
        if until <= self._clock.now():
            del self._waits_until[address]
            return False
        return True

    def was_wrong(self, address: str, player: PlayerId, room: RoomCode) -> None:
        """There is no such room, or none any more."""
        if (player, room) in self._been_in or (address, room) in self._tried:
            return
        self._tried[address, room] = None
        _bound(self._tried)
        if not self._wrong_codes.allow(address):
            self._waits_until[address] = self._clock.now() + WAIT_S
            _bound(self._waits_until)

    def was_right(self, player: PlayerId, room: RoomCode) -> None:
        self._been_in[player, room] = None
        self._been_in.move_to_end((player, room))
        _bound(self._been_in)


def _bound(known: OrderedDict[KeyT, ValueT]) -> None:
    if len(known) > REMEMBERED:
        known.popitem(last=False)
