"""The tables of a hall in one house: ends, rounds, and what is lost on the way."""

from pathlib import Path

import pytest
from msgspec import Raw

from actors.between import What
from actors.hall_commands import (
    Announce,
    CountDown,
    DissolveTable,
    SeatEveryone,
)
from actors.messages import Choose, Join, Leave, SeatBot
from tests.support.hall_house import Hall
from tests.support.house import applied, house, refused
from tests.support.loops import on_uvloop

SEVEN = ("anna", "ben", "cleo", "dora", "emil", "finn", "gaby")


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
async def test_a_round_that_is_over_counts_down_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben")
        await hall.seats()
        applied(await hall.organiser.does(CountDown(id="c", seconds=300)))
        await home.move(2)
        assert anna.view["room"]["hall"]["left_s"] is not None
        await hall.ends(at_once=True)
        await home.move(2)
        assert anna.view["room"]["hall"]["left_s"] is None
        assert hall.seen["left_s"] is None


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
        assert hall.tables[0]["reached"]["done"] == 1


@on_uvloop
async def test_a_soft_end_ends_a_table_at_once_that_has_nothing_under_way(tmp_path: Path) -> None:
    """It waits for its last seat, who does not come."""
    async with house(tmp_path) as home:
        hall = await Hall.opens(home, "vigil")
        everybody = await hall.joined("anna", "ben", "cleo", "dora")
        code = (await hall.seated())[0]
        seats = {phone.name: phone for phone in everybody}
        first, *_, last = [seats[name] for name in hall.tables[0]["people"]]
        assert last.view["you"]["table"] == code
        hall.phones = [phone for phone in everybody if phone is not last]
        await hall.follow()
        await home.move(20)
        assert first.view["room"]["phase"] == "1:vigil"
        await hall.ends()
        await home.move(2)
        assert first.view["room"]["ending"] == "round_over"


@on_uvloop
async def test_at_a_table_its_number_is_shown_and_in_the_hall_two_annas_are_told_apart(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, dora = await hall.joined("anna", "dora")
        applied(await dora.does(Join(id="other", name="Anna")))
        route, home.rooms.route = home.rooms.route, lambda _code, _mail: None
        applied(await hall.organiser.does(SeatEveryone(id="s", phase=hall.seen["phase"])))
        await home.move(1)
        (opening,) = hall.tables
        home.rooms.route = route
        await hall.follow()
        (table,) = hall.tables
        assert sorted(name.lower() for name in table["people"]) == ["anna", "anna (2)"]
        assert (opening["status"], table["status"]) == ("opening", "playing")
        assert sorted(opening["people"]) == sorted(table["people"])
        assert [phone.view["room"]["hall"]["place"] for phone in (anna, dora)] == [1, 1]


@on_uvloop
async def test_in_the_hall_everybody_is_told_whether_their_table_still_plays(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben", "cleo", "dora")
        await hall.seats()
        await anna.goes(hall.code)
        assert anna.view["you"]["status"] == "playing"
        await hall.ends(at_once=True)
        await home.move(3)
        assert anna.view["you"]["status"] == "over"


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
        assert [table["reached"]["done"] for table in anna.view["tables"]] == [0, 0]
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
async def test_no_bot_sits_at_a_halls_table_where_a_latecomer_could(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home, "rows")
        anna, ben = await hall.joined("anna", "ben")
        hall.phones = [anna]
        await hall.seats()
        assert anna.view["room"]["status"] == "lobby"
        host = anna if anna.seat_of(anna)["is_host"] else ben
        assert refused(await host.does(SeatBot(id="b"))) == "halls_business"
        assert anna.view["room"]["has_bots"] is False


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
