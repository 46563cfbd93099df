"""Claiming a place in the order (rules page, 2): chips, yes and no, the four streets."""

from __future__ import annotations

from typing import get_args

import pytest

from engines.core import Code, Seat
from engines.order.events import Released, SaidNo, SaidYes, StreetOpened, Took, YesCleared
from engines.order.model import (
    Action,
    NextDeal,
    No,
    OrderCode,
    Release,
    Stage,
    Take,
    Yes,
)
from tests.support.order_hands import Played, dealt, position

THREE = ("AS AD", "QC 2H", "7S 7D")


def game(*chips: int) -> Played:
    """The last street of three seats, these chips taken."""
    return Played(position(*THREE)).claim(*chips) if chips else Played(position(*THREE))


# Taking and putting back.


def test_a_street_begins_with_as_many_chips_as_seats_and_nobody_holding_one() -> None:
    for seats in (3, 5, 8):
        table = Played(dealt(seats)).table
        assert table.pile == tuple(range(1, seats + 1))
        assert [standing.chip for standing in table.standings] == [None] * seats


def test_a_chip_is_taken_from_the_pile() -> None:
    played = game().take(1, 3)
    assert (played.chips, played.table.pile) == ([None, 3, None], (1, 2))
    assert played.happened(Took) == [Took(Seat(1), 3, None)]


def test_taking_another_chip_puts_the_own_one_back_in_the_same_step() -> None:
    played = game().take(1, 3).take(1, 2)
    assert (played.chips, played.table.pile) == ([None, 2, None], (1, 3))
    assert played.happened(Took)[1] == Took(Seat(1), 2, 3)


def test_a_chip_in_somebodys_hand_cannot_be_taken_until_it_is_put_back() -> None:
    played = game().take(1, 3)
    assert played.refused(0, Take(3)) is OrderCode.CHIP_TAKEN
    assert played.act(1, Release()).take(0, 3).chips == [3, None, None]


def test_two_change_places_by_a_release_and_two_takes() -> None:
    played = game(1, 2, 3).act(0, Release()).take(1, 1).take(0, 2)
    assert played.chips == [2, 1, 3]


def test_of_two_who_reach_for_the_same_chip_the_first_gets_it_and_the_second_changes_nothing() -> None:
    played = game().take(0, 2)
    before = played.state
    assert played.refused(1, Take(2)) is OrderCode.CHIP_TAKEN
    assert played.state == before


def test_taking_the_chip_one_holds_is_refused_and_leaves_every_yes() -> None:
    played = game(1, 2, 3).yes(1, 2)
    assert played.refused(0, Take(1)) is OrderCode.OWN_CHIP
    assert played.yeses == [1, 2]


def test_a_chip_may_be_put_back_and_taken_as_often_as_one_likes() -> None:
    played = game()
    for _ in range(20):
        played.take(0, 1).act(0, Release())
    assert played.chips == [None, None, None]
    assert len(played.happened(Released)) == 20


def test_no_action_hands_anything_to_another_seat() -> None:
    """An exchange is two takes; nobody's chip is moved but by its holder (known fault 4)."""
    fields = {name for kind in get_args(Action) for name in kind.__struct_fields__}
    assert fields == {"chip", "claim"}


@pytest.mark.parametrize("chip", [0, 4, -1, 9])
def test_there_is_no_other_chip_than_those_of_the_street(chip: int) -> None:
    assert game().refused(0, Take(chip)) is OrderCode.NO_SUCH_CHIP


def test_who_holds_no_chip_has_none_to_put_back() -> None:
    assert game().refused(0, Release()) is OrderCode.NO_CHIP


# Yes and no.


def test_there_is_no_yes_while_somebody_holds_no_chip() -> None:
    played = game().take(0, 1).take(1, 2)
    assert played.refused(0, Yes(played.state.claim)) is OrderCode.CHIPS_MISSING


def test_a_yes_to_an_order_that_has_changed_is_stale() -> None:
    played = game(1, 2, 3)
    seen = played.state.claim
    played.act(0, Release()).take(0, 1)
    assert played.chips == [1, 2, 3]
    assert played.refused(1, Yes(seen)) is OrderCode.ORDER_CHANGED
    assert played.yes(1).yeses == [1]


def test_a_yes_of_one_street_is_none_in_the_next() -> None:
    played = Played(position(*THREE, street=1)).claim(1, 2, 3)
    seen = played.state.claim
    played.agree().claim(1, 2, 3)
    assert played.refused(0, Yes(seen)) is OrderCode.ORDER_CHANGED


@pytest.mark.parametrize("change", [Release(), Take(4)])
def test_every_change_of_a_chip_clears_every_yes(change: Action) -> None:
    played = Played(position(*THREE, "3C 4D")).claim(1, 2, 3, 4).leave(3)
    played.yes(0, 1)
    played.act(2, change)
    assert played.yeses == []
    assert played.happened(YesCleared)[-1] == YesCleared((Seat(0), Seat(1)))


def test_of_two_who_take_the_same_chip_after_the_yes_one_clears_it_once() -> None:
    """8.11: a spare chip lies in the pile because somebody has left."""
    played = Played(position(*THREE, "3C 4D")).claim(1, 2, 3, 4).leave(3).yes(2)
    played.take(0, 4)
    assert played.refused(1, Take(4)) is OrderCode.CHIP_TAKEN
    assert played.happened(YesCleared) == [YesCleared((Seat(2),))]


def test_nobody_says_yes_twice() -> None:
    played = game(1, 2, 3).yes(0)
    assert played.refused(0, Yes(played.state.claim)) is OrderCode.YES_SAID


def test_ones_own_yes_can_be_taken_back_and_nobody_elses_falls() -> None:
    played = game(1, 2, 3).yes(0, 1).act(0, No())
    assert played.yeses == [1]
    assert played.happened(SaidNo) == [SaidNo(Seat(0))]
    assert played.refused(2, No()) is OrderCode.NO_YES


def test_a_yes_taken_back_is_not_a_new_order() -> None:
    played = game(1, 2, 3).yes(0)
    claim = played.state.claim
    assert played.act(0, No()).yes(1).state.claim == claim


# Streets.


def test_a_street_closes_only_when_every_seat_holds_a_chip_and_has_said_yes() -> None:
    played = Played(position(*THREE, street=0)).claim(3, 1, 2)
    assert played.state.street == 0
    assert played.yes(0, 2).state.street == 0
    assert played.yes(1).state.street == 1
    assert played.happened(SaidYes) == [SaidYes(Seat(0)), SaidYes(Seat(2)), SaidYes(Seat(1))]


def test_four_streets_show_none_three_four_and_five_cards_and_chips_go_back_each_time() -> None:
    played = Played(position(*THREE, board="2S 7H 9D JC KS", street=0))
    open_cards = []
    for _ in range(4):
        assert played.chips == [None] * 3
        open_cards.append(played.table.board)
        played.street()
    assert open_cards == [
        (),
        ("2S", "7H", "9D"),
        ("2S", "7H", "9D", "JC"),
        ("2S", "7H", "9D", "JC", "KS"),
    ]
    assert played.state.stage is Stage.RESULT


def test_the_opening_of_a_street_says_which_cards_were_turned_up() -> None:
    played = Played(position(*THREE, board="2S 7H 9D JC KS", street=0)).street().street().street()
    assert played.happened(StreetOpened) == [
        StreetOpened(1, ("2S", "7H", "9D"), 3),
        StreetOpened(2, ("JC",), 3),
        StreetOpened(3, ("KS",), 3),
    ]


def test_what_each_seat_claimed_in_earlier_streets_stays_open() -> None:
    played = Played(dealt(3)).claim(1, 2, 3).agree().claim(3, 1, 2).agree()
    assert [standing.earlier for standing in played.table.standings] == [(1, 3), (2, 1), (3, 2)]
    played.street().claim(1, 2, 3)
    assert [len(standing.earlier) for standing in played.table.standings] == [3, 3, 3]


# Who is awaited.


def test_who_holds_no_chip_is_awaited_and_once_all_hold_one_who_has_not_said_yes() -> None:
    played = game()
    assert played.awaits(0, 1, 2)
    played.take(0, 2).take(2, 1)
    assert played.awaits(1)
    assert played.take(1, 3).awaits(0, 1, 2)
    assert played.yes(1).awaits(0, 2)


def test_no_street_has_a_clock_and_none_ends_by_itself() -> None:
    phase = Played(dealt(4)).phase
    assert (phase.limit_s, phase.ends_if_away) == (None, False)


def test_a_street_is_one_phase_whatever_is_claimed_in_it() -> None:
    played = game()
    key = played.key
    assert played.claim(1, 2, 3).yes(0).act(0, No()).key == key
    assert Played(position(*THREE, street=2)).street().key != Played(position(*THREE, street=2)).key


# Refusals elsewhere.


@pytest.mark.parametrize("action", [Take(1), Release(), Yes(1), No()])
def test_nothing_is_claimed_while_a_showdown_is_shown(action: Action) -> None:
    assert game(1, 2, 3).agree().refused(0, action) is OrderCode.NOT_CLAIMING


def test_the_next_deal_waits_for_the_end_of_this_one() -> None:
    assert game().refused(0, NextDeal()) is OrderCode.DEAL_RUNS


@pytest.mark.parametrize("action", [Take(1), Release(), Yes(1), No(), NextDeal()])
def test_after_the_end_everything_is_stale(action: Action) -> None:
    played = Played(position(*THREE, wrong=2)).claim(3, 2, 1).agree()
    assert played.state.stage is Stage.OVER
    assert played.refused(0, action) is Code.STALE
