"""Leaving rows for good and coming back (rules page, 5)."""

from __future__ import annotations

import msgspec
import pytest

from engines.core import Code, Outcome, RuleError, Seat
from engines.rows.events import GameOver, Laid, SeatLeft
from engines.rows.model import How, Lay, NextDeal, Stage, State, TakeRow
from tests.support.rows_hands import ROWS, Played, chance, position

FOUR_ROWS = "12 | 25 | 40 | 75"


def test_a_seat_that_leaves_has_its_card_laid_by_the_policy_at_once() -> None:
    game = Played(position("12 13 14 15 16 | 25 | 40 | 75", "17 41 | 76 91")).leave(0)
    assert [type(event) for event in game.events] == [SeatLeft, Laid]
    assert game.awaited == (1,)
    assert game.state.laid == (41, None)


def test_the_last_awaited_seat_that_leaves_has_all_turned_up() -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91")).lay(0, 41).leave(1)
    assert game.rows == ((12,), (25,), (40, 41), (75, 76))
    assert game.key == "1:10:lay"


def test_a_card_already_laid_stays_when_its_seat_leaves() -> None:
    game = Played(position(FOUR_ROWS, "90 41 | 76 91")).lay(0, 90).leave(0)
    assert game.state.laid == (90, None)


def test_a_seat_that_left_does_not_keep_the_next_turns_waiting() -> None:
    game = Played(position(FOUR_ROWS, "41 90 99 | 76 91 98")).leave(0).lay(1, 76)
    assert (game.key, game.awaited) == ("1:9:lay", (1,))
    assert game.table.standings[0].has_laid


def test_the_row_of_a_seat_that_left_is_chosen_by_the_policy() -> None:
    game = Played(position(FOUR_ROWS, "10 | 13 ")).leave(0).lay(1, 13)
    (first, _) = game.table.placings
    assert (first.row, first.how) == (0, How.POLICY)
    assert game.state.stage is Stage.RESULT


def test_a_chooser_that_leaves_has_its_row_chosen_at_once() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13).leave(0)
    assert game.rows == ((10, 13), (25,), (40,), (75,))
    assert game.awaited == (1,)


def test_another_seat_that_leaves_does_not_answer_the_choice() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91 | 14 92")).lay_all(10, 13, 14).leave(1)
    assert (game.key, game.awaited) == ("1:9:row", (0,))


def test_a_seat_that_left_is_marked_and_ranked_like_the_others() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76", totals="3 66")).leave(0).lay(1, 76)
    assert [standing.has_left for standing in game.table.standings] == [True, False]
    (over,) = game.happened(GameOver)
    assert over.outcome == Outcome((Seat(0),), (1, 2))


@pytest.mark.parametrize("action", [Lay(41), TakeRow(0), NextDeal()])
def test_commands_of_a_seat_that_left_are_refused(action: Lay | TakeRow | NextDeal) -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91")).leave(0)
    assert game.refused(0, action) == "not_awaited"


def test_a_seat_that_left_cannot_end_the_result_screen_of_the_others() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76")).lay_all(41, 76).leave(0)
    assert game.refused(0, NextDeal()) == "not_awaited"
    assert game.act(1, NextDeal()).key == "2:1:lay"


def test_a_seat_stays_left_in_the_next_deal() -> None:
    game = Played(position(FOUR_ROWS, "41 | 76")).leave(0).lay(1, 76).act(1, NextDeal())
    assert (game.key, game.awaited) == ("2:1:lay", (1,))


def test_leaving_twice_is_leaving_once() -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91")).leave(0)
    before = game.state
    assert game.leave(0).state == before
    assert len(game.happened(SeatLeft)) == 1


def test_silent_and_removed_are_the_same_as_left() -> None:
    state = position(FOUR_ROWS, "41 90 | 76 91")
    states = [ROWS.leave(state, Seat(0), why, chance()).state for why in ("left", "silent", "removed")]
    assert states == [states[0]] * 3


def test_an_owner_who_is_back_takes_over_from_the_next_card_not_yet_laid() -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91")).leave(0).rejoin(0)
    assert game.refused(0, Lay(90)) == "already_laid"
    assert game.lay(1, 76).awaited == (0, 1)
    assert game.lay(0, 90).lay(1, 91).state.stage is Stage.RESULT


def test_who_has_not_left_cannot_come_back() -> None:
    with pytest.raises(RuleError) as refused:
        ROWS.rejoin(position(FOUR_ROWS, "41 | 76"), Seat(0), chance())
    assert refused.value.code is Code.CLOSED


def test_nobody_new_may_join() -> None:
    with pytest.raises(RuleError) as refused:
        ROWS.join(position(FOUR_ROWS, "41 | 76"), chance())
    assert refused.value.code is Code.CLOSED


# When everybody has left nothing happens by itself.


def abandoned() -> Played:
    return Played(position(FOUR_ROWS, "41 90 | 76 91")).lay(0, 41).leave(0, 1)


def test_the_last_to_leave_plays_nothing() -> None:
    game = abandoned()
    assert (game.key, game.awaited) == ("1:9:lay", ())
    assert game.state.laid == (41, None)


def test_the_last_to_leave_chooses_no_row() -> None:
    game = Played(position(FOUR_ROWS, "10 90 | 13 91")).lay_all(10, 13).leave(1, 0)
    assert (game.key, game.awaited) == ("1:9:row", ())
    assert game.expire().key == "1:10:lay"


def test_the_clock_then_leads_one_phase_on() -> None:
    game = abandoned().expire()
    assert (game.key, game.awaited) == ("1:10:lay", ())
    assert game.expire().key == "1:result"
    assert game.expire().key == "2:1:lay"
    assert game.state.laid == (None, None)


def test_the_first_to_be_back_finds_the_others_cards_laid() -> None:
    game = Played(position(FOUR_ROWS, "41 90 | 76 91")).leave(0, 1).rejoin(0)
    assert [placing.card for placing in game.table.placings] == [41, 76]
    assert (game.key, game.awaited) == ("1:10:lay", (0,))


def test_a_game_put_away_and_taken_up_again_is_the_same_turn_hand_and_rows() -> None:
    """12 of the list, as far as it is the engine's: nothing but the bytes of the state is needed."""
    state = Played(position(FOUR_ROWS, "41 90 | 76 91")).lay(0, 41).state
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert again == state
    assert Played(again).lay(1, 76).state == Played(state).lay(1, 76).state
