"""The four powers, their order, and what an enemy cancels (rules page, 2.2 and 2.3)."""

from __future__ import annotations

import pytest

from engines.twelve.events import Healed
from tests.support.twelve_hands import against

NINE = "2S 3S 4S 5S 6S 7S 8S 9S TS"


def test_all_powers_of_a_play_act_on_its_sum() -> None:
    """Test 2, and known fault 1: each suit with its own card's value only."""
    game = against("JH", "3D 3S 3C 9H | ", tavern=NINE, limit=7, castle="QS").play("3D 3S 3C")
    assert game.table.enemy is not None
    assert (len(game.hands[0]), len(game.hands[1])) == (1 + 5, 4)
    assert (game.table.enemy.shield, game.table.enemy.damage) == (9, 18)


def test_an_ace_of_clubs_and_a_five_of_spades_make_twelve_damage_and_shield_six() -> None:
    """Known fault 1, as it was reported."""
    game = against("QH", "AC 5S 9H | 9D").play("AC 5S")
    assert (game.state.damage, game.state.shield) == (12, 6)


def test_two_cards_of_one_suit_have_its_power_once() -> None:
    game = against("QH", "AC 9C TS | 9D").play("AC 9C")
    assert game.state.damage == 20


def test_clubs_do_not_raise_what_the_other_powers_are_worth() -> None:
    game = against("KH", "AC 9S TS | 9D").play("AC 9S")
    assert (game.state.damage, game.state.shield) == (20, 10)


def test_the_enemy_cancels_the_power_of_its_suit_and_not_the_damage() -> None:
    """Test 2."""
    game = against("JD", "8D AC 9H | 9S", tavern=NINE).play("8D AC")
    assert game.drawn == {}
    assert game.state.damage == 18


def test_a_court_card_from_the_hand_is_cancelled_like_any_other() -> None:
    game = against("KS", "QS 9H KD | 9C", castle="").play("QS")
    assert (game.state.damage, game.state.shield, game.state.blocked) == (15, 0, 15)


def test_hearts_heal_no_more_than_there_is() -> None:
    """Test 3."""
    game = against("JS", "7H 9C | 9D", discard="2C 3C 4C", tavern="TC").play("7H")
    assert game.state.tavern[0] == "TC"
    assert sorted(game.state.tavern[1:]) == ["2C", "3C", "4C"]
    assert game.state.discard == ()


def test_hearts_leave_the_rest_of_the_discard_face_up() -> None:
    game = against("QS", "2H 9C TC | 9D", discard="2C 3C 4C 5C").play("2H")
    assert (len(game.state.tavern), len(game.state.discard)) == (2, 2)
    assert sorted(game.state.tavern + game.state.discard) == ["2C", "3C", "4C", "5C"]


def test_hearts_find_nothing_in_an_empty_discard_not_even_the_cards_just_played() -> None:
    game = against("QS", "2H 2C 9C TC | 9D").play("2H 2C")
    assert game.happened(Healed) == []
    assert game.state.tavern == ()


def test_hearts_come_before_diamonds_so_what_is_healed_can_be_drawn() -> None:
    """Test 3."""
    game = against("QS", "AH 8D 9C | 9D", discard="2C 3C 4C 5C 6C").play("AH 8D")
    assert sorted(game.drawn[0] + game.drawn[1]) == ["2C", "3C", "4C", "5C", "6C"]
    assert (game.state.tavern, game.state.discard) == ((), ())


def test_diamonds_go_round_the_table_one_card_at_a_time_from_the_player() -> None:
    """Known fault 2: the player alone, or everybody up to the limit."""
    game = against("QS", "6C 9C | 4D 9H | 7C", seat=1, tavern="2C 3C 4C 5C TC").play("4D")
    assert game.drawn == {1: ("2C", "5C"), 2: ("3C",), 0: ("4C",)}
    assert game.state.tavern == ("TC",)


def test_diamonds_skip_full_hands_and_stop_when_there_is_no_room() -> None:
    """Test 4: places 1 (the card played left one), 0 and 6."""
    full = "2H 3H 4H 5H 6H 7H"
    hands = f"8D AC 2C 3C 4C 5C | {full} | "
    game = against("QS", hands, tavern=f"{NINE} TD").play("8D")
    assert {seat: len(drawn) for seat, drawn in game.drawn.items()} == {0: 1, 2: 6}
    assert len(game.state.tavern) == 3


def test_diamonds_end_with_the_tavern_and_abandoned_seats_draw_nothing() -> None:
    game = against("QS", "6C 9C | 4D 9H | 7C", seat=1, tavern="2C 3C").leave(0).play("4D")
    assert game.drawn == {1: ("2C",), 2: ("3C",)}
    assert game.state.tavern == ()


def test_diamonds_find_an_empty_tavern_and_that_is_no_fault() -> None:
    game = against("KS", "KH 4D | 2H 3H", tavern="").play("4D")
    assert game.drawn == {}
    assert game.state.damage == 4


def test_spades_of_all_seats_add_up_until_the_enemy_is_gone() -> None:
    game = against("KH", "6S KD | 5S KC", tavern="").play("6S").pay("KD")
    assert game.seat == 1
    game.play("5S")
    assert (game.state.shield, game.state.due) == (11, 9)


@pytest.mark.parametrize("enemy", ["JS", "JH", "JD", "JC"])
def test_each_enemy_cancels_its_own_suit_and_no_other(enemy: str) -> None:
    game = against(enemy, "4S 4D KH | 9D", tavern=NINE)
    preview = game.preview("4S 4D")
    assert (preview.shield, preview.drawn) == ({"S": 0}.get(enemy[1], 8), {"D": 0}.get(enemy[1], 8))
