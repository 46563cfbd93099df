"""The verdict, the result and the end (sections 3d to 4, 1 and 2 of the rules page)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.core import Code, Outcome, Seat
from engines.gap.events import GameOver, RoundSettled, RoundStarted
from engines.gap.model import GapCode, NextSentence, Options, Pick, PickNone, Stage, Verdict
from tests.support.gap_hands import GAP, Played, laying, started


def judging(seats: int = 4) -> Played:
    return Played(laying(seats)).all_lay()


def test_the_answer_that_is_picked_gives_its_seat_one_point_and_shows_all_names() -> None:
    game = judging().pick(2)
    assert game.points == (0, 0, 1, 0)
    assert (game.stage, game.table.winner, game.table.verdict) == (Stage.RESULT, 2, Verdict.PICKED)
    assert sorted(answer.seat for answer in game.table.answers if answer.seat is not None) == [1, 2, 3]
    (settled,) = game.happened(RoundSettled)
    assert (settled.winner, settled.phrases) == (2, game.own(2).answer)
    assert settled.answers == game.table.answers


def test_only_the_reader_judges_and_only_what_lies_there() -> None:
    game = judging()
    answer = game.state.answers[0].id
    assert game.refused(1, Pick(answer)) == GapCode.NOT_READER
    assert game.refused(1, PickNone()) == GapCode.NOT_READER
    assert game.refused(0, Pick(answer ^ 1)) == GapCode.NO_SUCH_ANSWER
    assert game.own(0).may.pick == tuple(answer.id for answer in game.table.answers)
    assert game.own(1).may.pick == ()


# 8: none, and the clock.


def test_none_of_them_gives_no_point_uses_the_cards_and_moves_on() -> None:
    game = judging().pick_none()
    assert (game.points, game.table.verdict, game.table.winner) == ((0,) * 4, Verdict.NONE, None)
    game.go_on()
    assert set(game.state.used) == {10, 20, 30}
    assert (game.reader, game.stage) == (1, Stage.LAYING)


@pytest.mark.parametrize("seats", [4, 3])
def test_a_clock_that_runs_out_picks_nothing_for_the_reader(seats: int) -> None:
    game = judging(seats).expire()
    assert (game.points, game.table.verdict) == ((0,) * seats, Verdict.TIMEOUT)
    assert game.expire().reader == 1


def test_even_a_single_answer_is_not_picked_by_the_clock() -> None:
    game = Played(laying(3)).leave(2).lay(1, 10)
    assert len(game.table.answers) == 1
    assert game.expire().points == (0, 0, 0)


@pytest.mark.parametrize(("percent", "limit"), [(100, 75), (50, 37.5), (200, 150)])
def test_the_readers_clock_grows_with_the_answers_on_the_table(percent: int, limit: float) -> None:
    state = replace(laying(4), options=Options(judge_percent=percent))
    assert Played(state).all_lay().phase.limit_s == limit


def test_a_result_can_be_left_after_three_seconds_and_moves_on_after_twenty() -> None:
    phase = judging().pick(1).phase
    assert (phase.opens_s, phase.limit_s, phase.awaited) == (3, 20, ())


def test_any_seat_may_ask_for_the_next_sentence_and_nobody_before_the_verdict() -> None:
    assert judging().refused(1, NextSentence()) == GapCode.ROUND_RUNS
    assert judging().pick(1).go_on(3).stage is Stage.LAYING


# 14 as far as the engine goes; the room's part is in tests/actors.


def test_a_round_is_settled_once() -> None:
    game = judging().pick(1)
    assert game.refused(0, Pick(game.state.answers[0].id)) == GapCode.NOT_JUDGING
    assert game.refused(0, PickNone()) == GapCode.NOT_JUDGING
    assert game.leave(0).points == (0, 1, 0, 0)
    assert len(game.happened(RoundSettled)) == 1


# 11: the queue.


def test_six_seats_make_six_rounds_with_six_readers() -> None:
    game = started(6)
    while game.stage is not Stage.OVER:
        assert game.table.rounds == 6
        game.whole_round()
    assert [started.reader for started in game.happened(RoundStarted)] == list(range(6))
    assert game.refused(0, NextSentence()) == Code.STALE


def test_a_reader_that_is_away_when_its_turn_comes_reads_last() -> None:
    game = started(4).away(1)
    game.whole_round()
    assert (game.reader, game.table.queue) == (2, (3, 1))
    game.whole_round().whole_round()
    assert game.stage is Stage.WAITING
    game.away().expire()
    assert (game.reader, game.stage) == (1, Stage.LAYING)


def test_several_who_are_away_are_passed_over_in_their_order() -> None:
    game = started(5).away(1, 2).whole_round()
    assert (game.reader, game.table.queue) == (3, (4, 1, 2))


def test_a_queue_that_is_all_away_waits_without_a_clock_and_looks_out_for_them() -> None:
    game = started(3).away(1, 2).all_lay().pick_none().go_on(0)
    assert game.stage is Stage.WAITING
    assert (game.phase.limit_s, game.phase.awaited, game.phase.until_here) == (None, (), (1, 2))
    assert game.table.missing == 0
    assert game.expire().stage is Stage.WAITING
    game.away(1).expire()
    assert (game.reader, game.table.queue) == (2, (1,))


def test_when_the_last_of_an_absent_queue_has_left_the_sitting_is_over() -> None:
    game = started(4).away(3)
    for _ in range(3):
        game.whole_round()
    assert game.stage is Stage.WAITING
    assert game.leave(3, why="silent").stage is Stage.OVER


# The end.


def test_most_points_win_and_equal_points_share() -> None:
    for points, places in (((2, 0, 1), (1, 3, 2)), ((1, 1, 0), (1, 1, 3)), ((0, 0, 0), (1, 1, 1))):
        state = replace(laying(3, reader=2, has_read=3), points=points)
        game = Played(state).all_lay().pick_none().go_on()
        outcome = GAP.outcome(game.state)
        assert outcome is not None
        assert outcome == Outcome(tuple(Seat(s) for s, place in enumerate(places) if place == 1), places)
        assert game.happened(GameOver) == [GameOver(outcome)]
        assert game.table.outcome == outcome
        assert GAP.phase(game.state) is None


def test_points_do_not_end_a_sitting() -> None:
    game = started(3)
    for _ in range(3):
        assert game.stage is Stage.LAYING
        game.all_lay().pick(game.state.answers[0].seat).go_on()
    assert game.stage is Stage.OVER
