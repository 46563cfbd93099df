"""From a room's delivery to finished frames on connections.

The only place that writes a view to a socket; what is in it was made by `actors.view`. The public
part arrives encoded once and is put together with each viewer's own part here.
"""

from typing import Protocol

import msgspec

from actors.messages import Connection, PlayerId, RoomCode
from actors.ports import Delivery, NoticeTo, Reply
from gateway import wire
from gateway.metrics import Metrics
from gateway.socket_server import ConnectionId

ATTACH_AGAIN_MS = 500

_encode = msgspec.json.Encoder().encode


class Sockets(Protocol):
    def send(self, connection: ConnectionId, frame: bytes) -> None: ...


class Replies(Protocol):
    def replied(self, reply: Reply) -> None: ...

    def lost_sight(self, connection: Connection) -> None: ...

    def attachments(self, code: RoomCode) -> tuple[tuple[PlayerId, Connection], ...]: ...


class Post:
    """Implements `backend.Outlet` and `rooms.Outlet`: replies first, then views, then notices. `replies` is set by whoever
    builds things, because the dispatcher and the rooms know each other through this."""

    replies: Replies

    def __init__(self, sockets: Sockets, metrics: Metrics) -> None:
        self._sockets = sockets
        self._metrics = metrics

    def deliver(self, delivery: Delivery) -> None:
        for reply in delivery.replies:
            self.replies.replied(reply)
        head = b'42["view",{' + delivery.public + b","
        for seat in delivery.frames:
            frame = head + seat.own + b"}]"
            for connection in seat.to:
                self._sockets.send(ConnectionId(connection), frame)
        if delivery.frames:
            self._metrics.view_bytes.observe(len(frame))  # one of them stands for all
        for notice in delivery.notices:
            self._notify(notice)

    def attachments(self, code: RoomCode) -> tuple[tuple[PlayerId, Connection], ...]:
        return self.replies.attachments(code)

    def _notify(self, notice: NoticeTo) -> None:
        after_ms = ATTACH_AGAIN_MS if notice.notice == "moved" else None
        frame = b'42["notice",%b]' % _encode(wire.Notice(notice.notice, after_ms))
        for connection in notice.to:
            self.replies.lost_sight(connection)
            self._sockets.send(ConnectionId(connection), frame)
