"""What becomes of a message to a room that lives at another instance: a letter there, or a word to whoever asked."""

from collections.abc import Callable, Sequence

from actors.between import NoTable, Reported, ToTable
from actors.messages import (
    Attached,
    Attachments,
    Detached,
    Digest,
    Due,
    ReplyTo,
    RoomCode,
    RoomMessage,
    Told,
    gateway_of,
)
from actors.ports import Delivery, NoticeTo
from gateway.backend import InstanceId
from gateway.letters import Looking
from gateway.mail import Mail
from gateway.metrics import Metrics
from gateway.unanswered import Unanswered


class Forwarding:
    """Of the instance `me`. `attachments` are its people who look at a room, `unanswered` what they wait for."""

    def __init__(
        self,
        me: InstanceId,
        mail: Mail,
        metrics: Metrics,
        unanswered: Unanswered,
        attachments: Callable[[RoomCode], Attachments],
    ) -> None:
        self._me = me
        self._mail = mail
        self._metrics = metrics
        self._unanswered = unanswered
        self._attachments = attachments

    def is_mine(self, to: ReplyTo) -> bool:
        """Whether somebody here has asked."""
        return gateway_of(to.connection) == self._me

    def pass_on(self, to: InstanceId, code: RoomCode, message: RoomMessage) -> None:
        """The room is there, or is believed to be."""
        match message:
            case Told(reply_to=asked) | Attached(reply_to=asked) if not self.is_mine(asked):
                self._mail.not_here(code, to, asked)
            case Told() | Attached() | Detached():
                self._metrics.commands_routed.inc()
                if not isinstance(message, Detached):
                    self._unanswered.has_left(message)
                self._mail.hand_on(to, code, message)
            case ToTable() | Reported() | NoTable():
                self._mail.between(to, code, message)
            case Digest(gateway=gateway) if gateway:
                self._mail.room_not_here(InstanceId(gateway), code, to)
            case Due():
                self._metrics.resyncs.inc()
                self._mail.digest(to, [self.looking(code)], wants_views=True)
            case _:
                pass

    def is_gone(self, code: RoomCode, messages: Sequence[RoomMessage]) -> None:
        """There is no such room. Who still looks at it has missed its last word."""
        if lookers := tuple(connection for _, connection in self._attachments(code)):
            self._mail.deliver(Delivery(notices=(NoticeTo(lookers, "closed"),)))
        for message in messages:
            if isinstance(message, Digest) and message.gateway:
                self._mail.room_not_here(InstanceId(message.gateway), code, None)

    def looking(self, code: RoomCode) -> Looking:
        """Who looks at it here, or is about to."""
        attaching = [m for m in self._unanswered.of(code) if isinstance(m, Attached)]
        pairs = [*self._attachments(code), *((m.player, m.reply_to.connection) for m in attaching)]
        return Looking(code, tuple(dict.fromkeys(pairs)))
