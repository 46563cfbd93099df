"""A Redis that can be reached and does not do what it should: full, a replica that takes no writes, emptied. First whole
instances, for longer than their leases: nobody is thought dead, nothing is lost, and play goes on when it is well. Then
what each call is told.
"""

import asyncio
from pathlib import Path

import pytest

from actors.messages import RoomCode
from actors.ports import Claim, Commit, Delivery, HandedOver, StoreAway
from gateway.backend import InstanceId
from gateway.backends.redis.keys import Keys
from tests.support.loops import on_uvloop, until
from tests.support.redis_house import instance, new_prefix, save
from tests.support.redis_process import RedisProcess
from tests.support.wire_client import wire_clients
from tests.support.wired_instances import sit_down, wired

ROOM, OTHER = RoomCode("BCDFGH"), RoomCode("JKMNPQ")
B = InstanceId("bbbbbbbb")
FULL = (("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0"))
READ_ONLY = (("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE"))


def commit(fence: int, version: int, snapshot: bytes | None = b"{}") -> Commit:
    return Commit(ROOM, fence, version, snapshot, 0.0, Delivery(ROOM, fence, version))


@pytest.mark.parametrize(("ill", "well"), [FULL, READ_ONLY], ids=["full", "read-only"])
@on_uvloop
async def test_what_takes_no_writes_keeps_everybody_waiting_and_then_each_move_is_made_once(
    ill: tuple[str, ...], well: tuple[str, ...], own_redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, own_redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        own_redis.ask(*ill)
        moves = asyncio.gather(*(table.move(person) for person in table.people))
        await until(lambda: not first.instance.is_ready() and not second.instance.is_ready())
        assert not moves.done()
        own_redis.ask(*well)
        await moves
        await table.is_right()
        await until(lambda: first.instance.is_ready() and second.instance.is_ready())
        assert table.fence == fence


@on_uvloop
async def test_emptied_under_a_game_it_has_the_game_again_before_anybody_asks(
    own_redis: RedisProcess, tmp_path: Path
) -> None:
    """Heartbeats, deadlines and scripts are gone as well."""
    async with wired(tmp_path, own_redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        await asyncio.gather(*(table.move(person) for person in table.people))
        own_redis.ask("FLUSHALL")
        await until(lambda: own_redis.ask("KEYS", f"*:{table.anna.room}"))
        await table.is_right()
        assert table.fence == fence
        own_redis.ask("FLUSHALL")
        await table.is_right()
        assert table.fence == fence


@on_uvloop
async def test_a_full_redis_refuses_a_save_whole_and_takes_it_later(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=60.0) as (one, ears):
        fence = await one.create(ROOM, b"kept", 0.0)
        assert fence is not None
        own_redis.ask("CONFIG", "SET", "maxmemory", "1")
        assert await save(one, commit(fence, 1, b"x" * 10_000)) == ["failed"]
        assert own_redis.ask("HMGET", Keys(prefix).room(ROOM), "version", "snapshot").split() == ["0", "kept"]
        own_redis.ask("CONFIG", "SET", "maxmemory", "0")
        assert await save(one, commit(fence, 1)) == ["done"]
        assert ears.falls == 0


@on_uvloop
async def test_a_full_redis_opens_and_moves_no_room_but_lets_rooms_and_instances_go(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=60.0) as (one, _):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.ask("CONFIG", "SET", "maxmemory", "1")
        with pytest.raises(StoreAway):
            await one.create(OTHER, b"{}", 0.0)
        with pytest.raises(StoreAway):
            await one.claim(ROOM)
        assert await save(one, commit(fence, 1, None)) == ["done"]
        assert await one.owner_of(ROOM) is None
    assert own_redis.ask("KEYS", Keys(prefix).beats) == ""


@on_uvloop
async def test_a_replica_moves_no_room_and_knows_of_all(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=60.0) as (one, _):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.ask("REPLICAOF", "127.0.0.1", "1")
        for asked in (
            one.claim(ROOM),
            one.release(ROOM, HandedOver(fence, ()), B),
            one.create(OTHER, b"{}", 0.0),
        ):
            with pytest.raises(StoreAway):
                await asked
        own_redis.ask("REPLICAOF", "NO", "ONE")
        assert isinstance(await one.claim(ROOM), Claim)


@on_uvloop
async def test_a_replica_takes_no_save_and_the_line_to_it_is_given_up(own_redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, lease_s=60.0) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.ask("REPLICAOF", "127.0.0.1", "1")
        assert await save(one, commit(fence, 1)) == ["failed"]
        own_redis.ask("REPLICAOF", "NO", "ONE")
        assert await save(one, commit(fence, 1)) == ["done"]
        assert ears.falls == 1
