"""Abandoned seats in every phase (rules page, 5)."""

from __future__ import annotations

import pytest

from engines.core import Code, Context, Outcome, RuleError
from engines.twelve.events import GameOver, SeatLeft, Yielded
from engines.twelve.model import Name, Phrase, Play, Say, Stage, TwelveCode
from tests.support.twelve_hands import ANNA, BEN, TWELVE, against, cards, chance


def test_the_hand_goes_to_the_discard_and_the_turn_order_skips_the_seat() -> None:
    game = against("JH", "TS 9C | 9D 8D | 7C").leave(1)
    assert game.state.discard == ("8D", "9D")
    assert game.happened(SeatLeft) == [SeatLeft(seat=BEN, why="left", cards=("8D", "9D"))]
    assert game.play("TS").seat == 2


def test_in_step_one_the_turn_passes_on_and_no_yield_is_recorded() -> None:
    game = against("JH", "TS 9C | 9D 8D | 7C").leave(0)
    assert (game.stage, game.seat) == (Stage.PLAYING, 1)
    assert game.state.yielded == (False, False, False)
    assert game.happened(Yielded) == []


def test_in_the_middle_of_a_payment_the_rest_of_the_due_lapses() -> None:
    """Test 11."""
    game = against("KH", "9C 8C 7C | 9D 8D").yields().pay("9C").leave(0)
    assert (game.stage, game.seat, game.state.due, game.state.paid) == (Stage.PLAYING, 1, 0, ())
    assert game.state.discard == ("7C", "8C", "9C")


def test_while_choosing_after_a_jester_the_next_clockwise_takes_the_turn() -> None:
    """Test 12."""
    game = against("KH", "7C | X1 8C | 9D", seat=1).play("X1").leave(1)
    assert (game.stage, game.seat) == (Stage.PLAYING, 2)


def test_when_only_the_chooser_is_left_there_is_nothing_to_choose() -> None:
    game = against("KH", "X1 8C | 9D | 9S").play("X1").leave(1)
    assert game.stage is Stage.NAMING
    game.leave(2)
    assert (game.stage, game.seat) == (Stage.PLAYING, 0)


def test_a_jester_of_the_last_active_seat_gives_it_the_next_turn_without_a_window() -> None:
    game = against("KH", "X1 8C | 9D | 9S").leave(1, 2).play("X1")
    assert (game.stage, game.seat, game.state.number) == (Stage.PLAYING, 0, 2)
    assert not game.state.is_immune
    assert game.refused(Say(Phrase.GLADLY)) is TwelveCode.NO_JESTER_PLAYED


def test_its_cards_in_the_field_stay_and_its_shield_still_counts() -> None:
    game = against("KH", "TS KD | 8C TD TC").play("TS").pay("KD").leave(0)
    assert game.state.field[0].cards == ("TS",)
    assert (game.state.shield, game.seat) == (10, 1)


def test_a_seat_that_leaves_with_an_empty_hand_before_its_turn_saves_the_table() -> None:
    game = against("JH", "TS 9C | | 7C").leave(1).play("TS")
    assert (game.stage, game.seat) == (Stage.PLAYING, 2)


def test_the_next_seat_may_lose_by_an_empty_hand_when_the_turn_comes_to_it() -> None:
    game = against("JH", "TS 9C | | 7C").leave(0)
    assert game.stage is Stage.LOST


def test_hand_limit_and_jesters_stay_as_they_were() -> None:
    game = against("JH", "TS 9C | 7C | 9D").leave(1, 2)
    assert game.state.limit == 6
    assert game.table.solo is None
    assert not game.own().flip


def test_when_the_last_active_seat_leaves_the_game_is_neither_won_nor_lost() -> None:
    game = against("JH", "TS 9C | 7C").leave(0, 1)
    assert (game.stage, game.state.loss) == (Stage.ABANDONED, None)
    assert TWELVE.outcome(game.state) == Outcome(())
    assert [over.stage for over in game.happened(GameOver)] == [Stage.ABANDONED]
    assert TWELVE.phase(game.state) is None


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_started_game_is_joined_by_nobody_and_a_left_chair_not_retaken(seats: int) -> None:
    game = against("JH", " | ".join(["TS 9C", "7C", "8C", "9D"][:seats])).leave(0)
    with pytest.raises(RuleError, match=Code.CLOSED):
        TWELVE.join(game.state, chance())
    with pytest.raises(RuleError, match=Code.CLOSED):
        TWELVE.rejoin(game.state, ANNA, chance())


def test_leaving_twice_or_after_the_end_changes_nothing() -> None:
    game = against("JH", "TS 9C | 7C | 9D").leave(1)
    before = game.state
    assert game.leave(1).state == before
    over = against("KS", "TH | 9D", damage=30, castle="").play("TH")
    won = over.state
    assert over.leave(1).state == won


def test_a_seat_that_has_left_may_do_nothing_more() -> None:
    game = against("KH", "X1 8C | 9D | 9S").leave(1).play("X1")
    assert game.refused(Say(Phrase.GLADLY), seat=1) is Code.NOT_AWAITED
    assert game.refused(Name(0), seat=1) is Code.NOT_AWAITED
    assert game.refused(Play(cards("9D")), seat=1) is Code.NOT_AWAITED


def test_no_clock_plays_a_turn() -> None:
    game = against("KH", "9C 8C TD | 9D")
    assert game.phase.limit_s is None
    with pytest.raises(RuleError):
        TWELVE.expire(game.state, Context.for_step(bytes(32), "twelve", 1))
