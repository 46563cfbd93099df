"""Group commit: at most one pipeline in flight to each node, so that batches form by themselves.

What is called while one is on its way goes with the next. Alone a save pays for a round trip, under load a
hundred share one (hazards.md 15).
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from gateway.backends.redis.line import Call, Line, NotDone, Outcome, Reply, Unsure, Word
from gateway.backends.redis.servers import Servers
from gateway.logs import EventLog

log = EventLog("redis")

LARGEST_BATCH = 256
"""A batch has one time limit: it must not be so large that it cannot keep it."""

CLOSE_S = 1.0
"""After everybody has stopped there is little left to be answered; a Redis that hangs is not waited for."""

MISLED = frozenset({"ASK", "CLUSTERDOWN", "MOVED", "TRYAGAIN", "away"})

Done = Callable[[Outcome], None]


class Counters(Protocol):
    def batch(self, size: int, took_s: float) -> None: ...


class Pipe:
    """To one node. Calls are sent in the order in which they were made."""

    def __init__(self, line: Line, misled: Callable[[], None], counters: Counters) -> None:
        self._line = line
        self._misled = misled
        self._counters = counters
        self._waiting: list[tuple[Call, Done]] = []
        self._sent: list[tuple[Call, Done]] = []
        self._pumping: asyncio.Task[None] | None = None

    def call(self, call: Call, done: Done) -> None:
        """`done` is called on the loop, exactly once."""
        self._waiting.append((call, done))
        if self._pumping is None:
            self._pumping = asyncio.ensure_future(self._pump())

    def __len__(self) -> int:
        return len(self._waiting)

    async def close(self) -> None:
        """After everything that waits has been sent and answered, if Redis answers."""
        if self._pumping is not None and not (await asyncio.wait([self._pumping], timeout=CLOSE_S))[0]:
            self._pumping.cancel()
            await asyncio.wait([self._pumping])
            log.warning("redis_not_waited_for", count=len(self._sent) + len(self._waiting))
            self._tell(self._sent, [Unsure()] * len(self._sent))
            self._tell(self._waiting, [NotDone()] * len(self._waiting))
        await self._line.close()

    async def _pump(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = self._sent = self._waiting[:LARGEST_BATCH]
            self._waiting = self._waiting[LARGEST_BATCH:]
            since = loop.time()
            try:
                outcomes = await self._run([call for call, _ in batch])
            except Exception:  # a bug must not end the pump: every room waits for it
                log.exception("batch_failed")
                outcomes = [Unsure()] * len(batch)
            self._counters.batch(len(batch), loop.time() - since)
            self._sent = []
            self._tell(batch, outcomes)
        self._pumping = None

    def _tell(self, calls: list[tuple[Call, Done]], outcomes: Sequence[Outcome]) -> None:
        for (_, done), outcome in zip(calls, outcomes, strict=True):
            try:
                done(outcome)
            except Exception:  # one room's trouble is not the others'
                log.exception("outcome_not_heard")

    async def _run(self, calls: list[Call]) -> list[Outcome]:
        outcomes = await self._exchange([call.by_digest() for call in calls])
        unknown = [number for number, one in enumerate(outcomes) if is_refused(one, "NOSCRIPT")]
        if unknown:  # a restart, a failover or a flush; nothing has run, and the text makes the digest known
            again = await self._exchange([calls[number].by_source() for number in unknown])
            for number, outcome in zip(unknown, again, strict=True):
                outcomes[number] = outcome
        if any(isinstance(one, NotDone) and one.kind in MISLED for one in outcomes):
            self._misled()
        return outcomes

    async def _exchange(self, commands: list[tuple[Word, ...]]) -> list[Outcome]:
        try:
            return await self._line.exchange(commands)
        except NotDone as nothing:
            return [nothing] * len(commands)


def is_refused(outcome: Outcome, kind: str) -> bool:
    return isinstance(outcome, NotDone) and outcome.kind == kind


class Pipes:
    """One pipe to each node, made when it is needed."""

    def __init__(self, servers: Servers, counters: Counters, came_back: Callable[[], None]) -> None:
        self._servers = servers
        self._counters = counters
        self._came_back = came_back
        self._pipes: dict[str, Pipe] = {}
        self._is_closed = False

    def call(self, call: Call, done: Done) -> None:
        if self._is_closed:
            asyncio.get_running_loop().call_soon(done, NotDone())
        else:
            self._pipe(call.key).call(call, done)

    async def ask(self, call: Call) -> Reply:
        """The reply. Raises NotDone, Unsure."""
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()

        def done(outcome: Outcome) -> None:
            if not answer.done():
                answer.set_result(outcome)

        self.call(call, done)
        outcome = await answer
        if isinstance(outcome, NotDone | Unsure):
            raise outcome
        return outcome

    def waiting(self, key: str) -> int:
        """How many calls wait where this key's would."""
        return len(self._pipe(key))

    async def close(self) -> None:
        self._is_closed = True
        await asyncio.gather(*(pipe.close() for pipe in self._pipes.values()))

    def _pipe(self, key: str) -> Pipe:
        node = self._servers.node_of(key)
        if node not in self._pipes:
            line = self._servers.line(node, self._came_back)
            self._pipes[node] = Pipe(line, self._servers.misled, self._counters)
        return self._pipes[node]
