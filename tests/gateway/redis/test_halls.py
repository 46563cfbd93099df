"""A hall over two instances and a real Redis: its people and tables are at both, and any of it may be lost."""

from collections.abc import Callable

import pytest

from actors import hall
from actors.messages import RoomCode
from gateway import letters
from tests.support.gateways import gateways
from tests.support.hall_guests import Company, Participant
from tests.support.loops import on_uvloop, until
from tests.support.manual_clock import ManualClock
from tests.support.redis_process import RedisProcess

SHORT_S = 0.5
MOST_S = 300.0


@on_uvloop
async def test_everybody_is_seated_wherever_they_are_connected_and_tables_are_spread_over_the_instances(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url) as home:
        company = await Company(home).opens()
        await company.joined(12)
        await home.passes(lambda: company.organiser.seen["hall"]["people"] == 12)
        await company.seats()
        await company.follow()
        assert sorted(map(len, company.together().values())) == [3, 3, 3, 3]
        assert company.has_one_chair_each()
        tables = {RoomCode(code) for code in company.together()}
        assert tables & set(home.a.rooms.live())
        assert tables & set(home.b.rooms.live())


@on_uvloop
async def test_the_organiser_sees_tables_of_other_instances_and_their_people_hear_announcements(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url) as home:
        company = await Company(home).opens()
        await company.joined(6)
        await company.seats()
        await company.follow()
        await home.passes(
            lambda: {table["status"] for table in company.organiser.seen["tables"]} == {"playing"}
        )
        await company.answered(company.organiser, type="announce", what="last_deal")
        await home.passes(lambda: all(who.view["room"]["hall"]["announced"] for who in company.people))
        phase = company.organiser.seen["hall"]["phase"]
        await company.answered(company.organiser, type="end_round", phase=phase, at_once=True)
        await home.passes(lambda: company.organiser.seen["hall"]["stage"] == "over")
        await company.answered(company.organiser, type="seat_everyone", phase="over:1")
        await home.passes(lambda: all(who.notices == ["hall"] for who in company.people))


@pytest.mark.parametrize("deaf", ["a", "b"])
@on_uvloop
async def test_letters_between_a_hall_and_its_tables_that_are_lost_are_written_again(
    deaf: str, redis: RedisProcess
) -> None:
    async with gateways(redis.url) as home:
        company = await Company(home).opens()
        await company.joined(6)
        gateway = home.a if deaf == "a" else home.b
        gateway.misses(letters.Between)
        await company.seats()
        await home.passes(lambda: gateway.ear.came[letters.Between])
        gateway.misses()
        await company.follow()
        assert company.has_one_chair_each()


@on_uvloop
async def test_tables_given_to_an_instance_that_has_died_are_opened_elsewhere_before_its_death_is_known(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url) as home:
        company = await Company(home).opens()
        for number in range(8):
            await company.joins(f"p{number}", home.a)
        home.a.backend.census = lambda: (1, 100)
        await home.a.backend._membership.beat()
        home.b.misses(letters.Between)
        await company.seats()
        await home.passes(lambda: all(who.is_called() for who in company.people), at_most_s=5.0)


@on_uvloop
async def test_when_the_halls_instance_dies_in_the_middle_of_the_seating_everybody_has_one_chair(
    redis: RedisProcess,
) -> None:
    """Its save is made, and no table has been heard of."""
    async with gateways(redis.url, lease_s=SHORT_S) as home:
        company = await Company(home).opens()
        for number in range(8):
            await company.joins(f"p{number}", home.b)
        home.a.misses(letters.Between)
        home.b.misses(letters.Between)
        await company.seats()
        await home.a.backend.close()
        home.b.misses()
        await until(lambda: not home.b.backend.is_alive(home.a.name))
        await company.follow()
        assert sorted(map(len, company.together().values())) == [2, 3, 3]
        assert company.has_one_chair_each()
        organiser = Participant(home.b, "boss")
        organiser.hall = company.code
        await company.goes(organiser, company.code)
        await home.passes(lambda: organiser.seen["hall"]["people"] == 8, at_most_s=10)
        assert len(organiser.seen["tables"]) == 3


@on_uvloop
async def test_when_a_tables_instance_dies_its_table_goes_on_and_the_hall_hears_of_it(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url, lease_s=SHORT_S) as home:
        company = await Company(home).opens()
        for number in range(6):
            await company.joins(f"p{number}", home.a)
        await company.seats()
        await company.follow()
        theirs = set(map(RoomCode, company.together())) & set(home.b.rooms.live())
        assert theirs
        await home.b.backend.close()
        await until(lambda: not home.a.backend.is_alive(home.b.name))
        await home.passes(lambda: theirs <= set(home.a.rooms.live()))
        assert company.has_one_chair_each()
        await home.passes(lambda: company.organiser.seen["hall"]["people"] == 6)


@on_uvloop
async def test_a_hall_that_nobody_looks_at_is_brought_back_by_what_its_tables_report(
    redis: RedisProcess,
) -> None:
    async with gateways(redis.url, lease_s=SHORT_S) as home:
        company = await Company(home).opens()
        for number in range(4):
            await company.joins(f"p{number}", home.b)
        await company.seats()
        await company.follow()
        await home.a.backend.close()
        await until(lambda: not home.b.backend.is_alive(home.a.name))
        holder = next(
            who for who in company.people if who.view["room"]["seats"][who.view["you"]["seat"]]["is_awaited"]
        )
        await company.answered(
            holder, type="act", phase=holder.view["room"]["phase"], action={"type": "pass"}
        )
        await home.passes(lambda: home.b.rooms.has(RoomCode(company.code)), at_most_s=20)


@pytest.mark.parametrize("is_alive", [True, False], ids=["hall alive", "its instance dead"])
@on_uvloop
async def test_a_hall_that_everybody_has_left_is_deleted_with_its_tables_wherever_they_are(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch, *, is_alive: bool
) -> None:
    """Its forty-five minutes are one here, and those of its tables are not."""
    monkeypatch.setattr(hall, "SHUTOFF_S", 60.0)
    async with gateways(redis.url, lease_s=SHORT_S) as home:
        company = await Company(home).opens()
        for number in range(6):
            await company.joins(f"p{number}", home.b)
        await company.seats()
        await company.follow()
        tables = set(map(RoomCode, company.together()))
        assert tables & set(home.a.rooms.live())
        assert tables & set(home.b.rooms.live())
        for who in (company.organiser, *company.people):
            await company.answered(who, type="detach")
        since = home.clock.now()
        if not is_alive:
            await home.a.backend.close()
            await until(lambda: not home.b.backend.is_alive(home.a.name))
        kept = {RoomCode(company.code), *tables}
        while kept:
            assert home.clock.now() < since + MOST_S, kept
            await home.passes(later(home.clock, 5.0))
            kept = {code for code in kept if await home.b.backend.owner_of(code) is not None}
        assert home.clock.now() > since + 60.0


def later(clock: ManualClock, seconds: float) -> Callable[[], bool]:
    until = clock.now() + seconds
    return lambda: clock.now() >= until
