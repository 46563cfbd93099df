"""The supervisor of rooms: code -> actor, activation, failure, the sweep. Gateways know nothing else.

Activation is single-flight: two gateways' first commands make one actor. Each one takes a new
fence before it loads, also a restart within one process, so a commit of an earlier incarnation can
not land any more (hazards.md 1, 7).
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Protocol

import msgspec
import pykka
from msgspec.structs import replace

from actors import play, timers
from actors.answers import Code, Refusal, Refused
from actors.clock import Clock, Handle
from actors.codes import new_code
from actors.messages import (
    Attached,
    Attachments,
    Digest,
    Due,
    PlayerId,
    RoomCode,
    RoomMessage,
    Spawned,
    Told,
)
from actors.ports import Commit, CommitResult, Delivery, Elsewhere, HandedOver, Reply, RoomStore, StoreAway
from actors.room import RoomActor
from actors.runtime import stop_all
from actors.state import SNAPSHOT_VERSION, RoomState, Saved, decode_snapshot, encode_snapshot
from engines.core import AnyEngine

log = logging.getLogger("kortlek.rooms")

CODE_TRIES = 8
COMMANDS_WAITING = 64
COMMANDS_WAITING_OF_ONE = 8
FAILURES_BEFORE_PARKING = 3
FAILURE_WINDOW_S = 60.0
PARKED_S = 600.0
STOP_S = 3.0
MOST_ROOMS = 20_000
SWEEP_S = 30.0
SWEEP_ROOMS = 10_000
WAKE_A_SWEEP = 200
"""Rooms woken in one sweep; the rest are as due half a minute later."""


Route = Callable[[RoomCode, RoomMessage], None]


class Outlet(Protocol):
    """The gateway, as rooms see it."""

    def deliver(self, delivery: Delivery) -> None:
        """Send what needs no save."""
        ...

    def attachments(self, code: RoomCode) -> Attachments:
        """The connections here that look at this room."""
        ...


class Counters(Protocol):
    """What the supervisor reports; the gateway makes metrics of it."""

    def room_failed(self, where: str) -> None: ...

    def commit_ended(self, result: CommitResult) -> None: ...


class Rooms:
    """All rooms of this instance. Implements `ports.RoomPort` for its actors."""

    def __init__(
        self,
        store: RoomStore,
        outlet: Outlet,
        engines: Mapping[str, AnyEngine],
        clock: Clock,
        counters: Counters,
        new_secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        sweep_s: float = SWEEP_S,
    ) -> None:
        self._store = store
        self._outlet = outlet
        self._engines = engines
        self._clock = clock
        self._counters = counters
        self._new_secret = new_secret
        self._sweep_s = sweep_s
        self.route: Route = self.tell
        """Where messages go that have found no room here; by default their room is brought here."""
        self._live: dict[RoomCode, tuple[pykka.ActorRef[RoomActor], int]] = {}
        self._starting: dict[RoomCode, list[RoomMessage]] = {}
        self._handing_over: dict[RoomCode, Attachments] = {}
        self._failures: dict[RoomCode, deque[float]] = {}
        self._parked: dict[RoomCode, float] = {}
        self._is_stopping = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweep: Handle | None = None

    def __len__(self) -> int:
        return len(self._live)

    @property
    def parked(self) -> int:
        return len(self._parked)

    # -- for the gateway

    def start(self) -> None:
        """Begin to look after rooms whose time has come while nobody owned them."""
        self._keep_sweeping()

    def stop_sweeping(self) -> None:
        """Bring no room here any more that nobody asks for."""
        if self._sweep is not None:
            self._sweep.cancel()

    async def stop(self) -> None:
        """Finish what is being saved and end every actor, within three seconds; the records stay."""
        self.stop_sweeping()
        self._is_stopping = True
        await stop_all(STOP_S)  # one that cannot save by then has acknowledged nothing of it
        for task in self._tasks:
            task.cancel()

    def has(self, code: RoomCode) -> bool:
        """Whether the room lives here, or is about to."""
        return code in self._live or code in self._starting

    def live(self) -> list[RoomCode]:
        return list(self._live)

    def tell_all(self, message: RoomMessage) -> None:
        """To every room that lives here; none is woken."""
        for ref, _ in list(self._live.values()):
            ref.tell(message)

    async def hand_over(self, code: RoomCode) -> HandedOver | None:
        """End the room here once what it has begun is saved; None if it did not live here. What it has not
        handled is routed."""
        live = self._live.get(code)
        if live is None:
            return None
        ref, fence = live
        self._handing_over[code] = ()
        try:
            await ref.stop(block=False)
        finally:
            looking = self._handing_over.pop(code)
        return HandedOver(fence, looking)

    async def adopt(self, code: RoomCode, looking: Attachments = ()) -> int | None:
        """Bring a room here that another instance offers, and who looked at it there; the fence under which it
        lives here, None if it does not, or not yet."""
        if not self.has(code) and not self._is_stopping:
            self._starting[code] = [Digest(looking, wants_views=False), Due()]
            await self._activate(code)
        live = self._live.get(code)
        return None if live is None else live[1]

    def tell(self, code: RoomCode, message: RoomMessage) -> None:
        """Hand a message to a room, waking it if need be. Commands and attachments are always answered."""
        live = self._live.get(code)
        if self._is_stopping:
            self._refuse([message], Code.RETRY)
        elif self._is_parked(code):
            self._refuse([message], Code.BROKEN)
        elif code in self._starting:
            self._starting[code].append(message)
        elif live is None:
            self._starting[code] = [message]
            self._run(self._activate(code))
        elif isinstance(message, Told) and self._is_crowded(live[0], message.player):
            self._refuse([message], Code.BUSY)
        else:
            live[0].tell(message)

    async def create(self, game: str, options: bytes) -> RoomCode:
        """Open a room and save it. Raises Refusal."""
        engine = self._engines.get(game)
        if engine is None:
            raise Refusal(Code.NO_SUCH_GAME)
        whole = play.whole_options(engine, options)
        if len(self._live) >= MOST_ROOMS:
            raise Refusal(Code.BUSY)
        for _ in range(CODE_TRIES):
            code = new_code()
            now = self._clock.now()
            state = RoomState(code=code, game_name=game, options=whole)
            state = timers.stop(state, now)
            saved = Saved(SNAPSHOT_VERSION, now, state)
            snapshot = encode_snapshot(saved)
            try:
                fence = await self._store.create(code, snapshot, timers.look_again(state, now))
            except StoreAway as error:
                raise Refusal(Code.UNAVAILABLE) from error
            if fence is not None:
                self._animate(saved, fence)
                return code
        raise Refusal(Code.UNAVAILABLE)

    # -- for the rooms (`ports.RoomPort`)

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        def count(result: CommitResult) -> None:
            self._counters.commit_ended(result)
            done(result)

        self._store.commit(commit, count)

    def deliver(self, delivery: Delivery, lost: Callable[[], None] | None = None) -> None:
        if lost is None or not delivery.fence:
            self._outlet.deliver(delivery)
        else:
            self._store.speak(delivery, lost)

    def spawn(self, origin: RoomCode, game: str, options: bytes) -> None:
        self._run(self._spawn(origin, game, options))

    def new_secret(self) -> bytes:
        return self._new_secret()

    def failed(self, where: str) -> None:
        self._counters.room_failed(where)

    def moved(self, code: RoomCode, messages: Sequence[RoomMessage]) -> None:
        for message in messages:
            self.route(code, message)

    def ended(self, code: RoomCode, fence: int, looking: Attachments, *, has_failed: bool) -> None:
        live = self._live.get(code)
        if live is not None and live[1] == fence:
            del self._live[code]
        if code in self._handing_over:
            self._handing_over[code] = looking
        if has_failed:
            self._counters.room_failed("actor")
            self._note_failure(code)
            if self._outlet.attachments(code):  # they wait for its clocks, not only for its answers
                self.tell(code, Due())

    # -- activation

    async def _activate(self, code: RoomCode) -> None:
        try:
            claim = await self._store.claim(code)
            if claim is None:
                self._refuse(self._starting.pop(code), Code.NO_ROOM)
                return
            if isinstance(claim, Elsewhere):
                self.moved(code, self._starting.pop(code))
                return
            self._animate(self._load(claim.snapshot), claim.fence)
            if attachments := self._outlet.attachments(code):
                self._live[code][0].tell(Digest(attachments))
        except StoreAway:
            self._refuse(self._starting.pop(code), Code.UNAVAILABLE)
            return
        except Exception:
            log.exception("room_not_loaded", extra={"fields": {"room": code}})
            self._counters.room_failed("load")
            self._note_failure(code)
            self._refuse(self._starting.pop(code), Code.RETRY)
            return
        for message in self._starting.pop(code):
            self.tell(code, message)

    def _load(self, snapshot: bytes) -> Saved:
        """A saved room; its game's state is decoded by its engine. A game that no engine of today can
        read is given up, the room and its chairs stay."""
        saved = decode_snapshot(snapshot)
        room = saved.room
        if room.game is None:
            return saved
        engine = self._engines[room.game_name]
        if room.game.engine_version != engine.version:
            log.error("game_of_another_version", extra={"fields": {"room": room.code}})
            return replace(saved, room=play.to_lobby(room))
        state = msgspec.convert(room.game.state, engine.State)
        return replace(saved, room=replace(room, game=replace(room.game, state=state)))

    def _animate(self, saved: Saved, fence: int) -> None:
        ref = RoomActor.start(saved, fence, self._engines, self._clock, self)
        self._live[saved.room.code] = (ref, fence)

    async def _spawn(self, origin: RoomCode, game: str, options: bytes) -> None:
        try:
            code = await self.create(game, options)
        except Refusal:
            self.tell(origin, Spawned(None))
        else:
            self.tell(origin, Spawned(code))

    # -- bounds and trouble

    def _is_crowded(self, ref: pykka.ActorRef[RoomActor], player: PlayerId) -> bool:
        """64 commands waiting for the room, or 8 of one player: more is `busy` at once."""
        waiting = len(ref.actor_inbox)  # type: ignore[arg-type]  # a LoopInbox, which pykka's type hides
        if waiting < COMMANDS_WAITING_OF_ONE:
            return False
        senders = [e.message.player for e in ref.actor_inbox if isinstance(e.message, Told)]  # type: ignore[attr-defined]
        return len(senders) >= COMMANDS_WAITING or senders.count(player) >= COMMANDS_WAITING_OF_ONE

    def _refuse(self, messages: list[RoomMessage], code: Code) -> None:
        waiting = [message for message in messages if isinstance(message, Told | Attached)]
        if waiting:
            refused = Refused(code)
            self._outlet.deliver(Delivery(replies=tuple(Reply(m.reply_to, refused) for m in waiting)))

    def _note_failure(self, code: RoomCode) -> None:
        """More than three in a minute: the room is parked for ten, its record stays for inspection."""
        now = self._clock.now()
        self._failures = {
            room: times for room, times in self._failures.items() if times[-1] > now - FAILURE_WINDOW_S
        }
        recent = self._failures.setdefault(code, deque())
        recent.append(now)
        while recent[0] < now - FAILURE_WINDOW_S:
            recent.popleft()
        if len(recent) > FAILURES_BEFORE_PARKING:
            log.error("room_parked", extra={"fields": {"room": code}})
            self._parked[code] = now + PARKED_S
            del self._failures[code]

    def _is_parked(self, code: RoomCode) -> bool:
        until = self._parked.get(code)
        if until is not None and until <= self._clock.now():
            del self._parked[code]
            return False
        return until is not None

    def _keep_sweeping(self) -> None:
        self._run(self._sweep_once())
        self._sweep = self._clock.call_at(self._clock.now() + self._sweep_s, self._keep_sweeping)

    async def _sweep_once(self) -> None:
        """Wake rooms that nobody has looked at in time; their own clocks say what happens then."""
        try:
            codes = await self._store.due(self._clock.now(), SWEEP_ROOMS)
        except StoreAway:
            return
        orphans = [code for code in codes if code not in self._live and not self._is_parked(code)]
        for code in orphans[:WAKE_A_SWEEP]:
            self.tell(code, Due())

    def _run(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
