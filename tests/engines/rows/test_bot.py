"""The bot's policy (rules page, 5.1)."""

from __future__ import annotations

import inspect

import pytest

from engines.core import Seat, view
from engines.rows import bot
from engines.rows.bot import cheapest_card, cheapest_row, cost
from engines.rows.model import Lay, TakeRow
from tests.support.rows_hands import ROWS, Played, cards, lines, position

TABLE = "33 | 20 | 41 42 43 44 45 | 55 66"


@pytest.mark.parametrize(
    ("card", "heads"),
    [
        pytest.param(21, 0, id="appended"),
        pytest.param(46, 1 + 1 + 1 + 5 + 2, id="the sixth takes the row"),
        pytest.param(19, 3, id="lower than all takes the cheapest row"),
    ],
)
def test_a_card_costs_what_it_would_take_if_placed_alone(card: int, heads: int) -> None:
    assert cost(lines(TABLE), card) == heads


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        pytest.param("19 46 70", 70, id="free before dear"),
        pytest.param("19 46", 19, id="three heads before ten"),
        pytest.param("21 34 70", 21, id="of equals the lowest"),
        pytest.param("70 34 21", 21, id="in whatever order the hand is"),
    ],
)
def test_the_cheapest_card_is_laid(hand: str, card: int) -> None:
    assert cheapest_card(cards(hand), lines(TABLE)) == card


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        pytest.param("55 | 33 | 20 | 41 42 43", 2, id="fewest heads, the later row of fewer cards"),
        pytest.param("1 2 | 3 4 | 15 | 55", 2, id="then fewest cards"),
        pytest.param("55 | 15 | 25 | 35", 1, id="then lowest index"),
        pytest.param("15 | 25 | 35 | 45", 0, id="index 0 like any other"),
    ],
)
def test_the_cheapest_row_is_taken(rows: str, row: int) -> None:
    assert cheapest_row(lines(rows)) == row


def test_a_bot_lays_from_what_its_seat_sees() -> None:
    state = position("12 13 14 15 16 | 25 | 40 | 75", "17 41 | 18 26")
    assert ROWS.bot(view(ROWS, state, Seat(0))) == Lay(41)
    assert ROWS.bot(view(ROWS, state, Seat(1))) == Lay(26)


def test_a_bot_that_is_asked_for_a_row_takes_the_cheapest() -> None:
    game = Played(position("33 | 25 | 40 | 75", "2 90 | 99 91")).lay_all(2, 99)
    assert ROWS.bot(view(ROWS, game.state, Seat(0))) == TakeRow(1)


def test_the_policy_is_given_a_hand_and_the_rows_and_nothing_else() -> None:
    """So it cannot guess what others lay or count what is left in the pack."""
    asks = {
        name: list(inspect.signature(function).parameters)
        for name, function in inspect.getmembers(bot, inspect.isfunction)
        if function.__module__ == bot.__name__
    }
    assert asks == {
        "cheapest_card": ["hand", "rows"],
        "cheapest_row": ["rows"],
        "cost": ["rows", "card"],
    }
