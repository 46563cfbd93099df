"""Chairs, names, the line, the host and its powers (room.md 1, 2)."""

from pathlib import Path

import msgspec
import pytest

from actors.codes import ALPHABET, new_code
from actors.messages import (
    Again,
    AskHere,
    ChairLink,
    Choose,
    End,
    HandOn,
    Join,
    Leave,
    OpenAnother,
    Remove,
    Rename,
    RoomCode,
    SeatBot,
    Start,
    StopStart,
    TakeChair,
    UnseatBot,
)
from actors.names import clean, skeleton
from actors.play import CHAIRS_IN_A_GAME
from tests.support.house import House, Tab, applied, house, refused
from tests.support.loops import on_uvloop


def names(tab: Tab) -> list[str]:
    return [f"{seat['name']}{seat['twin'] or ''}" for seat in tab.view["room"]["seats"]]


def host(tab: Tab) -> str:
    return next(str(seat["name"]) for seat in tab.view["room"]["seats"] if seat["is_host"])


async def newcomer(home: House, name: str, room: RoomCode | None) -> Tab:
    assert room is not None
    tab = home.tab(name)
    applied(await tab.attach(room))
    return tab


def test_codes_can_be_read_aloud() -> None:
    codes = {new_code() for _ in range(2000)}
    assert len(codes) > 1990
    assert not set("AEIOUY01IL") & set(ALPHABET)
    assert all(len(code) == 6 and set(code) <= set(ALPHABET) for code in codes)


@on_uvloop
async def test_the_first_seated_person_is_host(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        assert host(ben) == "anna"
        assert names(anna) == ["anna", "ben"]


@on_uvloop
async def test_the_same_player_has_the_same_seat_in_every_tab(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        second = await newcomer(home, "anna", anna.room)
        applied(await second.does(Join(id="again", name="Someone else")))
        assert names(ben) == ["anna", "ben"]
        assert second.view["you"]["seat"] == 0


@on_uvloop
async def test_equal_and_lookalike_names_get_a_visible_number(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _, _ = await home.table("rows", "Anna", "ben", "carl")
        twin = await newcomer(home, "other", anna.room)
        applied(await twin.does(Join(id="a", name="\u0410NNA")))
        assert names(anna)[3] == "\u0410NNA2"


@pytest.mark.parametrize(
    "bad", ["", "   ", "x" * 25, "\u202eanna", "a\nb\u0000", "e" + "\u0301" * 300, "\u200b"]
)
def test_a_bad_name_is_refused(bad: str, tmp_path: Path) -> None:
    @on_uvloop
    async def run() -> None:
        async with house(tmp_path) as home:
            (anna,) = await home.table("rows", "anna")
            tab = await newcomer(home, "x", anna.room)
            assert refused(await tab.does(Join(id="a", name=bad))) == "bad_name"
            assert len(anna.view["room"]["seats"]) == 1

    run(loop="uvloop")


@on_uvloop
async def test_a_name_is_kept_as_it_is_meant(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.table("rows", "anna")
        for odd in ("👨‍👩‍👧‍👦" * 24, "<b>Bobby</b>", "Zoë", "李小龍", "' OR 1=1 --"):
            applied(await anna.does(Rename(id=home.new_id(), name=odd)))
            assert names(anna)[0] == odd


@on_uvloop
async def test_a_name_cannot_be_changed_while_a_game_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        assert refused(await anna.does(Rename(id="a", name="Eve"))) == "game_running"


@on_uvloop
async def test_bots_are_seated_one_by_one_by_the_host_alone_and_only_where_the_game_has_them(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        assert refused(await ben.does(SeatBot(id="a"))) == "not_host"
        applied(await anna.does(SeatBot(id="b")))
        applied(await anna.does(SeatBot(id="c")))
        assert [seat["id"] for seat in anna.view["room"]["seats"]][2:] == ["bot-1", "bot-2"]
        applied(await anna.does(UnseatBot(id="d", seat="bot-1")))
        applied(await anna.does(SeatBot(id="e")))
        assert [seat["id"] for seat in anna.view["room"]["seats"]][2:] == ["bot-2", "bot-1"]
        applied(await anna.does(Choose(id="f", game="baton", options=msgspec.Raw(b"{}"))))
        assert names(anna) == ["anna", "ben"]
        assert refused(await anna.does(SeatBot(id="g"))) == "no_bots"


@on_uvloop
async def test_a_start_that_does_not_fit_is_refused_with_the_number(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.table("rows", "anna")
        answer = await anna.does(Start(id="a", phase=anna.phase))
        assert (refused(answer), answer.number) == ("too_few", 1)  # type: ignore[union-attr]
        five = await home.table("rows", "anna", "ben", "carl", "dora", "eve")
        applied(await five[0].does(Choose(id="b", game="baton", options=msgspec.Raw(b"{}"))))
        answer = await five[0].does(Start(id="c", phase=five[0].phase))
        assert (refused(answer), answer.number) == ("too_many", 1)  # type: ignore[union-attr]
        applied(await five[4].does(Leave(id="d", phase=five[4].phase)))
        applied(await five[0].does(Start(id="e", phase=five[0].phase)))


@on_uvloop
async def test_options_are_validated_and_shown_whole(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        for bad in (b'{"lay_s":19}', b'{"lay_s":121}', b'{"lay_s":20.5}', b'{"fast":true}', b"[]"):
            assert (
                refused(await anna.does(Choose(id=home.new_id(), game="rows", options=msgspec.Raw(bad))))
                == "bad_options"
            )
        assert refused(await ben.does(Choose(id="x", game="rows", options=msgspec.Raw(b"{}")))) == "not_host"
        assert (
            refused(await anna.does(Choose(id="y", game="chess", options=msgspec.Raw(b"{}"))))
            == "no_such_game"
        )
        assert anna.view["room"]["options"] == {"lay_s": 45}
        applied(await anna.does(Choose(id="z", game="rows", options=msgspec.Raw(b'{"lay_s":20}'))))
        assert ben.view["room"]["options"] == {"lay_s": 20}


@on_uvloop
async def test_another_seat_starts_after_five_seconds_unless_somebody_stops_it(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        applied(await ben.does(Start(id="a", phase=ben.phase)))
        assert anna.view["room"]["starting"] == {"seat": ben.player, "left_s": 5.0}
        await home.move(4)
        applied(await anna.does(StopStart(id="b")))
        await home.move(10)
        assert anna.view["room"]["status"] == "lobby"
        applied(await ben.does(Start(id="c", phase=ben.phase)))
        await home.move(5)
        assert anna.view["room"]["status"] == "playing"


@on_uvloop
async def test_a_start_with_somebody_away_asks_once_and_deals_them_in(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        await ben.drop()
        assert refused(await anna.does(Start(id="a", phase=anna.phase))) == "somebody_away"
        applied(await anna.does(Start(id="b", phase=anna.phase, despite_away=True)))
        assert [seat["presence"] for seat in anna.view["room"]["seats"]] == ["here", "away"]


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
async def test_the_host_removes_a_person_for_good(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, _ = await home.table("rows", "anna", "ben", "carl")
        assert refused(await ben.does(Remove(id="a", seat=anna.player))) == "not_host"
        assert refused(await anna.does(Remove(id="b", seat=anna.player))) == "no_such_seat"
        applied(await anna.does(Remove(id="c", seat=ben.player)))
        assert ben.notices == ["removed"]
        assert names(anna) == ["anna", "carl"]
        assert anna.room is not None
        assert refused(await ben.attach(anna.room)) == "removed"
        assert refused(await ben.does(Join(id="d", name="ben"))) == "removed"


@on_uvloop
async def test_removal_in_a_game_is_a_leave_and_the_removed_sees_nothing_more(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, _ = await home.game("rows", "anna", "ben", "carl")
        applied(await anna.does(Remove(id="c", seat=ben.player)))
        seen = len(ben.views)
        assert anna.seat_of(ben)["presence"] == "left"
        applied(await anna.acts(type="lay", card=anna.view["own"]["hand"][0]))
        assert len(ben.views) == seen


@on_uvloop
async def test_the_host_hands_the_role_on_and_it_does_not_come_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, carl = await home.table("rows", "anna", "ben", "carl")
        applied(await anna.does(HandOn(id="a", seat=carl.player)))
        assert host(ben) == "carl"
        assert refused(await anna.does(SeatBot(id="b"))) == "not_host"
        applied(await carl.does(Leave(id="c", phase=carl.phase)))
        assert host(ben) == "anna"


@on_uvloop
async def test_the_role_passes_to_the_longest_seated_who_is_connected(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, carl = await home.table("rows", "anna", "ben", "carl")
        await ben.drop()
        applied(await anna.does(Leave(id="a", phase=anna.phase)))
        assert host(carl) == "carl"
        assert ben.room is not None
        applied(await ben.attach(ben.room))
        assert host(carl) == "carl"


@on_uvloop
async def test_only_the_host_ends_a_running_game(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        assert refused(await ben.does(End(id="a", phase=ben.phase))) == "not_host"
        phase = anna.phase
        applied(await anna.acts(type="lay", card=anna.view["own"]["hand"][0]))
        applied(await ben.acts(type="lay", card=ben.view["own"]["hand"][0]))
        applied(await anna.does(End(id="b", phase=phase)))
        assert ben.view["table"]["outcome"] is None
        assert refused(await ben.acts(type="lay", card=1)) == "no_game"


@on_uvloop
async def test_leaving_a_game_for_good_keeps_the_total_and_the_seat_can_be_taken_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, _ = await home.game("rows", "anna", "ben", "carl")
        applied(await ben.does(Leave(id="a", phase=ben.phase)))
        assert ben.own is None
        assert anna.view["table"]["standings"][1]["has_laid"]
        assert refused(await ben.acts(type="lay", card=1)) == "not_seated"
        applied(await ben.does(Join(id="b", name="ben")))
        assert ben.view["you"]["seat"] == 1
        assert len(ben.view["own"]["hand"]) == 9
        assert names(anna) == ["anna", "ben", "carl"]


@on_uvloop
async def test_the_last_person_leaving_ends_the_game_without_a_result(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.game("rows", "anna", bots=2)
        looker = await newcomer(home, "looker", anna.room)
        applied(await anna.does(Leave(id="a", phase=anna.phase)))
        assert looker.view["room"]["status"] == "lobby"
        assert looker.view["room"]["ending"] == "abandoned"
        assert names(looker) == ["1", "2"]


@on_uvloop
async def test_a_chair_link_moves_the_seat_to_another_device_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        hand = anna.view["own"]["hand"]
        token = applied(await anna.does(ChairLink(id="a"))).detail
        assert token is not None
        phone, thief = [await newcomer(home, name, anna.room) for name in ("phone", "thief")]
        applied(await phone.does(TakeChair(id="b", token=token)))
        assert phone.view["own"]["hand"] == hand
        assert anna.notices == ["elsewhere"]
        assert refused(await thief.does(TakeChair(id="c", token=token))) == "bad_token"
        applied(await phone.acts(type="lay", card=hand[0]))
        assert not any(token in frame.decode() for frame in home.record.raw[ben.connection])
        assert anna.room is not None
        applied(await anna.attach(anna.room))
        assert anna.view["own"] is None
        assert host(ben) == "anna"
        assert ben.view["room"]["seats"][0]["is_host"]


@on_uvloop
async def test_a_chair_link_is_good_for_five_minutes(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.table("rows", "anna", "ben")
        token = applied(await anna.does(ChairLink(id="a"))).detail
        assert token is not None
        phone = await newcomer(home, "phone", anna.room)
        await home.move(301)
        assert refused(await phone.does(TakeChair(id="b", token=token))) == "bad_token"


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
async def test_standing_up_does_not_become_leaving_a_game_that_has_just_begun(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        lobby = ben.phase
        applied(await anna.does(Start(id="a", phase=lobby)))
        assert refused(await ben.does(Leave(id="b", phase=lobby))) == "stale"
        assert anna.seat_of(ben)["presence"] == "here"
        assert ben.own is not None


@on_uvloop
async def test_a_refused_removal_takes_nothing_from_anybody(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, carl = await home.table("rows", "anna", "ben", "carl")
        home.store.always = "fail"
        key = anna.tell(Remove(id="a", seat=ben.player))
        await home.move(12)
        assert refused(home.record.answers[key]) == "unavailable"
        home.store.always = None
        await home.move(100)
        assert ben.notices == []
        assert carl.seat_of(ben)["presence"] == "here"
        applied(await carl.does(Rename(id="b", name="Carlo")))
        assert ben.view["room"]["seats"][2]["name"] == "Carlo"


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


@on_uvloop
async def test_a_starter_who_stands_up_starts_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, _ = await home.table("rows", "anna", "ben", "carl")
        applied(await ben.does(Start(id="a", phase=ben.phase)))
        applied(await ben.does(Leave(id="b", phase=ben.phase)))
        assert anna.view["room"]["starting"] is None
        await home.move(10)
        assert anna.view["room"]["status"] == "lobby"


@on_uvloop
async def test_what_changes_nothing_is_no_commit(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.table("rows", "anna", "ben")
        version = anna.view["version"]
        for command in (StopStart(id="a"), HandOn(id="b", seat=anna.player), Rename(id="c", name="anna")):
            assert applied(await anna.does(command)).version == version


@on_uvloop
async def test_a_seat_that_moves_to_another_device_keeps_its_rest_from_the_question(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        await home.move(91)
        applied(await ben.does(AskHere(id="a", seat=anna.player)))
        token = applied(await anna.does(ChairLink(id="b"))).detail
        assert token is not None
        phone = await newcomer(home, "phone", anna.room)
        applied(await phone.does(TakeChair(id="c", token=token)))
        await home.move(91)
        assert refused(await ben.does(AskHere(id="d", seat=phone.player))) == "not_askable"


@pytest.mark.parametrize("hidden", ["\u200d", "\u034f", "\ufe0f"])
def test_invisible_characters_do_not_hide_a_twin(hidden: str) -> None:
    assert skeleton(f"An{hidden}na") == skeleton("Anna")
    assert clean("An\u00adna") is None
    assert clean("An\U000e0061na") is None
