"""Paying for the blow, one card after another (rules page, 4), and the empty hand (2)."""

from __future__ import annotations

import pytest

from engines.core import Code
from engines.twelve.events import BlowDealt, Paid
from engines.twelve.model import Loss, Pay, Play, Stage, TwelveCode
from engines.twelve.seen import Payment
from tests.support.twelve_hands import ANNA, against, cards


def test_the_step_ends_by_itself_when_the_blow_is_covered() -> None:
    """Test 6."""
    game = against("JS", "9H 5C 3D | TD").yields().pay("9H")
    assert (game.stage, game.state.due, game.state.paid) == (Stage.PAYING, 1, ("9H",))
    game.pay("5C")
    assert (game.stage, game.seat) == (Stage.PLAYING, 1)
    assert game.refused(Pay("3D"), seat=0) is Code.NOT_AWAITED
    assert game.happened(Paid) == [Paid(ANNA, "9H", 1), Paid(ANNA, "5C", 0)]


def test_a_jester_may_be_paid_first_and_covers_nothing_but_not_after_cover() -> None:
    """Test 6."""
    game = against("JS", "9H 5C X1 | TD").yields().pay("X1")
    assert (game.state.due, game.state.discard) == (10, ("X1",))
    game = against("JS", "9H 5C X1 | TD").yields().pay("9H", "5C")
    assert game.refused(Pay("X1"), seat=0) is Code.NOT_AWAITED


def test_a_card_that_is_far_too_big_may_be_paid_and_nothing_is_given_back() -> None:
    game = against("JS", "KH 5C 8D | TD").yields().pay("KH")
    assert game.seat == 1
    assert game.hands[0] == ("5C", "8D")


def test_each_payment_is_told_with_what_is_left_after_it() -> None:
    game = against("JS", "9H 5C AD | TD").yields()
    assert game.own().payments == (Payment("AD", 1, 9), Payment("5C", 5, 5), Payment("9H", 9, 1))


def test_nothing_is_due_behind_a_whole_shield() -> None:
    game = against("JH", "TS 9C | 9D").play("TS")
    assert game.happened(BlowDealt) == [BlowDealt(seat=ANNA, due=0)]
    assert game.seat == 1


@pytest.mark.parametrize(("hand", "stage"), [("TC 9H", Stage.LOST), ("TC TH", Stage.PAYING)])
def test_a_hand_that_cannot_cover_the_blow_loses_at_once(hand: str, stage: Stage) -> None:
    game = against("KS", f"{hand} TS | 9D").play("TS")
    assert game.stage is stage
    assert game.state.loss is (Loss.UNPAID if stage is Stage.LOST else None)


def test_court_cards_pay_ten_fifteen_and_twenty() -> None:
    """Known fault 5."""
    game = against("KS", "JH QC KD | 9D").yields()
    assert [payment.left for payment in game.own().payments] == [10, 5, 0]


def test_an_empty_hand_matters_only_when_the_turn_of_its_seat_comes() -> None:
    game = against("JS", "TC | TD TH").yields().pay("TC")
    assert (game.stage, game.hands[0]) == (Stage.PLAYING, ())
    game.play("TH").pay("TD")
    assert (game.stage, game.state.loss) == (Stage.LOST, Loss.EMPTY_HAND)


def test_an_empty_hand_at_the_start_of_a_turn_loses_though_yielding_would_be_open() -> None:
    """Known fault 13: the rulebook's reading."""
    game = against("JH", "TS | ").play("TS")
    assert not game.state.yielded[0]
    assert (game.stage, game.state.loss) == (Stage.LOST, Loss.EMPTY_HAND)


def test_nothing_is_paid_before_a_blow_and_nothing_played_before_it_is_covered() -> None:
    game = against("JS", "TC 9H | TD")
    assert game.refused(Pay("TC")) is TwelveCode.NOTHING_DUE
    game.yields()
    assert game.refused(Play(cards("TC"))) is TwelveCode.NOT_PLAYING
    assert game.refused(Pay("TD")) is Code.NOT_IN_HAND


def test_each_card_paid_is_a_new_phase_so_the_same_tap_on_two_devices_counts_once() -> None:
    game = against("KS", "9H 8H 7H | TD").yields()
    keys = {game.phase.key, *(game.pay(card).phase.key for card in ("9H", "8H"))}
    assert len(keys) == 3
