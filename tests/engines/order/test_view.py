"""What each viewer sees (rules page, 6): no hole card, no name and no strength before the showdown."""

from __future__ import annotations

from typing import NoReturn

import pytest

from engines.core import Seat
from engines.order import deal
from engines.order.model import Own, Stage, Standing, Table
from tests.support.engine_games import encode, play
from tests.support.engines import SUPPORT
from tests.support.order_hands import BLANK, ORDER, Played, cards_of, dealt, position

THREE = ("AS AD", "QC 2H", "7S 7D")


def test_a_seat_sees_its_own_two_cards_as_they_were_dealt_and_no_others() -> None:
    played = Played(position(*THREE))
    assert [played.own(seat).hand for seat in range(3)] == [("AS", "AD"), ("QC", "2H"), ("7S", "7D")]


def test_the_table_shows_chips_yeses_and_earlier_claims() -> None:
    played = Played(dealt(3)).claim(3, 1, 2).agree().take(0, 1).take(1, 3)
    assert played.table.standings[0] == Standing(
        chip=1, earlier=(3,), has_yes=False, is_dealt=True, is_in=True, has_left=False
    )
    assert played.take(2, 2).yes(1).table.standings[1].has_yes


def test_before_the_showdown_no_message_holds_a_hole_card_of_another_or_a_card_to_come() -> None:
    """Counted in the bytes themselves, for every position of whole games."""
    looked = 0
    for position_ in play(SUPPORT["order"], 8, bytes(32), faults=True):
        state, step = position_.game.state, position_.taken.step
        if state.stage is not Stage.CLAIMING or step.state.stage is not Stage.CLAIMING:
            continue
        after = step.state
        for viewer in range(len(after.seats)):
            sent = encode([ORDER.table(after), ORDER.own(after, Seat(viewer)), step.events, step.private])
            allowed = {*after.board[: len(ORDER.table(after).board)], *after.seats[viewer].hand}
            for card in cards_of(after):
                assert (f'"{card}"'.encode() in sent) == (card in allowed), (viewer, card)
                looked += 1
    assert looked > 1000


class Looked(Exception):
    """Somebody has asked what a hand is worth."""


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    def worth(*_: object) -> NoReturn:
        raise Looked

    monkeypatch.setattr(deal, "strength", worth)


@pytest.mark.usefixtures("blind")
def test_no_strength_is_computed_before_the_showdown() -> None:
    """The evaluator is replaced by one that fails: a whole deal can be played, but not shown down."""
    played = Played(dealt(4)).join().street().street().leave(1).rejoin(1).street()
    played.claim(1, 2, 3)
    for seat in range(5):
        assert played.own(seat) is not None
    assert played.table.shown == ()
    played.yes(0, 2)
    with pytest.raises(Looked):
        played.yes(3)


@pytest.mark.usefixtures("blind")
def test_a_void_deal_computes_no_strength_either() -> None:
    assert Played(dealt(3)).claim(1, 2, 3).leave(0, 1).table.verdict == "void"


def test_what_a_seat_may_do_depends_on_chips_alone() -> None:
    one, other = (Played(dealt(4, secret)).claim(2, 1, 4, 3).yes(0) for secret in (1, 2))
    assert one.own(1).hand != other.own(1).hand
    assert [one.own(seat).may for seat in range(4)] == [other.own(seat).may for seat in range(4)]


def test_all_hands_of_the_deal_stay_open_until_the_next_one_starts() -> None:
    played = Played(position(*THREE, board=BLANK)).claim(2, 1, 3).agree()
    assert len(played.table.shown) == 3
    assert len(played.leave(1).join().table.shown) == 3
    assert played.next_deal().table.shown == ()


def test_no_view_has_a_field_for_what_nobody_may_know() -> None:
    assert Own.__struct_fields__ == ("hand", "may")
    assert not {"hands", "out", "pack", "secret"} & set(Table.__struct_fields__)
