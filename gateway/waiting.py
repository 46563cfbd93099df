"""Messages that wait until it is known where their room is: while its record is read, or while it is handed over.

They go on in the order in which they came, and what comes for the same room queues behind them: a goodbye that
overtook its greeting would leave somebody in the room for ever.
"""

from actors.messages import Attached, ReplyTo, RoomCode, RoomMessage, Told


class Waiting:
    """By room."""

    def __init__(self) -> None:
        self._sought: dict[RoomCode, list[RoomMessage]] = {}
        self._held: dict[RoomCode, list[RoomMessage]] = {}

    def __contains__(self, code: RoomCode) -> bool:
        return code in self._held or code in self._sought

    def rooms(self) -> set[RoomCode]:
        return {*self._sought, *self._held}

    def is_held(self, code: RoomCode) -> bool:
        return code in self._held

    def add(self, code: RoomCode, message: RoomMessage) -> None:
        """Behind the others; the first one begins the seeking."""
        held = self._held.get(code)
        if held is None:
            self._sought.setdefault(code, []).append(message)
        else:
            held.append(message)

    def hold(self, code: RoomCode) -> None:
        self._held.setdefault(code, [])

    def let_go(self, code: RoomCode) -> list[RoomMessage]:
        """What has been held."""
        return self._held.pop(code, [])

    def found(self, code: RoomCode) -> list[RoomMessage]:
        """What has been waiting for the record."""
        return self._sought.pop(code)

    def withdraw(self, code: RoomCode, to: ReplyTo) -> None:
        """What was to be answered there is not to go out any more."""
        for waiting in (self._sought.get(code), self._held.get(code)):
            if waiting is not None:
                waiting[:] = [message for message in waiting if not _asks_for(message, to)]


def _asks_for(message: RoomMessage, to: ReplyTo) -> bool:
    return isinstance(message, Told | Attached) and message.reply_to == to
