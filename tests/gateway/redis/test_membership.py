"""Heartbeats: who is alive, who has left, and when an instance must not trust itself."""

import asyncio

from gateway.backend import InstanceId, Member
from gateway.backends.redis.keys import Keys
from tests.support.loops import on_uvloop, until
from tests.support.redis_house import instance, new_prefix
from tests.support.redis_process import RedisProcess

A, B = InstanceId("aaaaaaaa"), InstanceId("bbbbbbbb")


@on_uvloop
async def test_instances_know_of_each_other_and_of_what_they_carry(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with (
        instance(redis.url, prefix, lease_s=0.6) as (one, _),
        instance(redis.url, prefix, B, lease_s=0.6) as (two, _),
    ):
        two.census = lambda: (3, 40)
        two.drain()
        await until(lambda: Member(B, is_draining=True, rooms=3, connections=40) in one.members())
        assert one.is_alive(A)
        assert one.is_alive(B)
        assert len(one.members()) == 2


@on_uvloop
async def test_one_that_ends_is_gone_at_once(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix, lease_s=0.6) as (one, ears):
        async with instance(redis.url, prefix, B, lease_s=30.0):
            await until(lambda: one.is_alive(B))
        await until(lambda: ears.gone)
        assert not one.is_alive(B)
        assert [who for who, _ in ears.gone] == [B]


@on_uvloop
async def test_one_that_falls_silent_is_gone_when_its_lease_ends_and_for_how_long_is_said(
    redis: RedisProcess,
) -> None:
    prefix, loop = new_prefix(), asyncio.get_running_loop()
    since = loop.time()
    async with (
        instance(redis.url, prefix, lease_s=0.6) as (one, ears),
        instance(redis.url, prefix, B, lease_s=0.6) as (two, _),
    ):
        await until(lambda: one.is_alive(B))
        assert two._membership._beating is not None
        two._membership._beating.cancel()
        await until(lambda: ears.gone)
        ((who, silent_s),) = ears.gone
        assert who == B
        assert 0.6 <= silent_s <= loop.time() - since
        assert not two.is_ready()


@on_uvloop
async def test_a_heartbeat_of_another_version_is_understood_as_far_as_it_goes(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix, lease_s=0.6) as (one, _):
        keys = Keys(prefix)
        redis.ask("ZADD", keys.beats, "99999999999999", "newer", "99999999999999", "broken")
        redis.ask("HSET", keys.info, "newer", '{"rooms":7,"mood":"good"}', "broken", "[]")
        await until(lambda: one.is_alive(InstanceId("newer")))
        assert Member(InstanceId("newer"), rooms=7) in one.members()
        assert Member(InstanceId("broken")) in one.members()


@on_uvloop
async def test_heartbeats_that_ended_an_hour_ago_are_cleared_away(redis: RedisProcess) -> None:
    prefix = new_prefix()
    keys = Keys(prefix)
    redis.ask("ZADD", keys.beats, "1000", "long gone")
    redis.ask("HSET", keys.info, "long gone", "{}")
    async with instance(redis.url, prefix):
        assert redis.ask("ZRANGE", keys.beats, "0", "-1") == A
        assert redis.ask("HKEYS", keys.info) == A


@on_uvloop
async def test_when_redis_was_away_for_longer_than_all_leases_nobody_is_thought_dead(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with (
        instance(own_redis.url, prefix, lease_s=0.6) as (one, ears),
        instance(own_redis.url, prefix, B, lease_s=0.6) as (two, others),
    ):
        await until(lambda: one.is_alive(B) and two.is_alive(A))
        own_redis.stop()
        await until(lambda: not one.is_alive(A) and not two.is_alive(B))
        own_redis.start()
        await until(lambda: one.is_ready() and two.is_ready())
        assert one.is_alive(B)
        assert two.is_alive(A)
        assert ears.gone == others.gone == []


@on_uvloop
async def test_a_heartbeat_that_was_not_heard_is_made_again_long_before_the_next_one(
    own_redis: RedisProcess,
) -> None:
    """With this lease they are six seconds apart."""
    loop = asyncio.get_running_loop()
    async with instance(own_redis.url, new_prefix(), lease_s=18.0) as (one, _):
        own_redis.stop()
        since = loop.time()
        one.drain()
        await asyncio.to_thread(own_redis.start)
        await until(lambda: any(member.is_draining for member in one.members()))
        assert loop.time() - since < 5.0


@on_uvloop
async def test_one_that_has_just_begun_notices_a_death_as_soon_as_the_others(redis: RedisProcess) -> None:
    """It has missed no heartbeat of its own: nothing says that Redis was away."""
    prefix = new_prefix()
    async with (
        instance(redis.url, prefix, B, lease_s=0.6) as (two, _),
        instance(redis.url, prefix, lease_s=30.0) as (one, ears),
    ):
        assert one.is_alive(B)
        assert two._membership._beating is not None
        two._membership._beating.cancel()
        async with asyncio.timeout(5.0):  # it would be spared for twenty seconds
            while not ears.gone:
                await one._membership.beat()
        assert [who for who, _ in ears.gone] == [B]
