"""From a room's delivery to finished frames on connections.

The only place that writes a view to a socket; what is in it was made by `actors.view`. The public
part arrives encoded once and is put together with each viewer's own part here.
"""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Protocol

import msgspec
from msgspec import Raw

from actors.codes import is_hall_code
from actors.messages import Attachments, Connection, ReplyTo, RoomCode, gateway_of
from actors.ports import Delivery, NoticeTo, Reply, SeatFrame
from gateway import letters, wire
from gateway.backend import InstanceId
from gateway.metrics import Metrics
from gateway.socket_server import ConnectionId

ATTACH_AGAIN_MS = 500

ALONE = InstanceId("0")
"""The instance of an embedded server."""

_encode = msgspec.json.Encoder().encode


class Sockets(Protocol):
    def send(self, connection: ConnectionId, frame: bytes) -> None: ...

    def together(self) -> AbstractContextManager[None]: ...


class Replies(Protocol):
    def replied(self, reply: Reply) -> None: ...

    def lost_sight(self, connection: Connection) -> None: ...

    def attachments(self, code: RoomCode) -> Attachments: ...


class Post:
    """Implements `backend.Outlet` and `rooms.Outlet`: replies first, then views, then notices. `replies` is set by whoever
    builds things, because the dispatcher and the rooms know each other through this."""

    replies: Replies

    def __init__(self, sockets: Sockets, metrics: Metrics, instance: InstanceId = ALONE) -> None:
        self._instance = instance
        self._here = f"{instance}."
        """How the connections of this instance begin (`gateway_of`)."""
        self._sockets = sockets
        self._metrics = metrics

    def deliver(self, delivery: Delivery) -> None:
        with self._sockets.together():
            self._deliver(delivery)

    def _deliver(self, delivery: Delivery) -> None:
        for reply in delivery.replies:
            self.replies.replied(reply)
        event = b"hall" if is_hall_code(delivery.code) else b"view"
        head = b'42["' + event + b'",{' + delivery.public + b","
        for seat in delivery.frames:
            frame = head + seat.own + b"}]"
            for connection in seat.to:
                self._sockets.send(ConnectionId(connection), frame)
        if delivery.frames:
            self._metrics.view_bytes.observe(len(frame))  # one of them stands for all
        for notice in delivery.notices:
            self._notify(notice)

    def letters(self, delivery: Delivery) -> list[tuple[InstanceId, bytes]]:
        """What crosses the bus of a delivery: to each other instance only what its own connections get."""
        parcels: dict[str, _Parcel] = defaultdict(_Parcel)
        for reply in delivery.replies:
            if self._is_away(reply.to.connection):
                said = letters.SaidReply(reply.to.connection, reply.to.ack, reply.answer)
                parcels[gateway_of(reply.to.connection)].replies.append(said)
        for seat in delivery.frames:
            if away := list(filter(self._is_away, seat.to)):
                own = Raw(b"{" + seat.own + b"}")
                for gateway, to in _by_gateway(away):
                    parcels[gateway].frames.append(letters.SaidFrame(to, own))
        for notice in delivery.notices:
            for gateway, to in _by_gateway(filter(self._is_away, notice.to)):
                parcels[gateway].notices.append(letters.SaidNotice(to, notice.notice))
        if not parcels:
            return []
        public = Raw(b"{" + delivery.public + b"}")
        return [
            (
                InstanceId(gateway),
                letters.encode(
                    letters.Said(
                        self._instance,
                        delivery.code,
                        delivery.fence,
                        delivery.version,
                        tuple(parcel.replies),
                        public if parcel.frames else letters.NO_VIEW,
                        tuple(parcel.frames),
                        tuple(parcel.notices),
                    )
                ),
            )
            for gateway, parcel in parcels.items()
        ]

    def _is_away(self, connection: Connection) -> bool:
        return not connection.startswith(self._here)

    def attachments(self, code: RoomCode) -> Attachments:
        return self.replies.attachments(code)

    def _notify(self, notice: NoticeTo) -> None:
        after_ms = ATTACH_AGAIN_MS if notice.notice == "moved" else None
        frame = b'42["notice",%b]' % _encode(wire.Notice(notice.notice, after_ms))
        for connection in notice.to:
            self.replies.lost_sight(connection)
            self._sockets.send(ConnectionId(connection), frame)


class _Parcel:
    """What one other instance gets of a delivery."""

    __slots__ = ("frames", "notices", "replies")

    def __init__(self) -> None:
        self.replies: list[letters.SaidReply] = []
        self.frames: list[letters.SaidFrame] = []
        self.notices: list[letters.SaidNotice] = []


def delivery_of(said: letters.Said) -> Delivery:
    """A delivery as it was before it crossed the bus, but for what went elsewhere."""
    return Delivery(
        said.room,
        said.fence,
        said.version,
        tuple(Reply(ReplyTo(reply.connection, reply.ack), reply.answer) for reply in said.replies),
        bytes(said.public)[1:-1],
        tuple(SeatFrame(frame.to, bytes(frame.own)[1:-1]) for frame in said.frames),
        tuple(NoticeTo(notice.to, notice.notice) for notice in said.notices),
    )


def _by_gateway(connections: Iterable[Connection]) -> list[tuple[str, tuple[Connection, ...]]]:
    found: dict[str, list[Connection]] = defaultdict(list)
    for connection in connections:
        found[gateway_of(connection)].append(connection)
    return [(gateway, tuple(to)) for gateway, to in found.items()]
