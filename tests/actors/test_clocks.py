"""The clocks of a game: armed from the state, fired once, never for a later phase (room.md 4)."""

from pathlib import Path

import msgspec

from actors.messages import Act, Join, Leave, Start
from tests.support.house import applied, house, refused
from tests.support.loops import on_uvloop
from tests.support.manual_clock import ManualClock


@on_uvloop
async def test_the_laying_clock_lays_for_who_has_not_and_leaves_a_laid_card_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        card = anna.view["own"]["hand"][9]
        applied(await anna.acts(type="lay", card=card))
        assert ben.view["room"]["clock"] == {"left_s": 45.0, "limit_s": 45.0}
        await home.move(46)
        placed = [(placing["card"], placing["seat"]) for placing in ben.view["table"]["placings"]]
        unplaced = [(up["card"], up["seat"]) for up in ben.view["table"]["unplaced"]]
        assert (card, 0) in placed + unplaced
        assert len(ben.view["own"]["hand"]) == 9


@on_uvloop
async def test_others_picks_within_the_phase_do_not_restart_its_clock(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        await home.move(10)
        applied(await anna.acts(type="lay", card=anna.view["own"]["hand"][0]))
        assert anna.view["room"]["clock"]["left_s"] == 35.0


@on_uvloop
async def test_a_choice_stamped_before_the_deadline_wins_and_one_after_it_is_too_late(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        await home.move(45.1)
        stamp = home.clock.now()
        assert anna.view["table"]["turn"] == 1
        card = anna.view["own"]["hand"][0]
        applied(await anna.does(_lay(anna.phase, card), stamp=stamp - 0.2))
        assert refused(await ben.does(_lay(ben.phase, ben.view["own"]["hand"][0]), stamp=stamp)) == "too_late"


def _lay(phase: str, card: int) -> Act:
    return Act(id=f"lay-{card}", phase=phase, action=msgspec.Raw(b'{"type":"lay","card":%d}' % card))


@on_uvloop
async def test_falling_to_one_person_ends_a_running_clock_and_rising_to_two_starts_a_full_one(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        await home.move(30)
        applied(await ben.does(Leave(id="a", phase=ben.phase)))
        assert anna.clock is None
        await home.move(600)
        assert anna.view["table"]["turn"] == 1
        applied(await ben.does(Join(id="b", name="ben")))
        assert anna.view["room"]["clock"]["left_s"] == 45.0


@on_uvloop
async def test_the_last_card_and_the_clock_in_the_same_instant_turn_up_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        applied(await anna.acts(type="lay", card=anna.view["own"]["hand"][0]))
        await home.move(45)
        phase, card = ben.phase, ben.view["own"]["hand"][0]
        key = ben.tell(_lay(phase, card))
        home.clock.move_to(home.clock.now() + 0.25)
        await home.settle()
        applied(home.record.answers[key])
        assert len(ben.view["own"]["hand"]) == 9
        assert ben.view["table"]["turn"] in (1, 2)


@on_uvloop
async def test_a_phase_ends_early_when_all_who_are_awaited_have_been_away_ten_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("relay", "anna", "ben")
        await home.move(15)
        await anna.drop(silent_s=20)
        await home.move(9)
        assert ben.view["table"]["passes"] == 0
        await home.move(1)
        assert ben.view["table"]["passes"] == 1


@on_uvloop
async def test_coming_back_within_the_ten_seconds_keeps_the_phase(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("relay", "anna", "ben")
        await anna.drop()
        await home.move(9)
        assert anna.room is not None
        applied(await anna.attach(anna.room))
        await home.move(10)
        assert ben.view["table"]["passes"] == 0


@on_uvloop
async def test_a_phase_that_waits_for_a_seat_ends_as_soon_as_it_is_here(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("vigil", "anna", "ben")
        await ben.drop()
        applied(await anna.does(Start(id="go", phase=anna.phase, despite_away=True)))
        await home.move(60)
        assert anna.view["table"]["passes"] == 0
        assert anna.room is not None
        applied(await ben.attach(anna.room))
        await home.move(0)
        assert anna.view["table"]["passes"] == ben.view["table"]["passes"] == 1


@on_uvloop
async def test_a_result_screen_opens_after_its_play_back_and_moves_on_by_itself(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben", options={"lay_s": 20})
        while not anna.view["own"]["may"]["next_deal"] and anna.view["room"]["status"] == "playing":
            await home.move(1)
        assert refused(await anna.acts(type="nextdeal")) == "too_early"
        await home.move(8)
        assert ben.view["table"]["deal"] == 1
        await home.move(20)
        assert ben.view["table"]["deal"] == 2


@on_uvloop
async def test_no_timer_is_left_when_a_room_has_ended(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        await anna.drop()
        await ben.drop()
        await home.move(46 * 60)
        assert len(home.rooms) == 0
        sweep = home.clock.next_call()
        assert sweep is not None
        home.clock.move_to(sweep)
        assert sum(handle.callback is not None for _, _, handle in home.clock._calls) == 1


@on_uvloop
async def test_a_clock_that_rings_behind_the_move_that_ended_its_phase_does_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("relay", "anna", "ben")
        await home.move(30)
        passing = Act(id="pass", phase=anna.phase, action=msgspec.Raw(b'{"type":"pass"}'))
        key = anna.tell(passing)
        home.clock.move_to(home.clock.now() + 0.25)
        await home.settle()
        applied(home.record.answers[key])
        assert ben.view["table"]["passes"] == 1


@on_uvloop
async def test_after_a_standstill_no_phase_ends_early_within_twenty_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("relay", "anna", "ben")
        await home.move(15)
        await anna.drop()
        await ben.drop()
        await home.move(120)
        assert ben.room is not None
        applied(await ben.attach(ben.room))
        await home.move(19)
        assert ben.view["table"]["passes"] == 0
        await home.move(3)
        assert ben.view["table"]["passes"] == 1


@on_uvloop
async def test_what_a_clock_had_left_at_the_last_save_it_has_after_any_downtime(tmp_path: Path) -> None:
    clock = ManualClock()
    async with house(tmp_path, clock) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        room = anna.room
    assert room is not None
    clock.move_to(clock.now() + 300)
    async with house(tmp_path, clock) as home:
        again = home.tab("anna")
        applied(await again.attach(room))
        assert again.view["room"]["clock"]["left_s"] == 45.0


@on_uvloop
async def test_a_machine_clock_that_was_set_back_does_not_lengthen_a_clock(tmp_path: Path) -> None:
    async with house(tmp_path, ManualClock(5_000_000.0)) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        room = anna.room
    assert room is not None
    async with house(tmp_path, ManualClock(4_000_000.0)) as home:
        again = home.tab("anna")
        applied(await again.attach(room))
        assert again.view["room"]["clock"]["left_s"] == 45.0
        await again.drop()
        await home.move(46 * 60)
        assert refused(await home.tab("anna").attach(room)) == "no_room"
