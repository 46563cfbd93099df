"""How much one player, room, address or connection may ask for, and how many may be here at once.

Nothing here knows what is limited: keys are anything hashable, the clock is handed in, and a
bucket that has filled up again is forgotten, so memory follows the keys of the last moments.
"""

import time
from collections import Counter
from collections.abc import Callable, Hashable

import msgspec

Monotonic = Callable[[], float]
"""Seconds on a clock that never goes back."""

MAX_BUCKETS = 100_000
"""Beyond this many keys the one longest unseen is forgotten, which lets it start afresh."""


class Rate(msgspec.Struct, frozen=True):
    """So many per second in the long run, and so many at once after a quiet while."""

    per_s: float
    burst: float


class Ceilings(msgspec.Struct, frozen=True):
    """Bounds of the transport. Those per address are high: a whole office sits behind one address."""

    connections: int = 10_000
    connections_per_address: int = 2_000
    handshakes: int = 2_000
    handshakes_per_address: int = 1_000
    polling: int = 2_000
    polling_per_address: int = 500
    new_connections: Rate = Rate(per_s=50, burst=1_000)
    """Engine.IO handshakes from one address."""
    messages: Rate = Rate(per_s=400, burst=800)
    """Messages of one connection, a fuse far above what a player can do; beyond it is closed."""


class Rates(msgspec.Struct, frozen=True):
    """How much one player, room or address may ask for. Those of an address are high: a whole office
    sits behind one."""

    player: Rate = Rate(per_s=10, burst=60)
    room: Rate = Rate(per_s=100, burst=800)
    hall: Rate = Rate(per_s=250, burst=3_000)
    """Of those who come and go: a whole company joins one hall within seconds. Not of organisers, whom nobody who
    joins and leaves without end may keep from steering."""
    address: Rate = Rate(per_s=500, burst=4_000)
    create_player: Rate = Rate(per_s=1 / 20, burst=6)
    create_address: Rate = Rate(per_s=1, burst=100)
    wrong_codes: Rate = Rate(per_s=1 / 5, burst=300)
    """Of one address, each code once: at 27^6 nobody finds a table by trying, and the two hundred tables of a hall may be gone
    at once for a company behind one address."""


class Bucket:
    """One token bucket, full at first.

    >>> bucket = Bucket(Rate(per_s=1, burst=2), now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.0)]
    [True, True, False, True]
    """

    __slots__ = ("rate", "seen_at", "tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.tokens = rate.burst
        self.seen_at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        tokens = min(self.rate.burst, self.tokens + (now - self.seen_at) * self.rate.per_s)
        self.seen_at = now
        if tokens < cost:
            self.tokens = tokens
            return False
        self.tokens = tokens - cost
        return True


class Limiter:
    """A token bucket for each key.

    >>> limiter = Limiter(Rate(per_s=1, burst=1), now=lambda: 0.0)
    >>> limiter.allow("ann"), limiter.allow("ann"), limiter.allow("bo")
    (True, False, True)
    """

    def __init__(self, rate: Rate, now: Monotonic = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._buckets: dict[Hashable, Bucket] = {}  # the longest unseen first
        self._forget_after_s = rate.burst / rate.per_s

    def __len__(self) -> int:
        return len(self._buckets)

    def allow(self, key: Hashable, cost: float = 1.0) -> bool:
        now = self._now()
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(self._rate, now)
            self._forget(now)
        self._buckets[key] = bucket
        return bucket.take(now, cost)

    def _forget(self, now: float) -> None:
        """For a new one: drop from the front what is full again anyway; each key is put in and dropped once."""
        while self._buckets:
            key, bucket = next(iter(self._buckets.items()))
            if now - bucket.seen_at < self._forget_after_s and len(self._buckets) < MAX_BUCKETS:
                return
            del self._buckets[key]


class Headcount:
    """How many are here, for each key and in all.

    >>> seats = Headcount(per_key=1, in_all=2)
    >>> seats.enter("ann")
    >>> seats.has_room("ann"), seats.has_room("bo"), len(seats)
    (False, True, 1)
    """

    def __init__(self, per_key: int, in_all: int) -> None:
        self._per_key = per_key
        self._in_all = in_all
        self._here: Counter[Hashable] = Counter()
        self._total = 0

    def __len__(self) -> int:
        return self._total

    def has_room(self, key: Hashable) -> bool:
        return self._total < self._in_all and self._here.get(key, 0) < self._per_key

    def enter(self, key: Hashable) -> None:
        self._here[key] += 1
        self._total += 1

    def leave(self, key: Hashable) -> None:
        """Of one that entered; anything else is a mistake of ours and raises."""
        left = self._here[key] - 1
        if left < 0:
            del self._here[key]
            raise ValueError("left without having entered")
        if left:
            self._here[key] = left
        else:
            del self._here[key]
        self._total -= 1

    def keys(self) -> int:
        """For how many keys somebody is here."""
        return len(self._here)
