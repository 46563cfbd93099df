"""Who may yield (rules page, 2.5)."""

from __future__ import annotations

from engines.twelve.model import Stage, TwelveCode, Yield
from tests.support.twelve_hands import against


def test_a_yield_skips_the_powers_and_the_damage_and_takes_the_blow() -> None:
    game = against("JS", "TC 9C | 9D").yields()
    assert (game.stage, game.state.due, game.state.damage) == (Stage.PAYING, 10, 0)
    assert game.pay("TC").seat == 1


def test_when_all_others_have_yielded_somebody_must_play_and_a_kill_does_not_change_that() -> None:
    """Test 7, and known faults 7 and 11."""
    game = against("JS", "TC | TD | KH 9C 8C", castle="QS KS", limit=6)
    game.yields().pay("TC").yields().pay("TD")
    assert game.refused(Yield()) is TwelveCode.ALL_YIELDED
    assert game.own().yield_bar is TwelveCode.ALL_YIELDED
    game.play("KH")
    assert (game.seat, game.table.beaten) == (2, 10)
    assert game.refused(Yield()) is TwelveCode.ALL_YIELDED


def test_a_play_clears_the_own_mark_and_nobody_elses() -> None:
    """Known fault 11: any play cleared everybody's."""
    game = against("JS", "KH TC TD | 9C", yielded="0 1").play("KH")
    assert game.state.yielded == (False, True)
    assert game.own().yield_bar is TwelveCode.ALL_YIELDED


def test_a_jester_clears_the_own_mark_too() -> None:
    game = against("JS", "X1 TC | 9C | 8C", yielded="0 1").play("X1")
    assert game.state.yielded == (False, True, False)


def test_abandoned_seats_are_left_out_of_all_others() -> None:
    """Test 8."""
    game = against("JS", "TC | TD | KH 9C").leave(1).yields().pay("TC")
    assert game.seat == 2
    assert game.refused(Yield()) is TwelveCode.ALL_YIELDED


def test_the_same_seat_yields_twice_if_somebody_played_in_between() -> None:
    game = against("KH", "TC TD TH TS | 9S 4C 7C | ", limit=7)
    game.leave(2).yields().pay("TC", "TD").play("9S").pay("4C", "7C")
    assert game.seat == 0
    assert game.own().yields


def test_alone_nobody_yields() -> None:
    """Known fault 10."""
    assert against("JS", "TC TD").refused(Yield()) is TwelveCode.YIELD_ALONE


def test_the_last_active_seat_of_a_larger_table_does_not_yield_either() -> None:
    game = against("JS", "TC TD | 9C").leave(1)
    assert game.own().yield_bar is TwelveCode.YIELD_ALONE


def test_a_yield_behind_a_whole_shield_costs_nothing() -> None:
    game = against("JH", "TS 9C | 9D").play("TS").yields()
    assert (game.stage, game.seat) == (Stage.PLAYING, 0)
