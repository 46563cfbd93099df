"""The solo game: two jesters aside, and a medal (rules page, 6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.twelve.events import Flipped
from engines.twelve.model import Flip, Loss, Medal, Pay, Play, Stage, TwelveCode
from tests.support.twelve_hands import Fight, against, cards

EIGHT = "2S 3S 4S 5S 6S 7S 8S 9S"


def flipped(game: Fight, flips: int) -> Fight:
    """The same position with so many jesters used."""
    return Fight(replace(game.state, flips=flips))


def test_a_flip_throws_the_hand_away_and_draws_eight() -> None:
    game = against("JC", "2H 3H TD", tavern=f"{EIGHT} TS").flip()
    assert game.hands == (cards(EIGHT),)
    assert (game.state.discard, game.state.tavern) == (("2H", "3H", "TD"), ("TS",))
    assert game.happened(Flipped) == [Flipped(cards=("2H", "3H", "TD"), drawn=8)]
    assert game.table.solo is not None
    assert (game.table.solo.jesters, game.table.solo.medal) == (1, Medal.SILVER)


def test_a_flip_draws_fewer_from_a_short_tavern() -> None:
    assert against("JC", "2H 3H", tavern="2S 3S").flip().hands == (("2S", "3S"),)


def test_a_flip_is_no_diamond_draw_and_cancels_no_immunity() -> None:
    """Known fault 14: solo without the jester's power."""
    game = against("JD", "2H 3H", tavern=EIGHT).flip()
    assert len(game.hands[0]) == 8
    assert game.state.is_immune


def test_both_jesters_may_be_flipped_in_the_same_window() -> None:
    game = against("JC", "2H", tavern=f"{EIGHT} TS TD").flip().flip()
    assert game.hands == (("TS", "TD"),)
    assert game.refused(Flip()) is TwelveCode.NO_FLIP


def test_before_the_first_card_is_paid_the_new_hand_may_pay() -> None:
    game = against("QC", "2H TD TS 5S", tavern="9S 8S 7S 6S").play("2H").flip()
    assert (game.stage, game.state.due) == (Stage.PAYING, 15)
    assert game.hands == (("6S", "7S", "8S", "9S"),)


def test_between_two_payments_nothing_is_flipped() -> None:
    """Test 10."""
    game = against("QC", "2H TD TS 5S", tavern=EIGHT).play("2H").pay("TD")
    assert game.refused(Flip()) is TwelveCode.FLIP_OVER


def test_an_empty_hand_with_a_jester_aside_is_offered_the_flip_and_nothing_else() -> None:
    """Test 10, and known fault 8."""
    game = against("JD", "TS", tavern=EIGHT).play("TS")
    assert (game.stage, game.hands) == (Stage.PLAYING, ((),))
    assert game.own().flip
    assert game.own().plays == ()
    assert len(game.flip().hands[0]) == 8


@pytest.mark.parametrize(
    ("flips", "tavern"),
    [pytest.param(2, EIGHT, id="no jester left"), pytest.param(0, "", id="nothing to draw")],
)
def test_an_empty_hand_without_a_flip_is_lost(flips: int, tavern: str) -> None:
    """Test 10."""
    game = flipped(against("JD", "TS", tavern=tavern), flips).play("TS")
    assert (game.stage, game.state.loss) == (Stage.LOST, Loss.EMPTY_HAND)


def test_killing_with_the_last_card_is_offered_the_flip_too() -> None:
    """Known fault 8: one path of four was missed."""
    game = against("JS", "TH", damage=10, castle="QS", tavern=EIGHT).play("TH")
    assert (game.stage, game.own().flip) == (Stage.PLAYING, True)


def test_paying_with_the_last_card_is_offered_the_flip_too() -> None:
    """Known fault 8."""
    game = against("JS", "2H TC", tavern=EIGHT).play("2H").pay("TC")
    assert (game.stage, game.hands, game.own().flip) == (Stage.PLAYING, ((),), True)


def test_a_hand_too_small_to_pay_is_offered_the_flip_and_nothing_else() -> None:
    """Known fault 8."""
    game = against("KS", "2H TC", tavern=EIGHT).play("2H")
    assert game.stage is Stage.PAYING
    assert game.own().payments == ()
    assert game.refused(Pay("TC")) is TwelveCode.ONLY_FLIP
    game.flip()
    assert (game.stage, len(game.own().payments)) == (Stage.PAYING, 8)


def test_after_the_flip_the_check_is_made_again() -> None:
    game = against("KS", "2H TC", tavern="2S 3S 4S").play("2H").flip()
    assert (game.stage, game.state.loss) == (Stage.LOST, Loss.UNPAID)
    game = against("KS", "2H TC", tavern="2S 3S 4S 2D 2C AS 3D AD TS TD").play("2H").flip()
    assert game.own().flip
    assert game.flip().stage is Stage.PAYING


def test_a_flip_with_an_empty_tavern_is_refused() -> None:
    assert against("JC", "2H TD").refused(Flip()) is TwelveCode.TAVERN_EMPTY


def test_at_a_larger_table_there_is_nothing_to_flip() -> None:
    assert against("JC", "2H TD | 9C", tavern=EIGHT).refused(Flip()) is TwelveCode.NO_FLIP


def test_each_flip_is_a_new_phase_so_the_same_tap_on_two_devices_flips_once() -> None:
    game = against("JC", "2H", tavern=f"{EIGHT} TS TD")
    key = game.phase.key
    assert game.flip().phase.key != key


@pytest.mark.parametrize(("flips", "medal"), [(0, Medal.GOLD), (1, Medal.SILVER), (2, Medal.BRONZE)])
def test_a_victory_is_gold_silver_or_bronze(flips: int, medal: Medal) -> None:
    game = flipped(against("KS", "TH", damage=30, castle=""), flips).play("TH")
    assert (game.stage, [over.medal for over in game.events[-1:]]) == (Stage.WON, [medal])  # type: ignore[attr-defined]
    assert game.table.solo is not None
    assert game.table.solo.medal is medal


def test_a_loss_brings_no_medal() -> None:
    game = flipped(against("KS", "TH 2D"), 2).play("TH")
    assert (game.stage, [over.medal for over in game.events[-1:]]) == (Stage.LOST, [None])  # type: ignore[attr-defined]


def test_known_enemies_on_top_are_drawn_by_a_flip() -> None:
    game = against("QC", "2H", tavern="JS 2S 3S", known=1).flip()
    assert (game.hands[0], game.table.known) == (("2S", "3S", "JS"), ())


def test_a_play_is_not_possible_while_only_a_flip_is() -> None:
    game = against("KS", "2H TC", tavern=EIGHT).play("2H")
    assert game.refused(Play(cards("TC"))) is TwelveCode.NOT_PLAYING
