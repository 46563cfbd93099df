"""What this instance has sent away and has no answer to yet.

A letter may be lost and an owner may die, so each command is kept until its answer passes; it is sent again
meanwhile, which its id makes harmless. A connection has one command on its way (`dispatch`), so there is at
most one here for each.
"""

from collections import OrderedDict

from actors.messages import Attached, Connection, ReplyTo, RoomCode, Told

RESEND_S = 1.5
MOST_HOPS = 8
"""Sent on at once this often; after that it waits for its turn, so that two instances that are wrong about
each other do not play ping-pong."""

Asked = Told | Attached


class Sent:
    """One of them. `hops` counts how often it went out since it last waited; `is_home` says that the room has
    come here meanwhile and has it; `has_left`, that somebody has been told of it who may have acted on it."""

    __slots__ = ("code", "has_left", "hops", "is_home", "message", "sent_at", "since")

    def __init__(self, code: RoomCode, message: Asked, since: float) -> None:
        self.code = code
        self.message = message
        self.since = since
        self.sent_at = since
        self.has_left = False
        self.hops = 0
        self.is_home = False


class Unanswered:
    """By connection, the one that has waited longest first; and by room."""

    def __init__(self) -> None:
        self._sent: OrderedDict[Connection, Sent] = OrderedDict()
        self._of_room: dict[RoomCode, dict[Connection, Sent]] = {}

    def __len__(self) -> int:
        return len(self._sent)

    def __contains__(self, code: RoomCode) -> bool:
        return code in self._of_room

    def keep(self, code: RoomCode, message: Asked, now: float) -> bool:
        """Keep it until its answer comes; whether it may go out at once."""
        connection = message.reply_to.connection
        sent = self._sent.get(connection)
        if sent is None or sent.message.reply_to != message.reply_to:
            self.forget(connection)
            sent = self._sent[connection] = Sent(code, message, now)
            self._of_room.setdefault(code, {})[connection] = sent
        sent.hops += 1
        sent.is_home = False
        return sent.hops <= MOST_HOPS

    def answered(self, to: ReplyTo) -> Sent | None:
        """What this is the answer to, if it was kept."""
        sent = self._kept(to)
        if sent is not None:
            self.forget(to.connection)
        return sent

    def forget(self, connection: Connection) -> None:
        sent = self._sent.pop(connection, None)
        if sent is not None:
            others = self._of_room[sent.code]
            del others[connection]
            if not others:
                del self._of_room[sent.code]

    def of(self, code: RoomCode) -> list[Asked]:
        return [sent.message for sent in self._of_room.get(code, {}).values()]

    def take_home(self, code: RoomCode) -> list[Asked]:
        """What its room, which lives here now, has not been told."""
        away = [sent for sent in self._of_room.get(code, {}).values() if not sent.is_home]
        for sent in away:
            sent.is_home = sent.has_left = True
        return [sent.message for sent in away]

    def is_home(self, message: Asked) -> None:
        """Its room lives here now, and is told."""
        if (sent := self._kept(message.reply_to)) is not None:
            sent.is_home = sent.has_left = True

    def has_left(self, message: Asked) -> None:
        """It goes to where its room may be."""
        if (sent := self._kept(message.reply_to)) is not None:
            sent.has_left = True

    def _kept(self, to: ReplyTo) -> Sent | None:
        sent = self._sent.get(to.connection)
        return sent if sent is not None and sent.message.reply_to == to else None

    def rooms(self) -> list[RoomCode]:
        return list(self._of_room)

    def overdue(self, now: float) -> list[Sent]:
        """Those without an answer for too long. They count as sent again."""
        found = []
        while self._sent:
            connection, sent = next(iter(self._sent.items()))
            if now - sent.sent_at < RESEND_S:
                break
            sent.sent_at, sent.hops = now, 0
            self._sent.move_to_end(connection)
            found.append(sent)
        return found
