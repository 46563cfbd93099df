"""A hall and its tables in one house: real actors, a real file, a clock moved by hand."""

from pathlib import Path

import pytest
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
from actors.messages import Act, Choose, Join, Leave, Rename, RoomCommand
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
        assert table["score"] == {"done": 0, "failed": 0, "goal": 0, "points": []}
        late, *_ = await hall.joined("zoe")
        stage = Phone(home, "stage", hall.code)
        await stage.goes(hall.code)
        assert late.view.get("tables") is None or late.table
        assert len(stage.view["tables"]) == 1
        assert stage.view["people"] is None


@on_uvloop
async def test_a_latecomer_gets_a_chair_at_the_table_with_the_fewest_people(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined("anna", "ben", "cleo", "dora", "emil")
        await hall.seats()
        assert sorted(map(len, hall.together().values())) == [2, 3]
        (zoe,) = await hall.joined("zoe")
        await hall.follow()
        assert sorted(map(len, hall.together().values())) == [3, 3]
        assert zoe.view["own"] is not None


@on_uvloop
async def test_where_no_table_takes_newcomers_they_wait_and_make_a_table_of_their_own(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home, "twelve")
        await hall.joined("anna", "ben", "cleo")
        await hall.seats()
        late = await hall.joined("yves", "zoe")
        await hall.follow()
        assert [phone.table for phone in late] == [None, None]
        assert hall.seen["waiting"] == 2
        applied(await hall.organiser.does(SeatWaiting(id="more", phase=hall.seen["phase"])))
        await hall.follow()
        assert late[0].table == late[1].table is not None
        assert [table["place"] for table in hall.tables] == [1, 2]


@on_uvloop
async def test_whoever_leaves_a_table_rests_and_joining_again_gives_a_chair(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home, "revolving")
        anna, ben, cleo = await hall.joined("anna", "ben", "cleo")
        await hall.seats()
        applied(await cleo.does(Leave(id="bye", phase=cleo.phase)))
        await home.move(3)
        await cleo.goes(hall.code)
        await hall.follow()
        assert cleo.table is None
        assert cleo.view["you"]["rests"] is True
        applied(await cleo.does(Join(id="again", name="cleo")))
        await hall.follow()
        assert cleo.table == anna.table == ben.table
        assert len((await hall.chairs())[cleo.player]) == 1


@on_uvloop
async def test_a_table_below_its_minimum_is_shown_and_its_people_go_elsewhere_when_it_is_dissolved(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined("anna", "ben", "cleo", "dora")
        await hall.seats()
        leaver, stays = (
            next(p for p in hall.phones if p.name == name) for name in next(iter(hall.together().values()))
        )
        applied(await leaver.does(Leave(id="bye", phase=leaver.phase)))
        await home.move(3)
        short = [table["code"] for table in hall.tables if table["is_short"]]
        assert short == [stays.table]
        hall.phones.remove(leaver)
        applied(await hall.organiser.does(DissolveTable(id="d", table=short[0])))
        await hall.follow()
        assert sorted(map(len, hall.together().values())) == [3]
        assert len(hall.tables) == 1
        assert short[0] not in home.rooms.live()


@on_uvloop
async def test_announcements_and_the_countdown_come_to_every_table_and_nothing_ends_by_itself(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben", "cleo", "dora")
        await hall.seats()
        applied(await hall.organiser.does(Announce(id="a", what=What.FIVE_MINUTES)))
        applied(await hall.organiser.does(CountDown(id="c", seconds=300)))
        await home.move(2)
        for phone in hall.phones:
            of_hall = phone.view["room"]["hall"]
            assert of_hall["announced"] == {"number": 1, "what": "five_minutes"}
            assert 295 < of_hall["left_s"] <= 300
        await home.move(300)
        assert anna.view["room"]["status"] == "playing"
        assert hall.seen["left_s"] == 0


@on_uvloop
async def test_a_soft_end_lets_each_table_finish_what_is_under_way(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, ben, *_ = await hall.joined("anna", "ben")
        await hall.seats()
        await hall.ends()
        await home.move(2)
        assert anna.view["room"]["status"] == "playing"
        assert anna.view["room"]["hall"]["is_ending"] is True
        holder = anna if anna.view["table"]["holder"] == anna.view["you"]["seat"] else ben
        applied(await holder.acts(type="pass"))
        assert anna.view["room"]["status"] == "over"
        assert anna.view["room"]["ending"] == "round_over"
        await home.move(2)
        assert hall.seen["stage"] == "over"
        assert hall.tables[0]["result"]["score"]["done"] == 1


@on_uvloop
async def test_an_end_at_once_ends_every_table_and_results_are_for_everybody(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben", "cleo", "dora")
        await hall.seats()
        await hall.ends(at_once=True)
        await home.move(3)
        assert {phone.view["room"]["status"] for phone in hall.phones} == {"over"}
        assert hall.seen["stage"] == "over"
        await anna.goes(hall.code)
        assert [table["result"]["score"]["done"] for table in anna.view["tables"]] == [0, 0]
        assert anna.view["people"] is None


@on_uvloop
async def test_the_next_round_mixes_strangers_and_closes_the_tables_before(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined("anna", "ben", "cleo", "dora")
        await hall.seats()
        before = hall.together()
        await hall.ends(at_once=True)
        await home.move(3)
        await hall.plans("relay")
        await hall.seats()
        after = hall.together()
        assert sorted(map(len, after.values())) == [2, 2]
        assert not {frozenset(names) for names in before.values()} & {
            frozenset(names) for names in after.values()
        }
        assert not set(before) & set(home.rooms.live())
        assert {phone.view["room"]["game"] for phone in hall.phones} == {"relay"}
        assert all(len(codes) == 1 for codes in (await hall.chairs()).values())


@on_uvloop
async def test_at_a_table_the_hall_alone_chooses_the_game_and_who_sits(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben")
        await hall.seats()
        stranger = home.tab("stranger")
        assert anna.room is not None
        applied(await stranger.attach(anna.room))
        assert refused(await stranger.does(Join(id="j", name="x"))) == "halls_business"
        choose = Choose(id="c", game="relay", options=Raw(b"{}"))
        assert refused(await anna.does(choose)) == "halls_business"


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
async def test_a_killed_hall_knows_who_sits_where_and_hears_its_tables_again(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined(*SEVEN)
        await hall.seats()
        before = hall.together()
        await home.rooms.hand_over(hall.code)
        await hall.organiser.attach(hall.code)
        await home.move(3)
        assert {table["status"] for table in hall.tables} == {"playing"}
        assert hall.seen["people"] == 7
        assert {table["code"] for table in hall.tables} == set(before)


@on_uvloop
async def test_a_hall_that_ends_in_the_middle_of_the_seating_seats_everybody_once(tmp_path: Path) -> None:
    """Its save is made, nobody has been told."""
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined(*SEVEN)
        told: list[object] = []
        send, home.rooms.route = home.rooms.route, lambda _code, mail: told.append(mail)
        phase = hall.seen["phase"]
        applied(await hall.organiser.does(SeatEveryone(id="s", phase=phase)))
        assert len(told) == 3
        await home.rooms.hand_over(hall.code)
        home.rooms.route = send
        for phone in (hall.organiser, *hall.phones):
            await phone.attach(hall.code)
        await hall.follow()
        assert sorted(map(len, hall.together().values())) == [2, 2, 3]
        assert all(len(codes) == 1 for codes in (await hall.chairs()).values())
        assert len(home.rooms.live()) == 4


@pytest.mark.parametrize("lost", ["to_tables", "to_hall"])
@on_uvloop
async def test_what_is_lost_between_a_hall_and_its_tables_is_said_again(lost: str, tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined("anna", "ben", "cleo", "dora")
        send, dropped = home.rooms.route, [0]

        def lossy(code: object, mail: object) -> None:
            is_first = dropped[0] < 4 and (len(str(code)) == 6) == (lost == "to_tables")
            dropped[0] += is_first
            if not is_first:
                send(code, mail)  # type: ignore[arg-type]

        home.rooms.route = lossy
        await hall.seats()
        await hall.follow()
        assert dropped[0] == 4
        assert sorted(map(len, hall.together().values())) == [2, 2]
        assert all(len(codes) == 1 for codes in (await hall.chairs()).values())


@on_uvloop
async def test_a_code_that_is_a_strangers_is_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        (ben,) = await home.table("baton", "stranger")
        hall = await Hall.opens(home)
        await hall.joined("anna", "cleo")
        drawn = iter([ben.room, "BCDFGH"])
        monkeypatch.setattr("actors.hall_rounds.seat_everyone.__defaults__", (lambda: next(drawn),))
        monkeypatch.setattr("actors.hall_rounds.gone.__defaults__", (lambda: next(drawn),))
        await hall.seats()
        assert list(hall.together()) == ["BCDFGH"]
        assert [seat["name"] for seat in ben.view["room"]["seats"]] == ["stranger"]


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
