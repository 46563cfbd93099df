"""What may be played together (rules page, 2.1)."""

from __future__ import annotations

import pytest

from engines.core import Code
from engines.twelve.model import Play, TwelveCode
from tests.support.twelve_hands import against, cards


@pytest.mark.parametrize(
    "play",
    [
        "2S 2H",
        "2S 2H 2D",
        "2S 2H 2D 2C",
        "3S 3H",
        "3S 3H 3D",
        "4S 4H",
        "5S 5H",
        "AS TH",
        "AS KH",
        "AS AH",
        "QC",
    ],
)
def test_goes_down_together(play: str) -> None:
    assert against("KS", f"{play} 9C | 8C", limit=9).refused(Play(cards(play))) is None


@pytest.mark.parametrize(
    "play",
    [
        pytest.param("4S 4H 4D", id="twelve is more than ten"),
        pytest.param("3S 3H 3D 3C", id="so are four threes"),
        pytest.param("5S 5H 5D", id="and three fives"),
        pytest.param("6S 6H", id="and two sixes"),
        pytest.param("JS JH", id="and two jacks"),
        pytest.param("AS AH AD", id="three aces"),
        pytest.param("AS AH AD AC", id="four aces"),
        pytest.param("AS 2H 2D", id="an ace goes with one card"),
        pytest.param("AS AH 9D", id="two aces go with none"),
        pytest.param("2S 3H", id="two ranks"),
        pytest.param("AS X1", id="a jester goes alone"),
        pytest.param("5S X1", id="with nothing"),
        pytest.param("X1 X2", id="not even its like"),
        pytest.param("5S 5S", id="one card twice"),
    ],
)
def test_does_not_go_down_together(play: str) -> None:
    hand = " ".join(dict.fromkeys(play.split()))
    assert against("KS", f"{hand} 9C | 8C", limit=9).refused(Play(cards(play))) is TwelveCode.NO_SUCH_PLAY


def test_the_order_in_which_cards_are_named_does_not_matter() -> None:
    there, here = (against("KS", "AH 9D | 8C").play(play).state for play in ("AH 9D", "9D AH"))
    assert there == here


def test_only_own_cards_are_played_and_only_in_the_own_turn() -> None:
    game = against("KS", "AH 9D | 8C")
    assert game.refused(Play(cards("8C"))) is Code.NOT_IN_HAND
    assert game.refused(Play(cards("9D 8C"))) is Code.NOT_IN_HAND
    assert game.refused(Play(cards("8C")), seat=1) is Code.NOT_AWAITED
