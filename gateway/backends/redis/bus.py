"""Letters between instances: one channel each. They may be lost, and whoever hears knows when.

Every subscription after the first is a gap. An echo through one's own channel shows that the way is open; three
that are missing mean that this instance is deaf, and its subscription is made anew (hazards.md 9).
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from gateway.backend import InstanceId, Listener
from gateway.backends.redis.line import Line, NotDone, Unsure
from gateway.backends.redis.pipe import Pipes
from gateway.backends.redis.scripts import Scripts
from gateway.logs import EventLog

log = EventLog("bus")

ECHO = b'{"type":"echo","number":'
MISSING_ECHOES = 3
FIRST_ECHO_S = 5.0
PAUSE_S = 0.1
MOST_WAITING = 20_000
"""Letters that wait for Redis; what comes on top is lost, as letters may be."""


class Counters(Protocol):
    def bus_gap(self) -> None: ...

    def echo(self, latency_s: float) -> None: ...

    def letter_lost(self) -> None: ...


class Bus:
    """This instance's channel, and the way to the others'."""

    def __init__(  # noqa: PLR0913 - the two ways, the two clocks, and who hears
        self,
        instance: InstanceId,
        channel: str,
        echo_s: float,
        new_line: Callable[[], Line],
        pipes: Pipes,
        scripts: Scripts,
        *,
        listener: Listener,
        counters: Counters,
    ) -> None:
        self._instance = instance
        self._channel = channel
        self._echo_s = echo_s
        self._new_line = new_line
        self._pipes = pipes
        self._scripts = scripts
        self._listener = listener
        self._counters = counters
        self._is_subscribed = False
        self._is_heard = asyncio.Event()
        """An echo has come through this subscription."""
        self._subscriptions = 0
        self._sent: dict[int, float] = {}
        self._echoes = 0
        self._line: Line | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def send(self, to: InstanceId, letter: bytes) -> None:
        """In order, and not waited for."""
        call = self._scripts.publish(to, letter)
        if self._pipes.waiting(call.key) >= MOST_WAITING:
            self._counters.letter_lost()
        else:
            self._pipes.call(call, self._sent_or_lost)

    def is_deaf(self) -> bool:
        return not self._is_heard.is_set() or len(self._sent) >= MISSING_ECHOES

    async def open(self) -> None:
        """Hears itself from here. Raises NotDone."""
        line = await self._subscribe()
        self._tasks = [asyncio.ensure_future(self._listen(line)), asyncio.ensure_future(self._keep_calling())]
        try:
            await asyncio.wait_for(self._is_heard.wait(), FIRST_ECHO_S)
        except TimeoutError as error:
            raise NotDone from error

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._line is not None:
            await self._line.close()
        self._is_heard.clear()

    async def _subscribe(self) -> Line:
        line = self._line = self._new_line()
        (outcome,) = await line.exchange([("SUBSCRIBE", self._channel)])
        if isinstance(outcome, NotDone | Unsure):
            await line.close()
            raise NotDone
        self._sent.clear()
        self._is_subscribed = True
        self._subscriptions += 1
        self._call()
        if self._subscriptions > 1:
            self._counters.bus_gap()
            self._listener.had_gap()
        return line

    async def _listen(self, line: Line) -> None:
        while True:
            try:
                while True:
                    reply = await line.read()
                    if isinstance(reply, list) and reply[0] == b"message" and reply[2] is not None:
                        self._hear_safely(reply[2])
            except NotDone:
                pass
            except Exception:  # a bug must not make it deaf for ever
                log.exception("bus_failed")
                await line.close()
            self._is_subscribed = False
            self._is_heard.clear()
            line = await self._subscribe_again()

    async def _subscribe_again(self) -> Line:
        while True:
            try:
                return await self._subscribe()
            except NotDone:
                await asyncio.sleep(PAUSE_S)

    def _hear_safely(self, letter: bytes) -> None:
        try:
            self._hear(letter)
        except Exception:  # whatever came, the next letter is heard
            log.exception("letter_not_heard")

    def _hear(self, letter: bytes) -> None:
        if letter.startswith(ECHO):
            number = int(letter[len(ECHO) : -1])
            since = self._sent.pop(number, None)
            if since is not None:
                self._is_heard.set()
                self._counters.echo(asyncio.get_running_loop().time() - since)
                for older in [one for one in self._sent if one < number]:
                    del self._sent[older]
            return
        self._listener.heard(letter)

    def _call(self) -> None:
        self._echoes += 1
        self._sent[self._echoes] = asyncio.get_running_loop().time()
        self.send(self._instance, b"%b%d}" % (ECHO, self._echoes))

    async def _keep_calling(self) -> None:
        """Deaf on a line that looks whole: it is closed, and the listening task makes another. That one is left
        alone until it is there, however long it takes, and calls for itself."""
        while True:
            await asyncio.sleep(self._echo_s)
            if not self._is_subscribed or self._line is None:
                continue
            if len(self._sent) < MISSING_ECHOES:
                self._call()
            else:
                log.warning("bus_deaf", instance=self._instance)
                self._is_subscribed = False
                await self._line.close()

    def _sent_or_lost(self, outcome: object) -> None:
        if isinstance(outcome, NotDone | Unsure):
            self._counters.letter_lost()
