"""From a connection's command to the room, and the answer back: decode, limit, route.

Nothing here awaits and nothing knows a game. A connection has one command on its way and a few
waiting behind it, so that a resend cannot overtake (hazards.md 5); each is answered exactly once,
after ten seconds with `unsure` if need be.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Protocol

import msgspec
from prometheus_client import Counter

from actors.answers import PASSING, Answer, Applied, Code, Refusal, Refused, encode_answer
from actors.clock import Clock
from actors.codes import is_code, is_hall_code
from actors.hall_commands import LeaveHall
from actors.messages import (
    Attached,
    Attachments,
    Connection,
    Detached,
    Join,
    OpenAnother,
    PlayerId,
    ReplyTo,
    RoomCode,
    RoomMessage,
    Told,
)
from actors.ports import Reply
from gateway import sessions, wire
from gateway.guessing import Guessing
from gateway.limits import Limiter, Rates
from gateway.metrics import Metrics
from gateway.peer import Flight, Peer
from gateway.socket_server import ConnectionId

WAITING_BEHIND = 16
UNSURE_S = 10.0
TICK_S = 1.0


class Sockets(Protocol):
    """What is needed of `SocketServer`."""

    def answer(self, connection: ConnectionId, ack_id: int, body: bytes) -> None: ...


class Tables(Protocol):
    """Where rooms are reached: `Rooms` itself, or a `Router` where they may live on another instance."""

    def tell(self, code: RoomCode, message: RoomMessage) -> None: ...

    async def create(self, game: str, options: bytes) -> RoomCode:
        """Raises Refusal."""
        ...

    async def create_hall(self, game: str, options: bytes, organiser: PlayerId) -> RoomCode:
        """Raises Refusal."""
        ...


class Dispatch:
    """Implements `socket_server.Application`; `replied` takes the rooms' answers."""

    def __init__(
        self, rooms: Tables, sockets: Sockets, clock: Clock, metrics: Metrics, rates: Rates | None = None
    ) -> None:
        self._rooms = rooms
        self._sockets = sockets
        self._clock = clock
        self._metrics = metrics
        rates = rates or Rates()
        self._by_player = Limiter(rates.player, clock.now)
        self._by_room = Limiter(rates.room, clock.now)
        self._by_hall = Limiter(rates.hall, clock.now)
        self._by_address = Limiter(rates.address, clock.now)
        self._creating_player = Limiter(rates.create_player, clock.now)
        self._creating_address = Limiter(rates.create_address, clock.now)
        self._guessing = Guessing(rates.wrong_codes, clock)
        self._peers: dict[ConnectionId, Peer] = {}
        self._looking_at: dict[RoomCode, dict[Peer, None]] = {}
        self._in_flight: OrderedDict[ConnectionId, float] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._applied: dict[str, Counter] = {}  # children of a metric, which are slow to look up
        self._is_ticking = False

    # -- connections (`socket_server.Application`)

    def opened(self, connection: ConnectionId, auth: bytes, address: str) -> bool:
        try:
            given = wire.decode_auth(auth)
        except msgspec.DecodeError:
            return False
        new_secret = sessions.new_secret() if given.secret is None else None
        player = sessions.player_id(given.secret or new_secret or "")
        self._peers[connection] = Peer(
            connection, player, address, new_secret, is_outdated=given.protocol != wire.PROTOCOL
        )
        return True

    def closed(self, connection: ConnectionId, silent_for_s: float) -> None:
        peer = self._peers.pop(connection)
        self._in_flight.pop(connection, None)
        flight = peer.in_flight
        rooms = {peer.room, flight.attaching_to if flight is not None else None}
        self._look_at(peer, None)
        for room in rooms:
            if room is not None:
                self._rooms.tell(room, Detached(peer.player, Connection(connection), silent_for_s))

    def command(self, connection: ConnectionId, ack_id: int, body: bytes) -> None:
        peer = self._peers[connection]
        if not (self._by_player.allow(peer.player) and self._by_address.allow(peer.address)):
            self._answer_out_of_turn(peer, ack_id, Code.SLOW_DOWN)
        elif peer.in_flight is None:
            self._hand_on(peer, ack_id, body, self._clock.now())
        elif len(peer.waiting) < WAITING_BEHIND:
            peer.waiting.append((ack_id, body, self._clock.now()))
        else:
            self._answer_out_of_turn(peer, ack_id, Code.BUSY)

    # -- answers

    def replied(self, reply: Reply) -> None:
        """A room's answer. One that comes after `unsure` is dropped: the client asks again by id."""
        if self.waits_for(reply.to):
            self._answer(self._peers[ConnectionId(reply.to.connection)], reply.answer)

    def lost_sight(self, connection: Connection) -> None:
        """A room has told this connection that it shows it nothing more."""
        peer = self._peers.get(ConnectionId(connection))
        if peer is not None:
            self._look_at(peer, None)

    def attachments(self, code: RoomCode) -> Attachments:
        """The connections that look at this room, for a new incarnation of it."""
        return tuple((peer.player, Connection(peer.connection)) for peer in self._looking_at.get(code, ()))

    def rooms_looked_at(self) -> list[RoomCode]:
        return list(self._looking_at)

    def waits_for(self, to: ReplyTo) -> bool:
        """Whether this answer is still wanted: the connection is there, and `unsure` has not been said."""
        peer = self._peers.get(ConnectionId(to.connection))
        return peer is not None and peer.in_flight is not None and peer.in_flight.ack == to.ack

    def _look_at(self, peer: Peer, room: RoomCode | None) -> None:
        if peer.room is not None:
            others = self._looking_at[peer.room]
            del others[peer]
            if not others:
                del self._looking_at[peer.room]
        peer.room = room
        if room is not None:
            self._looking_at.setdefault(room, {})[peer] = None

    def _answer(self, peer: Peer, answer: Answer | wire.Welcome) -> None:
        flight = peer.in_flight
        if flight is None:
            return
        peer.in_flight = None
        self._in_flight.pop(peer.connection, None)
        if flight.attaching_to is not None:
            self._attached(peer, flight.attaching_to, answer)
        self._count(flight.type, answer)
        self._metrics.command_seconds.observe(self._clock.now() - flight.since)
        self._sockets.answer(peer.connection, flight.ack, encode_answer(answer))
        while peer.waiting and peer.in_flight is None and peer.connection in self._peers:
            self._hand_on(peer, *peer.waiting.popleft())

    def _answer_out_of_turn(self, peer: Peer, ack_id: int, code: Code) -> None:
        refused = Refused(code)
        self._count("unknown", refused)
        self._sockets.answer(peer.connection, ack_id, encode_answer(refused))

    def _count(self, command: str, answer: Answer | wire.Welcome) -> None:
        if isinstance(answer, Refused):
            self._metrics.commands.labels(command, "refused").inc()
            code = answer.code if answer.code in _COUNTED_CODES else "rule"
            self._metrics.refusals.labels(code).inc()
            return
        counter = self._applied.get(command)
        if counter is None:
            counter = self._applied[command] = self._metrics.commands.labels(command, "applied")
        counter.inc()

    # -- routing

    def _hand_on(self, peer: Peer, ack_id: int, body: bytes, received: float) -> None:
        """`received` is the stamp that decides "too late", however long it waited here."""
        flight = Flight(ack_id, self._clock.now())
        peer.in_flight = flight
        self._in_flight[peer.connection] = flight.since
        self._tick()
        if peer.is_outdated:
            self._answer(peer, Refused(Code.UPDATE))
            return
        try:
            message = wire.decode_message(body)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            self._answer(peer, Refused(Code.MALFORMED))
            return
        flight.type = type(message).__name__.lower()
        to = ReplyTo(Connection(peer.connection), ack_id)
        match message:
            case wire.Hello():
                self._answer(peer, self._welcome(peer))
            case wire.Create(game=game, options=options):
                self._create(peer, flight, self._rooms.create(game, bytes(options)))
            case wire.OpenHall(game=game, options=options):
                self._create(peer, flight, self._rooms.create_hall(game, bytes(options), peer.player))
            case wire.Attach(room=room):
                self._attach(peer, flight, room, Attached(peer.player, to))
            case wire.Detach():
                self._leave_room(peer)
                self._answer(peer, Applied(0, 0))
            case _:
                self._tell(peer, Told(peer.player, to, received, message))

    def _tell(self, peer: Peer, told: Told) -> None:
        """To the room or the hall that the connection looks at."""
        if peer.room is None:
            self._answer(peer, Refused(Code.NOT_ATTACHED))
        elif (isinstance(told.command, OpenAnother) and not self._may_create(peer)) or not self._takes(
            peer.room, told
        ):
            self._answer(peer, Refused(Code.SLOW_DOWN))
        else:
            self._rooms.tell(peer.room, told)

    def _takes(self, code: RoomCode, told: Told) -> bool:
        """Whether this room or hall is asked for no more than it bears."""
        if not is_hall_code(code):
            return self._by_room.allow(code)
        return not isinstance(told.command, Join | LeaveHall) or self._by_hall.allow(code)

    def _welcome(self, peer: Peer) -> wire.Welcome:
        return wire.Welcome(player=peer.player, protocol=wire.PROTOCOL, secret=peer.new_secret)

    def _leave_room(self, peer: Peer) -> None:
        if peer.room is not None:
            self._rooms.tell(peer.room, Detached(peer.player, Connection(peer.connection), 0.0))
            self._look_at(peer, None)

    def _attach(self, peer: Peer, flight: Flight, code: str, message: Attached) -> None:
        room = RoomCode(code)
        if peer.room is not None and peer.room != room:
            self._leave_room(peer)
        if not (is_code(room) or is_hall_code(room)):
            self._guessing.was_wrong(peer.address, peer.player, room)
            self._answer(peer, Refused(Code.NO_ROOM))
        elif self._guessing.must_wait(peer.address, peer.player, room):
            self._answer(peer, Refused(Code.SLOW_DOWN))
        else:
            flight.attaching_to = room
            self._rooms.tell(room, message)

    def _attached(self, peer: Peer, room: RoomCode, answer: Answer | wire.Welcome) -> None:
        if isinstance(answer, Applied):
            self._look_at(peer, room)
            self._guessing.was_right(peer.player, room)
        elif isinstance(answer, Refused) and answer.code == Code.NO_ROOM:
            self._guessing.was_wrong(peer.address, peer.player, room)
        elif isinstance(answer, Refused) and answer.code in PASSING and peer.room != room:
            # the room may have taken it in all the same, and would wait for its end for ever
            self._rooms.tell(room, Detached(peer.player, Connection(peer.connection), 0.0))

    def _create(self, peer: Peer, flight: Flight, creating: Coroutine[object, object, RoomCode]) -> None:
        if not self._may_create(peer):
            creating.close()
            self._answer(peer, Refused(Code.SLOW_DOWN))
            return
        task = asyncio.ensure_future(self._create_and_answer(peer, flight, creating))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _create_and_answer(
        self, peer: Peer, flight: Flight, creating: Coroutine[object, object, RoomCode]
    ) -> None:
        answer: Answer
        try:
            answer = Applied(0, 0, await creating)
        except Refusal as refusal:
            answer = refusal.answer
        if peer.in_flight is flight:  # else `unsure` was said in the meantime
            self._answer(peer, answer)

    def _may_create(self, peer: Peer) -> bool:
        return self._creating_player.allow(peer.player) and self._creating_address.allow(peer.address)

    # -- what is not answered

    def _tick(self) -> None:
        if not self._is_ticking:
            self._is_ticking = True
            self._clock.call_at(self._clock.now() + TICK_S, self._give_up)

    def _give_up(self) -> None:
        """Say `unsure` to whoever has waited for ten seconds."""
        self._is_ticking = False
        now = self._clock.now()
        while self._in_flight:
            connection, since = next(iter(self._in_flight.items()))
            if now - since < UNSURE_S:
                self._tick()
                return
            self._answer(self._peers[connection], Refused(Code.UNSURE))


_COUNTED_CODES = frozenset(Code)
