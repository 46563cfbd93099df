"""A hall over two processes: the one that has the hall is killed in the middle of a seating, and leaves in another."""

import asyncio
from collections import Counter
from pathlib import Path

from tests.support.cluster import cluster
from tests.support.loops import on_uvloop
from tests.support.wire_client import wire_clients
from tests.support.wire_hall import HallPhone

PEOPLE = 24
SEATED_S = 15.0
BOSS = ("boss" * 11)[:43]


async def everybody_has_one_chair(
    organiser: HallPhone, phones: list[HallPhone], game: str, size: int
) -> None:
    """In a running game, by everybody's own view of their table; and the organiser sees these tables."""
    await asyncio.gather(*(phone.until_it_plays(game, SEATED_S) for phone in phones))
    tables = {phone.table: phone.shown["room"]["seats"] for phone in phones}
    chairs = Counter(seat["name"] for seats in tables.values() for seat in seats)
    assert chairs == Counter(phone.name for phone in phones)
    assert [len(seats) for seats in tables.values()] == [size] * (PEOPLE // size)
    await organiser.until(lambda: organiser.shown["hall"]["people"] == PEOPLE)
    await organiser.until(
        lambda: [table["status"] for table in organiser.shown["tables"]] == ["playing"] * len(tables)
    )
    assert {table["code"] for table in organiser.shown["tables"]} == set(tables)


@on_uvloop
async def test_when_the_halls_instance_dies_or_leaves_in_the_middle_of_a_seating_everybody_has_one_chair(
    tmp_path: Path,
) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect:
            first, second = running.instances
            living = [first, second]
            boss = await connect(auth={"protocol": 1, "secret": BOSS}, at=first.url)
            opened = await boss.command({"id": "o", "type": "open_hall", "game": "rows", "options": {}})
            hall: str = opened["detail"]
            assert running.owner_of(hall) is first
            organiser = HallPhone("boss", hall, connect, lambda: living, joins=False)
            phones = [HallPhone(f"phone-{n:02}", hall, connect, lambda: living) for n in range(PEOPLE)]
            await organiser.until(lambda: organiser.shown and organiser.shown["hall"]["people"] == PEOPLE)

            await organiser.steers(type="seat_everyone", phase="gathering:0")
            first.kill()
            living.remove(first)
            await everybody_has_one_chair(organiser, phones, "rows", 6)
            assert running.owner_of(hall) is second

            await asyncio.to_thread(first.start)
            living.insert(0, first)
            await organiser.steers(type="end_round", phase="playing:1", at_once=True)
            await organiser.until(lambda: organiser.shown["hall"]["stage"] == "over")
            await organiser.steers(type="plan", game="order", options={})
            await organiser.steers(type="seat_everyone", phase="over:1")
            living.remove(second)
            leaving = asyncio.create_task(asyncio.to_thread(second.stop))
            await everybody_has_one_chair(organiser, phones, "order", 4)
            await leaving
            assert running.owner_of(hall) is first
            await asyncio.gather(*(phone.leaves() for phone in (organiser, *phones)))
