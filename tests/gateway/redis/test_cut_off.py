"""Redis cut off at each moment at which it matters, for one instance of two or for both (hazards.md 1, 9).

After each: nothing that was acknowledged is lost, nothing is done twice, every command is answered, and all seats
come to the same version.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.loops import on_uvloop, until
from tests.support.redis_process import RedisProcess
from tests.support.tcp_proxy import Moment, TcpProxy
from tests.support.wire_client import wire_clients
from tests.support.wire_person import Person
from tests.support.wired_instances import LEASE_S, SOON_S, digest_of, sit_down, wired

Trouble = Callable[[TcpProxy, bytes], None]
"""Done to all connections that asked for something with this in it; to all there are if it is empty."""

at_each_moment = pytest.mark.parametrize("moment", list(Moment), ids=lambda moment: moment.name.lower())
cut_or_hanging = pytest.mark.parametrize("trouble", [TcpProxy.cut, TcpProxy.hang], ids=["cut", "hang"])


@at_each_moment
@cut_or_hanging
@on_uvloop
async def test_a_save_is_interrupted_for_a_moment(
    moment: Moment, trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        first.wire.at(moment, digest_of(redis, "save"), partial(trouble, first.wire, b""))
        moves = asyncio.gather(table.move(table.anna), table.move(table.ben))
        await first.wire.came()
        await first.wire.let_go()
        await moves
        await table.is_right()


@at_each_moment
@cut_or_hanging
@on_uvloop
async def test_a_save_is_interrupted_until_the_other_instance_has_the_room(
    moment: Moment, trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    """What hung is let through then: a save of the owner before, and whatever else it had to say."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        first.wire.at(moment, digest_of(redis, "save"), partial(trouble, first.wire, b""))
        moves = asyncio.gather(table.move(table.anna), table.move(table.ben))
        await first.wire.came()
        await table.ben.sees(lambda view: view["fence"] > fence)
        await first.wire.let_go()
        await moves
        await table.is_right()


@at_each_moment
@cut_or_hanging
@on_uvloop
async def test_a_claim_is_interrupted(
    moment: Moment, trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    """The one that lives on comes for a room whose owner is cut off, and is cut off over it for a moment."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        second.wire.at(moment, digest_of(redis, "claim"), partial(trouble, second.wire, b""))
        first.wire.cut()
        move = asyncio.ensure_future(table.move(table.ben))
        await second.wire.came()
        await second.wire.let_go()
        await move
        assert table.fence > fence
        await first.wire.let_go()
        await table.is_right()


@at_each_moment
@on_uvloop
async def test_a_hand_over_is_interrupted_and_the_room_is_handed_over_all_the_same(
    moment: Moment, redis: RedisProcess, tmp_path: Path
) -> None:
    """While it lives on, and nobody could claim what still bears its name."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        first.wire.at(moment, digest_of(redis, "release"), first.wire.cut)
        leaving = asyncio.ensure_future(first.instance._house.leave())
        await first.wire.came()
        await first.wire.let_go()
        await table.ben.sees(lambda view: view["fence"] > fence)
        await table.is_right()
        leaving.cancel()


@at_each_moment
@on_uvloop
async def test_a_heartbeat_is_interrupted_and_nobody_is_thought_dead(
    moment: Moment, redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        first.wire.at(moment, digest_of(redis, "heartbeat"), first.wire.cut)
        await first.wire.came()
        await first.wire.let_go()
        await table.is_right()
        assert table.fence == fence


@cut_or_hanging
@pytest.mark.parametrize("whose", ["owner", "other"])
@on_uvloop
async def test_only_what_is_heard_breaks(
    trouble: Trouble, whose: str, redis: RedisProcess, tmp_path: Path
) -> None:
    """The subscription alone, while saves and heartbeats go on."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        trouble((first if whose == "owner" else second).wire, b"SUBSCRIBE")
        await asyncio.gather(*(table.move(person) for person in table.people))
        await table.is_right()
        assert table.fence == fence


@on_uvloop
async def test_six_whose_letters_were_lost_do_not_wait_for_each_other(
    redis: RedisProcess, tmp_path: Path
) -> None:
    """They come to one table through one instance while its owner does not hear."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        first.wire.hang(b"SUBSCRIBE")
        newcomers = [Person(f"newcomer{n}", "bench") for n in range(6)]
        async with asyncio.timeout(SOON_S):
            await asyncio.gather(*(one.comes(connect, second, table.anna.room) for one in newcomers))


@cut_or_hanging
@on_uvloop
async def test_all_are_cut_off_for_longer_than_their_leases_and_each_keeps_its_rooms(
    trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        for one in (first, second):
            trouble(one.wire, b"")
        moves = asyncio.gather(*(table.move(person) for person in table.people))
        await until(lambda: not first.instance.is_ready() and not second.instance.is_ready())
        for one in (first, second):
            await one.wire.let_go()
        await moves
        await table.is_right()
        assert table.fence == fence


@on_uvloop
async def test_a_wire_so_slow_that_leases_end_between_heartbeats_costs_time_and_nothing_else(
    redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        first.wire.slow(LEASE_S / 4)
        await until(lambda: not first.instance.is_ready())
        await asyncio.gather(*(table.move(person) for person in table.people))
        await first.wire.let_go()
        await table.is_right()
