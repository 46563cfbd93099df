"""Token buckets and headcounts, on a clock that the test moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import limits
from gateway.limits import Headcount, Limiter, Rate


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_passes_and_then_the_rate_holds() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_s=2, burst=3), clock)
    assert [limiter.allow("ann") for _ in range(4)] == [True, True, True, False]
    clock.now += 0.5
    assert [limiter.allow("ann") for _ in range(2)] == [True, False]


def test_a_slow_drip_always_passes() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_s=2, burst=1), clock)
    for _ in range(100):
        assert limiter.allow("ann")
        clock.now += 0.5


def test_asking_too_often_does_not_push_the_next_chance_away() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_s=1, burst=1), clock)
    assert limiter.allow("ann")
    for _ in range(10):
        clock.now += 0.0625
        assert not limiter.allow("ann")
    clock.now += 0.375
    assert limiter.allow("ann")


def test_keys_do_not_share() -> None:
    limiter = Limiter(Rate(per_s=1, burst=1), Clock())
    assert limiter.allow("ann")
    assert limiter.allow("bo")
    assert not limiter.allow("ann")


def test_a_dear_thing_takes_more_of_the_bucket() -> None:
    limiter = Limiter(Rate(per_s=1, burst=10), Clock())
    assert limiter.allow("ann", cost=8)
    assert not limiter.allow("ann", cost=3)
    assert limiter.allow("ann", cost=2)


def test_buckets_that_are_full_again_are_forgotten() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_s=1, burst=5), clock)
    for number in range(1_000):
        limiter.allow(number)
    clock.now += 5
    limiter.allow("ann")
    assert len(limiter) == 1


def test_an_empty_bucket_is_not_forgotten_early() -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_s=1, burst=5), clock)
    for _ in range(5):
        limiter.allow("ann")
    clock.now += 0.5
    for number in range(100):
        limiter.allow(number)
    assert not limiter.allow("ann")


def test_the_number_of_buckets_has_a_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BUCKETS", 10)
    limiter = Limiter(Rate(per_s=1, burst=5), Clock())
    for number in range(100):
        limiter.allow(number)
    assert len(limiter) == 10


@given(
    waits=st.lists(st.floats(0, 3), min_size=1, max_size=60), per_s=st.floats(0.1, 10), burst=st.floats(1, 20)
)
def test_never_more_than_the_burst_and_the_rate_together(
    waits: list[float], per_s: float, burst: float
) -> None:
    clock = Clock()
    limiter = Limiter(Rate(per_s, burst), clock)
    allowed = 0
    for wait in waits:
        clock.now += wait
        allowed += limiter.allow("ann")
    assert allowed <= burst + sum(waits) * per_s + 1e-6


def test_a_headcount_is_full_for_a_key_or_for_all() -> None:
    here = Headcount(per_key=2, in_all=3)
    for key in ("ann", "ann", "bo"):
        assert here.has_room(key)
        here.enter(key)
    assert not here.has_room("ann")
    assert not here.has_room("cy")
    here.leave("ann")
    assert here.has_room("ann")
    assert here.has_room("cy")
    assert len(here) == 2


def test_a_headcount_keeps_nothing_of_who_has_left() -> None:
    here = Headcount(per_key=2, in_all=100)
    for number in range(50):
        here.enter(number)
        here.leave(number)
    assert (len(here), here.keys()) == (0, 0)


def test_leaving_without_having_entered_is_a_mistake() -> None:
    here = Headcount(per_key=2, in_all=2)
    with pytest.raises(ValueError, match="without having entered"):
        here.leave("ann")
    assert here.keys() == 0
