"""Chairs, names, the line, the host and its powers (room.md 1, 2)."""

from pathlib import Path

import pytest

from actors.codes import ALPHABET, new_code
from actors.messages import (
    AskHere,
    ChairLink,
    HandOn,
    Join,
    Leave,
    Rename,
    RoomCode,
    Start,
    StopStart,
    TakeChair,
)
from actors.names import clean, skeleton
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
async def test_standing_up_does_not_become_leaving_a_game_that_has_just_begun(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        lobby = ben.phase
        applied(await anna.does(Start(id="a", phase=lobby)))
        assert refused(await ben.does(Leave(id="b", phase=lobby))) == "stale"
        assert anna.seat_of(ben)["presence"] == "here"
        assert ben.own is not None


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
