"""How a message finds its room, and what becomes of those that cannot: order, goodbyes, honest answers."""

import pytest

from actors.answers import Applied
from actors.messages import Connection, RoomCode
from gateway import letters
from gateway.backends.redis.keys import Keys
from tests.support.gateways import Gateways, Guest, gateways, pair
from tests.support.loops import on_uvloop, until
from tests.support.redis_process import RedisProcess
from tests.support.tcp_proxy import tcp_proxy

SHORT_S = 0.5
"""A lease that a test can wait for."""


async def table_without_an_owner(home: Gateways) -> Guest:
    """Dora has opened it at B, which has gone."""
    dora = await home.b.guest("dora").opens()
    await home.b.backend.close()
    await until(lambda: not home.a.backend.is_alive(home.b.name))
    return dora


@on_uvloop
async def test_a_room_that_another_instance_has_claimed_ends_at_once_and_its_people_see_the_other(
    redis: RedisProcess,
) -> None:
    """Its owner's heart stood still. No time passes, nobody says anything, no clock rings."""
    async with gateways(redis.url, lease_s=SHORT_S) as home:
        anna = await home.a.guest("anna").opens()
        room, fence = RoomCode(anna.room), anna.view["fence"]
        heart = home.a.backend._membership
        assert heart._beating is not None
        heart._beating.cancel()
        await until(lambda: not home.b.backend.is_alive(home.a.name))
        assert await home.b.rooms.adopt(room) is not None
        await until(lambda: not home.a.rooms.has(room))
        assert home.a.metrics.value("rooms_lost_total") == 1
        await heart.beat()
        await until(lambda: home.a.backend.is_alive(home.b.name))
        await home.passes(lambda: anna.view["fence"] > fence, at_most_s=2)
        assert (await anna.says(type="rename", name="Anne"))["type"] == "applied"


@on_uvloop
async def test_who_comes_and_goes_before_the_room_is_found_leaves_nobody_behind(redis: RedisProcess) -> None:
    async with gateways(redis.url, lease_s=SHORT_S) as home:
        dora = await table_without_an_owner(home)
        again = home.a.guest("dora")
        again.tells(type="attach", room=dora.room)
        again.leaves()
        anna = await home.a.guest("anna").looks(dora.room)
        await until(lambda: anna.views)
        assert anna.sees(dora) == "away"


@on_uvloop
async def test_who_comes_and_goes_at_another_instance_meanwhile_leaves_nobody_behind_either(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url, lease_s=SHORT_S) as home:
        dora = await table_without_an_owner(home)
        room, there = RoomCode(dora.room), Connection("cccccccc.1")
        for letter in (
            letters.Look("cccccccc", room, dora.player, there, 0),
            letters.LookAway("cccccccc", room, dora.player, there),
        ):
            home.a.ear.heard(letters.encode(letter))
        anna = await home.a.guest("anna").looks(dora.room)
        await until(lambda: anna.views)
        assert anna.sees(dora) == "away"


@on_uvloop
async def test_a_goodbye_does_not_overtake_its_greeting(redis: RedisProcess) -> None:
    """The owner becomes known while the record is still being read."""
    async with gateways(redis.url) as home:
        anna = await home.a.guest("anna").opens()
        ben = await home.b.guest("ben").sits(anna.room)
        cleo = await home.a.guest("cleo").sits(anna.room)
        cleo.leaves()
        await until(lambda: anna.sees(cleo) == "away")
        home.b.ear.heard(
            letters.encode(letters.NotHere(home.a.name, RoomCode(anna.room)))
        )  # it has to look it up
        again = home.b.guest("cleo")
        again.tells(type="attach", room=anna.room)
        home.b.router.owns(RoomCode(anna.room), home.a.name)
        again.leaves()
        await until(lambda: home.a.ear.came[letters.LookAway])
        assert (await ben.says(type="rename", name="Benno"))["type"] == "applied"
        await until(lambda: pair(anna.view) == pair(ben.view))
        assert anna.sees(cleo) == "away"


@on_uvloop
async def test_a_record_that_cannot_be_read_is_asked_for_again(
    redis: RedisProcess, caplog: pytest.LogCaptureFixture
) -> None:
    """Not because Redis is away: because of what it says."""
    async with gateways(redis.url) as home:
        anna = await home.a.guest("anna").opens()
        key = Keys(home.prefix).room(RoomCode(anna.room))
        fence = redis.ask("HGET", key, "fence")
        redis.ask("HSET", key, "fence", "nonsense")
        ben = home.b.guest("ben")
        attached = ben.tells(type="attach", room=anna.room)
        await until(lambda: "room_not_sought" in caplog.messages)
        redis.ask("HSET", key, "fence", fence)
        await home.passes(lambda: ben.answers(attached), at_most_s=5)
        assert [answer["type"] for answer in ben.answers(attached)] == ["applied"]


@on_uvloop
async def test_what_nobody_has_been_told_of_is_unavailable_and_is_not_sent_later(redis: RedisProcess) -> None:
    """The record is still being read when the answer is given, and the way is free again right after it."""
    async with (
        tcp_proxy(redis.port) as wire,
        gateways(redis.url, b_url=f"redis://127.0.0.1:{wire.port}") as home,
    ):
        anna = await home.a.guest("anna").opens()
        ben = await home.b.guest("ben").sits(anna.room)
        other = await home.a.guest("other").opens()
        cleo = home.b.guest("cleo")
        wire.hang()
        attached = cleo.tells(type="attach", room=other.room)
        assert 8 <= await home.passes(lambda: cleo.answers(attached)) <= 10
        assert [answer["code"] for answer in cleo.answers(attached)] == ["unavailable"]
        looks = home.a.ear.came[letters.Look]
        await wire.let_go()
        assert (await ben.says(type="rename", name="Benno"))["type"] == "applied"
        assert home.a.ear.came[letters.Look] == looks
        assert len(cleo.answers(attached)) == 1
        await cleo.looks(other.room)


@on_uvloop
async def test_what_somebody_may_have_heard_is_unsure(redis: RedisProcess) -> None:
    async with gateways(redis.url) as home:
        anna = await home.a.guest("anna").opens()
        ben = await home.b.guest("ben").sits(anna.room)
        home.a.misses(letters.Command)
        said = ben.tells(type="rename", name="Benno")
        assert 10 <= await home.passes(lambda: ben.answers(said)) <= 12
        assert [answer["code"] for answer in ben.answers(said)] == ["unsure"]
        assert home.a.ear.came[letters.Command] > 2


@on_uvloop
async def test_what_is_answered_is_not_sent_again_by_a_look_up_that_ends_later(redis: RedisProcess) -> None:
    async with (
        tcp_proxy(redis.port) as wire,
        gateways(redis.url, b_url=f"redis://127.0.0.1:{wire.port}") as home,
    ):
        anna = await home.a.guest("anna").opens()
        ben = await home.b.guest("ben").sits(anna.room)
        home.b.misses(letters.Said)
        said = ben.tells(type="rename", name="Benno")
        await until(lambda: any(s["name"] == "Benno" for s in anna.view["room"]["seats"]))
        wire.hang()
        sought = home.b.metrics.value("rooms_sought_total")
        await home.passes(lambda: home.b.metrics.value("rooms_sought_total") > sought)
        commands = home.a.ear.came[letters.Command]
        answer = letters.SaidReply(
            Connection(ben.connection), said, Applied(anna.view["fence"], anna.view["version"])
        )
        home.b.misses()
        home.b.ear.heard(letters.encode(letters.Said(home.a.name, RoomCode(anna.room), 0, 0, (answer,))))
        await wire.let_go()
        assert (await ben.says(type="rename", name="Ben"))["type"] == "applied"
        assert home.a.ear.came[letters.Command] == commands + 1
