"""Who finds no chair: the line, latecomers, onlookers, another table (room.md 1)."""

from pathlib import Path

from actors.messages import (
    Again,
    End,
    Join,
    Leave,
    OpenAnother,
    RoomCode,
    Start,
)
from actors.play import CHAIRS_IN_A_GAME
from tests.support.house import House, Tab, applied, house, refused
from tests.support.loops import on_uvloop


def names(tab: Tab) -> list[str]:
    return [f"{seat['name']}{seat['twin'] or ''}" for seat in tab.view["room"]["seats"]]


async def newcomer(home: House, name: str, room: RoomCode | None) -> Tab:
    assert room is not None
    tab = home.tab(name)
    applied(await tab.attach(room))
    return tab


@on_uvloop
async def test_who_finds_no_chair_stands_in_line_and_gets_the_first_that_is_free(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.table("rows", *"abcdefghij")
        late, later = [await newcomer(home, name, tabs[0].room) for name in ("late", "later")]
        for tab in (late, later):
            applied(await tab.does(Join(id="join", name=tab.name)))
        assert (late.view["you"]["in_line"], later.view["you"]["in_line"]) == (1, 2)
        assert late.view["room"]["line"] == 2
        applied(await tabs[3].does(Leave(id="bye", phase=tabs[3].phase)))
        assert late.view["you"] == {"player": late.player, "seat": 9, "in_line": None}
        assert later.view["you"]["in_line"] == 1


@on_uvloop
async def test_the_line_passes_over_who_is_not_connected(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.table("rows", *"abcdefghij")
        late, later = [await newcomer(home, name, tabs[0].room) for name in ("late", "later")]
        for tab in (late, later):
            applied(await tab.does(Join(id="join", name=tab.name)))
        await late.drop()
        applied(await tabs[3].does(Leave(id="bye", phase=tabs[3].phase)))
        assert names(tabs[0])[-1] == "later"


@on_uvloop
async def test_nobody_new_sits_in_a_running_game_of_rows_and_the_line_is_filled_after_it(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        late = await newcomer(home, "late", anna.room)
        applied(await late.does(Join(id="join", name="late")))
        assert late.view["own"] is None
        assert late.view["you"]["in_line"] == 1
        applied(await anna.does(End(id="end", phase=anna.phase)))
        assert late.view["room"]["ending"] == "ended_by_host"
        applied(await ben.does(Again(id="again", phase=ben.phase)))
        assert names(anna) == ["anna", "ben", "late"]


@on_uvloop
async def test_a_latecomer_gets_a_chair_where_the_game_allows_it(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("baton", "anna", "ben")
        late = await newcomer(home, "late", anna.room)
        applied(await late.does(Join(id="join", name="late")))
        assert late.view["you"]["seat"] == 2
        assert late.view["own"]["mark"] not in (None, anna.view["own"]["mark"])


@on_uvloop
async def test_another_table_is_opened_once_with_the_same_game_and_options(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.table("rows", *"abcdefghij", options={"lay_s": 60})
        assert refused(await tabs[0].does(OpenAnother(id="a"))) == "nobody_waits"
        late = await newcomer(home, "late", tabs[0].room)
        applied(await late.does(Join(id="join", name="late")))
        keys = [late.tell(OpenAnother(id="b")), tabs[0].tell(OpenAnother(id="c"))]
        await home.settle()
        codes = {applied(home.record.answers[key]).detail for key in keys}
        (code,) = codes
        assert tabs[5].view["room"]["other_table"] == code
        assert code is not None
        other = await newcomer(home, "late", RoomCode(code))
        assert other.view["room"]["options"] == {"lay_s": 60}
        applied(await late.does(OpenAnother(id="b")))


@on_uvloop
async def test_strangers_cannot_tell_an_unknown_room_from_a_closed_one(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.table("rows", "anna")
        await anna.drop()
        await home.move(46 * 60)
        room = anna.room
        assert room is not None
        tab = home.tab("stranger")
        assert await tab.attach(room) == await tab.attach(RoomCode("BBBBBB"))


@on_uvloop
async def test_the_two_hundred_and_first_onlooker_is_refused_and_seat_owners_always_get_in(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.table("rows", "anna")
        assert anna.room is not None
        lookers = [home.tab(f"l{n}") for n in range(201)]
        keys = [tab.attach_soon(anna.room) for tab in lookers]
        for _ in range(10):
            await home.settle()
        codes = [getattr(home.record.answers[key], "code", "in") for key in keys]
        assert codes == ["in"] * 200 + ["room_full"]
        await anna.drop()
        applied(await anna.attach(anna.room))
        await home.move(1)
        assert anna.view["room"]["spectators"] == 200


@on_uvloop
async def test_onlookers_coming_is_no_commit_and_is_told_within_a_second(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.table("rows", "anna")
        version, commits = anna.view["version"], len(home.store.commits)
        for n in range(5):
            await newcomer(home, f"l{n}", anna.room)
        await home.move(1)
        assert anna.view["room"]["spectators"] == 5
        assert anna.view["version"] == version
        assert len(home.store.commits) == commits


@on_uvloop
async def test_nobody_has_two_chairs_where_latecomers_may_sit_and_leavers_may_not_return(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben, _ = await home.game("baton", "anna", "ben", "carl")
        applied(await ben.does(Leave(id="a", phase=ben.phase)))
        applied(await ben.does(Join(id="b", name="ben")))
        late = await newcomer(home, "late", anna.room)
        applied(await late.does(Join(id="c", name="late")))
        assert names(anna) == ["anna", "ben", "carl", "late"]
        assert ben.view["you"]["in_line"] == 1


@on_uvloop
async def test_who_leaves_a_full_game_makes_room_for_the_first_in_line(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("baton", *"abcd")
        late, later = [await newcomer(home, name, tabs[0].room) for name in ("late", "later")]
        for tab in (late, later):
            applied(await tab.does(Join(id="join", name=tab.name)))
        assert (late.view["you"]["in_line"], later.view["you"]["in_line"]) == (1, 2)
        applied(await tabs[1].does(Leave(id="a", phase=tabs[1].phase)))
        assert late.view["you"] == {"player": late.player, "seat": 4, "in_line": None}
        assert later.view["you"]["in_line"] == 1
        assert [seat["presence"] for seat in late.view["room"]["seats"]] == [*["here", "left"], *["here"] * 3]


@on_uvloop
async def test_a_leaver_whose_place_was_taken_stands_in_line_and_gets_the_same_chair(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("revolving", *"abcd")
        ben, late = tabs[1], await newcomer(home, "late", tabs[0].room)
        applied(await late.does(Join(id="a", name="late")))
        applied(await ben.does(Leave(id="b", phase=ben.phase)))
        applied(await ben.does(Join(id="c", name="b")))
        assert ben.view["you"]["in_line"] == 1
        applied(await tabs[2].does(Leave(id="d", phase=ben.phase)))
        assert ben.view["you"] == {"player": ben.player, "seat": 1, "in_line": None}
        assert ben.seat_of(ben)["presence"] == "here"


@on_uvloop
async def test_no_coming_and_going_makes_a_game_of_endless_chairs(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("baton", "anna", "ben")
        for number in range(CHAIRS_IN_A_GAME - 2):
            guest = await newcomer(home, f"guest{number}", anna.room)
            applied(await guest.does(Join(id="a", name=guest.name)))
            applied(await guest.does(Leave(id="b", phase=guest.phase)))
        assert len(anna.view["room"]["seats"]) == CHAIRS_IN_A_GAME
        late = await newcomer(home, "late", anna.room)
        applied(await late.does(Join(id="c", name="late")))
        assert late.view["you"] == {"player": late.player, "seat": None, "in_line": 1}


@on_uvloop
async def test_the_line_sits_down_at_an_abandoned_table_and_its_clocks_run(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.game("rows", "anna", bots=1)
        carl, dora = [await newcomer(home, name, anna.room) for name in ("carl", "dora")]
        for tab in (carl, dora):
            applied(await tab.does(Join(id="join", name=tab.name)))
        applied(await anna.does(Leave(id="a", phase=anna.phase)))
        applied(await carl.does(Start(id="b", phase=carl.phase)))
        assert not carl.view["room"]["is_stopped"]
        assert carl.view["room"]["clock"] is not None
        await home.move(50 * 60)
        assert carl.notices == []


@on_uvloop
async def test_who_is_gone_for_ninety_seconds_loses_the_place_in_line(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.table("rows", *"abcdefghij")
        late, later = [await newcomer(home, name, tabs[0].room) for name in ("late", "later")]
        for tab in (late, later):
            applied(await tab.does(Join(id="join", name=tab.name)))
        await late.drop()
        await home.move(89)
        assert later.view["you"]["in_line"] == 2
        await home.move(2)
        assert later.view["you"]["in_line"] == 1


@on_uvloop
async def test_a_link_to_another_table_is_forgotten_with_the_line_and_after_forty_five_minutes(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        tabs = await home.table("rows", *"abcdefghij")
        late = await newcomer(home, "late", tabs[0].room)
        applied(await late.does(Join(id="join", name="late")))
        first = applied(await late.does(OpenAnother(id="b"))).detail
        await home.move(46 * 60)
        assert late.view["room"]["other_table"] is None
        second = applied(await late.does(OpenAnother(id="c"))).detail
        assert first != second
        applied(await late.does(Leave(id="d", phase=late.phase)))
        assert tabs[0].view["room"]["other_table"] is None
