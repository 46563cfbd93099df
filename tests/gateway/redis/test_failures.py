"""What goes wrong with Redis: killed, paused, emptied, restarted, its connections cut. Nothing that was
acknowledged is lost, and nothing is said to have failed that may have happened."""

import asyncio

import msgspec
import pytest

from actors.messages import RoomCode
from actors.ports import Claim, Commit, CommitResult, Delivery, HandedOver, StoreAway
from gateway.backend import InstanceId
from gateway.backends.redis.keys import Keys
from tests.support.loops import on_uvloop, until
from tests.support.redis_house import Ears, instance, new_prefix, save
from tests.support.redis_process import RedisProcess
from tests.support.tcp_proxy import tcp_proxy

ROOM = RoomCode("BCDFGH")
OTHER = RoomCode("JKMNPQ")
A, B = InstanceId("aaaaaaaa"), InstanceId("bbbbbbbb")


def commit(fence: int, version: int, snapshot: bytes | None = b"{}", code: RoomCode = ROOM) -> Commit:
    return Commit(code, fence, version, snapshot, 0.0, Delivery(code, fence, version))


def repair(fence: int, version: int) -> Commit:
    return msgspec.structs.replace(commit(fence, version), is_repair=True)


@on_uvloop
async def test_a_cut_subscription_is_made_again_and_noticed_as_a_gap(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix) as (one, ears):
        await until(lambda: ears.echoes)
        assert own_redis.ask("CLIENT", "KILL", "TYPE", "pubsub") == "1"
        await until(lambda: ears.gaps)
        one.send(A, b'{"type":"after"}')
        await until(lambda: ears.letters_heard)
        assert ears.letters_heard == [b'{"type":"after"}']
        assert ears.gaps == 1
        assert ears.falls == 0
        assert one.is_ready()


@on_uvloop
async def test_one_whose_letters_do_not_arrive_is_deaf_and_subscribes_anew(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=0.3) as (one, ears):
        own_redis.ask("ACL", "SETUSER", "default", "-publish")
        await until(lambda: not one.is_ready())
        await until(lambda: ears.gaps)
        own_redis.ask("ACL", "SETUSER", "default", "+publish")
        await until(one.is_ready)


@on_uvloop
async def test_scripts_that_redis_has_forgotten_are_taught_again(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await save(one, commit(fence, 1)) == ["done"]
        own_redis.ask("SCRIPT", "FLUSH")
        assert await save(one, commit(fence, 2), commit(fence - 1, 3), commit(fence, 4)) == [
            "done",
            "refused",
            "done",
        ]
        assert ears.falls == 0


@on_uvloop
async def test_an_emptied_store_gets_back_what_is_alive_here(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=0.6) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.ask("FLUSHALL")
        await until(lambda: ears.falls)
        assert await save(one, repair(fence, 1)) == ["done"]
        assert own_redis.ask("HGET", Keys(prefix).room(ROOM), "version") == "1"


@on_uvloop
async def test_a_save_that_finds_the_store_emptied_before_anybody_noticed_is_made_again(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=60.0) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.ask("FLUSHALL")
        assert await save(one, commit(fence, 1)) == ["done"]
        assert ears.falls == 1
        assert [said.version for said in ears.delivered] == [1]


@on_uvloop
async def test_where_no_record_is_only_a_repair_is_saved_by_one_that_never_owned_the_room(
    redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _):
        assert await save(one, commit(5, 1), repair(5, 1), commit(5, 2)) == ["refused", "done", "done"]


@on_uvloop
async def test_one_that_was_away_beyond_its_lease_does_not_bring_back_a_room_that_has_gone(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=60.0) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.ask("ZADD", Keys(prefix).beats, "1", A)  # its heartbeat had ended
        one._membership._own_end = 1
        await one._membership.beat()
        own_redis.ask("DEL", Keys(prefix).room(ROOM))  # claimed and closed by another, more than an hour ago
        assert await save(one, commit(fence, 1)) == ["refused"]
        assert ears.falls == 0


@on_uvloop
async def test_a_restart_with_its_data_loses_nothing_and_live_rooms_are_saved_again(
    kept_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(kept_redis.url, prefix, lease_s=0.6) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await save(one, commit(fence, 1, b"acknowledged")) == ["done"]
        kept_redis.kill()
        assert await save(one, commit(fence, 2)) in (["failed"], ["unknown"])
        kept_redis.start()
        await until(lambda: one.is_ready() and ears.falls and ears.gaps)
        assert await save(one, commit(fence, 2, b"again")) == ["done"]
        claim = await one.claim(ROOM)
        assert isinstance(claim, Claim)
        assert claim.snapshot == b"again"


@on_uvloop
async def test_after_a_restart_without_its_data_a_save_that_was_on_its_way_is_done_all_the_same(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=0.6) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.stop()
        await until(lambda: not one.is_alive(A))
        assert await save(one, commit(fence, 1)) == ["failed"]
        own_redis.start()
        assert await save(one, commit(fence, 1)) == ["done"]
        assert ears.falls >= 1


@on_uvloop
async def test_while_redis_is_away_nothing_has_happened_for_certain(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=0.6) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.stop()
        await until(lambda: not one.is_alive(A))
        assert await save(one, commit(fence, 1)) == ["failed"]
        for asked in (
            one.claim(ROOM),
            one.owner_of(ROOM),
            one.release(ROOM, HandedOver(fence, ()), B),
            one.due(0.0, 1),
        ):
            with pytest.raises(StoreAway):
                await asked
        with pytest.raises(StoreAway):
            await one.create(OTHER, b"{}", 0.0)
        assert ears.claims == ["away"]
        assert ears.delivered == []


@on_uvloop
async def test_a_redis_that_does_not_answer_is_unknown_and_the_same_save_again_settles_it(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, timeout_s=0.3) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.pause()
        assert await save(one, commit(fence, 1)) == ["unknown"]
        assert ears.delivered == []
        own_redis.resume()
        results: list[CommitResult] = []
        while CommitResult.DONE not in results:
            one.commit(commit(fence, 1), results.append)
            count = len(results)
            await until(lambda: len(results) > count)  # noqa: B023 - it is waited for in this round
        assert CommitResult.REFUSED not in results
        assert own_redis.ask("HGET", Keys(prefix).room(ROOM), "version") == "1"
        assert ears.falls == 1


@on_uvloop
async def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_ones(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=60.0, timeout_s=0.5) as (one, _):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await save(one, commit(fence, 0)) == ["done"]
        own_redis.pause()
        assert await save(one, commit(fence - 1, 1)) == ["unknown"]  # it will be refused
        results: list[CommitResult] = []
        one.commit(commit(fence, 1), results.append)
        for _ in range(5):
            await asyncio.sleep(0)  # it is sent
        own_redis.resume()
        await until(lambda: results)
        assert CommitResult.REFUSED not in results


@on_uvloop
async def test_a_subscription_that_takes_longer_than_three_echoes_is_made_all_the_same(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with (
        tcp_proxy(own_redis.port) as wire,
        instance(f"redis://127.0.0.1:{wire.port}/0", prefix, lease_s=0.6) as (one, ears),
    ):
        await until(lambda: ears.echoes)
        wire.slow(0.4)
        own_redis.ask("CLIENT", "KILL", "TYPE", "pubsub")
        await until(lambda: ears.gaps)
        await wire.let_go()
        await until(one.is_ready)


@on_uvloop
async def test_an_instance_that_ends_does_not_wait_for_a_redis_that_hangs_and_says_what_is_known(
    own_redis: RedisProcess,
) -> None:
    loop, results = asyncio.get_running_loop(), list[CommitResult]()
    async with instance(own_redis.url, new_prefix(), lease_s=60.0, timeout_s=30.0) as (one, _):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.pause()
        one.commit(commit(fence, 1), results.append)
        await asyncio.sleep(0)  # it is sent
        one.commit(commit(fence, 2), results.append)
        begun = loop.time()
    assert loop.time() - begun < 5
    assert [result.value for result in results] == ["unknown", "failed"]
    own_redis.resume()


@on_uvloop
async def test_a_redis_that_cannot_be_reached_is_away_at_the_start(own_redis: RedisProcess) -> None:
    own_redis.stop()
    with pytest.raises(StoreAway):
        async with instance(own_redis.url, new_prefix()):
            pytest.fail("it was opened")


@on_uvloop
async def test_a_listener_that_fails_and_a_letter_that_makes_no_sense_keep_nothing_from_being_heard(
    redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, ears):
        channel = Keys(prefix).channel(A)
        redis.ask("PUBLISH", channel, '{"type":"echo","number":not one}')

        class Broken(Ears):
            def heard(self, letter: bytes) -> None:
                one.listener = ears
                raise RuntimeError("a bug")

        one.listener = Broken(A)
        one.send(A, b"the first")
        one.send(A, b"the second")
        await until(lambda: ears.letters_heard)
        assert ears.letters_heard == [b"the second"]
