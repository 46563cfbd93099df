"""Where a message finds its room when rooms live on many instances.

A room here is told at once, without a look-up. One that lives elsewhere gets a letter; what must be answered
is kept and sent again until it is (hazards.md 9). Who owns a room is a belief: when it proves wrong, the
record is read anew, and a room that nobody alive owns is claimed here.
"""

import asyncio
import random
from collections.abc import Sequence
from functools import partial

from actors.answers import Code, Refusal
from actors.clock import Clock
from actors.messages import (
    Attached,
    Attachments,
    Connection,
    Detached,
    Digest,
    Due,
    ReplyTo,
    RoomCode,
    RoomMessage,
    Told,
    gateway_of,
)
from actors.ports import Reply, StoreAway
from actors.rooms import Rooms
from gateway.backend import InstanceId, Owner, SharedBackend
from gateway.dispatch import Dispatch
from gateway.letters import Looking
from gateway.mail import Mail
from gateway.metrics import Metrics
from gateway.unanswered import Unanswered

SPREAD_S = 0.2
"""When an owner has died, the others come for its rooms within this time, not all at once."""
TICK_S = 0.25
WATCH_S = 1.0


class Router:
    """Implements `dispatch.Tables` for the people of this instance, and `delivery.Replies` between rooms and
    dispatch. `dispatch` is set by whoever builds things, because they know each other."""

    dispatch: Dispatch

    def __init__(
        self, rooms: Rooms, backend: SharedBackend, mail: Mail, clock: Clock, metrics: Metrics
    ) -> None:
        self._rooms = rooms
        self._backend = backend
        self._mail = mail
        self._clock = clock
        self._metrics = metrics
        self._owners: dict[RoomCode, InstanceId] = {}
        self._unanswered = Unanswered()
        self._seeking: dict[RoomCode, list[RoomMessage]] = {}
        self._held: dict[RoomCode, list[RoomMessage]] = {}
        self._is_draining = False
        self._next_watch = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        rooms.route = self.tell

    def start(self) -> None:
        """Look after what is not answered and whose owner has gone, from now on."""
        self._tick()

    # -- for dispatch

    def tell(self, code: RoomCode, message: RoomMessage) -> None:
        """To the room, wherever it is. Also takes what a room has not handled because it lives elsewhere now."""
        if self._rooms.has(code):
            self._rooms.tell(code, message)
            return
        match message:
            case Told(reply_to=to) | Attached(reply_to=to):
                if not self._is_mine(to):
                    self._mail.not_here(code, self.owner(code), to)
                elif self.dispatch.waits_for(to) and self._unanswered.keep(code, message, self._clock.now()):
                    self._send(code, message)
            case Detached(connection=connection) if gateway_of(connection) == self._backend.instance:
                self._unanswered.forget(connection)
                self._send(code, message)
            case _:
                pass  # a clock's ring or a gateway's word, which its next owner gets from its own

    async def create(self, game: str, options: bytes) -> RoomCode:
        if self._is_draining:
            raise Refusal(Code.RETRY)  # its client is about to be sent to another instance
        return await self._rooms.create(game, options)

    # -- between rooms and dispatch (`delivery.Replies`)

    def replied(self, reply: Reply) -> None:
        if self._unanswered:
            self._unanswered.answered(reply.to)
        self.dispatch.replied(reply)

    def lost_sight(self, connection: Connection) -> None:
        self.dispatch.lost_sight(connection)

    def attachments(self, code: RoomCode) -> Attachments:
        return self.dispatch.attachments(code)

    # -- what is known of owners

    def owner(self, code: RoomCode) -> InstanceId | None:
        """Who is thought to own a room, if not this instance."""
        return self._owners.get(code)

    def owns(self, code: RoomCode, owner: InstanceId) -> None:
        """A room has a new owner: it gets what waits."""
        self._owners[code] = owner
        if code not in self._held:
            self.look_after(code)

    def is_mistaken(self, code: RoomCode, sender: InstanceId, owner: InstanceId | None) -> None:
        """`sender` does not own the room; it says who does."""
        if self._owners.get(code) in {None, sender}:
            if owner in {None, sender, self._backend.instance} or not self._backend.is_alive(owner):
                self._owners.pop(code, None)
            else:
                self._owners[code] = owner

    def has_left(self, instance: InstanceId) -> None:
        """Its rooms are looked up, and claimed if nobody else has been quicker."""
        orphans = [code for code, owner in self._owners.items() if owner == instance]
        now = self._clock.now()
        for code in orphans:
            del self._owners[code]
            self._clock.call_at(now + SPREAD_S * random.random(), partial(self.look_after, code))  # noqa: S311 - no secret

    def look_after(self, code: RoomCode) -> None:
        """Send again what waits for a room; where somebody here looks at it, see that it lives."""
        if self._rooms.has(code):
            for message in self._unanswered.take_home(code):
                self._rooms.tell(code, message)
            return
        if self.dispatch.attachments(code):
            self._send(code, Due())
        for message in self._unanswered.of(code):
            self.tell(code, message)

    def send_again(self) -> None:
        """Answers may have been lost."""
        for code in self._unanswered.rooms():
            for message in self._unanswered.of(code):
                self.tell(code, message)

    def rooms_elsewhere(self) -> dict[InstanceId, list[Looking]]:
        """What people of this instance look at, by owner. Those who are about to are among them."""
        found: dict[InstanceId, list[Looking]] = {}
        for code in dict.fromkeys([*self.dispatch.rooms_looked_at(), *self._unanswered.rooms()]):
            owner = self._owners.get(code)
            if owner is not None and not self._rooms.has(code):
                found.setdefault(owner, []).append(self._looking(code))
        return found

    # -- the drain

    def drain(self) -> None:
        """Claim no room any more, if there is anybody else."""
        self._is_draining = True
        self._rooms.stop_sweeping()

    def others(self) -> list[InstanceId]:
        """Who could take a room."""
        me = self._backend.instance
        return [m.instance for m in self._backend.members() if m.instance != me and not m.is_draining]

    def hold(self, code: RoomCode) -> None:
        """Its room is being handed over: messages wait."""
        self._held.setdefault(code, [])

    def let_go(self, code: RoomCode, to: InstanceId | None) -> None:
        """It lives there now, or will at once; None if nobody has it."""
        held = self._held.pop(code, [])
        for message in held:
            if to is None:
                self.seek(code, message)
            elif not self._is_kept(message):
                self._pass_on(to, code, message)
        if to is not None:
            self.owns(code, to)

    # -- finding

    def seek(self, code: RoomCode, message: RoomMessage) -> None:
        """To the room by its record, read anew; also from a gateway that believes it here."""
        if self._rooms.has(code):
            self._tell_here(code, message)
        elif code in self._held:
            self._held[code].append(message)
        elif (waiting := self._seeking.get(code)) is not None:
            waiting.append(message)
        else:
            self._seeking[code] = [message]
            self._metrics.rooms_sought.inc()
            task = asyncio.ensure_future(self._seek(code))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _send(self, code: RoomCode, message: RoomMessage) -> None:
        owner = self._owners.get(code)
        if owner is not None and self._backend.is_alive(owner) and code not in self._held:
            self._pass_on(owner, code, message)
        else:
            self.seek(code, message)

    async def _seek(self, code: RoomCode) -> None:
        try:
            owner = await self._backend.owner_of(code)
        except StoreAway:
            del self._seeking[code]  # what waits is asked for again by and by
            return
        messages = self._seeking.pop(code)
        if self._rooms.has(code) or code in self._held:
            for message in messages:
                self.seek(code, message)
        elif (found := self._found(code, owner)) is not None:
            self._owners[code] = found
            for message in messages:
                self._pass_on(found, code, message)
        else:
            self._owners.pop(code, None)
            self._claim(code, messages)

    def _found(self, code: RoomCode, owner: Owner | None) -> InstanceId | None:
        """Whom to ask; None if the room is to be brought here, or does not exist."""
        if owner is None:
            return None
        is_mine = owner.instance == self._backend.instance
        if owner.instance and not is_mine and self._backend.is_alive(owner.instance):
            return owner.instance
        if self._is_draining and (others := self.others()):
            taker = random.choice(others)  # noqa: S311 - no secret
            self._mail.offer(taker, code)  # arrives before what follows
            return taker
        return None

    def _claim(self, code: RoomCode, messages: Sequence[RoomMessage]) -> None:
        for message in messages:
            if not isinstance(message, Detached):  # nobody is attached to a room that has just come
                self._tell_here(code, message)

    def _tell_here(self, code: RoomCode, message: RoomMessage) -> None:
        if isinstance(message, Told | Attached):
            self._unanswered.is_home(message.reply_to.connection)
        self._rooms.tell(code, message)

    def _pass_on(self, to: InstanceId, code: RoomCode, message: RoomMessage) -> None:
        match message:
            case Told(reply_to=asked) | Attached(reply_to=asked) if not self._is_mine(asked):
                self._mail.not_here(code, to, asked)
            case Told() | Attached() | Detached():
                self._metrics.commands_routed.inc()
                self._mail.hand_on(to, code, message)
            case Digest(gateway=gateway) if gateway:
                self._mail.room_not_here(InstanceId(gateway), code, to)
            case Due():
                self._metrics.resyncs.inc()
                self._mail.digest(to, [self._looking(code)], wants_views=True)
            case _:
                pass

    def _is_mine(self, to: ReplyTo) -> bool:
        return gateway_of(to.connection) == self._backend.instance

    def _is_kept(self, message: RoomMessage) -> bool:
        return isinstance(message, Told | Attached) and self._is_mine(message.reply_to)

    def _looking(self, code: RoomCode) -> Looking:
        attaching = [m for m in self._unanswered.of(code) if isinstance(m, Attached)]
        pairs = [*self.dispatch.attachments(code), *((m.player, m.reply_to.connection) for m in attaching)]
        return Looking(code, tuple(dict.fromkeys(pairs)))

    # -- what is late

    def _tick(self) -> None:
        now = self._clock.now()
        for code in self._unanswered.rooms():
            if self._rooms.has(code):  # it has come here, for its clock or by another's wish
                self.look_after(code)
        for sent in self._unanswered.overdue(now):
            if not self.dispatch.waits_for(sent.message.reply_to):
                self._unanswered.forget(sent.message.reply_to.connection)
            elif not self._rooms.has(sent.code) and sent.code not in self._seeking:
                self._metrics.commands_resent.inc()
                self._owners.pop(sent.code, None)
                self.seek(sent.code, sent.message)
        if now >= self._next_watch:
            self._next_watch = now + WATCH_S
            self._watch()
        self._clock.call_at(now + TICK_S, self._tick)

    def _watch(self) -> None:
        """A room that somebody here looks at has an owner; one that nobody looks at is forgotten."""
        looked_at = self.dispatch.rooms_looked_at()
        for code in looked_at:
            if code not in self._owners and not self._rooms.has(code) and code not in self._held:
                self.seek(code, Due())
        for code in self._owners.keys() - set(looked_at):
            if code not in self._unanswered:
                del self._owners[code]
