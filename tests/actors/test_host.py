"""What the host may do, how a game is started, and to whom the role passes (room.md 1, 2)."""

from pathlib import Path

import msgspec

from actors.messages import (
    Choose,
    End,
    HandOn,
    Join,
    Leave,
    Remove,
    Rename,
    SeatBot,
    Start,
    StopStart,
    UnseatBot,
)
from tests.support.house import Tab, applied, house, refused
from tests.support.loops import on_uvloop


def names(tab: Tab) -> list[str]:
    return [f"{seat['name']}{seat['twin'] or ''}" for seat in tab.view["room"]["seats"]]


def host(tab: Tab) -> str:
    return next(str(seat["name"]) for seat in tab.view["room"]["seats"] if seat["is_host"])


@on_uvloop
async def test_the_first_seated_person_is_host(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        assert host(ben) == "anna"
        assert names(anna) == ["anna", "ben"]


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
async def test_a_starter_who_stands_up_starts_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, _ = await home.table("rows", "anna", "ben", "carl")
        applied(await ben.does(Start(id="a", phase=ben.phase)))
        applied(await ben.does(Leave(id="b", phase=ben.phase)))
        assert anna.view["room"]["starting"] is None
        await home.move(10)
        assert anna.view["room"]["status"] == "lobby"
