"""Leaving, coming back, joining late and waiting (sections 6 to 8 of the rules page)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.core import Code, LeaveReason, RuleError
from engines.gap.events import HasLaid, NextRoundWaits, RoundSettled, RoundStarted, SeatLeft, TurnedUp
from engines.gap.model import GapCode, Lay, Stage, Verdict
from tests.support.gap_hands import GAP, Played, laying, started

EITHER: tuple[LeaveReason, ...] = ("left", "removed")


# 4, 5: the reader.


@pytest.mark.parametrize("why", ["left", "removed", "silent"])
def test_a_reader_who_leaves_while_others_lay_makes_the_round_void(why: LeaveReason) -> None:
    game = Played(laying(4)).lay(1, 12).lay(3, 30)
    sentence = game.state.sentence
    game.leave(0, why=why)
    assert (game.stage, game.table.verdict) == (Stage.RESULT, Verdict.VOID_READER_LEFT)
    assert game.state.hands[1:] == tuple(range_of(seat) for seat in (1, 2, 3))
    assert (game.points, game.table.answers) == ((0,) * 4, ())
    assert game.happened(TurnedUp) == []
    assert game.happened(RoundSettled)[0].answers == ()
    game.go_on()
    assert (game.reader, game.hands) == (1, [0, 6, 6, 6])
    assert sentence in game.state.told


def range_of(seat: int) -> tuple[int, ...]:
    return tuple(range(10 * seat, 10 * seat + 6))


def test_two_cards_go_back_to_their_old_places_whatever_their_order() -> None:
    game = Played(laying(4, gaps=2)).lay(1, 14, 11).lay(2, 20, 25).leave(0)
    assert game.state.hands[1:3] == (range_of(1), range_of(2))


def test_in_a_void_round_the_answer_of_who_has_left_is_used() -> None:
    game = Played(laying(5)).lay(1, 12).leave(1).leave(0)
    assert game.state.hands[1] == ()
    assert {10, 11, 12, 13, 14, 15} <= set(game.state.used)


def test_who_has_left_and_come_back_does_not_get_an_old_answer_from_a_void_round() -> None:
    game = Played(laying(5)).lay(1, 12).leave(1).rejoin(1).leave(0)
    assert game.state.hands[1] == ()
    assert 12 in game.state.used


def test_a_reader_who_leaves_in_judging_settles_the_round_as_none() -> None:
    game = Played(laying(4)).all_lay().leave(0)
    assert (game.stage, game.table.verdict, game.points) == (Stage.RESULT, Verdict.READER_LEFT, (0,) * 4)
    game.go_on()
    assert {10, 20, 30} <= set(game.state.used)
    assert game.reader == 1


# 6: who has laid.


@pytest.mark.parametrize("turned_up", [False, True])
def test_the_answer_of_a_leaver_stays_in_its_place_and_may_win(turned_up: bool) -> None:  # noqa: FBT001 - a case
    game = Played(laying(4)).lay(1, 12)
    if turned_up:
        game.lay_top(2, 3)
    before = game.table.answers
    game.leave(1)
    if turned_up:
        assert game.table.answers == before
    else:
        game.lay_top(2, 3)
    assert game.answer_of(1).cards == (12,)
    game.pick(1)
    assert (game.points, game.table.winner) == ((0, 1, 0, 0), 1)
    assert len(game.happened(RoundSettled)) == 1


# 7: who has not.


@pytest.mark.parametrize("why", EITHER)
def test_the_only_awaited_seat_that_leaves_turns_all_up(why: LeaveReason) -> None:
    game = Played(laying(4)).lay(1, 12).lay(2, 20).leave(3, why=why)
    assert game.stage is Stage.JUDGING
    assert sorted(answer.seat for answer in game.state.answers) == [1, 2]
    assert set(game.state.used) == set(range_of(3))


def test_who_leaves_without_having_laid_is_no_longer_awaited() -> None:
    game = Played(laying(4)).leave(2)
    assert (game.awaited, game.stage, game.state.hands[2]) == ((1, 3), Stage.LAYING, ())


# 13: silence.


def test_silence_has_the_top_card_laid_first_and_then_leaves() -> None:
    game = Played(laying(4)).leave(2, why="silent")
    assert game.state.laid[2] is not None
    assert game.state.laid[2].cards == (20,)
    assert (game.awaited, game.state.left[2]) == ((1, 3), True)
    assert [type(event) for event in game.events] == [SeatLeft]
    assert game.lay_top(1, 3).pick(2).points == (0, 0, 1, 0)


def test_silence_of_the_last_awaited_seat_turns_all_up_with_its_answer() -> None:
    game = Played(laying(3, gaps=2)).lay(1, 12, 11).leave(2, why="silent")
    assert game.stage is Stage.JUDGING
    assert game.answer_of(2).cards == (20, 21)
    assert [event.seat for event in game.happened(HasLaid)] == [1]


# Everybody else.


def test_when_everybody_but_the_reader_has_left_the_round_is_void() -> None:
    game = Played(laying(3)).leave(1, 2)
    assert (game.stage, game.table.verdict) == (Stage.RESULT, Verdict.VOID_NO_ANSWERS)
    assert game.expire().stage is Stage.OVER


def test_a_leave_on_the_result_screen_leaves_the_result_as_it_is() -> None:
    for leaver in (0, 1, 2):
        game = Played(laying(4)).all_lay().pick(1).leave(leaver)
        assert (game.stage, game.points, game.table.winner) == (Stage.RESULT, (0, 1, 0, 0), 1)


def test_the_seats_are_counted_again_before_the_next_round() -> None:
    game = Played(laying(3)).all_lay().pick(1).leave(0).go_on()
    assert (game.stage, game.table.missing) == (Stage.WAITING, 1)


def test_a_leaver_is_out_of_the_queue_and_the_sitting_a_round_shorter() -> None:
    game = started(5)
    assert game.table.rounds == 5
    game.leave(1)
    assert (game.table.rounds, game.table.queue) == (4, (2, 3, 4))
    assert game.whole_round().reader == 2
    assert game.leave(0).table.rounds == 4


def test_leaving_twice_is_leaving_once() -> None:
    game = Played(laying(4)).leave(2)
    before = game.state
    assert game.leave(2).state == before


def test_a_seat_that_has_left_is_ranked_with_its_points() -> None:
    game = Played(laying(4, reader=3, has_read=4)).all_lay().leave(1).pick(1).go_on()
    assert game.table.outcome is not None
    assert game.table.outcome.winners == (1,)
    assert game.table.standings[1].has_left


# Coming back.


def test_who_comes_back_has_its_points_and_no_cards_until_the_next_sentence() -> None:
    game = Played(laying(5)).all_lay().pick(2).leave(2).rejoin(2)
    assert (game.points[2], game.state.hands[2]) == (1, ())
    assert game.go_on().hands[2] == 6
    assert set(game.state.hands[2]).isdisjoint(range_of(2))


def test_who_comes_back_reads_last_if_it_has_not_read_and_else_not_again() -> None:
    game = Played(laying(5)).leave(2).rejoin(2)
    assert game.table.queue == (1, 3, 4, 2)
    game = started(5).whole_round().leave(0).rejoin(0)
    assert game.table.queue == (2, 3, 4)


def test_who_comes_back_into_a_round_that_runs_is_not_awaited_in_it() -> None:
    game = Played(laying(5)).leave(2).rejoin(2)
    assert game.awaited == (1, 3, 4)
    assert game.refused(2, Lay((20,))) == GapCode.NEXT_SENTENCE


def test_only_who_has_left_can_come_back_and_nobody_into_a_sitting_that_is_over() -> None:
    game = Played(laying(4, reader=3, has_read=4)).leave(1)
    for seat in (0, 2):
        with pytest.raises(RuleError) as refusal:
            game.rejoin(seat)
        assert refusal.value.code is Code.CLOSED
    game.all_lay().pick_none().go_on()
    with pytest.raises(RuleError):
        game.rejoin(1)
    with pytest.raises(RuleError):
        game.join()


# 9: fewer than three.


def test_with_two_seats_the_round_is_finished_and_then_the_sitting_waits_without_a_clock() -> None:
    game = started(3).whole_round().leave(0)
    assert game.all_lay().stage is Stage.JUDGING
    game.pick(2).go_on(1)
    assert (game.stage, game.table.missing, game.points) == (Stage.WAITING, 1, (0, 0, 1))
    assert (game.phase.limit_s, game.phase.awaited, game.phase.until_here) == (None, (), ())
    assert game.happened(NextRoundWaits) == [NextRoundWaits(1)]
    assert game.expire().stage is Stage.WAITING
    assert game.table.outcome is not None
    assert GAP.outcome(game.state) is None


def test_a_fourth_person_lets_a_sitting_of_two_go_on_and_reads_last() -> None:
    game = started(3).whole_round().leave(0).whole_round()
    game.join()
    assert (game.stage, game.reader, game.table.queue, game.hands) == (Stage.LAYING, 2, (3,), [0, 6, 6, 6])


def test_a_leaver_who_has_read_is_the_third_seat_too() -> None:
    game = started(3).whole_round().leave(0).whole_round().rejoin(0)
    assert (game.stage, game.reader, game.table.queue) == (Stage.LAYING, 2, ())


def test_a_sitting_that_waits_for_a_third_seat_waits_on_when_another_leaves() -> None:
    game = started(4).whole_round().leave(0, 1).go_on()
    assert (game.stage, game.table.missing) == (Stage.WAITING, 1)
    assert game.leave(2).table.missing == 2


# 10: latecomers.


def test_a_latecomer_is_in_from_the_next_sentence_and_makes_the_sitting_longer() -> None:
    game = Played(laying(4)).all_lay().join()
    assert (game.table.rounds, game.hands[4]) == (5, 0)
    assert game.own(4).may.lay == 0
    readers = [0]
    while game.pick_none().go_on().stage is not Stage.OVER:
        readers.append(game.reader)
        assert 4 in game.awaited or game.reader == 4
        game.all_lay()
    assert readers == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("how_many_have_laid", [0, 1, 3])
def test_next_means_next_also_before_anybody_has_laid(how_many_have_laid: int) -> None:
    game = Played(laying(4)).lay_top(*range(1, 1 + how_many_have_laid)).join()
    assert 4 not in game.awaited
    assert game.own(4).hand == ()


def test_a_latecomer_during_the_last_result_adds_a_round() -> None:
    game = Played(laying(3, reader=2, has_read=3)).all_lay().pick(0).join().go_on()
    assert (game.stage, game.reader) == (Stage.LAYING, 3)


def test_nobody_reads_twice_however_people_come_and_go() -> None:
    game = started(4).join().leave(1).whole_round().rejoin(1).leave(0).rejoin(0).join()
    while game.stage is not Stage.OVER:
        game.whole_round()
    readers = [event.reader for event in game.happened(RoundStarted)]
    assert sorted(readers) == [0, 1, 2, 3, 4, 5]
    assert all(one != next_one for one, next_one in pairwise(readers))
