"""SIGTERM of one of several instances: its rooms go on elsewhere, and its people move without a word."""

import asyncio
import os
import signal
import urllib.error
import urllib.request
from pathlib import Path

from tests.support.cluster import cluster, counted
from tests.support.loops import on_uvloop, until
from tests.support.server_process import ServerProcess
from tests.support.wire_client import wire_clients
from tests.support.wire_person import Person

SHORTER_THAN_A_LEASE_S = 5.0
LONGEST_DRAIN_S = 15.0


def is_ready(instance: ServerProcess) -> bool:
    try:
        with urllib.request.urlopen(f"{instance.url}/ready", timeout=1):
            return True
    except urllib.error.HTTPError:
        return False


@on_uvloop
async def test_a_game_goes_on_while_its_owner_leaves(tmp_path: Path) -> None:
    """With a lease so long that only a hand-over can have moved the room."""
    with cluster(tmp_path, LEASE_S="30") as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            anna = await (await Person("anna").comes(connect, first)).sits()
            ben = await (await Person("ben").comes(connect, second, anna.room)).sits()
            await anna.deals()
            fence = anna.view["fence"]
            leaving = asyncio.ensure_future(asyncio.to_thread(first.stop))
            await ben.sees(lambda view: view["fence"] > fence)
            assert running.owner_of(anna.room) is second
            assert (await ben.moves())["type"] == "applied"
            assert (await anna.moves())["type"] == "applied"  # still over the instance that leaves
            notice = await anna.client.event("notice")
            assert notice["notice"] == "moved"
            assert 0 <= notice["after_ms"] <= 2_000
            await anna.client.leave()
            await anna.comes(connect, second)
            await asyncio.gather(anna.plays(to_turn=3), ben.plays(to_turn=3))
            assert ben.client.events("notice") == []
            await leaving


@on_uvloop
async def test_what_is_on_its_way_to_a_room_that_is_handed_over_gets_there(tmp_path: Path) -> None:
    """Eight people say that they are here without a pause, from the instance that takes over."""
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            people = []
            for n in range(8):
                opener = await Person(f"opener{n}").comes(connect, first)
                people.append(await (await Person(f"p{n}").comes(connect, second, opener.room)).sits())
                await opener.client.leave()
            leaving = asyncio.ensure_future(asyncio.to_thread(first.stop))

            async def is_here(person: Person) -> None:
                while not leaving.done():
                    assert (await person.says(type="here"))["type"] == "applied"

            await asyncio.gather(*map(is_here, people))
            assert {running.owner_of(person.room) for person in people} == {second}
            assert await asyncio.to_thread(counted, second, "refusals", code="unsure") == 0
            assert await asyncio.to_thread(counted, second, "commands_routed") > 0


@on_uvloop
async def test_twenty_five_rooms_without_anybody_looking_are_handed_over_too(tmp_path: Path) -> None:
    with cluster(tmp_path, LEASE_S="30") as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            people = [await Person(f"opener{n}").comes(connect, first) for n in range(25)]
            for person in people:
                await person.client.leave()
            await asyncio.to_thread(first.stop)
            assert {running.owner_of(person.room) for person in people} == {second}


@on_uvloop
async def test_the_last_instance_leaves_its_rooms_to_the_next(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as running:
        async with wire_clients("", None) as connect:
            (only,) = running.instances
            anna = await (await Person("anna").comes(connect, only)).sits()
            await anna.deals()
            await anna.moves()
            assert await asyncio.to_thread(only.stop) < SHORTER_THAN_A_LEASE_S
            await asyncio.to_thread(only.start)
            await anna.comes(connect, only)
            body, answer = anna.acknowledged[-1]
            assert (await anna.repeats(body))["version"] == answer["version"]


@on_uvloop
async def test_readiness_goes_first_and_whoever_comes_meanwhile_is_served_and_sent_on(tmp_path: Path) -> None:
    """Also after the others have been sent on; and a second SIGTERM changes nothing."""
    with cluster(tmp_path, LEASE_S="30", DRAIN_CHECK_S="1") as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            anna = await (await Person("anna").comes(connect, first)).sits()
            leaving = asyncio.ensure_future(asyncio.to_thread(first.stop))
            await until(lambda: not is_ready(first))
            assert running.owner_of(anna.room) is first
            ben = await (await Person("ben").comes(connect, first, anna.room)).sits()
            assert running.owner_of(anna.room) is first
            assert anna.client.events("notice") == []
            os.kill(first.pid, signal.SIGTERM)
            fence = anna.view["fence"]
            await ben.sees(lambda view: view["fence"] > fence)
            for person in (anna, ben):
                assert (await person.client.event("notice"))["notice"] == "moved"
            late = await (await Person("late").comes(connect, first, anna.room)).sits()
            assert (await late.client.event("notice"))["notice"] == "moved"
            assert running.owner_of(anna.room) is second
            assert not leaving.done()
            for person in (anna, ben, late):
                await person.client.leave()
            await leaving
            await late.comes(connect, second)
            assert len(late.view["room"]["seats"]) == 3


@on_uvloop
async def test_two_hundred_rooms_are_handed_over_in_time_while_people_play(tmp_path: Path) -> None:
    with cluster(tmp_path, LEASE_S="30", module="tests.chaos.instance") as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            opener = await Person("opener").comes(connect, first)
            opened = [await opener.says(type="create", game="rows", options={}) for _ in range(200)]
            rooms = [opener.room, *(answer["detail"] for answer in opened)]
            people = [await (await Person(f"p{n}").comes(connect, second, rooms[n])).sits() for n in range(4)]
            for person in people:
                await person.deals()
            await opener.client.leave()
            leaving = asyncio.ensure_future(asyncio.to_thread(first.stop))
            await asyncio.gather(*(person.plays(to_turn=4) for person in people))
            assert await leaving < LONGEST_DRAIN_S
            assert [room for room in rooms if running.owner_of(room) is not second] == []
            for person in people:
                for body, answer in person.acknowledged:
                    if body["type"] == "act":
                        assert (await person.repeats(body))["version"] == answer["version"]


@on_uvloop
async def test_with_redis_away_an_instance_ends_in_time_and_its_rooms_are_claimed_later(
    tmp_path: Path,
) -> None:
    """It hangs, which is the worst: each thing that is tried takes its time."""
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            anna = await (await Person("anna").comes(connect, first)).sits()
            await anna.deals()
            await anna.moves()
            body, answer = anna.acknowledged[-1]
            idle = await Person("idle").comes(connect, first)
            running.redis.pause()
            phase, action = anna.view["room"]["phase"], {"type": "lay", "card": anna.view["own"]["hand"][0]}
            move = await anna.client.call({"type": "act", "id": "late", "phase": phase, "action": action})
            assert await asyncio.to_thread(first.stop) < LONGEST_DRAIN_S
            assert "rooms_not_handed_over" in first.log.read_text()
            assert [one for one in anna.client.acks(move) if one["type"] == "applied"] == []
            running.redis.resume()
            for person in (anna, idle):
                await person.comes(connect, second)
            assert (await anna.repeats(body))["version"] == answer["version"]
            await anna.moves()
