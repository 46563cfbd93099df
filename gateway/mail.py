"""Rooms' messages as letters, and letters as rooms' messages: how they cross from one instance to another.

Ages cross, stamps do not: the reader's clock makes a stamp of them (hazards.md 9).
"""

from collections.abc import Sequence

import msgspec
from msgspec import Raw

from actors.answers import Answer
from actors.between import AnyHallMail
from actors.clock import Clock
from actors.hall_commands import AnyHallCommand
from actors.messages import (
    AnyRoomCommand,
    Attached,
    Attachments,
    Connection,
    Detached,
    PlayerId,
    ReplyTo,
    RoomCode,
    Told,
    gateway_of,
)
from actors.ports import Delivery, Reply
from gateway import letters
from gateway.backend import InstanceId, SharedBackend
from gateway.delivery import Post

_encode = msgspec.json.Encoder().encode
_decode_command = msgspec.json.Decoder(AnyRoomCommand | AnyHallCommand).decode


class Mail:
    """Writes letters. Implements `rooms.Outlet`: what rooms say without a save reaches people everywhere."""

    def __init__(self, backend: SharedBackend, post: Post, clock: Clock) -> None:
        self._backend = backend
        self._post = post
        self._clock = clock

    def attachments(self, code: RoomCode) -> Attachments:
        return self._post.attachments(code)

    def deliver(self, delivery: Delivery) -> None:
        """What needs no save and no fence, to the connections here and elsewhere."""
        self._post.deliver(delivery)
        for to, letter in self._post.letters(delivery):
            self._backend.send(to, letter)

    def answer(self, to: ReplyTo, answer: Answer) -> None:
        self.deliver(Delivery(replies=(Reply(to, answer),)))

    def hand_on(self, to: InstanceId, code: RoomCode, message: Told | Attached | Detached) -> None:
        me = self._backend.instance
        letter: letters.AnyLetter
        match message:
            case Told(player=player, reply_to=reply_to, stamp=stamp, command=command):
                age_s = self._clock.now() - stamp
                body = Raw(_encode(command))
                letter = letters.Command(me, code, player, reply_to.connection, reply_to.ack, age_s, body)
            case Attached(player=player, reply_to=reply_to):
                letter = letters.Look(me, code, player, reply_to.connection, reply_to.ack)
            case Detached(player=player, connection=connection, silent_s=silent_s):
                letter = letters.LookAway(me, code, player, connection, silent_s)
        self._send(to, letter)

    def between(self, to: InstanceId, code: RoomCode, mail: AnyHallMail) -> None:
        """A hall and its tables; lost ones are sent again by them."""
        self._send(to, letters.Between(self._backend.instance, code, mail))

    def not_here(self, code: RoomCode, owner: InstanceId | None, asked: ReplyTo) -> None:
        """To the gateway of a command that found no room here."""
        letter = letters.NotHere(
            self._backend.instance, code, owner or "", connection=asked.connection, ack=asked.ack
        )
        self._send(InstanceId(gateway_of(asked.connection)), letter)

    def room_not_here(self, to: InstanceId, code: RoomCode, owner: InstanceId | None) -> None:
        """To a gateway that thinks its people look at a room here."""
        self._send(to, letters.NotHere(self._backend.instance, code, owner or ""))

    def owns(self, to: InstanceId, code: RoomCode, fence: int) -> None:
        self._send(to, letters.Owns(self._backend.instance, code, fence))

    def offer(self, to: InstanceId, code: RoomCode) -> None:
        self._send(to, letters.Offer(self._backend.instance, code))

    def digest(self, to: InstanceId, rooms: Sequence[letters.Looking], *, wants_views: bool) -> None:
        self._send(to, letters.Digest(self._backend.instance, tuple(rooms), wants_views))

    def _send(self, to: InstanceId, letter: letters.AnyLetter) -> None:
        self._backend.send(to, letters.encode(letter))


def told(letter: letters.Command, now: float) -> Told:
    """Raises msgspec.DecodeError: a command that this version does not know."""
    to = ReplyTo(Connection(letter.connection), letter.ack)
    return Told(PlayerId(letter.player), to, now - letter.age_s, _decode_command(letter.command))


def attached(letter: letters.Look) -> Attached:
    return Attached(letter.player, ReplyTo(letter.connection, letter.ack))
