"""What the table and a seat's own view show (rules page, 9)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.core import Seat
from engines.twelve.model import Laid, Loss, Stage
from engines.twelve.seen import Chair, Enemy, Kill, Preview
from tests.support.engine_games import encode
from tests.support.twelve_hands import Fight, against, position


def test_the_enemy_shows_its_health_its_blow_and_what_the_field_has_done() -> None:
    game = against("QC", "6S TC | 9D", field="9H", damage=9).play("6S")
    assert game.table.enemy == Enemy("QC", 30, 15, 15, 15, 6, 9, 0, is_immune=True)
    assert game.table.field == (Laid(Seat(0), ("9H",)), Laid(Seat(0), ("6S",)))


def test_ranks_to_come_are_known_and_suits_are_not() -> None:
    tables = [against("JS", "9C | 9D", castle=castle).table for castle in ("JH QS QD KS", "JD QC QH KC")]
    assert tables[0] == tables[1]
    assert tables[0].to_come == ("J", "Q", "Q", "K")


def test_of_others_hands_and_of_the_tavern_the_size_is_shown_and_nothing_else() -> None:
    here = against("JS", "9C | 9D 8D", tavern="TC TD", known=0)
    there = against("JS", "9C | 2D X1", tavern="3C 3D", known=0)
    assert here.table == there.table
    assert here.own(0) == there.own(0)
    assert here.table.chairs[1] == Chair(cards=2, has_yielded=False, has_left=False, said=None)
    assert here.table.tavern == 2


def test_enemies_that_were_seen_to_land_on_the_tavern_are_shown_on_top() -> None:
    assert against("QS", "9C | 9D", tavern="JH JC 3D", known=2).table.known == ("JH", "JC")


def test_the_discard_is_shown_by_suit_and_rank_however_it_was_laid() -> None:
    first = against("KH", "9C TD JS | 9D").yields().pay("9C", "TD", "JS")
    other = against("KH", "9C TD JS | 9D").yields().pay("JS", "TD")
    assert first.table.discard == ("JS", "TD", "9C")
    assert other.table.discard == ("JS", "TD")


def test_no_view_can_tell_the_order_of_the_discard() -> None:
    one, two = (position("KH", "9C | 9D", discard=pile) for pile in ("2C 3D 4S", "4S 2C 3D"))
    assert encode(one) == encode(two)


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        pytest.param("8D AC", Preview(("AC", "8D"), 9, 18, 0, 3, 0, 0, "", None, 10, 36, None), id="clubs"),
        pytest.param(
            "7H", Preview(("7H",), 7, 7, 2, 0, 0, 0, "", None, 10, 38, None), id="as many as there are"
        ),
        pytest.param("9S", Preview(("9S",), 9, 9, 0, 0, 0, 9, "S", None, 10, 36, None), id="cancelled"),
        pytest.param("TC", Preview(("TC",), 10, 20, 0, 0, 0, 0, "", Kill.EXACT, 0, 35, None), id="exact"),
        pytest.param("X1", Preview(("X1",), 0, 0, 0, 0, 4, 0, "", None, 0, 45, None), id="a jester"),
    ],
)
def test_each_legal_play_comes_with_what_will_come_of_it(play: str, expected: Preview) -> None:
    """Here: two cards in the discard, three in the tavern, and four spades that are blocked."""
    hand = "AC 8D 7H 9S TC TH X1"
    start = position("JS", f"{hand} | 9D", discard="2C 3C", tavern="4C 5C 6C", limit=9)
    game = Fight(replace(start, blocked=4))
    assert game.preview(play) == expected


def test_a_preview_says_what_will_be_due_and_what_the_rest_of_the_hand_is_worth() -> None:
    preview = against("QH", "6S 9C 3D | 9D").preview("6S")
    assert (preview.due, preview.left) == (9, 12)


def test_only_the_seat_that_is_asked_has_hints() -> None:
    game = against("QH", "6S 9C KD | 9D")
    assert (game.own(1).plays, game.own(1).yields, game.own(1).yield_bar) == ((), False, None)
    game.yields()
    assert (game.own(0).plays, len(game.own(0).payments), game.own(1).payments) == ((), 3, ())
    assert game.own(0).yield_bar is None


def test_solo_shows_its_jesters_and_a_larger_table_has_none() -> None:
    solo = against("QH", "6S 9C").table.solo
    assert solo is not None
    assert (solo.jesters, solo.medal) == (2, "gold")
    assert against("QH", "6S 9C | 9D").table.solo is None


def test_the_end_says_how_far_the_table_came() -> None:
    table = against("QH", "6S | 9D", castle="QS KH KC").play("6S").table
    assert (table.stage, table.beaten, table.loss) == (Stage.LOST, 8, "unpaid")
    assert table.enemy is not None
    assert table.enemy.left == 24


@pytest.mark.parametrize(
    ("hands", "play", "loss"),
    [
        pytest.param("6S 3D | 9D", "6S", Loss.UNPAID, id="the rest cannot pay"),
        pytest.param("6S 9C | 9D", "6S", None, id="the rest can pay"),
        pytest.param("8D 3C | 9D", "8D", None, id="what is drawn decides"),
        pytest.param("KS | 9D", "KS", Loss.EMPTY_HAND, id="killing with the last card"),
        pytest.param("KS 2D | 9D", "KS", None, id="killing with another left"),
        pytest.param("6S 3D", "6S", None, id="solo, a jester helps"),
        pytest.param("X1 | 9D", "X1", None, id="a jester, and somebody is named"),
    ],
)
def test_a_preview_warns_of_a_play_that_loses(hands: str, play: str, loss: Loss | None) -> None:
    game = against("QH", hands, damage=15, tavern="4C")
    assert game.preview(play).loss is loss
    assert loss is None or game.play(play).state.loss is loss


@pytest.mark.parametrize(
    ("hands", "loss"), [("3C 4C | ", Loss.EMPTY_HAND), ("3C | 9D", None), ("3C", Loss.EMPTY_HAND)]
)
def test_a_covered_blow_is_warned_of_where_the_next_turn_begins_with_an_empty_hand(
    hands: str, loss: Loss | None
) -> None:
    game = against("QH", hands, shield=15)
    assert game.preview("3C").loss is loss
    assert game.play("3C").state.loss is loss


def test_a_yield_is_warned_of_where_the_next_turn_begins_with_an_empty_hand() -> None:
    game = against("QH", "3C | ", shield=15)
    assert game.own().yield_loss is Loss.EMPTY_HAND
    assert game.yields().state.loss is Loss.EMPTY_HAND


def test_the_last_active_seat_is_warned_of_a_jester_as_its_last_card() -> None:
    game = against("QH", "X1 | 9D").leave(1)
    assert game.preview("X1").loss is Loss.EMPTY_HAND
    assert game.play("X1").state.loss is Loss.EMPTY_HAND


@pytest.mark.parametrize(("hand", "loss"), [("6S 8D", Loss.UNPAID), ("6S 9D", None)])
def test_a_yield_that_loses_is_warned_of(hand: str, loss: Loss | None) -> None:
    game = against("QH", f"{hand} | 9D")
    assert game.own().yield_loss is loss
    assert game.yields().state.loss is loss
