"""Saved before seen: the commit of a room (hazards.md 1), over a store that fails on demand."""

from pathlib import Path

import msgspec

from actors.messages import Act, Rename, SeatBot, Start
from actors.state import decode_snapshot
from tests.support.house import House, Tab, applied, house, refused
from tests.support.loops import on_uvloop


def lay(home: House, tab: Tab, card: int, name: str | None = None) -> Act:
    action = msgspec.Raw(msgspec.json.encode({"type": "lay", "card": card}))
    return Act(id=name or home.new_id(), phase=tab.phase, action=action)


@on_uvloop
async def test_nothing_is_answered_or_seen_before_it_is_saved(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        seen = len(ben.views)
        home.store.script = ["fail"]
        key = anna.tell(lay(home, anna, anna.view["own"]["hand"][0]))
        await home.settle()
        assert key not in home.record.answers
        assert len(ben.views) == seen
        await home.move(0.06)
        assert applied(home.record.answers[key]).version == ben.view["version"]
        assert ben.view["table"]["standings"][0]["has_laid"]


@on_uvloop
async def test_answers_come_before_views(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        home.record.order.clear()
        applied(await anna.does(lay(home, anna, anna.view["own"]["hand"][0])))
        assert [kind for kind, _ in home.record.order] == ["reply", "view", "view"]


@on_uvloop
async def test_messages_that_wait_are_folded_into_one_commit_with_an_answer_each(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        commits, version = len(home.store.commits), anna.view["version"]
        keys = [tab.tell(lay(home, tab, tab.view["own"]["hand"][0])) for tab in (anna, ben)]
        await home.settle()
        assert len(home.store.commits) == commits + 1
        assert {applied(home.record.answers[key]).version for key in keys} == {version + 1}
        assert anna.view["version"] == version + 1


@on_uvloop
async def test_a_repeat_gets_the_same_answer_and_is_applied_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        command = lay(home, anna, anna.view["own"]["hand"][0], "one")
        first = await anna.does(command)
        commits = len(home.store.commits)
        assert await anna.does(command) == first
        assert len(home.store.commits) == commits


@on_uvloop
async def test_a_repeat_in_the_same_turn_gets_the_same_answer(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        command = lay(home, anna, anna.view["own"]["hand"][0], "one")
        keys = [anna.tell(command) for _ in range(5)]
        await home.settle()
        assert len({applied(home.record.answers[key]).version for key in keys}) == 1


@on_uvloop
async def test_a_repeat_after_a_restart_gets_the_same_version(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        command = lay(home, anna, anna.view["own"]["hand"][0], "one")
        first, room = applied(await anna.does(command)), anna.room
    assert room is not None
    async with house(tmp_path) as home:
        again = home.tab("anna")
        applied(await again.attach(room))
        second = applied(await again.does(command))
        assert second.version == first.version
        assert second.fence > first.fence


@on_uvloop
async def test_thirty_two_answers_are_kept_of_each_player_and_none_of_another_is_pushed_out(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        applied(await ben.does(Rename(id="ben-1", name="Benno")))
        for n in range(40):
            applied(await anna.does(Rename(id=f"anna-{n}", name=f"Anna {n}")))
        room = decode_snapshot(home.store.commits[-1].snapshot or b"").room
        assert [known.id for known in room.answers_kept(anna.player)] == [f"anna-{n}" for n in range(8, 40)]
        assert "ben-1" in [known.id for known in room.answers_kept(ben.player)]


@on_uvloop
async def test_a_store_that_fails_for_ten_seconds_gets_the_command_refused_and_nothing_happens(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        card, seen = anna.view["own"]["hand"][0], len(ben.views)
        home.store.always = "fail"
        key = anna.tell(lay(home, anna, card))
        await home.move(9)
        assert key not in home.record.answers
        await home.move(3)
        assert refused(home.record.answers[key]) == "unavailable"
        home.store.always = None
        await home.move(3)
        applied(await anna.does(lay(home, anna, card)))
        assert ben.views[-1]["table"]["standings"][0]["has_laid"]
        assert not any(view["table"]["standings"][0]["has_laid"] for view in ben.views[seen:-1])


@on_uvloop
async def test_a_save_whose_answer_was_lost_is_not_applied_twice(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        version = anna.view["version"]
        home.store.script = ["lose", "vanish"]
        key = anna.tell(lay(home, anna, anna.view["own"]["hand"][0]))
        await home.move(1)
        assert applied(home.record.answers[key]).version == version + 1
        assert ben.view["version"] == version + 1
        assert len(anna.view["own"]["hand"]) == 9


@on_uvloop
async def test_an_unknown_outcome_is_never_called_a_refusal(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        command = lay(home, anna, anna.view["own"]["hand"][0], "one")
        home.store.always = "vanish"
        key = anna.tell(command)
        await home.move(11)
        assert refused(home.record.answers[key]) == "unsure"
        home.store.always = None
        await home.move(2)
        answer = applied(await anna.does(command))
        shows_it = [view["version"] for view in anna.views if view["own"] and view["own"]["laid"]]
        assert answer.version == shows_it[0]


@on_uvloop
async def test_what_may_be_saved_is_not_given_up_because_later_attempts_fail(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        command = lay(home, anna, anna.view["own"]["hand"][0], "one")
        home.store.script, home.store.always = ["lose"], "fail"
        key = anna.tell(command)
        await home.move(11)
        assert refused(home.record.answers[key]) == "unsure"
        home.store.always = None
        await home.move(2)
        answer = applied(await anna.does(command))
        shows_it = [view["version"] for view in anna.views if view["own"] and view["own"]["laid"]]
        assert answer.version == shows_it[0]


@on_uvloop
async def test_time_in_which_the_room_could_not_save_is_given_back_to_its_clocks(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        before = anna.view["room"]["clock"]["left_s"]
        home.store.always = "fail"
        anna.tell(lay(home, anna, anna.view["own"]["hand"][0]))
        await home.move(8)
        home.store.always = None
        await home.move(1)
        assert ben.view["room"]["clock"]["left_s"] >= before - 1.5


@on_uvloop
async def test_a_room_whose_fence_was_passed_ends_and_its_commands_reach_the_next_incarnation(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        room = anna.room
        assert room is not None
        old = anna.view["fence"]
        claim = await home.store.claim(room)
        assert claim is not None
        assert claim.fence > old
        key = anna.tell(lay(home, anna, anna.view["own"]["hand"][0], "one"))
        await home.settle()
        applied(home.record.answers[key])
        applied(await ben.attach(room))
        assert ben.view["fence"] > claim.fence
        assert ben.view["table"]["standings"][0]["has_laid"]


@on_uvloop
async def test_a_bug_in_a_game_changes_nothing_and_the_room_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        before = ben.view["version"]
        assert refused(await anna.acts(type="crash")) == "internal"
        assert home.record.failures == ["command"]
        applied(await anna.acts(type="pass"))
        assert ben.view["version"] == before + 1


@on_uvloop
async def test_the_third_crash_of_one_command_ends_the_actor_and_the_room_comes_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        fence = anna.view["fence"]
        answers = [refused(await anna.acts(id="same", type="crash")) for _ in range(3)]
        assert answers == ["internal", "internal", "retry"]
        assert anna.room is not None
        applied(await anna.attach(anna.room))
        assert anna.view["fence"] > fence
        applied(await ben.attach(anna.room))
        applied(await anna.acts(type="pass"))


@on_uvloop
async def test_a_room_that_fails_more_than_three_times_a_minute_is_parked_and_others_are_not(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("baton", "anna", "ben")
        other, _ = await home.game("baton", "carl", "dora")
        assert anna.room is not None
        for n in range(4):
            for _ in range(3):
                await anna.acts(id=f"crash-{n}", type="crash")
        assert refused(await anna.attach(anna.room)) == "broken"
        applied(await other.acts(type="pass"))
        assert home.rooms.parked == 1


@on_uvloop
async def test_a_command_that_waited_five_seconds_is_refused_as_busy(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("rows", "anna", "ben")
        command = lay(home, anna, anna.view["own"]["hand"][0])
        assert refused(await anna.does(command, stamp=home.clock.now() - 6)) == "busy"


@on_uvloop
async def test_a_flood_of_one_player_is_busy_and_others_get_through(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.table("rows", "anna", "ben")
        keys = [anna.tell(SeatBot(id=f"bot-{n}")) for n in range(100)]
        other = ben.tell(Rename(id="name", name="Benno"))
        await home.settle()
        answers = [home.record.answers[key] for key in keys]
        assert sum(getattr(answer, "code", "") == "busy" for answer in answers) >= 90
        applied(home.record.answers[other])


@on_uvloop
async def test_time_that_ended_in_a_refused_save_is_given_back_too(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        await home.move(20)
        home.store.always = "fail"
        for n in range(4):
            anna.tell(lay(home, anna, anna.view["own"]["hand"][0], f"try-{n}"))
            await home.move(11)
        home.store.always = None
        await home.move(2)
        assert ben.view["table"]["turn"] == 1
        assert ben.view["room"]["clock"]["left_s"] > 15


@on_uvloop
async def test_a_refusal_is_remembered_and_not_judged_anew(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.table("rows", "anna")
        start = Start(id="s", phase=anna.phase)
        assert refused(await anna.does(start)) == "too_few"
        applied(await anna.does(SeatBot(id="b")))
        assert refused(await anna.does(start)) == "too_few"
        assert anna.view["room"]["status"] == "lobby"
        applied(await anna.does(Start(id="t", phase=anna.phase)))


@on_uvloop
async def test_a_passing_refusal_is_judged_anew(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.table("rows", "anna", "ben")
        rename = Rename(id="r", name="Anna B")
        assert refused(await anna.does(rename, stamp=home.clock.now() - 6)) == "busy"
        applied(await anna.does(rename))


@on_uvloop
async def test_silence_counts_from_the_last_byte_also_when_the_save_of_it_failed_at_first(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben", options={"lay_s": 120})
        home.store.always = "fail"
        await ben.drop(silent_s=20)
        await home.move(12)
        home.store.always = None
        await home.move(2)
        assert anna.seat_of(ben)["away_left_s"] <= 70


@on_uvloop
async def test_a_room_that_died_of_its_clock_is_woken_for_those_who_look_at_it(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("relay", "anna", "ben")
        assert anna.room is not None
        home.record.looking = {anna.room: ((anna.player, anna.connection), (ben.player, ben.connection))}
        for _ in range(3):
            await anna.acts(id="same", type="crash")
        await home.settle()
        assert len(home.rooms) == 1
        await home.move(31)
        assert ben.view["table"]["passes"] >= 1
