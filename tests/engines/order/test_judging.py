"""The showdown (rules page, 3): only the relative order of the last chips, equal hands either way."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.order.events import DealEnded, ShownDown
from engines.order.model import Category, Shown, Verdict
from tests.support.order_hands import Played, judged, position

BOARD_PLAYS = "9S 10D JC QH KS"
RIGHT, WRONG = Verdict.RIGHT, Verdict.WRONG
KINGS = "KS KD 8H 9D QS"
FIVE = ("AS AD", "QC 2H", "7S 7D", "3C 3H", "KC 4D")
"""Over KINGS, from weakest to strongest: 3C 3H, 7S 7D, QC 2H, AS AD, KC 4D."""


def shown(board: str, *hands: str, chips: tuple[int, ...]) -> tuple[Shown, ...]:
    return Played(position(*hands, board=board)).claim(*chips).agree().table.shown


def test_each_hand_at_least_as_strong_as_the_one_before_is_right_and_anything_else_is_wrong() -> None:
    hands = ("AS AD", "KC 2H", "3C 4D")
    for chips in permutations((1, 2, 3)):
        assert judged("KS KD 7H 8D QC", *hands, chips=chips) is (RIGHT if chips == (2, 3, 1) else WRONG)


@pytest.mark.parametrize("chips", list(permutations((1, 2, 3))))
def test_when_the_board_plays_for_all_every_order_is_right(chips: tuple[int, ...]) -> None:
    assert judged(BOARD_PLAYS, "2S 3D", "4C 4H", "8S 8D", chips=chips) is RIGHT


@pytest.mark.parametrize("chips", list(permutations((1, 2, 3))))
def test_an_ace_over_a_board_that_plays_must_hold_the_highest_chip(chips: tuple[int, ...]) -> None:
    assert judged(BOARD_PLAYS, "2S 3D", "AC 4H", "8S 8D", chips=chips) is (RIGHT if chips[1] == 3 else WRONG)


def test_of_two_groups_of_equals_any_order_within_is_right_and_none_across() -> None:
    hands = ("AS 3D", "AD 4C", "QS 3C", "QD 4D", "QH 3H")
    right = 0
    for chips in permutations(range(1, 6)):
        across = max(chips[2:]) < min(chips[:2])
        assert judged("KS KD JS JD 8C", *hands, chips=chips) is (RIGHT if across else WRONG)
        right += across
    assert right == 12


def test_a_group_split_by_a_stronger_hand_is_wrong() -> None:
    assert judged(BOARD_PLAYS, "2S 3D", "AC 4H", "8S 8D", chips=(1, 2, 3)) is WRONG


@pytest.mark.parametrize("chips", list(permutations((1, 2, 4, 5))))
def test_with_a_gap_in_the_chips_the_relative_order_counts(chips: tuple[int, ...]) -> None:
    """8.9: the seat of chip 3 has left on the last street."""
    first, second, fourth, fifth = chips
    game = Played(position(*FIVE, board=KINGS)).claim(first, second, 3, fourth, fifth).leave(2)
    assert game.chips == [first, second, None, fourth, fifth]
    assert game.agree().table.verdict is (RIGHT if chips == (4, 2, 1, 5) else WRONG)


def test_with_a_gap_rechosen_chips_are_judged_by_relative_order_too() -> None:
    game = Played(position(*FIVE, board=KINGS)).claim(4, 2, 3, 1, 5).leave(2).take(0, 3)
    assert game.chips == [3, 2, None, 1, 5]
    assert game.agree().table.verdict is RIGHT


def test_all_hands_are_turned_up_at_once_in_the_order_of_the_chips() -> None:
    game = Played(position("AS AD", "QC 2H", "7S 7D")).claim(2, 3, 1).agree()
    (event,) = game.happened(ShownDown)
    assert event.shown == game.table.shown
    assert [(one.chip, one.seat, one.hand) for one in event.shown] == [
        (1, 2, ("7S", "7D")),
        (2, 0, ("AS", "AD")),
        (3, 1, ("QC", "2H")),
    ]
    (ended,) = game.happened(DealEnded)
    assert (ended.verdict, ended.right, ended.wrong) == (WRONG, 0, 1)


def test_each_hand_shows_the_chips_that_would_have_been_right_for_it() -> None:
    """Of two equal hands neither is called wrong for standing above the other."""
    by_seat = {
        int(one.seat): one
        for one in shown("KS KD JS JD 8C", "AS 3D", "QD 4D", "AD 4C", "QH 3H", chips=(4, 2, 1, 3))
    }
    assert [(by_seat[seat].lowest, by_seat[seat].highest) for seat in range(4)] == [
        (3, 4),
        (1, 2),
        (3, 4),
        (1, 2),
    ]
    assert [by_seat[seat].level for seat in range(4)] == [1, 0, 1, 0]


def test_with_a_gap_the_right_chips_are_among_those_that_are_held() -> None:
    game = Played(position("AS AD", "QC 2H", "7S 7D", "3C 3H", board="KS KD 8H 9D QS"))
    game.claim(4, 3, 2, 1).leave(2).agree()
    assert [(one.chip, one.lowest, one.highest) for one in game.table.shown] == [
        (1, 1, 1),
        (3, 3, 3),
        (4, 4, 4),
    ]


def test_a_hand_is_named_by_its_category_and_the_ranks_that_define_it() -> None:
    (low, high) = shown("9S 9D 4C 4H 2S", "3D 8C", "9C 5H", "AS KD", chips=(1, 3, 2))[::2]
    assert (low.strength.category, low.strength.ranks) == (Category.TWO_PAIRS, (9, 4))
    assert (high.strength.category, high.strength.ranks) == (Category.FULL_HOUSE, (9, 4))
    assert high.strength.kickers == ()


def test_kickers_are_said_where_another_hand_has_the_same_name() -> None:
    (weak, middle, strong) = shown("9S 9D 4C JH 2S", "8D 7C", "AC KH", "2C 7D", chips=(1, 2, 3))
    assert [one.kickers_decide for one in (weak, middle, strong)] == [True, True, False]
    assert (weak.strength.kickers, middle.strength.kickers) == ((11, 8, 7), (14, 13, 11))


def test_a_name_without_kickers_has_none_to_say() -> None:
    assert not any(
        one.kickers_decide for one in shown(BOARD_PLAYS, "2S 3D", "4C 4H", "8S 8D", chips=(1, 2, 3))
    )


def test_only_the_chips_of_the_last_street_are_judged() -> None:
    game = Played(position("AS AD", "QC 3H", "JS 3D", street=2)).claim(1, 2, 3).agree()
    assert game.claim(3, 1, 2).agree().table.verdict is RIGHT
