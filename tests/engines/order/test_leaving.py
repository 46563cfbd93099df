"""Leaving, joining and coming back (rules page, 5). Nothing is ever invented for anybody."""

from __future__ import annotations

import pytest

from engines.core import Code, RuleError, Seat
from engines.order.events import (
    DealEnded,
    DealStarted,
    SeatJoined,
    SeatLeft,
    SeatRetaken,
    StreetOpened,
    YesCleared,
)
from engines.order.model import Action, NextDeal, No, OrderCode, Release, Stage, Take, Verdict, Yes
from tests.support.order_hands import Played, dealt, position

FIVE = ("AS AD", "QC 2H", "7S 7D", "3C 3H", "KC 4D")


def five(street: int = 3) -> Played:
    return Played(position(*FIVE, street=street))


def test_the_chip_of_a_leaver_goes_back_and_every_yes_is_cleared() -> None:
    played = five().claim(1, 2, 3, 4, 5).yes(0, 1, 3, 4).leave(2)
    assert (played.chips, played.table.pile) == ([1, 2, None, 4, 5], (3,))
    assert played.yeses == []
    assert played.happened(SeatLeft) == [SeatLeft(Seat(2), "left", 3)]
    assert played.happened(YesCleared) == [YesCleared((Seat(0), Seat(1), Seat(3), Seat(4)))]


def test_a_street_does_not_close_because_the_only_one_without_a_yes_has_left() -> None:
    """8.10"""
    played = five(street=1).claim(1, 2, 3, 4, 5).yes(0, 1, 2, 3).leave(4)
    assert played.state.street == 1
    assert played.awaits(0, 1, 2, 3)
    assert played.agree().state.street == 2


def test_a_yes_on_its_way_when_somebody_leaves_is_stale() -> None:
    played = five().claim(1, 2, 3, 4, 5)
    seen = played.state.claim
    played.leave(4)
    assert played.refused(0, Yes(seen)) is OrderCode.ORDER_CHANGED


def test_nobody_waits_for_the_chip_of_a_seat_that_has_left() -> None:
    played = five()
    for seat, chip in ((0, 1), (1, 2), (2, 3), (3, 4)):
        played.take(seat, chip)
    assert played.leave(4).awaits(0, 1, 2, 3)
    assert played.agree().table.verdict is not None


def test_on_this_street_the_pile_keeps_its_chips_and_the_next_has_as_many_as_seats_are_left() -> None:
    """8.9: a leaver on the second street of five"""
    played = five(street=1).leave(3)
    assert list(played.table.pile) == [1, 2, 3, 4, 5]
    for seat, chip in zip((0, 1, 2, 4), (1, 5, 3, 4), strict=True):
        played.take(seat, chip)
    played.agree()
    assert list(played.table.pile) == [1, 2, 3, 4]
    assert played.happened(StreetOpened)[-1].chips == 4


def test_the_earlier_claims_of_a_leaver_stay_open_and_are_marked() -> None:
    played = Played(dealt(4)).claim(4, 3, 2, 1).agree().claim(1, 2, 3, 4).leave(0)
    standing = played.table.standings[0]
    assert (standing.earlier, standing.has_left, standing.is_dealt, standing.is_in) == (
        (4,),
        True,
        True,
        False,
    )
    assert played.agree().table.standings[0].earlier == (4, None)


def test_the_cards_of_a_leaver_are_never_shown_and_never_judged() -> None:
    played = five().claim(5, 4, 3, 2, 1).leave(0).agree()
    assert [one.seat for one in played.table.shown] == [4, 3, 2, 1]
    assert not {"AS", "AD"} & {card for one in played.table.shown for card in one.hand}


def test_the_cards_of_a_leaver_do_not_come_back_in_this_deal() -> None:
    played = Played(dealt(4))
    gone = played.own(0).hand
    played.leave(0).deal()
    assert not set(gone) & set(played.table.board)
    assert played.state.out == gone


def test_two_play_a_deal_out() -> None:
    played = Played(position("AS AD", "QC 2H", "7S 3D")).claim(3, 1, 2).leave(2)
    assert played.awaits(0, 1)
    assert played.agree().table.verdict is Verdict.RIGHT


@pytest.mark.parametrize("leavers", [(1, 2), (0, 1, 2)])
def test_with_one_left_or_none_the_deal_is_void(leavers: tuple[int, ...]) -> None:
    played = Played(position("AS AD", "QC 2H", "7S 7D", right=2, wrong=2)).claim(1, 2, 3).leave(*leavers)
    table = played.table
    assert (table.verdict, table.shown, table.right, table.wrong) == (Verdict.VOID, (), 2, 2)
    assert table.stage is Stage.RESULT
    assert played.happened(DealEnded) == [DealEnded(Verdict.VOID, 2, 2)]


def test_a_void_deal_does_not_turn_up_the_cards_that_were_to_come() -> None:
    played = Played(position("AS AD", "QC 2H", "7S 7D", street=1)).leave(0, 1)
    assert played.table.board == ("2S", "7H", "9D")


def test_the_next_deal_needs_three_seats_and_keeps_the_score_while_it_waits() -> None:
    played = Played(position("AS AD", "QC 2H", "7S 7D", right=1, wrong=1)).claim(2, 1, 3).agree().leave(2)
    assert played.refused(0, NextDeal()) is OrderCode.NEEDS_THREE
    assert not played.own(0).may.next_deal
    table = played.join().next_deal().table
    assert (table.right, table.wrong, table.chips) == (2, 1, 3)
    assert played.happened(DealStarted)[-1].seats == (0, 1, 3)


def test_a_leave_during_the_showdown_changes_nothing_in_its_result() -> None:
    played = five().claim(4, 2, 3, 1, 5).agree()
    before = played.table
    after = played.leave(0).table
    assert (after.shown, after.verdict, after.right) == (before.shown, before.verdict, before.right)
    assert [standing.chip for standing in after.standings] == [standing.chip for standing in before.standings]


def test_leaving_twice_is_leaving_once() -> None:
    played = five().claim(1, 2, 3, 4, 5).leave(2)
    before = played.state
    assert played.leave(2).state == before
    assert len(played.happened(SeatLeft)) == 1


@pytest.mark.parametrize("action", [Take(1), Release(), Yes(1), No(), NextDeal()])
def test_who_has_left_may_do_nothing(action: Action) -> None:
    assert five().leave(0).refused(0, action) is Code.NOT_AWAITED


# Newcomers.


def test_a_newcomer_sees_the_table_has_no_cards_and_is_awaited_by_nobody() -> None:
    played = Played(dealt(3)).claim(1, 2, 3).yes(0, 1).join()
    assert played.happened(SeatJoined) == [SeatJoined(Seat(3))]
    assert played.own(3).hand == ()
    assert (played.yeses, played.awaited) == ([0, 1], (2,))
    assert played.refused(3, Take(1)) is OrderCode.NOT_DEALT_IN
    assert played.yes(2).state.street == 1


def test_a_newcomer_gets_cards_at_the_next_deal_and_counts_among_the_chips() -> None:
    played = Played(dealt(3)).join().deal().next_deal(3)
    assert len(played.own(3).hand) == 2
    assert list(played.table.pile) == [1, 2, 3, 4]


def test_a_newcomer_who_goes_again_clears_no_yes() -> None:
    played = Played(dealt(3)).claim(1, 2, 3).join().yes(0).leave(3)
    assert played.yeses == [0]


def test_never_more_than_eight_have_a_chair() -> None:
    played = Played(dealt(8))
    with pytest.raises(RuleError, match=Code.CLOSED):
        played.join()
    played.leave(2).join()
    assert [standing.has_left for standing in played.table.standings] == [*[False] * 2, True, *[False] * 6]
    with pytest.raises(RuleError, match=Code.CLOSED):
        played.rejoin(2)


def test_a_free_chair_is_taken_by_a_newcomer_for_the_next_deal() -> None:
    played = Played(dealt(8)).leave(2).join().deal().next_deal()
    assert played.happened(DealStarted)[-1].seats == (0, 1, 3, 4, 5, 6, 7, 8)
    assert played.table.chips == 8
    assert not played.table.standings[2].is_dealt


def test_nobody_joins_or_returns_after_the_end() -> None:
    played = Played(position("AS AD", "QC 2H", "7S 7D", wrong=2)).claim(3, 2, 1).agree().leave(0)
    for come in (played.join, lambda: played.rejoin(0)):
        with pytest.raises(RuleError, match=Code.CLOSED):
            come()


# Coming back.


def test_a_returning_owner_is_a_newcomer_in_the_same_chair_without_the_old_hand() -> None:
    played = Played(dealt(4)).street().leave(1).rejoin(1)
    assert played.happened(SeatRetaken) == [SeatRetaken(Seat(1))]
    assert played.own(1).hand == ()
    standing = played.table.standings[1]
    assert (standing.is_in, standing.has_left, standing.earlier) == (False, False, (2,))
    assert len(played.deal().next_deal().own(1).hand) == 2


def test_a_seat_that_has_not_left_has_nothing_to_take_back() -> None:
    with pytest.raises(RuleError, match=Code.CLOSED):
        five().rejoin(0)


def test_leaving_in_the_showdown_and_returning_brings_no_hand_back() -> None:
    played = five().claim(1, 2, 3, 4, 5).agree().leave(0).rejoin(0)
    assert played.own(0).hand == ()
    assert played.next_deal(0).table.chips == 5
