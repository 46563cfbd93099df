"""Who counts as here: people go to and fro between the hall and their tables, and tables end when nobody is at them."""

from pathlib import Path
from random import Random

from msgspec import Raw
from msgspec.structs import replace

from actors import hall_rounds
from actors.between import ToTable, Wants, Word
from actors.hall_commands import DissolveTable, LeaveHall
from actors.hall_state import decode_hall, encode_hall
from actors.messages import Connection, RoomCode
from actors.ports import Commit, CommitResult, Delivery
from tests.support.hall_house import Hall, Phone, nobody_looks
from tests.support.house import ALL_ENGINES, House, applied, house
from tests.support.loops import on_uvloop

FOUR = ("anna", "ben", "cleo", "dora")
AWAY_S = 20.0
"""More than anybody is waited for."""
TABLES_END_S = 46 * 60.0


async def back_in_the_hall(home: House) -> Hall:
    """The round is over, and all have gone to the hall to see its results."""
    hall = await Hall.opens(home)
    await hall.joined(*FOUR)
    await hall.seats()
    await hall.ends(at_once=True)
    await home.move(3)
    for phone in hall.phones:
        await phone.goes(hall.code)
    await home.move(AWAY_S)
    return hall


async def goes_dark(hall: Hall, table: RoomCode) -> list[Phone]:
    """All phones at this table, whose people have gone for coffee."""
    gone = [phone for phone in hall.phones if phone.table == table]
    for phone in gone:
        await phone.drop()
        phone.room = None
    return gone


@on_uvloop
async def test_whoever_has_come_back_to_the_hall_is_counted_and_sits_in_the_next_round(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await back_in_the_hall(home)
        assert hall.seen["people"] == 4
        assert hall.seen["plan"] == [{"size": 2, "tables": 2}]
        await hall.seats()
        assert sorted(map(len, hall.together().values())) == [2, 2]


@on_uvloop
async def test_whoever_has_come_back_and_loses_the_connection_for_a_moment_sits_in_the_next_round(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await back_in_the_hall(home)
        anna, ben, *_ = hall.phones
        await ben.drop()
        await home.move(AWAY_S)
        await anna.drop()
        await home.move(5)
        await hall.seated()
        seated = {name for table in hall.tables for name in table["people"]}
        assert seated == {"anna", "cleo", "dora"}


@on_uvloop
async def test_whoever_looks_at_the_hall_while_the_own_table_plays_is_counted(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined(*FOUR)
        await hall.seats()
        await anna.goes(hall.code)
        await home.move(AWAY_S)
        assert hall.seen["people"] == 4
        await anna.drop()
        await home.move(AWAY_S)
        assert hall.seen["people"] == 3


@on_uvloop
async def test_whoever_fell_silent_and_looks_at_the_table_again_is_counted_and_sits_in_the_next_round(
    tmp_path: Path,
) -> None:
    """A phone that slept through the end of the game."""
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, ben, cleo = await hall.joined("anna", "ben", "cleo")
        await hall.seats()
        code = RoomCode(anna.table or "")
        await anna.drop()
        await home.move(100)
        assert ben.seat_of(anna)["presence"] == "left"
        await hall.ends(at_once=True)
        await home.move(3)
        assert hall.seen["people"] == 2
        await anna.goes(code)
        await home.move(AWAY_S)
        assert hall.seen["people"] == 3
        await hall.seats()
        assert anna.table == ben.table == cleo.table != code
        assert anna.table is not None


@on_uvloop
async def test_results_stay_when_the_tables_have_long_ended_also_with_the_halls_next_owner(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await back_in_the_hall(home)
        anna = hall.phones[0]
        before = [
            (table["place"], sorted(table["people"]), table["reached"]) for table in anna.view["tables"]
        ]
        assert len(before) == 2
        for _ in range(2):
            await home.move(TABLES_END_S)
            assert home.rooms.live() == [hall.code]
            assert hall.seen["people"] == 4
            now = [(table["place"], sorted(table["people"]), table["reached"]) for table in hall.tables]
            assert now == before
            await home.rooms.hand_over(hall.code)
            for phone in (hall.organiser, *hall.phones):
                await phone.attach(hall.code)
        await hall.seats()
        assert sorted(map(len, hall.together().values())) == [2, 2]
        assert len(hall.tables) == 2


@on_uvloop
async def test_whose_table_has_ended_without_them_is_sent_to_no_other_before_coming_back(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined(*FOUR)
        await hall.seats()
        table, other = hall.together()
        gone = await goes_dark(hall, RoomCode(table))
        await home.move(TABLES_END_S)
        assert [len(row["people"]) for row in hall.tables] == [2]
        assert (hall.seen["people"], hall.seen["waiting"]) == (2, 0)
        for phone in gone:
            await phone.goes(hall.code)
        await hall.follow()
        assert {phone.table for phone in hall.phones} == {other}


@on_uvloop
async def test_whoever_is_away_when_the_table_is_dissolved_is_sent_to_no_other(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined(*FOUR)
        await hall.seats()
        table, _ = hall.together()
        await goes_dark(hall, RoomCode(table))
        await home.move(AWAY_S)
        applied(await hall.organiser.does(DissolveTable(id="d", table=table)))
        await home.move(3)
        assert [len(row["people"]) for row in hall.tables] == [2]
        assert hall.seen["people"] == 2


@on_uvloop
async def test_a_halls_owner_of_the_past_closes_no_table_that_its_successor_has_opened(
    tmp_path: Path,
) -> None:
    """It has not heard yet that the hall was taken from it, and hears of a table that it does not know."""
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        people = await hall.joined("anna", "ben")
        claim = await home.store.claim(hall.code)
        assert claim is not None
        saved = decode_hall(claim.snapshot)
        engine, looks = ALL_ENGINES["baton"], nobody_looks
        seated = hall_rounds.seat_everyone(saved.hall, engine, {}, Random(1), home.clock.now(), looks=looks)
        seated = replace(seated, version=seated.version + 1)
        snapshot = encode_hall(replace(saved, hall=seated))
        results: list[CommitResult] = []
        commit = Commit(hall.code, claim.fence, seated.version, snapshot, home.clock.now() + 99, Delivery())
        home.store.commit(commit, results.append)
        await home.settle()
        assert results == [CommitResult.DONE]
        (table,) = seated.going()
        home.rooms.tell(table.code, ToTable(seated.word(table), may_open=True))
        await home.move(5)
        assert table.code in home.rooms.live()
        for phone in (hall.organiser, *people):
            await phone.attach(hall.code)
        assert [row["status"] for row in hall.tables] == ["lobby"]


@on_uvloop
async def test_a_table_that_its_hall_does_not_know_is_closed(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        word = Word(hall.code, 1, Wants.PLAY, "baton", Raw(b"{}"), people=())
        home.rooms.tell(RoomCode("BCDFGH"), ToTable(word, may_open=True))
        await home.settle()
        await home.move(3)
        assert home.rooms.live() == [hall.code]


@on_uvloop
async def test_whoever_sits_at_a_table_that_the_hall_does_not_keep_them_at_is_sent_back(
    tmp_path: Path,
) -> None:
    """From another tab than the one that leaves the hall, say."""
    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        anna, *_ = await hall.joined("anna", "ben", "cleo")
        await hall.seats()
        other = Phone(home, "anna", hall.code)
        other.connection = Connection("anna#other")
        await other.goes(hall.code)
        applied(await other.does(LeaveHall(id="bye")))
        await home.move(3)
        assert anna.notices == ["hall"]
        assert len(hall.tables[0]["people"]) == 2
