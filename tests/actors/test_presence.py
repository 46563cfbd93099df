"""Presence, the ninety seconds, standing still, the question, the forty-five minutes (room.md 3, 4)."""

from pathlib import Path

from actors.messages import AskHere, Here, Join, Leave
from tests.support.house import applied, house, refused
from tests.support.loops import on_uvloop
from tests.support.manual_clock import ManualClock


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


@on_uvloop
async def test_an_away_seat_shows_what_is_left_of_its_ninety_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        await ben.drop(silent_s=20)
        assert anna.seat_of(ben)["presence"] == "away"
        assert anna.seat_of(ben)["away_left_s"] == 70.0


@on_uvloop
async def test_ninety_seconds_count_from_the_last_byte(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben", options={"lay_s": 120})
        await ben.drop(silent_s=20)
        await home.move(69)
        assert anna.seat_of(ben)["presence"] == "away"
        await home.move(2)
        assert anna.seat_of(ben)["presence"] == "left"
        assert anna.view["table"]["standings"][1]["has_laid"]


@on_uvloop
async def test_a_reload_is_not_leaving(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        hand = ben.view["own"]["hand"]
        await ben.drop()
        again = home.tab("ben")
        assert ben.room is not None
        applied(await again.attach(ben.room))
        await home.move(5)
        assert again.view["own"]["hand"] == hand
        assert anna.seat_of(ben)["presence"] == "here"


@on_uvloop
async def test_closing_one_of_two_tabs_changes_nothing_and_an_old_connection_s_end_neither(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        second = home.tab("ben")
        assert ben.room is not None
        applied(await second.attach(ben.room))
        version = anna.view["version"]
        await ben.drop()
        await ben.drop()
        assert anna.view["version"] == version
        assert anna.seat_of(ben)["presence"] == "here"


@on_uvloop
async def test_in_the_lobby_silence_frees_the_chair_and_passes_the_role(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        await anna.drop()
        await home.move(91)
        (seat,) = ben.view["room"]["seats"]
        assert (seat["id"], seat["is_host"]) == (ben.player, True)


@on_uvloop
async def test_wrong_tokens_and_strangers_do_not_touch_an_away_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben", options={"lay_s": 120})
        await ben.drop()
        stranger = home.tab("stranger")
        assert ben.room is not None
        applied(await stranger.attach(ben.room))
        for n in range(50):
            await stranger.acts(phase=anna.phase, id=f"x{n}", type="lay", card=1)
        await home.move(80)
        applied(await ben.attach(ben.room))
        assert anna.seat_of(ben)["presence"] == "here"
        assert len(ben.view["own"]["hand"]) == 10


@on_uvloop
async def test_while_nobody_seated_is_connected_every_clock_stands_still(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        assert anna.room is not None
        await home.move(10)
        await ben.drop()
        await anna.drop()
        await home.move(30 * 60)
        applied(await anna.attach(anna.room))
        assert anna.view["room"]["clock"]["left_s"] == 35.0
        assert anna.seat_of(ben)["away_left_s"] == 90.0


@on_uvloop
async def test_what_goes_on_has_at_least_twenty_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        assert anna.room is not None
        await home.move(43)
        await ben.drop(silent_s=85)
        await anna.drop()
        await home.move(60)
        applied(await anna.attach(anna.room))
        assert anna.view["room"]["clock"]["left_s"] == 20.0
        assert anna.seat_of(ben)["away_left_s"] == 20.0


@on_uvloop
async def test_an_onlooker_does_not_keep_the_clocks_running(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        looker = home.tab("looker")
        assert anna.room is not None
        applied(await looker.attach(anna.room))
        await ben.drop()
        await anna.drop()
        await home.move(600)
        assert looker.view["room"]["is_stopped"]
        assert looker.view["room"]["clock"] is None
        assert looker.view["table"]["turn"] == 1


@on_uvloop
async def test_after_forty_five_minutes_the_room_is_closed_and_deleted(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna-canary", "ben")
        looker = home.tab("looker")
        assert anna.room is not None
        applied(await looker.attach(anna.room))
        await ben.drop()
        await anna.drop()
        await home.move(44 * 60)
        assert looker.notices == []
        await home.move(61)
        assert looker.notices == ["closed"]
        assert refused(await looker.attach(anna.room)) == "no_room"
        assert len(home.rooms) == 0
        await home.move(61)
    assert b"canary" not in everything_in(tmp_path)


@on_uvloop
async def test_a_lone_person_s_game_with_bots_waits_seven_days_at_the_same_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.game("rows", "anna", bots=3)
        assert anna.room is not None
        hand, rows = anna.view["own"]["hand"], anna.view["table"]["rows"]
        await anna.drop()
        await home.move(46 * 60)
        assert len(home.rooms) == 0
        await home.move(6 * 24 * 3600)
        applied(await anna.attach(anna.room))
        assert (anna.view["own"]["hand"], anna.view["table"]["rows"]) == (hand, rows)
        applied(await anna.acts(type="lay", card=hand[0]))
        await anna.drop()
        await home.move(8 * 24 * 3600)
        assert refused(await anna.attach(anna.room)) == "no_room"


@on_uvloop
async def test_a_restart_keeps_rooms_seats_and_clocks_and_starts_fresh_ninety_seconds(tmp_path: Path) -> None:
    clock = ManualClock()
    async with house(tmp_path, clock) as home:
        anna, ben, _ = await home.game("rows", "anna", "ben", "carl")
        await home.move(5)
        room, hand = anna.room, anna.view["own"]["hand"]
    assert room is not None
    clock.move_to(clock.now() + 120)
    async with house(tmp_path, clock) as home:
        anna = home.tab("anna")
        applied(await anna.attach(room))
        assert anna.view["own"]["hand"] == hand
        assert [seat["presence"] for seat in anna.view["room"]["seats"]] == ["here", "away", "away"]
        assert anna.seat_of(ben)["away_left_s"] == 90.0
        assert anna.view["room"]["clock"]["left_s"] >= 20.0
        await home.move(91)
        assert anna.seat_of(ben)["presence"] == "left"


@on_uvloop
async def test_a_restart_long_after_the_forty_five_minutes_still_lets_people_come_back(
    tmp_path: Path,
) -> None:
    clock = ManualClock()
    async with house(tmp_path, clock) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        room = anna.room
    assert room is not None
    clock.move_to(clock.now() + 3 * 3600)
    async with house(tmp_path, clock) as home:
        await home.move(31)
        again = home.tab("anna")
        applied(await again.attach(room))
        assert len(again.view["own"]["hand"]) == 10


@on_uvloop
async def test_rooms_that_nobody_comes_back_to_are_deleted_after_a_restart(tmp_path: Path) -> None:
    clock = ManualClock()
    async with house(tmp_path, clock) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        room = anna.room
    assert room is not None
    async with house(tmp_path, clock) as home:
        await home.move(2 * 3600)
        assert refused(await home.tab("anna").attach(room)) == "no_room"


@on_uvloop
async def test_the_question_may_be_asked_after_ninety_untouched_seconds_and_unanswered_the_seat_is_left(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        assert refused(await ben.does(AskHere(id="a", seat=anna.player))) == "not_askable"
        await home.move(91)
        assert ben.seat_of(anna)["is_askable"]
        assert refused(await anna.does(AskHere(id="b", seat=anna.player))) == "not_askable"
        applied(await ben.does(AskHere(id="c", seat=anna.player)))
        assert anna.seat_of(anna)["asked_left_s"] == 60.0
        await home.move(61)
        assert ben.seat_of(anna)["presence"] == "left"


@on_uvloop
async def test_a_touch_answers_the_question_and_it_may_not_be_asked_again_for_five_minutes(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        await home.move(91)
        applied(await ben.does(AskHere(id="a", seat=anna.player)))
        applied(await anna.does(Here(id="b")))
        assert ben.seat_of(anna)["asked_left_s"] is None
        await home.move(100)
        assert refused(await ben.does(AskHere(id="c", seat=anna.player))) == "not_askable"
        await home.move(200)
        applied(await ben.does(AskHere(id="d", seat=anna.player)))


@on_uvloop
async def test_touches_put_the_question_off_and_nobody_sees_them(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        version = ben.view["version"]
        for n in range(8):
            await home.move(10)
            applied(await anna.does(Here(id=f"here-{n}")))
        assert ben.view["version"] == version
        await home.move(20)
        assert not ben.seat_of(anna)["is_askable"]
        await home.move(71)
        assert ben.seat_of(anna)["is_askable"]


@on_uvloop
async def test_a_seat_that_owes_nothing_and_a_game_with_clocks_have_no_question(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        await home.move(200)
        assert refused(await anna.does(AskHere(id="a", seat=ben.player))) == "not_askable"
        one, two = await home.game("rows", "one", "two")
        await home.move(20)
        assert refused(await one.does(AskHere(id="b", seat=two.player))) == "not_askable"


@on_uvloop
async def test_an_owner_who_comes_back_after_the_ninety_seconds_may_take_the_seat_of_rows_back(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben, _ = await home.game("rows", "anna", "ben", "carl")
        await ben.drop()
        await home.move(95)
        assert anna.seat_of(ben)["presence"] == "left"
        assert ben.room is not None
        applied(await ben.attach(ben.room))
        assert (ben.view["you"]["seat"], ben.view["own"]) == (1, None)
        applied(await ben.does(Join(id="back", name="ben")))
        assert anna.seat_of(ben)["presence"] == "here"
        assert ben.view["own"]["hand"]


@on_uvloop
async def test_leaving_the_line_is_leaving(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        late = home.tab("late")
        assert anna.room is not None
        applied(await late.attach(anna.room))
        applied(await late.does(Join(id="a", name="late")))
        applied(await late.does(Leave(id="b", phase=late.phase)))
        assert anna.view["room"]["line"] == 0
        assert refused(await late.does(Leave(id="c", phase=late.phase))) == "not_seated"


@on_uvloop
async def test_a_restart_gives_an_away_seat_its_ninety_seconds_again(tmp_path: Path) -> None:
    clock = ManualClock()
    async with house(tmp_path, clock) as home:
        anna, ben = await home.game("rows", "anna", "ben", options={"lay_s": 120})
        await ben.drop()
        await home.move(60)
        assert anna.view["room"]["seats"][1]["presence"] == "away"
        room = anna.room
    assert room is not None
    async with house(tmp_path, clock) as home:
        again = home.tab("anna")
        applied(await again.attach(room))
        assert again.seat_of(ben)["away_left_s"] == 90.0
