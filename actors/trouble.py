"""When a room gets too much, and when it fails too often."""

import logging
from collections import deque

from actors.clock import Clock
from actors.codes import is_hall_code
from actors.messages import PlayerId, RoomCode, Told
from actors.waking import AnyRef

log = logging.getLogger("kortlek.rooms")

COMMANDS_WAITING = 64
COMMANDS_WAITING_OF_ONE = 8
COMMANDS_WAITING_IN_HALL = 2_000
"""A whole company joins at once, and each turn takes many."""
FAILURES_BEFORE_PARKING = 3
FAILURE_WINDOW_S = 60.0
PARKED_S = 600.0


def is_crowded(code: RoomCode, ref: AnyRef, player: PlayerId) -> bool:
    """64 commands waiting for the room, or 8 of one player: more is `busy` at once."""
    waiting = len(ref.actor_inbox)  # type: ignore[arg-type]  # a LoopInbox, which pykka's type hides
    if is_hall_code(code):
        return waiting >= COMMANDS_WAITING_IN_HALL
    if waiting < COMMANDS_WAITING_OF_ONE:
        return False
    senders = [e.message.player for e in ref.actor_inbox if isinstance(e.message, Told)]  # type: ignore[attr-defined]
    return len(senders) >= COMMANDS_WAITING or senders.count(player) >= COMMANDS_WAITING_OF_ONE


class Parking:
    """Rooms that failed more than three times in a minute rest for ten; their records stay for inspection."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[RoomCode, deque[float]] = {}
        self._parked: dict[RoomCode, float] = {}

    def __len__(self) -> int:
        return len(self._parked)

    def note_failure(self, code: RoomCode) -> None:
        now = self._clock.now()
        self._failures = {
            room: times for room, times in self._failures.items() if times[-1] > now - FAILURE_WINDOW_S
        }
        recent = self._failures.setdefault(code, deque())
        recent.append(now)
        while recent[0] < now - FAILURE_WINDOW_S:
            recent.popleft()
        if len(recent) > FAILURES_BEFORE_PARKING:
            log.error("room_parked", extra={"fields": {"room": code}})
            self._parked[code] = now + PARKED_S
            del self._failures[code]

    def holds(self, code: RoomCode) -> bool:
        until = self._parked.get(code)
        if until is not None and until <= self._clock.now():
            del self._parked[code]
            return False
        return until is not None
