"""Where a message finds its room when rooms live on many instances.

A room here is told at once, without a look-up. One that lives elsewhere gets a letter; what must be answered
is kept and sent again until it is (hazards.md 9). Who owns a room is a belief: when it proves wrong, the
record is read anew, and a room that nobody alive owns is claimed here.
"""

import asyncio
import random
from collections.abc import Sequence
from functools import partial

from actors.answers import Code, Refusal, Refused
from actors.between import NoTable, Reported, ToTable
from actors.clock import Clock
from actors.messages import (
    Attached,
    Attachments,
    Connection,
    Detached,
    Due,
    PlayerId,
    RoomCode,
    RoomMessage,
    Told,
    gateway_of,
)
from actors.ports import Reply, StoreAway
from actors.rooms import Rooms
from gateway.backend import InstanceId, Owner, SharedBackend
from gateway.dispatch import UNSURE_S, Dispatch
from gateway.forwarding import Forwarding
from gateway.letters import Looking
from gateway.logs import EventLog
from gateway.mail import Mail
from gateway.metrics import Metrics
from gateway.owners import Owners
from gateway.placing import Placing
from gateway.unanswered import RESEND_S, Sent, Unanswered
from gateway.waiting import Waiting

log = EventLog("router")

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
        self._owners = Owners(backend.instance, backend.is_alive)
        self._unanswered = Unanswered()
        self._waiting = Waiting()
        self._placing = Placing()
        self._forwarding = Forwarding(backend.instance, mail, metrics, self._unanswered, self.attachments)
        self._is_draining = False
        self._next_watch = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        rooms.route = self._comes_back

    def start(self) -> None:
        """Look after what is not answered and whose owner has gone, from now on."""
        self._tick()

    # -- for dispatch

    def tell(self, code: RoomCode, message: RoomMessage) -> None:
        """To the room, wherever it is."""
        if self._rooms.has(code):
            self._rooms.tell(code, message)
            return
        match message:
            case Told(reply_to=to) | Attached(reply_to=to):
                if not self._forwarding.is_mine(to):
                    self._mail.not_here(code, self._owners.of(code), to)
                elif self.dispatch.waits_for(to) and self._unanswered.keep(code, message, self._clock.now()):
                    self._send(code, message)
            case Detached(connection=connection) if gateway_of(connection) == self._backend.instance:
                self._unanswered.forget(connection)
                self._send(code, message)
            case ToTable() | Reported() | NoTable():
                self._send(code, message)
            case _:
                pass  # a clock's ring or a gateway's word, which its next owner gets from its own

    def _comes_back(self, code: RoomCode, message: RoomMessage) -> None:
        """From a room that has not handled it, because it lives elsewhere now. Or it has, and its save was taken
        for lost: nobody can say any more that nothing has happened."""
        self.tell(code, message)
        if isinstance(message, Told | Attached):
            self._unanswered.has_left(message)

    async def create(self, game: str, options: bytes) -> RoomCode:
        if self._is_draining:
            raise Refusal(Code.RETRY)  # its client is about to be sent to another instance
        return await self._rooms.create(game, options)

    async def create_hall(self, game: str, options: bytes, organiser: PlayerId) -> RoomCode:
        if self._is_draining:
            raise Refusal(Code.RETRY)
        return await self._rooms.create_hall(game, options, organiser)

    # -- between rooms and dispatch (`delivery.Replies`)

    def replied(self, reply: Reply) -> None:
        if self._unanswered and (sent := self._unanswered.answered(reply.to)):
            self._waiting.withdraw(sent.code, reply.to)
        self.dispatch.replied(reply)

    def lost_sight(self, connection: Connection) -> None:
        self.dispatch.lost_sight(connection)

    def attachments(self, code: RoomCode) -> Attachments:
        return self.dispatch.attachments(code)

    # -- what is heard of owners

    def owns(self, code: RoomCode, owner: InstanceId) -> None:
        """A room has a new owner: it gets what waits."""
        self._owners.learn(code, owner)
        if not self._waiting.is_held(code):
            self.look_after(code)

    def is_mistaken(self, code: RoomCode, sender: InstanceId, owner: InstanceId | None) -> None:
        """`sender` does not own the room; it says who does. What waits goes there."""
        self._owners.is_mistaken(code, sender, owner)
        self.look_after(code)

    def has_left(self, instance: InstanceId) -> None:
        """Its rooms are looked up, and claimed if nobody else has been quicker."""
        now = self._clock.now()
        for code in self._owners.gone_with(instance):
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
            owner = self._owners.of(code)
            if owner is not None and not self._rooms.has(code):
                found.setdefault(owner, []).append(self._forwarding.looking(code))
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
        self._waiting.hold(code)

    def let_go(self, code: RoomCode, to: InstanceId | None) -> None:
        """It lives there now, or will at once; None if nobody has it."""
        for message in self._waiting.let_go(code):
            if to is None:
                self.seek(code, message)
            elif not self._is_kept(message):
                self._forwarding.pass_on(to, code, message)
        if to is not None:
            self.owns(code, to)

    # -- finding

    def seek(self, code: RoomCode, message: RoomMessage) -> None:
        """To the room by its record, read anew; also from a gateway that believes it here."""
        if self._rooms.has(code):
            self._tell_here(code, message)
            return
        is_first = code not in self._waiting
        self._waiting.add(code, message)
        if is_first:
            self._metrics.rooms_sought.inc()
            task = asyncio.ensure_future(self._seek(code))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def looks_away(self, code: RoomCode, message: Detached) -> None:
        """Somebody at another gateway; a room is not brought here for a goodbye."""
        if self._rooms.has(code):
            self._rooms.tell(code, message)
        elif code in self._waiting:
            self._waiting.add(code, message)

    def _send(self, code: RoomCode, message: RoomMessage) -> None:
        owner = self._owners.living(code)
        if owner is not None and code not in self._waiting:
            self._forwarding.pass_on(owner, code, message)
        else:
            self.seek(code, message)

    async def _seek(self, code: RoomCode) -> None:
        try:
            owner = await self._backend.owner_of(code)
        except Exception as error:
            self._waiting.found(code)  # what is to be answered is asked for again by and by
            if not isinstance(error, StoreAway):
                log.exception("room_not_sought", room=code)
            return
        messages = self._waiting.found(code)
        if self._rooms.has(code) or self._waiting.is_held(code):
            for message in messages:
                self.seek(code, message)
        elif (found := self._found(code, owner)) is not None:
            if self._owners.of(code) != found and self.dispatch.attachments(code):
                messages.append(Due())  # whoever looks at it here is not known there yet
            self._owners.learn(code, found)
            for message in messages:
                self._forwarding.pass_on(found, code, message)
        else:
            self._owners.forget(code)
            if owner is None:
                self._forwarding.is_gone(code, messages)
                messages = self._placed(code, messages)
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

    def _placed(self, code: RoomCode, messages: list[RoomMessage]) -> list[RoomMessage]:
        """A hall's new table goes to whoever has most room; what is left is for this instance."""
        left = []
        for message in messages:
            taker: InstanceId | None = None
            if isinstance(message, ToTable) and message.may_open:
                taker = self._placing.choose(code, self._backend.members())
            if taker is None or taker == self._backend.instance:
                left.append(message)
            else:
                self._forwarding.pass_on(taker, code, message)
        return left

    def _claim(self, code: RoomCode, messages: Sequence[RoomMessage]) -> None:
        if any(not isinstance(message, Detached) for message in messages):  # not for goodbyes alone
            for message in messages:
                self._tell_here(code, message)

    def _tell_here(self, code: RoomCode, message: RoomMessage) -> None:
        if isinstance(message, Told | Attached):
            self._unanswered.is_home(message)
        self._rooms.tell(code, message)

    def _is_kept(self, message: RoomMessage) -> bool:
        return isinstance(message, Told | Attached) and self._forwarding.is_mine(message.reply_to)

    # -- what is late

    def _tick(self) -> None:
        now = self._clock.now()
        self._clock.call_at(now + TICK_S, self._tick)  # first: whatever follows, there is a next time
        for code in self._unanswered.rooms():
            if self._rooms.has(code):  # it has come here, for its clock or by another's wish
                self.look_after(code)
        sought = self._waiting.rooms()  # before this round: what is late for one room goes out together
        for sent in self._unanswered.overdue(now):
            if not self.dispatch.waits_for(sent.message.reply_to):
                self._unanswered.forget(sent.message.reply_to.connection)
            elif not self._rooms.has(sent.code):
                self._ask_again(sent, now, is_sought=sent.code in sought)
        if now >= self._next_watch:
            self._next_watch = now + WATCH_S
            self._watch()

    def _ask_again(self, sent: Sent, now: float, *, is_sought: bool) -> None:
        if not sent.has_left and now + RESEND_S + TICK_S > sent.since + UNSURE_S:
            # Nobody has been told of it, and the next look comes too late: for certain nothing has happened.
            self.replied(Reply(sent.message.reply_to, Refused(Code.UNAVAILABLE)))
        elif not is_sought:
            self._metrics.commands_resent.inc()
            self._owners.forget(sent.code)
            self.seek(sent.code, sent.message)

    def _watch(self) -> None:
        """A room that somebody here looks at has an owner; one that nobody looks at is forgotten."""
        looked_at = self.dispatch.rooms_looked_at()
        for code in looked_at:
            if code not in self._owners and not self._rooms.has(code) and code not in self._waiting:
                self.seek(code, Due())
        self._owners.keep_only({*looked_at, *self._unanswered.rooms()})
