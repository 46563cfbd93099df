"""The jester, the choice after it, and the only thing that may be said (rules page, 2.4 and 8)."""

from __future__ import annotations

import pytest

from engines.core import Code, Seat
from engines.twelve.events import GameOver, JesterPlayed, Named
from engines.twelve.model import Loss, Name, Phrase, Say, Stage, TwelveCode
from tests.support.twelve_hands import ANNA, BEN, Fight, against

GLADLY, RATHER_NOT = Phrase.GLADLY, Phrase.RATHER_NOT


def jester_played() -> Fight:
    return against("KS", "X1 9C | 9D 8D | 9H", seat=0).play("X1")


def test_spades_that_did_not_count_count_from_now_on() -> None:
    """Test 5."""
    game = against("KS", "6S TH TC | X1 9D | TD").play("6S")
    assert game.state.due == 20
    game.pay("TH", "TC").play("X1")
    assert game.happened(JesterPlayed) == [JesterPlayed(seat=BEN, shield=6)]
    assert game.table.enemy is not None
    assert game.table.enemy.blow == 14


def test_clubs_that_were_not_doubled_stay_so() -> None:
    """Test 5."""
    game = against("KC", "6C KD X1 | X2 9D | TD").play("6C").pay("KD").play("X2")
    assert game.state.damage == 6
    assert game.name(1).play("9D").state.damage == 15


def test_after_a_jester_the_suit_of_the_enemy_has_its_power_until_it_is_gone() -> None:
    game = against("JC", "X1 5C TD | 9D 8C | 9H").play("X1").name(0).play("5C")
    assert game.state.damage == 10
    game = against("JC", "X1 TC 5D | 9D 8C | 9H", castle="QC").play("X1").name(0).play("TC")
    assert game.table.enemy is not None
    assert (game.table.enemy.card, game.table.enemy.is_immune) == ("QC", True)


def test_a_jester_deals_no_damage_and_nothing_has_to_be_paid() -> None:
    game = jester_played()
    assert (game.stage, game.seat, game.state.due, game.state.damage) == (Stage.NAMING, 0, 0, 0)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_active_seat_may_be_named_the_own_included_and_play_goes_on_from_there(seat: int) -> None:
    game = jester_played().name(seat)
    assert (game.stage, game.seat) == (Stage.PLAYING, seat)
    assert game.happened(Named) == [Named(seat=Seat(seat), by=ANNA)]


def test_nobody_else_names_and_a_seat_that_has_left_is_not_named() -> None:
    game = jester_played().leave(2)
    assert game.refused(Name(1), seat=1) is Code.NOT_AWAITED
    assert game.refused(Name(2)) is TwelveCode.NOT_AT_THE_TABLE
    assert game.own().names == (0, 1)


def test_naming_an_empty_hand_is_legal_and_loses_at_once() -> None:
    game = against("KS", "X1 9C | | 9H").play("X1").name(1)
    assert (game.stage, game.state.loss) == (Stage.LOST, Loss.EMPTY_HAND)
    assert [over.loss for over in game.happened(GameOver)] == [Loss.EMPTY_HAND]


def test_a_second_jester_on_the_same_enemy_is_only_a_choice_more() -> None:
    game = against("KS", "X1 X2 9C | 9D | 9H").play("X1").name(0).play("X2")
    assert game.stage is Stage.NAMING
    assert game.state.shield == 0


def test_a_jester_goes_to_the_discard_with_the_field_and_hearts_bring_it_back() -> None:
    game = against("JS", "X1 KC 9H 8C | 9D | 9H", castle="QC").play("X1").name(0).play("KC")
    assert "X1" in game.state.discard
    game.play("9H")
    assert "X1" in game.state.tavern


def test_a_jester_is_drawn_like_any_card_and_fills_a_place_in_the_hand() -> None:
    game = against("QS", "2D 3C 4C 5C 6C 7C | 9C | TC", tavern="X1 2C").play("2D")
    assert game.drawn[0] == ("X1",)
    assert len(game.hands[0]) == 6


def test_each_active_seat_may_say_one_of_two_things_and_change_its_mind() -> None:
    game = jester_played().say(1, GLADLY).say(0, RATHER_NOT).say(1, RATHER_NOT)
    assert [chair.said for chair in game.table.chairs] == [RATHER_NOT, RATHER_NOT, None]
    assert game.refused(Say(RATHER_NOT), seat=1) is TwelveCode.SAID_ALREADY
    assert game.own(1).says == (GLADLY,)


def test_what_was_said_is_gone_when_the_next_turn_starts() -> None:
    game = jester_played().say(1, GLADLY).name(1)
    assert [chair.said for chair in game.table.chairs] == [None, None, None]


def test_nothing_may_be_said_at_any_other_time() -> None:
    game = against("KS", "X1 TC KD | 9D | 9H")
    assert game.refused(Say(GLADLY), seat=1) is TwelveCode.NO_JESTER_PLAYED
    game.play("TC")
    assert game.stage is Stage.PAYING
    assert game.refused(Say(GLADLY), seat=0) is TwelveCode.NO_JESTER_PLAYED
    assert [game.own(seat).says for seat in range(3)] == [(), (), ()]


def test_saying_something_spoils_nobodys_choice() -> None:
    game = jester_played()
    key = game.phase.key
    assert game.say(2, GLADLY).phase.key == key
