"""From deal to deal (rules page, 1, 2 and 7): three right win, three wrong lose."""

from __future__ import annotations

import pytest
from msgspec import ValidationError, convert
from msgspec.structs import replace

from engines.core import Context, Outcome, Seat
from engines.order.events import DealEnded, DealStarted, GameOver
from engines.order.model import NextDeal, Options, OrderCode, Stage, Verdict
from tests.support.order_hands import ORDER, Played, cards_of, dealt, position

RIGHT, WRONG = (2, 1, 3), (3, 2, 1)
"""Chips of these three over a blank board: 7 7 7 is the strongest."""
THREE = ("AS AD", "QC 2H", "7S 7D")


def game(right: int, wrong: int) -> Played:
    return Played(position(*THREE, right=right, wrong=wrong))


def test_each_seat_is_dealt_two_cards_of_one_pack() -> None:
    for seats in (3, 8):
        state = dealt(seats)
        assert [len(seat.hand) for seat in state.seats] == [2] * seats
        cards = cards_of(state)
        assert len(cards) == len(set(cards)) == 2 * seats + 5


def test_the_pack_is_shuffled_anew_for_each_deal() -> None:
    played = Played(dealt(3)).deal()
    before = cards_of(played.state)
    assert cards_of(played.next_deal().state) != before


@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_the_third_right_deal_wins_for_everybody_however_many_were_wrong(wrong: int) -> None:
    played = game(2, wrong).claim(*RIGHT).agree()
    assert played.state.stage is Stage.OVER
    assert played.table.outcome == Outcome((Seat(0), Seat(1), Seat(2)))
    assert played.happened(GameOver) == [GameOver(Outcome((Seat(0), Seat(1), Seat(2))))]


@pytest.mark.parametrize("right", [0, 1, 2])
def test_the_third_wrong_deal_loses_for_everybody_however_many_were_right(right: int) -> None:
    played = game(right, 2).claim(*WRONG).agree()
    assert ORDER.phase(played.state) is None
    assert played.table.outcome == Outcome(())


@pytest.mark.parametrize(("chips", "verdict"), [(RIGHT, Verdict.RIGHT), (WRONG, Verdict.WRONG)])
def test_before_the_third_the_session_goes_on(chips: tuple[int, ...], verdict: Verdict) -> None:
    played = game(1, 1).claim(*chips).agree()
    right, wrong = (2, 1) if verdict is Verdict.RIGHT else (1, 2)
    assert played.happened(DealEnded) == [DealEnded(verdict, right, wrong)]
    assert played.table.outcome is None
    table = played.next_deal(1).table
    assert (table.stage, table.deal, table.street, table.right, table.wrong) == (
        Stage.CLAIMING,
        4,
        0,
        right,
        wrong,
    )
    assert (table.shown, table.verdict, table.board) == ((), None, ())
    assert [standing.earlier for standing in table.standings] == [()] * 3


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seated_player_may_ask_for_the_next_deal_once(seat: int) -> None:
    played = Played(dealt(3)).deal()
    showdown = played.key
    assert played.awaits()
    played.next_deal(seat)
    assert played.key != showdown
    assert played.refused(0, NextDeal()) is OrderCode.DEAL_RUNS
    assert [event.deal for event in played.happened(DealStarted)] == [2]


def test_a_showdown_stays_three_seconds_at_least_and_for_ever_if_nobody_asks() -> None:
    phase = Played(dealt(3)).deal().phase
    assert (phase.opens_s, phase.limit_s) == (3, None)


def test_a_whole_session_takes_three_to_five_deals() -> None:
    lengths = set()
    for secret in range(40):
        played = Played(dealt(3, secret), secret).deal()
        while played.state.stage is not Stage.OVER:
            played.next_deal().deal()
        lengths.add(played.state.deal)
        assert played.state.right + played.state.wrong == played.state.deal
    assert lengths == {3, 4, 5}


def test_a_new_session_starts_at_nil() -> None:
    table = ORDER.table(ORDER.start(Options(), 3, Context.for_step(bytes(32), "order", 0)).state)
    assert (table.right, table.wrong, table.goal, table.deal) == (0, 0, 3, 1)


def test_the_number_of_the_order_never_comes_back() -> None:
    played = Played(dealt(3))
    seen = [played.state.claim]
    for _ in range(2):
        for _ in range(4):
            for seat, chip in enumerate((1, 2, 3)):
                seen.append(played.take(seat, chip).state.claim)
            seen.append(played.agree().state.claim)
        played.next_deal()
    assert seen == sorted(seen)
    assert len(set(seen[:-1])) >= len(seen) - 3  # the showdown changes no chip


def test_there_are_no_options() -> None:
    with pytest.raises(ValidationError):
        convert({"clock_s": 30}, Options)


def test_no_seat_takes_a_clock_or_a_bot() -> None:
    assert (ORDER.has_bots, ORDER.question_after_s) == (False, 300)
    assert replace(Options()) == Options()
