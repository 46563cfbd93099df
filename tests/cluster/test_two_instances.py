"""A table whose people sit on two instances: nobody can tell that they do."""

import asyncio
from pathlib import Path

from tests.support.cluster import Cluster, cluster, counted
from tests.support.loops import on_uvloop
from tests.support.wire_client import Connect, wire_clients
from tests.support.wire_person import Person


async def two_at_a_table(connect: Connect, running: Cluster) -> tuple[Person, Person]:
    """Anna opens the table on the first instance, Ben comes to the second."""
    first, second = running.instances[:2]
    anna = await (await Person("anna").comes(connect, first)).sits()
    ben = await (await Person("ben").comes(connect, second, anna.room)).sits()
    return anna, ben


@on_uvloop
async def test_two_people_on_two_instances_play_eight_turns_with_two_bots(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            anna, ben = await two_at_a_table(connect, running)
            await anna.deals()
            await asyncio.gather(anna.plays(to_turn=8), ben.plays(to_turn=8))
            version = max(anna.view["version"], ben.view["version"])
            seen = [await p.sees(lambda v: v["version"] >= version) for p in (anna, ben)]
            assert seen[0]["table"] == seen[1]["table"]
            assert not set(seen[0]["own"]["hand"]) & set(seen[1]["own"]["hand"])


@on_uvloop
async def test_a_room_that_does_not_exist_is_not_found_on_any_instance(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            for instance in running.instances:
                client = await connect(auth={"protocol": 1}, at=instance.url)
                answer = await client.command({"type": "attach", "id": "a", "room": "BBBBBB"})
                assert answer["code"] == "no_room"


@on_uvloop
async def test_two_tabs_of_one_player_on_two_instances_see_the_same(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            anna = await (await Person("anna").comes(connect, first)).sits()
            tab = await Person("anna").comes(connect, second, anna.room)
            assert tab.view["you"]["seat"] == anna.view["you"]["seat"]
            await anna.deals()
            seen = await tab.sees(lambda view: view["room"]["status"] == "playing")
            assert seen["own"] == anna.view["own"]
            await tab.client.leave()
            await anna.moves()
            assert all(
                seat["presence"] == "here" for seat in anna.view["room"]["seats"] if not seat["is_bot"]
            )


@on_uvloop
async def test_a_chair_link_moves_a_seat_to_a_device_on_another_instance(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            anna, _ = await two_at_a_table(connect, running)
            seat = anna.view["you"]["seat"]
            token = (await anna.says(type="chair_link"))["detail"]
            phone = await Person("phone").comes(connect, running.instances[1], anna.room)
            assert (await phone.says(type="take_chair", token=token))["type"] == "applied"
            await phone.sees(lambda view: view["you"]["seat"] == seat)
            await anna.client.event("notice", lambda notice: notice["notice"] == "elsewhere")


@on_uvloop
async def test_a_command_sent_again_through_the_other_instance_gets_the_same_answer(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            anna, ben = await two_at_a_table(connect, running)
            await anna.deals()
            await ben.moves()
            cards = ben.cards()
            body, answer = ben.acknowledged[-1]
            elsewhere = await Person("ben").comes(connect, running.instances[0], ben.room)
            assert await elsewhere.repeats(body) == answer
            assert elsewhere.cards() == cards


@on_uvloop
async def test_people_who_leave_an_instance_that_does_not_own_the_room_are_seen_to_be_away(
    tmp_path: Path,
) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            anna, ben = await two_at_a_table(connect, running)
            await ben.client.leave()
            await anna.sees(lambda view: [s["presence"] for s in view["room"]["seats"]] == ["here", "away"])


@on_uvloop
async def test_a_table_whose_people_sit_at_its_owner_costs_no_letter_and_no_look_up(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            first = running.instances[0]
            anna = await (await Person("anna").comes(connect, first)).sits()
            await anna.deals()
            await anna.moves()
            for name in ("rooms_sought", "commands_routed", "commands_resent", "resyncs"):
                assert await asyncio.to_thread(counted, first, name) == 0
            assert await asyncio.to_thread(counted, first, "commands", type="act", result="applied") == 1
