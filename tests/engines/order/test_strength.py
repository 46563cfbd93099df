"""What hands are worth (rules page, 4): by hand, and against an enumeration that shares no code with it."""

from __future__ import annotations

from random import Random

import pytest

from engines.order.model import PACK, Category
from engines.order.strength import compared
from tests.support.order_hands import hand, worth
from tests.support.order_oracle import worth_of_seven


def value(own: str, board: str) -> tuple[int, ...]:
    return compared(worth(own, board))


def test_random_pairs_of_hands_compare_as_an_independent_enumeration_says() -> None:
    rng = Random("seven cards")
    outcomes = {-1: 0, 0: 0, 1: 0}
    for _ in range(20_000):
        cards = rng.sample(PACK, 9)
        board, hands = tuple(cards[:5]), (tuple(cards[5:7]), tuple(cards[7:]))
        ours = [compared(worth(" ".join(own), " ".join(board))) for own in hands]
        plain = [worth_of_seven((*own, *board)) for own in hands]
        assert ours == plain, (board, hands)
        outcomes[(ours[0] > ours[1]) - (ours[0] < ours[1])] += 1
    assert min(outcomes.values()) > 100


def test_random_hands_of_every_category_are_met_by_shortening_the_pack() -> None:
    """Rare categories are common where few ranks and suits are left."""
    rng = Random("few cards")
    seen = set()
    for _ in range(3000):
        ranks = rng.sample("23456789TJQKA", rng.randrange(5, 10))
        suits = rng.choice(["S", "SH", "SHD", "SHDC"])
        if rng.random() < 0.3:
            start = rng.randrange(10)
            ranks = list("A23456789TJQKA"[start : start + 5])
        pack = [rank + suit for rank in ranks for suit in suits]
        if len(pack) < 7:
            pack += rng.sample([card for card in PACK if card not in pack], 7 - len(pack))
        cards = tuple(rng.sample(pack, 7))
        ours = worth(" ".join(cards[:2]), " ".join(cards[2:]))
        assert compared(ours) == worth_of_seven(cards)
        seen.add(ours.category)
    assert seen == set(Category)


# 8.1


def test_ace_to_five_is_a_straight_of_five_high_and_the_weakest() -> None:
    board = "2S 3D 4H 9S KC"
    assert value("AC 5C", board) == (Category.STRAIGHT, 5)
    assert value("5C 6D", board) == (Category.STRAIGHT, 6)
    assert value("AC KD", board)[:2] == (Category.PAIR, 13)
    assert value("5C 6D", board) > value("AC 5C", board) > value("AC KD", board)


def test_a_steel_wheel_is_a_straight_flush_of_five_high() -> None:
    board = "2S 3S 4S 9D KC"
    assert value("AS 5S", board) == (Category.STRAIGHT_FLUSH, 5)
    assert value("5S 6S", board) > value("AS 5S", board)
    assert worth("AS 5S", board).five == ("5S", "4S", "3S", "2S", "AS")


def test_a_steel_wheel_beats_a_higher_straight_and_four_of_a_kind() -> None:
    wheel = value("AS 5S", "2S 3S 4S 6D 6C")
    assert wheel > value("5D 7D", "2S 3S 4S 6D 6C")
    assert wheel > value("6S 6H", "2S 3S 4S 6D 6C")


def test_a_straight_does_not_go_round_the_corner() -> None:
    assert worth("QS KD", "AC 2H 3S 8D 9C").category is Category.HIGH_CARD


def test_an_ace_is_high_above_a_king() -> None:
    assert value("AC 2H", "TS JD QC KH 4S") == (Category.STRAIGHT, 14)


# 8.2 is in test_judging.


# 8.3 - 8.6


@pytest.mark.parametrize(
    ("board", "one", "other"),
    [
        ("AS AD 6S 6D QC", "3C 3H", "JC 10H"),  # three pairs do not spoil the kicker
        ("7S 7D 7H 7C 3S", "AS 2D", "AD 9C"),  # four of a kind: one kicker
        ("KS KD JS JD 7C", "AS 8D", "AC QD"),  # the queen is a sixth card
        ("9S 10D JC QH KS", "2S 2D", "8C 8H"),  # the board plays
    ],
)
def test_the_sixth_card_never_breaks_a_tie(board: str, one: str, other: str) -> None:
    assert value(one, board) == value(other, board)


def test_three_pairs_leave_the_highest_remaining_card_as_kicker() -> None:
    assert value("3C 3H", "AS AD 6S 6D QC") == (Category.TWO_PAIRS, 14, 6, 12)
    assert value("3C 3H", "AS AD 6S 6D 2C") == (Category.TWO_PAIRS, 14, 6, 3)


def test_the_two_highest_of_three_pairs_count() -> None:
    assert value("8S 4D", "8D 7S 7D 4S 2C") == (Category.TWO_PAIRS, 8, 7, 4)


def test_four_of_a_kind_on_the_table_is_decided_by_a_card_in_hand() -> None:
    board = "7S 7D 7H 7C 3S"
    assert value("AS 2D", board) == (Category.FOUR, 7, 14)
    assert value("KS KD", board) < value("AS 2D", board)


def test_a_king_beside_a_pair_beats_a_queen() -> None:
    board = "5S 5D 9C 7H 3S"
    assert value("KS 8D", board) > value("QS 4D", board)


# 8.8


def test_categories_rank_as_they_should() -> None:
    board = "9S 8S 7S 9D 8D"
    ladder = [
        worth("AD KC", board),  # two pairs
        worth("9H AC", "9S 8S 7S 9D 2D"),  # three
        worth("JC 10H", board),  # straight
        worth("AS 2S", board),  # flush
        worth("9H AC", board),  # full house
        worth("9H 9C", board),  # four
        worth("6S 5S", board),  # straight flush
    ]
    assert [one.category for one in ladder] == sorted({one.category for one in ladder})
    assert [compared(one) for one in ladder] == sorted(compared(one) for one in ladder)


# Corners of section 4.


def test_two_triples_are_a_full_house_of_the_higher() -> None:
    assert value("5S 5D", "5C 9S 9D 9H KC") == (Category.FULL_HOUSE, 9, 5)


def test_a_triple_and_two_pairs_take_the_higher_pair() -> None:
    assert value("KS KD", "9C 9S 9D 4H 4C") == (Category.FULL_HOUSE, 9, 13)


def test_four_and_a_pair_take_the_highest_other_card() -> None:
    assert value("QS QD", "9C 9S 9D 9H KC") == (Category.FOUR, 9, 13)


def test_of_six_or_seven_of_a_suit_the_best_five_count() -> None:
    assert value("2S 3S", "AS KS 9S 7S 4S") == (Category.FLUSH, 14, 13, 9, 7, 4)


def test_of_a_longer_straight_the_top_five_count() -> None:
    assert value("4S 5D", "6C 7H 8S 9D 10C") == (Category.STRAIGHT, 10)


def test_a_straight_and_a_flush_in_different_cards_are_a_flush() -> None:
    assert worth("AS 2S", "5S 6S 7S 8D 9C").category is Category.FLUSH


def test_a_straight_flush_below_a_higher_straight_and_flush_is_what_counts() -> None:
    assert value("AS 10D", "5S 6S 7S 8S 9S") == (Category.STRAIGHT_FLUSH, 9)
    assert value("2S 3S", "AS 4S 5S 6D 7C") == (Category.STRAIGHT_FLUSH, 5)


def test_tens_are_read_however_they_are_written() -> None:
    assert hand("10S JD") == ("TS", "JD")
    assert value("10S JD", "QC KH AS 2D 3C") == (Category.STRAIGHT, 14)


def test_suits_decide_nothing() -> None:
    board = "2S 7H 9D JC KS"
    assert value("AS QS", board) == value("AD QC", board) == value("AH QD", board)


def test_the_five_that_count_are_given_in_the_order_in_which_they_count() -> None:
    assert worth("3C AH", "AS 6D 6S QC 3H").five == ("AH", "AS", "6D", "6S", "QC")
    assert worth("KS 2H", "QD JC TS 9H 3C").five == ("KS", "QD", "JC", "TS", "9H")
