"""The supervisor of rooms and halls: code -> actor, activation, failure, the sweep. Gateways know nothing else.

Activation is single-flight: two gateways' first commands make one actor. Each one takes a new
fence before it loads, also a restart within one process, so a commit of an earlier incarnation can
not land any more (hazards.md 1, 7).
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence

from actors import trouble, waking
from actors.answers import Code, Refusal, Refused
from actors.between import AnyHallMail, NoTable, ToTable, Word
from actors.clock import Clock
from actors.codes import is_hall_code, new_code, new_hall_code
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
from actors.ports import (
    Commit,
    CommitResult,
    Counters,
    Delivery,
    Elsewhere,
    HandedOver,
    Outlet,
    Reply,
    RoomStore,
    StoreAway,
)
from actors.runtime import stop_all
from actors.sweeping import SWEEP_S, Sweep
from engines.core import AnyEngine

log = logging.getLogger("kortlek.rooms")

CODE_TRIES = 8
STOP_S = 3.0
MOST_ROOMS = 20_000

Route = Callable[[RoomCode, RoomMessage], None]


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
        self.route: Route = self.tell
        """Where messages go that have found no room here; by default their room is brought here."""
        self._live: dict[RoomCode, tuple[waking.AnyRef, int]] = {}
        self._starting: dict[RoomCode, list[RoomMessage]] = {}
        self._handing_over: dict[RoomCode, Attachments] = {}
        self._parking = trouble.Parking(clock)
        self._is_stopping = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweep = Sweep(store, clock, sweep_s, self._is_asleep, lambda code: self.tell(code, Due()))

    def __len__(self) -> int:
        return len(self._live)

    @property
    def parked(self) -> int:
        return len(self._parking)

    # -- for the gateway

    def start(self) -> None:
        """Begin to look after rooms whose time has come while nobody owned them."""
        self._sweep.start()

    def stop_sweeping(self) -> None:
        """Bring no room here any more that nobody asks for."""
        self._sweep.stop()

    async def stop(self) -> None:
        """Finish what is being saved and end every actor, within three seconds; the records stay."""
        self.stop_sweeping()
        self._is_stopping = True
        await stop_all(STOP_S)  # one that cannot save by then has acknowledged nothing of it
        self._sweep.cancel()
        for task in self._tasks:
            task.cancel()

    def has(self, code: RoomCode) -> bool:
        """Whether the room lives here, or is about to."""
        return code in self._live or code in self._starting

    def _is_asleep(self, code: RoomCode) -> bool:
        return code not in self._live and not self._parking.holds(code)

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
        elif self._parking.holds(code):
            self._refuse([message], Code.BROKEN)
        elif code in self._starting:
            self._starting[code].append(message)
        elif live is None:
            self._starting[code] = [message]
            self._run(self._activate(code))
        elif isinstance(message, Told) and trouble.is_crowded(code, live[0], message.player):
            self._refuse([message], Code.BUSY)
        else:
            live[0].tell(message)

    async def create(self, game: str, options: bytes) -> RoomCode:
        """Open a room and save it. Raises Refusal."""
        engine, now = waking.of_game(self._engines, game), self._clock.now()
        return await self._create(new_code, lambda code: waking.new_room(code, engine, options, now))

    async def create_hall(self, game: str, options: bytes, organiser: PlayerId) -> RoomCode:
        """Open a hall and save it. Raises Refusal."""
        engine, now = waking.of_game(self._engines, game), self._clock.now()
        return await self._create(
            new_hall_code, lambda code: waking.new_hall(code, engine, options, organiser, now)
        )

    async def _create(self, new: Callable[[], RoomCode], make: Callable[[RoomCode], waking.New]) -> RoomCode:
        if len(self._live) >= MOST_ROOMS:
            raise Refusal(Code.BUSY)
        for _ in range(CODE_TRIES):
            code = new()
            made = make(code)
            try:
                fence = await self._store.create(code, made.snapshot, made.look_again)
            except StoreAway as error:
                raise Refusal(Code.UNAVAILABLE) from error
            if fence is not None:
                self._animate(code, made.saved, fence)
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

    def send(self, code: RoomCode, mail: AnyHallMail) -> None:
        self.route(code, mail)

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
            self._parking.note_failure(code)
            if self._outlet.attachments(code):  # they wait for its clocks, not only for its answers
                self.tell(code, Due())

    # -- activation

    async def _activate(self, code: RoomCode) -> None:
        try:
            claim = await self._store.claim(code)
            if claim is None:
                self._is_nowhere(code, self._starting.pop(code))
                return
            if isinstance(claim, Elsewhere):
                self.moved(code, self._starting.pop(code))
                return
            self._animate(code, waking.load(code, claim.snapshot, self._engines), claim.fence)
            if attachments := self._outlet.attachments(code):
                self._live[code][0].tell(Digest(attachments))
        except StoreAway:
            self._refuse(self._starting.pop(code), Code.UNAVAILABLE)
            return
        except Exception:
            log.exception("room_not_loaded", extra={"fields": {"room": code}})
            self._counters.room_failed("load")
            self._parking.note_failure(code)
            self._refuse(self._starting.pop(code), Code.RETRY)
            return
        for message in self._starting.pop(code):
            self.tell(code, message)

    def _animate(self, code: RoomCode, saved: waking.Either, fence: int) -> None:
        self._live[code] = (waking.animate(saved, fence, self._engines, self._clock, self), fence)

    async def _open_table(self, code: RoomCode, word: Word) -> None:
        """A table that its hall wants and that nobody has found. Whatever goes wrong, the hall asks again."""
        if len(self._live) >= MOST_ROOMS:
            return
        try:
            engine = waking.of_game(self._engines, word.game)
            made = waking.new_table(code, engine, word, self._clock.now())
            fence = await self._store.create(code, made.snapshot, made.look_again)
        except (StoreAway, Refusal):
            return
        if fence is None:  # another instance was quicker, or it is a stranger's
            self.route(code, ToTable(word))
        else:
            self._animate(code, made.saved, fence)
            self.tell(code, ToTable(word))

    async def _spawn(self, origin: RoomCode, game: str, options: bytes) -> None:
        try:
            code = await self.create(game, options)
        except Refusal:
            self.tell(origin, Spawned(None))
        else:
            self.tell(origin, Spawned(code))

    def _is_nowhere(self, code: RoomCode, messages: list[RoomMessage]) -> None:
        """There is no such room: its hall may want one."""
        self._refuse(messages, Code.NO_ROOM)
        words = [message for message in messages if isinstance(message, ToTable)]
        if words and not is_hall_code(code):
            latest = max(words, key=lambda message: message.word.number)
            if latest.may_open:
                self._run(self._open_table(code, latest.word))
            else:
                self.route(latest.word.hall, NoTable(code))

    # -- bounds and trouble

    def _refuse(self, messages: list[RoomMessage], code: Code) -> None:
        waiting = [message for message in messages if isinstance(message, Told | Attached)]
        if waiting:
            refused = Refused(code)
            self._outlet.deliver(Delivery(replies=tuple(Reply(m.reply_to, refused) for m in waiting)))

    def _run(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
