"""Redis Cluster: a room, its owner's heartbeat and the letters lie on different masters on purpose (hazards.md 10)."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from actors.messages import RoomCode
from actors.ports import Claim, Commit, CommitResult, Delivery, Elsewhere, HandedOver
from gateway.backend import InstanceId
from gateway.backends.redis.backend import RedisBackend
from gateway.backends.redis.keys import Keys
from tests.support.loops import on_uvloop, until
from tests.support.redis_cluster import RedisCluster, redis_cluster
from tests.support.redis_house import instance, new_prefix, save, to

A, B = InstanceId("aaaaaaaa"), InstanceId("bbbbbbbb")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    with redis_cluster(tmp_path_factory.mktemp("cluster")) as masters:
        yield masters


def commit(code: RoomCode, fence: int, version: int, *looking: str) -> Commit:
    said = (
        to(*looking, code=code, fence=fence, version=version) if looking else Delivery(code, fence, version)
    )
    return Commit(code, fence, version, b"{}", 0.0, said)


async def room_beside(backend: RedisBackend, cluster: RedisCluster, prefix: str) -> tuple[RoomCode, int]:
    """A room on another master than the heartbeats."""
    keys = Keys(prefix)
    for number in itertools.count():
        code = RoomCode(f"ROOM{number}")
        fence = await backend.create(code, b"{}", 0.0)
        assert fence is not None
        if cluster.master_of(keys.room(code)) is not cluster.master_of(keys.beats):
            return code, fence
    raise AssertionError


async def save_until_done(backend: RedisBackend, one: Commit) -> list[str]:
    """Again and again, as a room does; every result."""
    results: list[str] = []
    while "done" not in results:
        results += await save(backend, one)
    return results


@on_uvloop
async def test_rooms_live_and_letters_arrive_across_masters(cluster: RedisCluster) -> None:
    prefix = new_prefix()
    async with instance(cluster.url, prefix, B) as (two, ears), instance(cluster.url, prefix) as (one, _):
        code, fence = await room_beside(one, cluster, prefix)
        saves = [commit(code, fence, version, f"{B}.1") for version in range(1, 51)]
        assert set(await save(one, *saves)) == {"done"}
        await until(lambda: len(ears.letters_heard) == 50)
        assert await two.claim(code) == Elsewhere(A)
        assert code in await one.due(1.0, 100)
        assert await one.release(code, HandedOver(fence, ()), B)
        assert isinstance(await two.claim(code), Claim)
        assert await save(one, commit(code, fence, 51)) == ["refused"]
        assert one.is_ready()


@on_uvloop
async def test_rooms_lie_on_all_masters(cluster: RedisCluster) -> None:
    prefix = new_prefix()
    async with instance(cluster.url, prefix) as (one, _):
        codes = [RoomCode(f"MANY{number}") for number in range(40)]
        for code in codes:
            assert await one.create(code, b"{}", 0.0) is not None
        keys = Keys(prefix)
        assert len({cluster.master_of(keys.room(code)).port for code in codes}) == 3
        assert set(await one.due(1.0, 100)) == set(codes)


@on_uvloop
async def test_a_slot_that_moves_costs_a_room_a_repeat_and_no_save(cluster: RedisCluster) -> None:
    prefix = new_prefix()
    key_of = Keys(prefix).room
    async with instance(cluster.url, prefix) as (one, ears):
        code, fence = await room_beside(one, cluster, prefix)
        source = cluster.master_of(key_of(code))
        target = next(master for master in cluster.masters if master is not source)
        cluster.begin_to_move(key_of(code), source, target)
        assert await save(one, commit(code, fence, 1)) == ["failed"]
        cluster.end_to_move(key_of(code), target)
        results = await save_until_done(one, commit(code, fence, 1))
        assert set(results) <= {"failed", "done"}
        assert target.ask("HGET", key_of(code), "version") == "1"
        assert await save(one, commit(code, fence, 2)) == ["done"]
        assert ears.falls == 0


@on_uvloop
async def test_a_master_that_is_away_holds_up_its_own_rooms_only(cluster: RedisCluster) -> None:
    prefix = new_prefix()
    keys = Keys(prefix)
    async with instance(cluster.url, prefix, timeout_s=0.5) as (one, _):
        code, fence = await room_beside(one, cluster, prefix)
        away = cluster.master_of(keys.room(code))
        beside = next(
            RoomCode(f"BESIDE{number}")
            for number in itertools.count()
            if one._servers.node_of(keys.room(RoomCode(f"BESIDE{number}")))
            != one._servers.node_of(keys.room(code))
        )
        other = await one.create(beside, b"{}", 0.0)
        assert other is not None
        away.pause()
        try:
            held_up: list[CommitResult] = []
            one.commit(commit(code, fence, 1), held_up.append)
            assert await save(one, commit(beside, other, 1)) == ["done"]
            await until(lambda: held_up)
            assert held_up == [CommitResult.UNKNOWN]
        finally:
            away.resume()
        assert "refused" not in await save_until_done(one, commit(code, fence, 1))


@on_uvloop
async def test_a_replica_that_takes_over_is_found_and_gets_what_it_may_have_missed(tmp_path: Path) -> None:
    prefix = new_prefix()
    with redis_cluster(tmp_path, has_replica=True) as cluster:
        assert cluster.replica is not None
        async with instance(cluster.url, prefix) as (one, ears):
            codes = [RoomCode(f"MANY{number}") for number in range(40)]
            fences = {code: await one.create(code, b"{}", 0.0) for code in codes}
            keys = Keys(prefix)
            code = next(c for c in codes if cluster.master_of(keys.room(c)) is cluster.masters[0])
            fence = fences[code]
            assert fence is not None
            cluster.masters[0].kill()
            cluster.replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
            results = await save_until_done(one, commit(code, fence, 1))
            assert "refused" not in results
            assert cluster.replica.ask("HGET", keys.room(code), "version") == "1"
            assert ears.falls >= 1
