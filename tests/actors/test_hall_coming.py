"""Who comes late to the tables of a hall, who leaves them, and who falls silent there."""

from pathlib import Path

from actors.hall_commands import (
    SeatWaiting,
)
from actors.messages import Join, Leave, Remove
from tests.support.hall_house import Hall
from tests.support.house import applied, house
from tests.support.loops import on_uvloop

SEVEN = ("anna", "ben", "cleo", "dora", "emil", "finn", "gaby")


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
async def test_a_latecomer_whose_table_has_begun_meanwhile_waits_in_the_hall(tmp_path: Path) -> None:
    """The hall's word to a lobby comes when its game is running, and the phone is there."""
    async with house(tmp_path) as home:
        hall = await Hall.opens(home, "twelve")
        anna, ben, cleo = await hall.joined("anna", "ben", "cleo")
        (code,) = await hall.seated()
        await anna.follows()
        route, kept = home.rooms.route, []
        home.rooms.route = lambda to, mail: kept.append(mail) if to == code else route(to, mail)
        (zoe,) = await hall.joined("zoe")
        await home.settle()
        assert zoe.view["you"]["table"] == code
        await hall.follow()
        await home.move(20)
        assert ben.view["room"]["status"] == "playing"
        home.rooms.route = route
        await hall.follow()
        assert zoe.notices == ["hall"]
        assert (zoe.table, zoe.view["you"]["rests"], hall.seen["waiting"]) == (None, False, 1)
        (yves,) = await hall.joined("yves")
        applied(await hall.organiser.does(SeatWaiting(id="more", phase=hall.seen["phase"])))
        await hall.follow()
        assert zoe.table == yves.table != code
        assert zoe.table is not None
        assert cleo.table == code


@on_uvloop
async def test_whoever_cannot_come_back_to_a_table_waits_on_coming_to_the_hall(tmp_path: Path) -> None:
    """Fallen silent in a game that takes nobody back, and gone for long: not seated before they are here."""
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        *_, cleo = await hall.joined("anna", "ben", "cleo")
        await hall.seats()
        code = cleo.table
        await cleo.drop()
        await home.move(100)
        assert (hall.seen["people"], hall.seen["waiting"]) == (2, 0)
        cleo.room = None
        await cleo.goes(hall.code)
        await hall.follow()
        assert (cleo.table, hall.seen["people"], hall.seen["waiting"]) == (None, 3, 1)
        (zoe,) = await hall.joined("zoe")
        await hall.follow()
        assert zoe.table == code


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
async def test_whoever_falls_silent_at_a_table_is_led_back_to_it(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home, "revolving")
        anna, ben, cleo = await hall.joined("anna", "ben", "cleo")
        await hall.seats()
        code = cleo.table
        await cleo.drop()
        await home.move(100)
        assert anna.seat_of(cleo)["presence"] == "left"
        assert len(hall.tables[0]["people"]) == 2
        cleo.room = None
        await cleo.goes(hall.code)
        await hall.follow()
        assert cleo.table == code
        applied(await cleo.does(Join(id="back", name="cleo")))
        assert ben.seat_of(cleo)["presence"] == "here"


@on_uvloop
async def test_somebody_whom_a_host_removed_is_let_in_where_the_hall_sends_them(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home, "revolving")
        people = await hall.joined("anna", "ben", "cleo")
        await hall.seats()
        host, other, *_ = sorted(people, key=lambda phone: not phone.seat_of(phone)["is_host"])
        applied(await host.does(Remove(id="r", seat=other.player)))
        assert other.notices == ["removed"]
        await home.move(3)
        other.room, other.heard = None, 1
        await other.joins()
        await hall.follow()
        assert other.table == host.table
        assert len((await hall.chairs())[other.player]) == 1
