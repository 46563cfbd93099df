"""A hall in one house: who is here, who steers, who sees what, and its end. Real actors, a real file, a clock moved by
hand."""

from pathlib import Path

from msgspec import Raw

from actors.between import What
from actors.hall_commands import (
    Announce,
    CountDown,
    DissolveTable,
    EndRound,
    LeaveHall,
    LookFor,
    NameOrganiser,
    Plan,
    SeatEveryone,
    SeatWaiting,
)
from actors.messages import Act, Rename, RoomCommand
from tests.support.hall_house import Hall, Phone
from tests.support.house import applied, house, refused
from tests.support.loops import on_uvloop

SEVEN = ("anna", "ben", "cleo", "dora", "emil", "finn", "gaby")


@on_uvloop
async def test_those_who_join_are_counted_and_see_how_they_would_be_spread(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined(*SEVEN)
        await home.move(1)
        assert anna.view["hall"]["people"] == 7
        assert anna.view["hall"]["plan"] == [{"size": 3, "tables": 1}, {"size": 2, "tables": 2}]
        assert anna.view["you"] == {
            "has_joined": True,
            "is_organiser": False,
            "rests": False,
            "table": None,
            "place": None,
            "status": None,
        }


@on_uvloop
async def test_everybody_is_led_to_a_table_where_a_chair_waits_and_the_game_begins_by_itself(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined(*SEVEN)
        await hall.seats()
        assert sorted(map(len, hall.together().values())) == [2, 2, 3]
        for phone in hall.phones:
            room = phone.view["room"]
            assert room["status"] == "playing"
            assert room["seats"][phone.view["you"]["seat"]]["name"] == phone.name
            assert room["hall"]["code"] == hall.code
        await home.move(2)
        assert hall.seen["people"] == 7
        assert hall.seen["waiting"] == 0
        assert [table["status"] for table in hall.tables] == ["playing"] * 3


@on_uvloop
async def test_a_table_begins_without_somebody_who_does_not_come(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, ben = await hall.joined("anna", "ben")
        hall.phones = [anna]
        await hall.seats()
        assert anna.view["room"]["status"] == "lobby"
        await home.move(20)
        assert anna.view["room"]["status"] == "playing"
        assert anna.seat_of(ben)["presence"] == "away"


@on_uvloop
async def test_only_organisers_steer_and_one_may_name_another(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, ben = await hall.joined("anna", "ben")
        steering: list[RoomCommand] = [
            SeatEveryone(id="1", phase="gathering:0"),
            Plan(id="2", game="relay", options=Raw(b"{}")),
            Announce(id="3", what=What.FIVE_MINUTES),
            CountDown(id="4", seconds=5),
            EndRound(id="5", phase="gathering:0"),
            DissolveTable(id="6", table="BCDFGH"),
            SeatWaiting(id="7", phase="gathering:0"),
            NameOrganiser(id="8", player=anna.player),
            LookFor(id="9", text="a"),
        ]
        for command in steering:
            assert refused(await anna.does(command)) == "not_organiser"
        applied(await hall.organiser.does(NameOrganiser(id="n", player=anna.player)))
        assert refused(await hall.organiser.does(NameOrganiser(id="m", player="nobody"))) == "not_joined"
        applied(await anna.does(Announce(id="10", what=What.FIVE_MINUTES)))
        assert anna.view["you"]["is_organiser"] is True
        assert refused(await ben.does(Announce(id="11", what=What.FIVE_MINUTES))) == "not_organiser"


@on_uvloop
async def test_a_seating_is_stale_the_second_time_and_too_few_are_not_seated(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined("anna")
        once = SeatEveryone(id="s", phase="gathering:0")
        assert refused(await hall.organiser.does(once)) == "too_few"
        await hall.joined("ben")
        again = SeatEveryone(id="t", phase="gathering:0")
        first = applied(await hall.organiser.does(again))
        assert applied(await hall.organiser.does(again)) == first
        late = SeatEveryone(id="u", phase="gathering:0")
        assert refused(await hall.organiser.does(late)) == "stale"
        assert len(hall.tables) == 1


@on_uvloop
async def test_organisers_see_who_is_awaited_at_each_table_and_no_participant_sees_the_tables(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined("anna", "ben")
        await hall.seats()
        await home.move(5)
        (table,) = hall.tables
        assert len(table["people"]) == 2
        assert table["awaited"] == [0]
        assert 0 < table["since_s"] <= 10
        reached = {"done": 0, "failed": 0, "goal": 0, "leaders": [], "points": 0, "rank": 1}
        assert table["reached"] == reached
        late, *_ = await hall.joined("zoe")
        stage = Phone(home, "stage", hall.code)
        await stage.goes(hall.code)
        assert late.view.get("tables") is None or late.table
        assert len(stage.view["tables"]) == 1
        assert stage.view["people"] is None


@on_uvloop
async def test_a_hall_refuses_what_is_said_to_rooms_and_a_room_what_is_said_to_halls(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        (anna,) = await hall.joined("anna")
        assert refused(await anna.does(Rename(id="r", name="x"))) == "malformed"
        assert refused(await anna.does(Act(id="a", phase="gathering:0", action=Raw(b"{}")))) == "malformed"
        ben, *_ = await home.table("baton", "ben")
        assert refused(await ben.does(LeaveHall(id="l"))) == "malformed"


@on_uvloop
async def test_organisers_find_people_by_name_and_others_are_shown_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben", "hannah")
        applied(await hall.organiser.does(LookFor(id="l", text="Ann")))
        people = hall.organiser.view["people"]
        assert [person["name"] for person in people] == ["anna", "hannah"]
        assert people[0]["id"] == anna.player
        assert anna.view["people"] is None


@on_uvloop
async def test_whoever_loses_the_connection_is_counted_for_fifteen_seconds_and_comes_back_as_before(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben")
        await anna.drop()
        await home.move(14)
        assert hall.seen["people"] == 2
        await home.move(2)
        assert hall.seen["people"] == 1
        await anna.goes(hall.code)
        await home.move(1)
        assert hall.seen["people"] == 2


@on_uvloop
async def test_a_hall_ends_forty_five_minutes_after_the_last_person_has_gone_and_its_tables_with_it(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, ben = await hall.joined("anna", "ben")
        await hall.seats()
        await hall.organiser.drop()
        await home.move(60 * 60)
        assert hall.code in home.rooms.live()
        for phone in (anna, ben):
            await phone.drop()
        await home.move(44 * 60)
        assert hall.code in home.rooms.live()
        await home.move(3 * 60)
        assert home.rooms.live() == []


@on_uvloop
async def test_what_everybody_looks_at_is_sent_twice_a_second_and_not_with_each_who_joins(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        (anna,) = await hall.joined("anna")
        await home.move(2)
        seen = len(anna.views)
        await hall.joined(*(f"p{n}" for n in range(40)))
        await home.move(0.4)
        assert len(anna.views) - seen <= 2
        await home.move(1)
        assert len(anna.views) - seen <= 4
        assert anna.view["hall"]["people"] == 41
