"""The clock that all instances share never goes backwards and jumps over nothing."""

import asyncio
import time
from itertools import pairwise

from gateway.backends.redis.clock import MOST_SLEW, RedisClock
from tests.support.loops import on_uvloop, until
from tests.support.redis_house import instance, new_prefix
from tests.support.redis_process import RedisProcess


class Loop(asyncio.SelectorEventLoop):
    """A loop whose time stands still until a test moves it."""

    seconds = 100.0

    def time(self) -> float:
        return self.seconds


def readings(wrong_by: float) -> list[float]:
    """What the clock shows each tenth of a second when Redis is suddenly wrong by so much, for ten seconds in
    which it is read every two."""
    loop = Loop()
    clock = RedisClock(loop)
    clock.read(1000.0, loop.time(), loop.time())
    shown = [clock.now()]
    for step in range(100):
        if step % 20 == 0:
            clock.read(1000.0 + step / 10 + wrong_by, loop.time(), loop.time())
        loop.seconds += 0.1
        shown.append(clock.now())
    loop.close()
    return shown


def test_it_shows_redis_time_at_once_when_it_is_first_read() -> None:
    loop = Loop()
    clock = RedisClock(loop)
    clock.read(5000.0, 99.0, 101.0)
    assert clock.now() == 5000.0
    loop.seconds += 7
    assert clock.now() == 5007.0
    loop.close()


def test_a_small_difference_is_worked_off_and_then_it_keeps_time() -> None:
    for wrong_by in (0.1, -0.1):
        shown = readings(wrong_by)
        assert abs(shown[-1] - (1010.0 + wrong_by)) < 0.001
        assert all(0.089 < after - before < 0.111 for before, after in pairwise(shown))


def test_a_large_difference_is_worked_off_slowly_and_never_backwards() -> None:
    for wrong_by in (30.0, -30.0):
        shown = readings(wrong_by)
        steps = [after - before for before, after in pairwise(shown)]
        assert min(steps) > 0.1 * (1 - MOST_SLEW) - 1e-6
        assert max(steps) < 0.1 * (1 + MOST_SLEW) + 1e-6
        assert abs(shown[-1] - 1010.0) > 0.9


def test_an_answer_that_took_long_is_not_believed() -> None:
    loop = Loop()
    clock = RedisClock(loop)
    clock.read(1000.0, loop.time(), loop.time())
    clock.read(1030.0, loop.time() - 2, loop.time())
    loop.seconds += 1
    assert clock.now() == 1001.0
    loop.close()


@on_uvloop
async def test_two_instances_show_the_same_time_and_call_when_it_is_reached(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _), instance(redis.url, prefix, "bbbbbbbb") as (two, _):
        assert abs(one.clock.now() - two.clock.now()) < 0.1
        assert abs(one.clock.now() - time.time()) < 0.1
        called: list[float] = []
        when = one.clock.now() + 0.05
        one.clock.call_at(when, lambda: called.append(one.clock.now()))
        one.clock.call_at(when, lambda: called.append(0.0)).cancel()
        await until(lambda: called)
        assert called[0] >= when
