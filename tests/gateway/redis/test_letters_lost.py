"""Letters between instances that are lost, and stores that forget: what people see in the end."""

from typing import Any

from actors.messages import RoomCode
from gateway import letters
from gateway.backends.redis.keys import Keys
from tests.support.gateways import Gateways, Guest, gateways, pair
from tests.support.loops import on_uvloop, until
from tests.support.redis_process import RedisProcess

AT_ONCE = 0.5
"""A lease that a test can wait for."""


async def two_at_a_table(home: Gateways) -> tuple[Guest, Guest]:
    """Anna at A, which owns the room; Ben at B."""
    anna = await home.a.guest("anna").opens()
    ben = await home.b.guest("ben").sits(anna.room)
    await until(lambda: pair(anna.view) == pair(ben.view))
    return anna, ben


@on_uvloop
async def test_a_gateway_whose_digests_are_missed_is_away_until_one_comes(redis: RedisProcess) -> None:
    async with gateways(redis.url) as home:
        anna, ben = await two_at_a_table(home)
        home.a.misses(letters.Digest)
        assert 20 <= await home.passes(lambda: anna.sees(ben) == "away") <= 40
        home.a.misses()
        await home.passes(lambda: anna.sees(ben) == "here")
        await until(lambda: pair(ben.view) == pair(anna.view))


@on_uvloop
async def test_who_has_left_and_whose_goodbye_was_lost_is_away_with_the_next_digest(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url) as home:
        anna, ben = await two_at_a_table(home)
        cleo = await home.b.guest("cleo").sits(anna.room)
        home.a.misses(letters.LookAway)
        ben.leaves()
        assert await home.passes(lambda: anna.sees(ben) == "away") <= 11
        assert home.a.ear.came[letters.LookAway] == 1
        assert anna.sees(cleo) == "here"


@on_uvloop
async def test_the_last_one_of_a_gateway_whose_goodbye_was_lost_is_away_with_an_empty_digest(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url) as home:
        anna, ben = await two_at_a_table(home)
        await home.passes(lambda: home.a.ear.came[letters.Digest])
        home.a.misses(letters.LookAway)
        ben.leaves()
        assert await home.passes(lambda: anna.sees(ben) == "away") <= 11


@on_uvloop
async def test_people_of_an_instance_that_has_left_are_away_at_once(redis: RedisProcess) -> None:
    """No time passes here, so it is not their digests that are missed."""
    async with gateways(redis.url, lease_s=AT_ONCE) as home:
        anna, ben = await two_at_a_table(home)
        await home.b.backend.close()
        await until(lambda: anna.sees(ben) == "away")
        assert anna.sees(anna) == "here"


@on_uvloop
async def test_one_that_others_thought_dead_has_its_people_back_at_once(redis: RedisProcess) -> None:
    """Its heart stood still, its subscription did not break; no digest is due."""
    async with gateways(redis.url, lease_s=AT_ONCE) as home:
        anna, ben = await two_at_a_table(home)
        heart = home.b.backend._membership
        assert heart._beating is not None
        heart._beating.cancel()
        await until(lambda: anna.sees(ben) == "away")
        await heart.beat()
        await until(lambda: anna.sees(ben) == "here")
        await until(lambda: pair(ben.view) == pair(anna.view))
        assert (await ben.says(type="rename", name="Benno"))["type"] == "applied"
        await until(lambda: pair(ben.view) == pair(anna.view))


@on_uvloop
async def test_after_a_gap_every_seat_has_the_newest_view_and_each_command_one_answer(
    own_redis: RedisProcess,
) -> None:
    """No time passes here, so nothing is sent again for being late."""
    async with gateways(own_redis.url) as home:
        anna, ben = await two_at_a_table(home)
        home.b.misses(letters.Said)
        came = home.b.ear.came[letters.Said]
        lost = ben.tells(type="rename", name="Benno")
        await until(lambda: any(s["name"] == "Benno" for s in anna.view["room"]["seats"]))
        assert (await anna.says(type="rename", name="Anne"))["type"] == "applied"
        await until(lambda: home.b.ear.came[letters.Said] == came + 2)
        assert pair(ben.view) < pair(anna.view)
        home.b.misses()
        own_redis.ask("CLIENT", "KILL", "TYPE", "pubsub")
        await until(lambda: ben.answers(lost) and pair(ben.view) == pair(anna.view))
        version = anna.view["version"]
        assert (await ben.says(type="rename", name="Ben"))["version"] == version + 1
        assert [answer["type"] for answer in ben.answers(lost)] == ["applied"]


@on_uvloop
async def test_who_missed_that_a_room_was_closed_hears_it_later(redis: RedisProcess) -> None:
    async with gateways(redis.url) as home:
        anna = await home.a.guest("anna").opens()
        ben = await home.b.guest("ben").looks(anna.room)
        anna.leaves()
        await until(lambda: ben.sees(anna) == "away")
        home.b.misses(letters.Said)
        home.clock.move_to(home.clock.now() + 46 * 60)  # nobody has sat there for so long
        await home.passes(lambda: not home.a.rooms.has(RoomCode(anna.room)))
        home.b.misses()
        await home.passes(lambda: ben.notices, at_most_s=30)
        assert ben.notices == ["closed"]
        assert (await ben.says(type="attach", room=anna.room))["code"] == "no_room"


@on_uvloop
async def test_an_emptied_store_is_noticed_by_nobody_at_the_table(own_redis: RedisProcess) -> None:
    async with gateways(own_redis.url, lease_s=AT_ONCE) as home:
        anna, ben = await two_at_a_table(home)
        version = anna.view["version"]
        own_redis.ask("FLUSHALL")
        key = Keys(home.prefix).room(RoomCode(anna.room))
        await until(lambda: own_redis.ask("EXISTS", key) == "1")
        for someone in (ben, anna):
            assert (await someone.says(type="rename", name="X" + someone.name))["type"] == "applied"
        await until(lambda: pair(ben.view) == pair(anna.view))
        assert anna.view["version"] > version + 2, "it was not saved again"
        assert [s["name"] for s in anna.view["room"]["seats"]] == ["Xanna", "Xben"]


@on_uvloop
async def test_who_comes_to_a_store_that_has_just_been_emptied_is_not_told_that_there_is_no_room(
    own_redis: RedisProcess,
) -> None:
    """Its owner has not noticed yet, and will have it saved again with its next heartbeat."""
    async with gateways(own_redis.url, lease_s=1.0) as home:
        anna = await home.a.guest("anna").opens()
        own_redis.ask("FLUSHALL")
        cleo = home.b.guest("cleo")
        assert (await answered_in_the_end(home, cleo, anna.room))["type"] == "applied"
        assert (await answered_in_the_end(home, cleo, "BBBBBB"))["code"] == "no_room"


async def answered_in_the_end(home: Gateways, guest: Guest, room: str) -> dict[str, Any]:
    """As a client does it: who is told to come again does."""
    while True:
        answer = await home.answered(guest, guest.tells(type="attach", room=room))
        if answer.get("code") != "unavailable":
            return answer
