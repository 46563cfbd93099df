"""Kills, exact and over (rules page, 3)."""

from __future__ import annotations

import pytest

from engines.core import Outcome
from engines.twelve.events import EnemyCame, EnemyFell, GameOver
from engines.twelve.model import Loss, Stage
from engines.twelve.seen import Kill
from tests.support.twelve_hands import ANNA, BEN, CIA, against


def test_an_exact_kill_puts_the_enemy_on_top_of_the_tavern_where_the_next_diamond_draws_it_first() -> None:
    """Test 1, and known fault 4: into the killer's hand."""
    game = against("JS", "5C 4D 9H | 9C", damage=10, tavern="2C 3C 4C", castle="QH").play("5C")
    assert game.happened(EnemyFell) == [EnemyFell(card="JS", is_exact=True)]
    assert list(game.table.known) == ["JS"]
    assert game.hands[0] == ("4D", "9H")
    game.play("4D")
    assert game.drawn[0][0] == "JS"
    assert list(game.table.known) == []


def test_an_overkill_goes_to_the_discard_with_the_field() -> None:
    game = against("JS", "6C 4D | 9C", damage=10, field="TH", castle="QH").play("6C")
    assert sorted(game.state.discard) == ["6C", "JS", "TH"]
    assert game.table.known == ()


def test_after_a_kill_the_same_seat_starts_a_turn_against_the_next_and_pays_nothing() -> None:
    """Known fault 7."""
    game = against("JS", "AH 9C | KC", damage=10, castle="QH KS").play("9C")
    assert (game.stage, game.seat, game.state.enemy) == (Stage.PLAYING, 0, "QH")
    assert game.happened(EnemyCame) == [EnemyCame(card="QH")]


def test_what_was_done_to_one_enemy_does_nothing_to_the_next() -> None:
    game = against("JD", "TS 9C KC | KD").play("TS").play("KD")
    assert (game.state.shield, game.state.blocked, game.state.damage, game.state.field) == (0, 0, 0, ())
    assert game.state.is_immune


@pytest.mark.parametrize(
    ("hand", "damage", "kill"),
    [("TH", 10, Kill.EXACT), ("5C", 10, Kill.EXACT), ("TC", 10, Kill.OVER), ("9H", 10, None)],
)
def test_exact_means_the_total_since_the_enemy_came(hand: str, damage: int, kill: Kill | None) -> None:
    assert against("JS", f"{hand} KH | 9D", damage=damage).preview(hand).kill is kill


def test_several_exact_kills_stack_up_and_hearts_do_not_disturb_them() -> None:
    game = against("JS", "TH QD 2H 9C | 9D", damage=10, castle="QS KS", discard="2C 3C", tavern="4C")
    game.play("TH").play("QD")  # the ten brings the healed under the tavern before the jack lands
    assert game.state.enemy == "QS"
    assert game.state.damage == 15
    game = against("QS", "QD 2H 9C | 9D", damage=15, discard="2C", tavern="JS 4C", known=1).play("2H")
    assert game.table.known == ("JS",)


def test_the_play_that_kills_never_draws_its_victim() -> None:
    game = against("JS", "TD 9C | 9D", damage=10, tavern="2C").play("TD")
    assert "JS" not in game.hands[0] + game.hands[1]
    assert game.state.tavern == ("JS",)


def test_killing_with_the_last_card_loses_when_another_enemy_comes() -> None:
    """Test 9, and known fault 13."""
    game = against("QS", "TH | 9D", damage=20, castle="KS").play("TH")
    assert (game.stage, game.state.loss, game.table.beaten) == (Stage.LOST, Loss.EMPTY_HAND, 11)


@pytest.mark.parametrize(("last", "is_exact"), [("TH", True), ("JH", True), ("QH", False)])
def test_the_fall_of_the_last_king_wins_exact_or_over_even_with_an_empty_hand(
    last: str,
    is_exact: bool,  # noqa: FBT001 - a column of the table above
) -> None:
    """Test 9."""
    game = against("KS", f"{last} | 9D", damage=30, castle="").play(last)
    assert (game.stage, game.table.beaten, game.table.enemy) == (Stage.WON, 12, None)
    assert game.table.outcome == Outcome(winners=(ANNA, BEN))
    assert [fell.is_exact for fell in game.happened(EnemyFell)] == [is_exact]
    assert [over.medal for over in game.happened(GameOver)] == [None]


def test_those_who_left_do_not_win() -> None:
    game = against("KS", "TH | 9D | 9C", damage=30, castle="").leave(1).play("TH")
    assert game.table.outcome == Outcome(winners=(ANNA, CIA))
