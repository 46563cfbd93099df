"""The owner of a room is killed or stands still: another instance goes on, and nothing acknowledged is lost."""

import asyncio
from pathlib import Path

from tests.support.cluster import Cluster, cluster, paused
from tests.support.loops import on_uvloop
from tests.support.wire_client import Connect, wire_clients
from tests.support.wire_person import Person


async def table_of_the_first(connect: Connect, running: Cluster) -> Person:
    """A game in play on the first instance, whose one person sits on the second."""
    first, second = running.instances[:2]
    opener = await Person("opener").comes(connect, first)
    ben = await (await Person("ben").comes(connect, second, opener.room)).sits()
    await ben.deals()
    await opener.client.leave()
    assert running.owner_of(ben.room) is first
    return ben


async def kept_what_was_acknowledged(person: Person) -> bool:
    """Each command that was applied gets the answer that it got, and its effect is there once."""
    moves = [(body, answer) for body, answer in person.acknowledged if body["type"] == "act"]
    for body, answer in moves:
        again = await person.repeats(body)
        assert (again["type"], again["version"]) == ("applied", answer["version"])
    laid = [body["action"]["card"] for body, _ in moves if body["action"]["type"] == "lay"]
    await person.sees(lambda view: view["version"] >= moves[-1][1]["version"])
    return person.cards() == 10 - len(laid) and not set(laid) & set(person.view["own"]["hand"])


@on_uvloop
async def test_a_room_answers_again_after_its_owner_was_killed(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            ben = await table_of_the_first(connect, running)
            await ben.moves()
            fence = ben.view["fence"]
            running.instances[0].kill()
            assert (await ben.moves())["type"] == "applied"
            await ben.sees(lambda view: view["fence"] > fence)
            assert await kept_what_was_acknowledged(ben)
            assert running.owner_of(ben.room) is running.instances[1]


@on_uvloop
async def test_a_command_on_its_way_when_the_owner_is_killed_is_applied_once(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            ben = await table_of_the_first(connect, running)
            move = asyncio.ensure_future(ben.moves())
            await asyncio.sleep(0)
            running.instances[0].kill()
            assert (await move)["type"] == "applied"
            assert await kept_what_was_acknowledged(ben)


@on_uvloop
async def test_a_room_whose_owner_was_killed_comes_back_without_being_asked(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            ben = await table_of_the_first(connect, running)
            fence = ben.view["fence"]
            running.instances[0].kill()
            await ben.sees(lambda view: view["fence"] > fence)


@on_uvloop
async def test_two_instances_asked_at_once_for_a_room_without_an_owner_make_one_owner(tmp_path: Path) -> None:
    with cluster(tmp_path, 3) as running:
        async with wire_clients("", None) as connect:
            anna = await (await Person("anna").comes(connect, running.instances[0])).sits()
            running.instances[0].kill()
            comers = [Person(name) for name in ("ben", "cleo")]
            await asyncio.gather(
                *(p.comes(connect, i, anna.room) for p, i in zip(comers, running.instances[1:], strict=True))
            )
            await asyncio.gather(*(person.sits() for person in comers))
            views = [await p.sees(lambda view: len(view["room"]["seats"]) == 3) for p in comers]
            assert views[0]["fence"] == views[1]["fence"]
            assert running.owner_of(anna.room) in running.instances[1:]


@on_uvloop
async def test_an_owner_that_stood_still_beyond_its_lease_changes_nothing_any_more(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            anna = await (await Person("anna").comes(connect, first)).sits()
            ben = await (await Person("ben").comes(connect, second, anna.room)).sits()
            await anna.deals()
            await anna.moves()
            fence = ben.view["fence"]
            with paused(first):
                assert (await ben.moves())["type"] == "applied"
                await ben.sees(lambda view: view["fence"] > fence)
                assert running.owner_of(ben.room) is second
            await anna.sees(lambda view: view["fence"] == ben.view["fence"])
            await asyncio.gather(anna.plays(to_turn=3), ben.plays(to_turn=3))
            assert running.owner_of(ben.room) is second
            assert {v["fence"] for v in ben.client.events("view")} == {fence, ben.view["fence"]}


@on_uvloop
async def test_people_of_a_killed_instance_are_seen_to_be_away(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            anna = await (await Person("anna").comes(connect, running.instances[0])).sits()
            await (await Person("ben").comes(connect, running.instances[1], anna.room)).sits()
            running.instances[1].kill()
            await anna.sees(lambda view: [s["presence"] for s in view["room"]["seats"]] == ["here", "away"])
