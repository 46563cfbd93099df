"""What an instance makes of the others' letters, and of their death."""

import asyncio

import msgspec
from msgspec.structs import replace

from actors.answers import Code, Refused
from actors.between import ToTable
from actors.clock import Clock
from actors.messages import Attachments, Detached, Digest, GatewayGone, Repair, ReplyTo, RoomCode
from actors.rooms import Rooms
from gateway import letters, mail
from gateway.backend import InstanceId
from gateway.delivery import Post, delivery_of
from gateway.leases import DIGEST_S, Leases
from gateway.metrics import Metrics
from gateway.routing import Router

TOO_OLD_S = 10.0
"""Nobody waits for the answer to such a command any more (`dispatch.UNSURE_S`)."""

Pair = tuple[int, int]
"""(fence, version) of what a room says; it only grows."""

NOTHING_YET: Pair = (0, 0)


class Listening:
    """Implements `backend.Listener`."""

    def __init__(
        self, rooms: Rooms, router: Router, post: Post, sending: mail.Mail, clock: Clock, metrics: Metrics
    ) -> None:
        self._rooms = rooms
        self._router = router
        self._post = post
        self._mail = sending
        self._clock = clock
        self._metrics = metrics
        self._leases = Leases()
        self._digested: set[InstanceId] = set()
        self._highest: dict[RoomCode, Pair] = {}
        self._adopting: set[asyncio.Task[None]] = set()
        self._taken: dict[RoomCode, asyncio.Event] = {}

    def start(self) -> None:
        """Renew the leases of what people here look at, and end those of others, from now on."""
        self._clock.call_at(self._clock.now() + DIGEST_S, self._renew)

    # -- `backend.Listener`

    def heard(self, letter: bytes) -> None:
        self._metrics.letters_read.inc()
        self._metrics.letter_bytes_read.inc(len(letter))
        try:
            read = letters.decode(letter)
        except msgspec.DecodeError:  # of a newer version, say
            self._metrics.letters_refused.labels("unknown").inc()
            return
        match read:
            case letters.Said():
                self._said(read)
            case letters.Digest():
                self._digest(read, InstanceId(read.sender))
            case letters.NotHere() | letters.Owns() | letters.Offer():
                self._owned(read, InstanceId(read.sender))
            case letters.Between(room=room, mail=ToTable(may_open=True) as word):
                self._rooms.tell(room, word)  # nobody has it, and it is to be opened here
            case letters.Between(room=room, mail=word):
                self._router.seek(room, word)
            case _:
                self._asked(read, InstanceId(read.sender))

    def left(self, instance: InstanceId, silent_s: float) -> None:
        self._leases.drop(instance)
        self._rooms.tell_all(GatewayGone(instance, silent_s))
        self._router.has_left(instance)

    def had_gap(self) -> None:
        """Views may be missing, and answers."""
        self._send_digests(wants_views=True)
        self._router.send_again()

    def store_fell_back(self) -> None:
        self._rooms.tell_all(Repair())

    # -- for the drain

    def connections(self, gateway: InstanceId, code: RoomCode) -> int:
        """How many of its connections look at a room here."""
        return self._leases.connections(gateway, code)

    async def until_taken(self, code: RoomCode, within_s: float) -> bool:
        """Whether another instance has said in time that it owns the room."""
        event = self._taken.setdefault(code, asyncio.Event())
        try:
            await asyncio.wait_for(event.wait(), within_s)
        except TimeoutError:
            return False
        finally:
            self._taken.pop(code, None)
        return True

    # -- letters

    def _said(self, said: letters.Said) -> None:
        """What is lower than the highest pair heard is the past; but an answer is an answer."""
        delivery = delivery_of(said)
        if said.fence and (said.frames or said.notices):
            pair = (said.fence, said.version)
            if pair < self._highest.get(said.room, NOTHING_YET):
                delivery = replace(delivery, frames=(), notices=())
            else:
                self._highest[said.room] = pair
        self._post.deliver(delivery)

    def _asked(self, asked: letters.Command | letters.Look | letters.LookAway, gateway: InstanceId) -> None:
        """From a person whose gateway believes the room here."""
        now = self._clock.now()
        match asked:
            case letters.Look(room=room):
                self._leases.look(gateway, room, now)
                self._router.seek(room, mail.attached(asked))
            case letters.LookAway(room=room, player=player, connection=connection, silent_s=silent_s):
                self._router.looks_away(room, Detached(player, connection, silent_s))
            case letters.Command(age_s=age_s) if age_s > TOO_OLD_S:
                self._metrics.letters_refused.labels("old").inc()
            case letters.Command(room=room, connection=connection, ack=ack):
                try:
                    told = mail.told(asked, now)
                except msgspec.DecodeError:
                    self._mail.answer(ReplyTo(connection, ack), Refused(Code.UPDATE))
                else:
                    self._router.seek(room, told)

    def _owned(self, said: letters.NotHere | letters.Owns | letters.Offer, sender: InstanceId) -> None:
        match said:
            case letters.NotHere(room=room, owner=owner):
                self._router.is_mistaken(room, sender, InstanceId(owner) if owner else None)
            case letters.Owns(room=room, fence=fence):
                self._owns(room, sender, fence)
            case letters.Offer(room=room, looking=looking):
                task = asyncio.ensure_future(self._adopt(room, sender, looking))
                self._adopting.add(task)
                task.add_done_callback(self._adopting.discard)

    def _owns(self, code: RoomCode, owner: InstanceId, fence: int) -> None:
        if (taken := self._taken.get(code)) is not None:
            taken.set()
        if (fence, 0) <= self._highest.get(code, NOTHING_YET):
            return  # heard already
        self._highest[code] = (fence, 0)
        if self._rooms.has(code):
            self._rooms.tell(code, Repair())  # whoever is wrong, the save tells
        else:
            self._router.owns(code, owner)

    async def _adopt(self, code: RoomCode, leaving: InstanceId, looking: Attachments) -> None:
        fence = await self._rooms.adopt(code, looking)
        self._router.look_after(code)
        if fence is not None:
            self._mail.owns(leaving, code, fence)  # nobody there may look at the room

    def _digest(self, digest: letters.Digest, gateway: InstanceId) -> None:
        now, looked_at = self._clock.now(), {room.room: len(room.attachments) for room in digest.rooms}
        if digest.wants_views:  # it may be about some of its rooms only
            self._metrics.resyncs.inc(len(looked_at))
            self._leases.add(gateway, looked_at, now)
        else:
            for code in self._leases.renew(gateway, looked_at, now):
                if self._rooms.has(code):
                    self._rooms.tell(code, Digest((), gateway, wants_views=False))
        for looking in digest.rooms:
            message = Digest(looking.attachments, gateway, wants_views=digest.wants_views)
            self._router.seek(looking.room, message)

    # -- leases

    def _renew(self) -> None:
        now = self._clock.now()
        self._clock.call_at(now + DIGEST_S, self._renew)  # first: whatever follows, there is a next time
        self._send_digests(wants_views=False)
        for gateway, silent_s in self._leases.missed(now):
            self._leases.drop(gateway)
            self._rooms.tell_all(GatewayGone(gateway, silent_s))
        self._highest = {c: pair for c, pair in self._highest.items() if self._post.attachments(c)}

    def _send_digests(self, *, wants_views: bool) -> None:
        """One to each owner; an empty one to who owns nothing any more that people here look at."""
        elsewhere = self._router.rooms_elsewhere()
        for owner in self._digested | elsewhere.keys():
            self._mail.digest(owner, elsewhere.get(owner, ()), wants_views=wants_views)
        self._digested = set(elsewhere)
