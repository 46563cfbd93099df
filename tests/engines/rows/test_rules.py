"""The rules of rows, one test per entry of the rules page's list (numbers in front) and what else it says."""

from __future__ import annotations

import msgspec
import pytest

from engines.core import Outcome, Seat
from engines.rows.events import DealScored, GameOver, Laid, RowAsked, TurnedUp
from engines.rows.model import How, Lay, NextDeal, Options, Stage, State, TakeRow, heads
from tests.support.rows_hands import PACK, ROWS, Played, chance, position

FOUR_ROWS = "12 | 25 | 40 | 75"
HIGH_ROWS = "62 | 65 | 80 | 95"


def dealt(seats: int) -> State:
    return ROWS.start(Options(), seats, chance(0)).state


# 1, 2: the pack and the deal.


def test_the_pack_has_171_heads() -> None:
    worth = [heads(card) for card in PACK]
    assert sum(worth) == 171
    assert [worth.count(value) for value in (1, 2, 3, 5, 7)] == [76, 9, 10, 8, 1]


@pytest.mark.parametrize(("seats", "undealt"), [(2, 80), (10, 0)])
def test_ten_cards_go_to_each_seat_and_four_begin_the_rows(seats: int, undealt: int) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert [len(row) for row in state.rows] == [1] * 4
    out = {card for pile in (*state.hands, *state.rows) for card in pile}
    assert len(PACK) - len(out) == undealt


# 3 to 7: placing.


def test_a_card_goes_on_the_row_ending_nearest_below_it() -> None:
    game = Played(position(FOUR_ROWS, "74 | 76")).lay_all(74, 76)
    assert game.rows == ((12,), (25,), (40, 74), (75, 76))


def test_a_card_lower_than_every_row_has_its_owner_choose_before_anything_is_placed() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13)
    assert (game.state.stage, game.awaited, game.key) == (Stage.ROW, (0,), "1:9:row")
    assert game.rows == ((12,), (25,), (40,), (75,))


def test_after_a_choice_placing_goes_on_with_the_rows_as_they_are_then() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13).take(0, 0)
    assert game.rows == ((10, 13), (25,), (40,), (75,))
    assert game.totals == [1, 0]


def test_the_chooser_may_take_a_dear_row_and_leave_the_near_one() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13).take(0, 3)
    assert game.rows == ((12, 13), (25,), (40,), (10,))
    assert game.totals == [2, 0]


def test_the_sixth_card_takes_the_five_and_begins_the_row() -> None:
    game = Played(position("40 41 42 43 44 | 50 | 60 | 70", "45 90 | 46 91")).lay_all(45, 46)
    assert game.rows == ((45, 46), (50,), (60,), (70,))
    assert game.totals == [3 + 1 + 1 + 1 + 5, 0]


def test_of_two_cards_for_a_row_of_four_the_lower_is_the_fifth_and_the_higher_takes() -> None:
    game = Played(position("40 41 42 43 | 50 | 60 | 70", "45 90 | 44 91")).lay_all(45, 44)
    assert game.rows == ((45,), (50,), (60,), (70,))
    assert game.totals == [3 + 1 + 1 + 1 + 5, 0]


def test_of_several_low_cards_only_the_lowest_chooses_and_the_others_land_on_it() -> None:
    game = Played(position(FOUR_ROWS, "5 90 | 3 91")).lay_all(5, 3).take(1, 2)
    assert game.rows == ((12,), (25,), (3, 5), (75,))
    assert [asked.seat for asked in game.happened(RowAsked)] == [1]


def test_a_row_of_five_may_be_chosen() -> None:
    game = Played(position("40 41 42 43 44 | 50 | 60 | 70", "2 | 99")).lay_all(2, 99).take(0, 0)
    assert game.rows[0] == (2,)
    assert game.totals == [11, 0]


# 8, 9: the end.


@pytest.mark.parametrize(("total", "stage"), [(65, Stage.RESULT), (66, Stage.OVER), (67, Stage.OVER)])
def test_sixty_six_heads_end_the_game_after_the_deal(total: int, stage: Stage) -> None:
    game = Played(position(FOUR_ROWS, "41 | 76", totals=f"{total} 0")).lay_all(41, 76)
    assert game.state.stage is stage


def test_sixty_six_passed_in_the_second_turn_lets_eight_more_turns_be_played() -> None:
    hands = "10 13 14 15 16 17 18 19 20 | 76 77 78 79 80 81 82 83 84"
    game = Played(position(FOUR_ROWS, hands, totals="65 0")).lay_all(10, 76).take(0, 3)
    assert game.totals == [67, 0]
    assert game.key == "1:3:lay"
    while game.state.stage is not Stage.OVER and game.state.deal == 1:
        game.expire()
    assert [up.turn for up in game.happened(TurnedUp)] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert len(game.happened(GameOver)) == 1


def ended(*totals: int) -> Outcome | None:
    """The outcome of a game that ends with these totals; nobody takes a card in its last turn."""
    last = (13, 26, 41, 76, 77)[: len(totals)]
    game = Played(position(FOUR_ROWS, " | ".join(map(str, last)), totals=" ".join(map(str, totals))))
    return ROWS.outcome(game.lay_all(*last).state)


def test_the_fewest_heads_win() -> None:
    assert ended(70, 12, 30) == Outcome((Seat(1),), (3, 1, 2))


def test_equal_totals_share_the_win_and_the_next_place_is_skipped() -> None:
    assert ended(20, 66, 20) == Outcome((Seat(0), Seat(2)), (1, 3, 1))


def test_when_all_are_equal_all_win() -> None:
    assert ended(66, 66, 66) == Outcome((Seat(0), Seat(1), Seat(2)), (1, 1, 1))


def test_what_was_taken_in_the_deal_counts_and_what_lies_in_the_rows_does_not() -> None:
    game = Played(position("11 | 22 | 33 | 44", "45 | 46", totals="20 66", taken="55 | 1"))
    game.lay_all(45, 46)
    (scored,) = game.happened(DealScored)
    assert (scored.gains, scored.totals) == ((7, 1), (27, 67))


def test_a_new_deal_begins_with_all_cards_and_keeps_the_totals() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76", totals="20 30", taken="55 | 1")).lay_all(41, 76)
    game.act(1, NextDeal())
    assert game.totals == [27, 31]
    assert [standing.gain for standing in game.table.standings] == [0, 0]
    assert (game.key, game.awaited) == ("2:1:lay", (0, 1))
    assert [len(hand) for hand in game.state.hands] == [10, 10]
    assert game.table.placings == ()


# 10, 13: the clock.


def test_the_clock_lays_the_bots_card_and_never_touches_one_who_has_laid() -> None:
    game = Played(position("12 13 14 15 16 | 25 | 40 | 75", "17 90 | 18 41 99")).lay(0, 17).expire()
    laid = {placing.seat: placing.card for placing in game.table.placings}
    assert laid == {0: 17, 1: 41}
    assert [(event.seat, event.by_policy) for event in game.happened(Laid)] == [(0, False), (1, True)]


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        pytest.param("20 | 31 | 40 | 55", 1, id="fewest heads"),
        pytest.param("61 62 63 | 20 | 55 | 66", 1, id="then fewest cards"),
        pytest.param("55 | 20 | 30 | 40", 1, id="then lowest index"),
    ],
)
def test_the_clock_takes_the_cheapest_row(rows: str, row: int) -> None:
    game = Played(position(rows, "2 | 99")).lay_all(2, 99).expire()
    (first, _) = game.table.placings
    assert (first.card, first.row, first.how) == (2, row, How.POLICY)


def test_the_clock_that_comes_after_the_last_card_names_a_phase_gone_by() -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91")).lay(0, 41)
    armed = game.key
    game.lay(1, 76)
    assert game.key != armed
    assert len(game.happened(TurnedUp)) == 1


def test_the_last_card_that_comes_after_the_clock_is_refused() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay(0, 10).expire()
    assert game.key == "1:9:row"
    assert game.refused(1, Lay(91)) == "not_laying"


def test_a_result_moves_on_when_a_seat_asks_or_the_clock_runs_out() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76")).lay_all(41, 76)
    assert (game.key, game.awaited) == ("1:result", ())
    asked = ROWS.apply(game.state, Seat(1), NextDeal(), chance()).state
    assert asked == game.expire().state
    assert game.key == "2:1:lay"


def test_a_card_has_as_many_seconds_as_the_option_says_and_a_row_twenty() -> None:
    game = Played(ROWS.start(Options(lay_s=30), 2, chance()).state)
    assert game.phase.limit_s == 30
    assert Options().lay_s == 45
    game = Played(position(FOUR_ROWS, "10 | 13")).lay_all(10, 13)
    assert game.phase.limit_s == 20
    assert game.take(0, 0).phase.limit_s == 20


@pytest.mark.parametrize("lay_s", [19, 121, 45.5, "45", None])
def test_an_option_out_of_bounds_is_no_option(lay_s: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"lay_s": lay_s}, Options)


@pytest.mark.parametrize(("seats", "lead_s"), [(2, 0.8), (3, 1.2), (10, 4.0)])
def test_the_next_clock_waits_until_the_placing_has_been_shown(seats: int, lead_s: float) -> None:
    game = Played(dealt(seats))
    assert game.phase.lead_s == 0
    while game.key != "1:2:lay":
        game.expire()
    assert game.phase.lead_s == lead_s


def test_a_result_stays_three_seconds_after_the_placing_has_been_shown() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76")).lay_all(41, 76)
    assert (game.phase.lead_s, game.phase.opens_s) == (0.8, 3.8)


# 11: refusals.


def test_a_laid_card_is_final() -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91")).lay(0, 41)
    assert game.refused(0, Lay(90)) == "already_laid"
    assert game.refused(0, Lay(41)) == "already_laid"


def test_only_a_card_of_the_own_hand_can_be_laid() -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91"))
    assert game.refused(0, Lay(76)) == "not_in_hand"
    assert game.refused(0, Lay(12)) == "not_in_hand"


def test_no_row_can_be_chosen_when_none_is_asked() -> None:
    assert Played(position(FOUR_ROWS, "41 90 | 76 91")).refused(0, TakeRow(0)) == "no_row_asked"


def test_nobody_chooses_for_somebody_else() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13)
    assert game.refused(1, TakeRow(0)) == "not_your_row"
    assert game.refused(0, TakeRow(4)) == "no_such_row"
    assert game.refused(0, TakeRow(-1)) == "no_such_row"


def test_no_deal_is_skipped() -> None:
    assert Played(position(FOUR_ROWS, "41 90 | 76 91")).refused(0, NextDeal()) == "deal_runs"


def test_nothing_is_accepted_after_the_end() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76", totals="66 0")).lay_all(41, 76)
    assert {game.refused(0, action) for action in (Lay(41), TakeRow(0), NextDeal())} == {"stale"}


# What players of other implementations reported (known-faults.md, rows).


def test_any_number_of_seats_may_share_the_win() -> None:
    """Fault 2: a draw was looked for between the first two only."""
    assert ended(66, 20, 30, 20, 20) == Outcome((Seat(1), Seat(3), Seat(4)), (5, 1, 4, 1, 1))


def test_row_0_is_as_good_as_any_other() -> None:
    """Fault 5: index 0 was taken for "nothing chosen"."""
    game = Played(position("12 | 1 | 2 | 3", "41 90 | 76 91")).lay_all(41, 76)
    assert game.rows[0] == (12, 41, 76)
    game = Played(position(FOUR_ROWS, "10 90 | 76 91")).lay_all(10, 76)
    assert game.own(0).may.take == (0, 1, 2, 3)
    assert game.take(0, 0).rows[0] == (10,)


def test_no_card_is_accepted_after_all_have_laid() -> None:
    """Fault 7."""
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13)
    assert game.refused(0, Lay(90)) == "not_laying"
    assert game.refused(1, Lay(91)) == "not_laying"


def test_a_choice_is_taken_once_and_from_its_chooser() -> None:
    """Faults 4, 8: another's choice was answered, and repeatedly."""
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13)
    assert game.refused(1, TakeRow(1)) == "not_your_row"
    assert game.take(0, 1).refused(0, TakeRow(2)) == "no_row_asked"


def test_the_fewest_heads_win_and_not_the_most() -> None:
    """Fault 1."""
    assert ended(66, 0) == Outcome((Seat(1),), (2, 1))


def test_exactly_66_is_enough() -> None:
    """Fault 10: "66 or more", not "more than 66"; reached by the last card of the deal."""
    game = Played(position("40 41 42 43 44 | 50 | 60 | 70", "45 | 71", totals="55 0")).lay_all(45, 71)
    assert game.totals == [66, 0]
    assert game.state.stage is Stage.OVER


def test_the_nearest_lower_row_is_meant_not_the_lowest() -> None:
    """Fault 11: "the lowest value among the smaller ones"."""
    game = Played(position("75 | 12 | 25 | 40", "41 90 | 13 91")).lay_all(41, 13)
    assert game.rows == ((75,), (12, 13), (25,), (40, 41))


def test_every_deal_uses_the_whole_pack() -> None:
    """Fault 11: the game does not end with the pack. Ten seats need all 104 cards each time."""
    game = Played(dealt(10))
    while game.state.deal == 1:
        game.expire()
    out = [card for pile in (*game.state.hands, *game.state.rows) for card in pile]
    assert sorted(out) == list(PACK)
