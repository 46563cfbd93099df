"""pykka actors whose inbox is drained by the asyncio event loop instead of a thread each.

Only the points that pykka offers to new actor types are used (`_create_actor_inbox`,
`_create_future`, `_start_actor_loop`); `start`, `tell`, `ask`, `stop`, proxies, the registry and the
hooks keep their documented meaning. Why, with figures: docs/adr/0002-actors-on-the-loop.md. The
numbers in brackets are the points of hazards.md 7.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Generator, Iterator
from time import perf_counter
from typing import Any, TypeVar

import pykka
from pykka import ActorDeadError, ActorRegistry
from pykka._envelope import Envelope
from pykka.messages import _ActorStop

T = TypeVar("T")

MESSAGES_PER_TURN = 32
SECONDS_PER_TURN = 0.002


class MustAwait(RuntimeError):
    """A blocking read of a future that is not done, on the loop: await it instead (4)."""

    def __init__(self, source: "LoopFuture[Any]") -> None:
        super().__init__("this actor lives on the event loop, where nothing may block: await it")
        self.source = source


class LoopFuture(pykka.Future[T]):
    """A pykka future that is awaited without blocking the loop."""

    def __init__(self) -> None:
        super().__init__()
        self._done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    # Any: pykka sets whatever an actor answers with.
    def set(self, value: Any = None) -> None:
        """Set the value; a future that is done (its asker may have been cancelled) stays as it is (1)."""
        if not self._done.done():
            self._done.set_result(value)

    def set_exception(self, exc_info: Any = None) -> None:
        """Set the exception, as pykka does: an exc_info triple, or the one being handled."""
        if self._done.done():
            return
        kind, value, traceback = exc_info or sys.exc_info()
        error = value if value is not None else (kind or RuntimeError)()
        self._done.set_exception(error.with_traceback(traceback))
        self._done.exception()  # retrieved: an asker who never looks causes no noise (3)

    def get(self, *, timeout: float | None = None) -> T:
        """The value if it is there. Raises MustAwait instead of blocking."""
        if self._get_hook is not None:
            return super().get(timeout=timeout)
        if not self._done.done():
            raise MustAwait(self)
        return self._done.result()

    def __await__(self) -> Generator[Any, None, T]:
        # A get hook (stop, map, join …) reads other futures; each that is not done yet names itself
        # and is awaited, shielded, so that a cancelled asker leaves it whole for the others (2).
        while True:
            try:
                return self.get(timeout=0)
            except MustAwait as missing:
                source = missing.source._done
            yield from asyncio.wait([source]).__await__()

    __iter__ = __await__


class LoopInbox:
    """An unbounded queue that wakes its actor's turn. Bounds are the room's business: it can answer."""

    __slots__ = ("_actor", "_envelopes", "_is_closed")

    def __init__(self) -> None:
        self._actor: LoopActor | None = None
        self._envelopes: deque[Envelope[Any]] = deque()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._envelopes)

    def __iter__(self) -> Iterator[Envelope[Any]]:
        return iter(self._envelopes)

    @property
    def actor(self) -> "LoopActor | None":
        return self._actor

    def open(self, actor: "LoopActor") -> None:
        self._actor = actor

    def put(self, envelope: Envelope[Any], /) -> None:
        """Append and wake. From a foreign thread through the loop's own door (9)."""
        actor = self._actor
        if actor is not None and asyncio._get_running_loop() is not actor.loop:
            actor.loop.call_soon_threadsafe(self.put, envelope)
        elif self._is_closed and actor is not None:
            actor.dead_letters([envelope])
        else:
            self._envelopes.append(envelope)
            if actor is not None:
                actor.wake()

    def put_back(self, envelope: Envelope[Any]) -> None:
        self._envelopes.appendleft(envelope)

    def get(self) -> Envelope[Any]:
        return self._envelopes.popleft()

    def empty(self) -> bool:
        return not self._envelopes

    def close(self) -> list[Envelope[Any]]:
        """Everything unhandled; what is put from now on goes to the dead letters at once (7)."""
        self._is_closed = True
        left = list(self._envelopes)
        self._envelopes.clear()
        return left


class LoopActor(pykka.Actor):
    """An actor that takes turns on the loop: at most 32 messages or 2 ms each, then others run (6).

    A subclass may fold one turn's messages into one effect in `on_turn_end`, and may `hold` its
    inbox while that effect is under way; `release` lets it go on.
    """

    loop: asyncio.AbstractEventLoop
    actor_inbox: LoopInbox

    @staticmethod
    def _create_actor_inbox() -> LoopInbox:
        return LoopInbox()

    @staticmethod
    def _create_future() -> LoopFuture[Any]:
        return LoopFuture()

    def _start_actor_loop(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._is_started = False
        self._is_held = False
        self._is_scheduled = False
        self.actor_inbox.open(self)
        self._schedule()

    # -- for subclasses

    def on_turn_end(self) -> None:
        """After the messages of a turn. An exception here ends the actor."""

    def dead_letters(self, envelopes: list[Envelope[Any]]) -> None:
        """Messages that will never be handled. Asks hear ActorDeadError; tells are the subclass's care."""
        for envelope in envelopes:
            if envelope.reply_to is None:
                continue
            if isinstance(envelope.message, _ActorStop):
                envelope.reply_to.set(None)
            else:
                dead = ActorDeadError(f"{self.actor_ref} stopped before handling the message")
                envelope.reply_to.set_exception((ActorDeadError, dead, None))

    def hold(self) -> None:
        """Take no further message until `release`; a stop waits too (8)."""
        self._is_held = True

    def release(self) -> None:
        self._is_held = False
        self.wake()

    def die(self) -> list[Envelope[Any]]:
        """Stop at once, from outside a turn; the unhandled messages are the caller's care."""
        self._stop()
        return self.actor_inbox.close()

    @property
    def is_held(self) -> bool:
        return self._is_held

    @property
    def is_alive(self) -> bool:
        return not self.actor_stopped.is_set()

    # -- the turn

    def wake(self) -> None:
        if not self._is_scheduled and not self._is_held:
            self._schedule()

    def _schedule(self) -> None:
        self._is_scheduled = True
        self.loop.call_soon(self._turn)

    def _turn(self) -> None:
        self._is_scheduled = False
        if not self._is_started:
            self._is_started = True
            self._actor_loop_setup()  # on_start, before any message (5)
        if not self._is_held:
            has_ended = self._handle_some()
            if not has_ended:
                self._end_turn()
        if not self.is_alive:
            self._bury()
        elif self.actor_inbox:
            self.wake()

    def _handle_some(self) -> bool:
        """Whether the turn has ended already, because what it has begun must be done before a stop."""
        inbox = self.actor_inbox
        end = perf_counter() + SECONDS_PER_TURN
        for _ in range(MESSAGES_PER_TURN):
            if not inbox or self._is_held or not self.is_alive:
                return False
            envelope = inbox.get()
            if isinstance(envelope.message, _ActorStop):
                self._end_turn()
                if self.is_held:  # what this turn began must end first
                    inbox.put_back(envelope)
                    return True
            self._handle(envelope)
            if perf_counter() > end:  # one is handled in any case
                return False
        return False

    def _handle(self, envelope: Envelope[Any]) -> None:
        """One message, with pykka's own rules for exceptions: an ask's goes to the asker, a tell's ends
        the actor."""
        try:
            answer = self._handle_receive(envelope.message)
            if envelope.reply_to is not None:
                envelope.reply_to.set(answer)
        except Exception:
            if envelope.reply_to is not None:
                envelope.reply_to.set_exception()
            else:
                self._fail()
        except BaseException:
            self._stop()
            self._bury()
            raise  # to the loop (10)

    def _end_turn(self) -> None:
        if not self.is_alive:
            return
        try:
            self.on_turn_end()
        except Exception:  # as a tell's: it ends the actor
            self._fail()

    def _fail(self) -> None:
        self._handle_failure(*sys.exc_info())
        try:
            self.on_failure(*sys.exc_info())
        except Exception:
            self._handle_failure(*sys.exc_info())

    def _bury(self) -> None:
        if letters := self.actor_inbox.close():
            self.dead_letters(letters)


async def stop_all(timeout_s: float) -> int:
    """Stop every actor of this loop, oldest first; how many were still at work after `timeout_s` (10).

    Oldest first because pykka's registry is a list: removing from its head is cheap.
    """
    loop = asyncio.get_running_loop()
    refs = [ref for ref in ActorRegistry.get_all() if _lives_on(loop, ref)]
    stops = [asyncio.ensure_future(_stopped(ref)) for ref in refs]
    if not stops:
        return 0
    _, pending = await asyncio.wait(stops, timeout=timeout_s)
    for stop in pending:
        stop.cancel()
    return len(pending)


def _lives_on(loop: asyncio.AbstractEventLoop, ref: pykka.ActorRef[Any]) -> bool:
    inbox = ref.actor_inbox
    return isinstance(inbox, LoopInbox) and inbox.actor is not None and inbox.actor.loop is loop


async def _stopped(ref: pykka.ActorRef[Any]) -> bool:
    return await ref.stop(block=False)
