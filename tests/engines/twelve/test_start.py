"""Set-up: who gets how much, and in which order the enemies come (rules page, 1)."""

from __future__ import annotations

from typing import get_args

import pytest

from engines.core import Context
from engines.twelve.cards import value
from engines.twelve.model import Action, Options, State
from tests.support.twelve_hands import PACK, TWELVE, cards_of


def dealt(seats: int, secret: int = 0) -> State:
    chance = Context.for_step(bytes([secret]) * 32, "twelve", 0)
    return TWELVE.start(Options(), seats, chance).state


@pytest.mark.parametrize(
    ("seats", "limit", "jesters", "tavern"), [(1, 8, 0, 32), (2, 7, 0, 26), (3, 6, 1, 23), (4, 5, 2, 22)]
)
def test_hand_limit_jesters_and_tavern_follow_from_the_number_of_seats(
    seats: int, limit: int, jesters: int, tavern: int
) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [limit] * seats
    assert len(state.tavern) == tavern
    assert sorted(cards_of(state)) == sorted([card for card in PACK if value(card)] + ["X1", "X2"][:jesters])


def test_jacks_come_before_queens_and_queens_before_kings() -> None:
    state = dealt(3)
    assert "".join(card[0] for card in (state.enemy, *state.castle)) == "JJJJQQQQKKKK"


def test_the_order_within_a_rank_and_the_first_seat_are_chance() -> None:
    states = [dealt(4, secret) for secret in range(40)]
    assert {state.enemy for state in states} == {"JS", "JH", "JD", "JC"}
    assert {state.seat for state in states} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("card", "worth"), [("AS", 1), ("9H", 9), ("TD", 10), ("JC", 10), ("QC", 15), ("KC", 20), ("X1", 0)]
)
def test_court_cards_in_a_hand_are_worth_ten_fifteen_and_twenty(card: str, worth: int) -> None:
    """Known fault 5: 11, 12, 13."""
    assert value(card) == worth


def test_there_is_no_mulligan_and_no_second_deal() -> None:
    """Known fault 14: the prototype's mulligan. There is no action for it."""
    kinds = {kind.__name__ for kind in get_args(Action)}
    assert kinds == {"Play", "Yield", "Pay", "Name", "Say", "Flip"}
