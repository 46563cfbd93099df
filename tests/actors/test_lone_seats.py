"""Silence, leaving and joining where a seat that is left never comes back: `twelve`, played by one and by three
(room.md 1, 3; twelve.md 5)."""

from pathlib import Path

from actors.messages import AskHere, Join, Leave
from tests.support.house import Tab, applied, house, refused
from tests.support.loops import on_uvloop


def on_turn(tabs: list[Tab]) -> Tab:
    """Whose turn it is."""
    turn: int = tabs[0].view["table"]["turn"]
    return tabs[turn]


@on_uvloop
async def test_who_plays_alone_may_be_silent_longer_than_ninety_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.game("twelve", "anna")
        assert anna.room is not None
        hand, phase = anna.view["own"]["hand"], anna.phase
        looker = home.tab("looker")
        applied(await looker.attach(anna.room))
        await anna.drop(silent_s=80)
        await home.move(44 * 60)
        applied(await anna.attach(anna.room))
        assert (anna.view["own"]["hand"], anna.phase) == (hand, phase)
        await home.move(200)
        assert anna.seat_of(anna)["presence"] == "here"


@on_uvloop
async def test_nor_do_they_count_for_the_last_active_seat_of_a_larger_table(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, cia = await home.game("twelve", "anna", "ben", "cia")
        assert anna.room is not None
        for tab in (ben, cia):  # they stay connected and look on
            applied(await tab.does(Leave(id=home.new_id(), phase=tab.phase)))
        hand = anna.view["own"]["hand"]
        await anna.drop(silent_s=80)
        await home.move(20 * 60)
        applied(await anna.attach(anna.room))
        assert anna.view["own"]["hand"] == hand
        assert anna.view["table"]["turn"] == 0


@on_uvloop
async def test_after_the_forty_five_minutes_a_solo_room_is_closed(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.game("twelve", "anna")
        assert anna.room is not None
        await anna.drop()
        await home.move(46 * 60)
        assert refused(await anna.attach(anna.room)) == "no_room"


@on_uvloop
async def test_at_a_larger_table_ninety_seconds_of_silence_pass_the_turn_on(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("twelve", "anna", "ben", "cia")
        silent = on_turn(tabs)
        hand = silent.view["own"]["hand"]
        rest = [tab for tab in tabs if tab is not silent]
        await silent.drop()
        await home.move(89)
        assert rest[0].seat_of(silent)["presence"] == "away"
        await home.move(2)
        assert rest[0].seat_of(silent)["presence"] == "left"
        assert sorted(rest[0].view["table"]["discard"]) == sorted(hand)
        assert on_turn(tabs) is not silent


@on_uvloop
async def test_a_chair_that_was_given_up_is_taken_by_nobody_while_the_game_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben, cia = await home.game("twelve", "anna", "ben", "cia")
        applied(await ben.does(Leave(id="leave", phase=ben.phase)))
        stranger = home.tab("stranger")
        assert anna.room is not None
        applied(await stranger.attach(anna.room))
        for tab in (ben, stranger):
            applied(await tab.does(Join(id=home.new_id(), name=tab.name)))
        assert [seat["presence"] for seat in cia.view["room"]["seats"]] == ["here", "left", "here"]
        assert [tab.view["you"]["in_line"] for tab in (ben, stranger)] == [1, 2]
        assert not stranger.view["room"]["can_sit"]


@on_uvloop
async def test_an_empty_chair_before_an_open_tab_may_be_asked_after_ninety_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("twelve", "anna", "ben")
        idle = on_turn(tabs)
        (other,) = (tab for tab in tabs if tab is not idle)
        await home.move(89)
        assert refused(await other.does(AskHere(id="early", seat=idle.player))) == "not_askable"
        await home.move(2)
        applied(await other.does(AskHere(id="ask", seat=idle.player)))
        await home.move(61)
        assert other.seat_of(idle)["presence"] == "left"
        assert on_turn(tabs) is other


@on_uvloop
async def test_when_the_last_one_leaves_the_game_is_over_without_a_result(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.game("twelve", "anna")
        applied(await anna.does(Leave(id="leave", phase=anna.phase)))
        assert anna.view["room"]["status"] == "lobby"
        assert anna.view["room"]["ending"] == "abandoned"
