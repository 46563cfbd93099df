"""A hall over two processes: the one that has the hall is killed in the middle of the seating."""

import asyncio
from collections import Counter
from pathlib import Path

from tests.support.cluster import cluster
from tests.support.loops import on_uvloop
from tests.support.wire_client import wire_clients
from tests.support.wire_hall import HallPhone

PEOPLE = 24
SEATED_S = 15.0


@on_uvloop
async def test_when_the_halls_instance_is_killed_in_the_middle_of_the_seating_everybody_has_one_chair(
    tmp_path: Path,
) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            living = list(running.instances)
            boss = await connect(auth={"protocol": 1, "secret": "boss" * 10 + "bos"}, at=living[0].url)
            opened = await boss.command({"id": "o", "type": "open_hall", "game": "rows", "options": {}})
            hall: str = opened["detail"]
            assert running.owner_of(hall) is living[0]
            organiser = HallPhone("boss", hall, connect, lambda: living, joins=False)
            phones = [HallPhone(f"phone-{n:02}", hall, connect, lambda: living) for n in range(PEOPLE)]
            await organiser.until(lambda: organiser.shown and organiser.shown["hall"]["people"] == PEOPLE)
            answer = await organiser.steers(type="seat_everyone", phase="gathering:0")
            assert answer["type"] == "applied"
            running.instances[0].kill()
            living.remove(running.instances[0])
            await asyncio.gather(*(phone.until_it_plays(SEATED_S) for phone in phones))
            tables = {phone.table: phone.shown["room"]["seats"] for phone in phones}
            chairs = Counter(seat["name"] for seats in tables.values() for seat in seats)
            assert chairs == Counter(phone.name for phone in phones)
            assert [len(seats) for seats in tables.values()] == [6] * 4
            await organiser.until(lambda: organiser.shown["hall"]["people"] == PEOPLE)
            await organiser.until(
                lambda: [t["status"] for t in organiser.shown["tables"]] == ["playing"] * len(tables)
            )
            assert {table["code"] for table in organiser.shown["tables"]} == set(tables)
            await asyncio.gather(*(phone.leaves() for phone in (organiser, *phones)))
