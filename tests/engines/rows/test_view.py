"""What the table and a seat's own view show (rules page, 6)."""

from __future__ import annotations

import pytest

from engines.core import Seat
from engines.rows.model import Landing, Lines, Row, Stage, Standing, Table, Upturned
from tests.support.engine_games import play
from tests.support.engines import SUPPORT
from tests.support.rows_hands import ROWS, Played, position

FOUR_ROWS = "12 | 25 | 40 | 75"


def test_a_laid_card_shows_that_it_lies_there_and_to_its_owner_which_it_is() -> None:
    before = Played(position(FOUR_ROWS, "41 90 | 76 91"))
    low, high = (Played(before.state).lay(0, card) for card in (41, 90))
    assert low.table == high.table
    assert [standing.has_laid for standing in low.table.standings] == [True, False]
    assert (low.own(0).laid, low.own(0).hand) == (41, (90,))
    assert low.own(1) == before.own(1)


def test_a_pending_choice_shows_all_cards_that_wait_with_their_owners() -> None:
    table = Played(position(FOUR_ROWS, "13 90 | 10 91")).lay_all(13, 10).table
    assert table.stage is Stage.ROW
    assert table.chooser == 1
    assert table.unplaced == (Upturned(10, Seat(1)), Upturned(13, Seat(0)))


def test_rows_show_their_cards_and_heads() -> None:
    table = Played(position("12 55 | 25 | 40 | 75 76", "80 | 81")).table
    assert table.rows == (Row((12, 55), 8), Row((25,), 2), Row((40,), 3), Row((75, 76), 3))


def test_a_standing_counts_the_heads_of_this_deal_and_of_all() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91", totals="20 30", taken="55 | ")).lay_all(10, 13)
    assert game.take(0, 3).table.standings[0] == Standing(20 + 7 + 2, 7 + 2, has_laid=False, has_left=False)


def test_a_result_shows_the_gain_of_each_seat_and_no_outcome() -> None:
    table = Played(position(FOUR_ROWS, "41 | 76", totals="20 30", taken="55 | 1")).lay_all(41, 76).table
    assert table.stage is Stage.RESULT
    assert [(standing.gain, standing.total) for standing in table.standings] == [(7, 27), (1, 31)]
    assert table.outcome is None


def test_the_end_shows_the_outcome() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76", totals="66 30")).lay_all(41, 76)
    assert game.table.outcome == ROWS.outcome(game.state)
    assert game.table.outcome is not None


def undone(table: Table) -> Lines:
    """The rows before the last turn, as a client finds them from the table alone."""
    rows = [row.cards for row in table.rows]
    for placing in reversed(table.placings):
        assert rows[placing.row][-1] == placing.card
        rows[placing.row] = placing.took or rows[placing.row][:-1]
    return tuple(rows)


@pytest.mark.parametrize("seats", [2, 10])
def test_the_last_turn_can_be_played_again_from_the_table_alone(seats: int) -> None:
    turns = 0
    before: Lines = ()
    for place in play(SUPPORT["rows"], seats, bytes(32), faults=True):
        table = ROWS.table(place.game.state)
        if table.stage is Stage.LAYING and not table.placings:
            before = tuple(row.cards for row in table.rows)
        after = ROWS.table(place.taken.step.state)
        if after.placings and after.stage is not Stage.ROW and after.placings != table.placings:
            assert undone(after) == before
            assert [placing.card for placing in after.placings] == sorted(
                placing.card for placing in after.placings
            )
            before = tuple(row.cards for row in after.rows)
            turns += 1
    assert turns >= 10


@pytest.mark.parametrize(
    ("card", "landing"),
    [
        pytest.param(44, Landing(row=2, place=2), id="second of its row"),
        pytest.param(13, Landing(row=0, place=5), id="fifth"),
        pytest.param(76, Landing(row=3, place=6, took=(71, 72, 73, 74, 75), heads=6), id="sixth"),
        pytest.param(5, None, id="has to take a row"),
    ],
)
def test_a_hand_is_told_where_each_card_would_land_now(card: int, landing: Landing | None) -> None:
    game = Played(position("9 10 11 12 | 25 | 40 | 71 72 73 74 75", f"{card} | 99"))
    assert game.own(0).landings == (landing,)


@pytest.mark.parametrize("card", [5, 13, 21, 26, 69, 76, 100])
def test_a_card_that_is_placed_first_lands_where_its_owner_was_told(card: int) -> None:
    game = Played(position("12 | 70 | 20 25 | 71 72 73 74 75", f"{card} | 104"))
    (landing,) = game.own(0).landings
    game.lay_all(card, 104)
    if landing is None:
        assert game.table.chooser == 0
    else:
        first = game.table.placings[0]
        assert (first.card, first.row, first.took, first.heads) == (
            card,
            landing.row,
            landing.took,
            landing.heads,
        )


def test_hints_follow_the_phase() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91"))
    assert game.own(0).may.lay == (10, 90)
    assert game.lay(0, 10).own(0).may.lay == ()
    assert game.lay(1, 13).own(0).may.take == (0, 1, 2, 3)
    assert game.own(1).may.take == ()
