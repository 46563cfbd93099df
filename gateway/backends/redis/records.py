"""Rooms' records in Redis: claim, save, speak, and what to do when the store has gone back (hazards.md 1, 2, 9).

A save that finds no record is not a retry of nothing: either the room was closed and its tombstone has expired,
or the store has lost the room. It is the store if nobody else can have owned the room since this instance last
knew that it was its own; then the same save is made again and may create.
"""

import asyncio
import math
from collections.abc import Callable
from typing import Literal, Protocol

from actors.messages import RoomCode
from actors.ports import Claim, Commit, CommitResult, Delivery, Elsewhere, HandedOver, StoreAway
from gateway.backend import InstanceId, Owner, SharedOutlet
from gateway.backends.redis.keys import BUCKETS
from gateway.backends.redis.line import Call, NotDone, Outcome, Unsure
from gateway.backends.redis.membership import Membership
from gateway.backends.redis.pipe import Pipes
from gateway.backends.redis.scripts import Scripts, listed, said

CLAIM_TRIES = 5
MOST_MARKS = 50_000
"""More than an instance has rooms; the oldest are of rooms that have moved away."""

SPEAK_PAUSE_S = 0.25
SPEAK_WITHIN_S = 10.0

Claimed = Literal["taken", "elsewhere", "none", "away"]


class Counters(Protocol):
    def claim(self, result: Claimed) -> None: ...

    def room_lost(self) -> None: ...

    def save_refused(self) -> None: ...

    def fell_back(self) -> None: ...


class Records:
    """Implements `actors.ports.RoomStore`."""

    def __init__(  # noqa: PLR0913 - everything that a save touches
        self,
        instance: InstanceId,
        outlet: SharedOutlet,
        pipes: Pipes,
        scripts: Scripts,
        membership: Membership,
        *,
        send: Callable[[InstanceId, bytes], None],
        fell_back: Callable[[], None],
        counters: Counters,
    ) -> None:
        self._instance = instance
        self._outlet = outlet
        self._pipes = pipes
        self._scripts = scripts
        self._membership = membership
        self._send = send
        self._fell_back = fell_back
        self._counters = counters
        self._ours_at: dict[RoomCode, float] = {}
        """When it was asked, by the loop's clock, whether a room is ours, and it was: each save asks."""
        self._lost: set[RoomCode] = set()
        """Rooms that the store may have lost and that have not been saved since."""
        self._fell_back_at = -math.inf

    # -- rooms come and go

    async def create(self, code: RoomCode, snapshot: bytes, look_again: float) -> int | None:
        asked_at = _now()
        reply = await self._ask(self._scripts.create(code, snapshot, look_again))
        if not reply:
            return None
        self._mark(code, asked_at)
        return _number(reply[0])

    async def claim(self, code: RoomCode) -> Claim | Elsewhere | None:
        try:
            claim = await self._claim(code)
        except StoreAway:
            self._counters.claim("away")
            raise
        self._counters.claim(
            "none" if claim is None else "elsewhere" if isinstance(claim, Elsewhere) else "taken"
        )
        return claim

    async def _claim(self, code: RoomCode) -> Claim | Elsewhere | None:
        for _ in range(CLAIM_TRIES):
            found = await self.owner_of(code)
            if found is None:
                return None
            if found.instance not in ("", self._instance) and await self._lives(found.instance):
                return Elsewhere(found.instance)
            asked_at = _now()
            result, *claimed = await self._ask(self._scripts.claim(code, found.fence))
            if result == b"none":
                return None
            if result == b"claimed" and claimed[1] is not None:
                self._mark(code, asked_at)
                self._lost.discard(code)
                return Claim(_number(claimed[0]), claimed[1])
        raise StoreAway("claimed by others again and again")

    async def owner_of(self, code: RoomCode) -> Owner | None:
        owner, fence = await self._ask(self._scripts.read(code))
        if fence is None:  # no record
            await self._must_be_whole()
            return None
        if owner is None:  # a tombstone
            return None
        return Owner(InstanceId(owner.decode()), int(fence))

    async def _must_be_whole(self) -> None:
        """That there is no such room is said by a store that has lost nothing. Once it has, living owners save
        what they have within a lease. Raises StoreAway."""
        if not self._is_recovering():
            await self._heart_beats()
        if self._is_recovering():
            raise StoreAway("has lost rooms, which may come back")

    def _is_recovering(self) -> bool:
        return _now() < self._fell_back_at + self._membership.lease_s

    async def release(self, code: RoomCode, left: HandedOver, to: InstanceId) -> bool:
        self._forget(code)
        (result,) = await self._ask(self._scripts.release(code, left, to))
        return result == b"released"

    async def due(self, now: float, limit: int) -> tuple[RoomCode, ...]:
        calls = [self._scripts.due(number, now, limit) for number in range(BUCKETS)]
        found: list[tuple[float, RoomCode]] = []
        for reply in await asyncio.gather(*(self._ask(call) for call in calls)):
            words = [word.decode() for word in reply if word is not None]
            for code, look_again, owner in zip(words[::3], words[1::3], words[2::3], strict=True):
                if owner == self._instance or not self._membership.is_alive(InstanceId(owner)):
                    found.append((float(look_again), RoomCode(code)))
        return tuple(code for _, code in sorted(found)[:limit])

    # -- saving

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        may_create = commit.is_repair or commit.code in self._lost
        self._save(commit, done, may_create=may_create)

    def _save(self, commit: Commit, done: Callable[[CommitResult], None], *, may_create: bool) -> None:
        sent = self._outlet.letters(commit.delivery)
        call = self._scripts.save(commit, sent, may_create=may_create)
        asked_at = _now()

        def heard(outcome: Outcome) -> None:
            if isinstance(outcome, NotDone):
                done(CommitResult.FAILED)
            elif isinstance(outcome, Unsure):
                done(CommitResult.UNKNOWN)
            elif said(outcome) == b"saved":
                self._saved(commit, asked_at)
                done(CommitResult.DONE)
                self._outlet.deliver(commit.delivery)
            elif said(outcome) == b"missing":
                self._missed(commit, done)
            else:
                self._refused(commit, done)

        self._pipes.call(call, heard)

    def _saved(self, commit: Commit, asked_at: float) -> None:
        if commit.snapshot is None:
            self._forget(commit.code)
        else:
            self._mark(commit.code, asked_at)
            self._lost.discard(commit.code)

    def _refused(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        self._lose(commit.code)
        self._counters.save_refused()
        done(CommitResult.REFUSED)

    def _missed(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        since = self._ours_at.get(commit.code)
        if commit.code in self._lost:  # that has been noticed while this save was on its way
            self._save(commit, done, may_create=True)
        elif since is not None and self._membership.is_fresh_since(since):
            self._fell_back()
            self._save(commit, done, may_create=True)
        elif since is not None and not self._membership.is_fresh():
            done(CommitResult.FAILED)  # the next heartbeat shows what has happened
        else:
            self._refused(commit, done)

    def store_fell_back(self) -> None:
        """Whatever is ours may be gone there."""
        self._counters.fell_back()
        self._fell_back_at = _now()
        self._lost = set(self._ours_at)

    # -- speaking without a save

    def speak(self, delivery: Delivery, lost: Callable[[], None]) -> None:
        """A lease that is fresh again after it had ended says nothing of rooms that were taken meanwhile."""
        since = self._ours_at.get(delivery.code)
        if since is not None and self._membership.is_fresh_since(since):
            self._say(delivery)
        else:
            self._check(delivery, lost, _now() + SPEAK_WITHIN_S)

    def _check(self, delivery: Delivery, lost: Callable[[], None], until: float) -> None:
        """While Redis is away nobody knows: it is asked again, and what is too late to be said is not said."""
        asked_at = _now()

        def heard(outcome: Outcome) -> None:
            if isinstance(outcome, NotDone | Unsure):
                if _now() < until:
                    loop = asyncio.get_running_loop()
                    loop.call_later(SPEAK_PAUSE_S, self._check, delivery, lost, until)
            elif said(outcome) == b"ours":
                self._mark(delivery.code, asked_at)
                self._say(delivery)
            else:
                self._lose(delivery.code)
                lost()

        self._pipes.call(self._scripts.check(delivery.code, delivery.fence), heard)

    def _say(self, delivery: Delivery) -> None:
        self._outlet.deliver(delivery)
        for instance, letter in self._outlet.letters(delivery):
            self._send(instance, letter)

    # -- what is known

    def _mark(self, code: RoomCode, asked_at: float) -> None:
        self._ours_at.pop(code, None)
        self._ours_at[code] = asked_at
        if len(self._ours_at) > MOST_MARKS:
            del self._ours_at[next(iter(self._ours_at))]

    def _lose(self, code: RoomCode) -> None:
        """Another instance has claimed it, though this one lives."""
        if code in self._ours_at:
            self._counters.room_lost()
        self._forget(code)

    def _forget(self, code: RoomCode) -> None:
        self._ours_at.pop(code, None)
        self._lost.discard(code)

    async def _lives(self, instance: InstanceId) -> bool:
        try:
            return await self._membership.lives(instance)
        except (NotDone, Unsure) as error:
            raise StoreAway("redis") from error

    async def _heart_beats(self) -> None:
        """What the store answers shows whether it knows what it has known."""
        try:
            await self._membership.beat()
        except (NotDone, Unsure) as error:
            raise StoreAway("redis") from error

    async def _ask(self, call: Call) -> list[bytes | None]:
        try:
            return list(listed(await self._pipes.ask(call)))
        except (NotDone, Unsure) as error:
            raise StoreAway("redis") from error


def _now() -> float:
    return asyncio.get_running_loop().time()


def _number(word: bytes | None) -> int:
    if word is None:
        raise TypeError("a script left a number out")
    return int(word)
