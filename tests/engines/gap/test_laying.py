"""Laying and turning up: the rules page's list (numbers in front), faults seen elsewhere, and section 3."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engines.core import Code
from engines.gap.events import HasLaid, RoundStarted, TurnedUp
from engines.gap.model import Action, GapCode, Lay, NextSentence, Options, Pick, PickNone, Stage, Table
from tests.support.gap_hands import GAP, Played, laying, started, text

# The deal.


@pytest.mark.parametrize("seats", [3, 12])
def test_every_seat_gets_six_cards_the_reader_too(seats: int) -> None:
    game = started(seats)
    assert game.hands == [6] * seats
    assert (game.reader, game.table.queue) == (0, tuple(range(1, seats)))


def test_a_played_card_is_replaced_before_the_next_sentence_at_the_end_of_the_hand() -> None:
    game = Played(laying(3, pile=(90, 91, 92))).lay(1, 12).lay(2, 20)
    assert game.hands == [6, 5, 5]
    game.pick(1).go_on()
    assert game.state.hands[1] == (10, 11, 13, 14, 15, 90)
    assert game.state.hands[2] == (21, 22, 23, 24, 25, 91)
    assert game.state.pile == (92,)


def test_the_sentence_is_shown_with_as_many_gaps_as_it_has() -> None:
    for gaps in (1, 2):
        game = Played(laying(gaps=gaps))
        assert game.table.sentence is not None
        assert game.table.sentence.gaps == gaps
        assert game.own(1).may.lay == gaps


def test_some_sentences_ask_for_one_card_and_some_for_two() -> None:
    asked = set()
    for secret in range(20):
        game = started(3, secret)
        asked.add(game.own(1).may.lay)
    assert asked == {1, 2}


# 1, 2: what may be laid.


def test_two_cards_are_read_in_the_order_in_which_they_were_chosen() -> None:
    game = Played(laying(gaps=2)).lay(1, 12, 10)
    assert game.own(1).answer == (text(12), text(10))
    game.lay_top(2, 3)
    assert game.answer_of(1).cards == (12, 10)
    (turned_up,) = game.happened(TurnedUp)
    assert (text(12), text(10)) in [answer.phrases for answer in turned_up.answers]
    assert (text(12), text(10)) in [answer.phrases for answer in game.table.answers]
    assert game.pick(1).table.answers == game.events[-1].answers  # type: ignore[attr-defined]  # RoundSettled


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, Lay((10,)), GapCode.WRONG_NUMBER),
        (1, Lay((10, 10)), GapCode.WRONG_NUMBER),
        (1, Lay((10, 20)), Code.NOT_IN_HAND),
        (1, Lay((10, 10_000)), Code.NOT_IN_HAND),
        (2, Lay((22, 23)), GapCode.ALREADY_LAID),
        (2, Lay((20, 21)), GapCode.ALREADY_LAID),
        (0, Lay((1, 2)), GapCode.READER_RESTS),
        (0, Pick(7), GapCode.NOT_JUDGING),
        (0, PickNone(), GapCode.NOT_JUDGING),
        (1, NextSentence(), GapCode.ROUND_RUNS),
    ],
)
def test_what_is_no_answer_is_refused_without_effect(seat: int, action: Action, code: str) -> None:
    game = Played(laying(gaps=2)).lay(2, 20, 21)
    before = msgspec.json.encode(game.state)
    assert game.refused(seat, action) == code
    assert msgspec.json.encode(game.state) == before


def test_two_cards_for_one_gap_are_refused() -> None:
    assert Played(laying(gaps=1)).refused(1, Lay((10, 11))) == GapCode.WRONG_NUMBER


def test_an_answer_that_comes_when_all_are_turned_up_is_refused() -> None:
    game = Played(laying(3)).lay(1, 10).lay(2, 20)
    assert game.refused(1, Lay((11,))) == GapCode.NOT_LAYING


def test_an_answer_without_a_card_or_of_three_is_no_action_at_all() -> None:
    for cards in ("[]", "[10, 11, 12]", "[-1]", '["10"]'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"type": "lay", "cards": {cards}}}', type=GAP.Action)


# 3: turning up.


def test_nobody_is_turned_up_before_the_last_has_laid() -> None:
    game = Played(laying(4)).lay(1, 10).lay(3, 30)
    assert (game.stage, game.table.answers, game.awaited) == (Stage.LAYING, (), (2,))
    game.lay(2, 20)
    assert (game.stage, len(game.table.answers), game.awaited) == (Stage.JUDGING, 3, (0,))


def test_the_order_of_the_event_is_the_order_of_every_view_and_not_that_of_laying() -> None:
    orders = []
    for secret in range(40):
        game = Played(laying(6), secret).lay(5, 50).lay(3, 30).lay(1, 10).lay(2, 20).lay(4, 40)
        (turned_up,) = game.happened(TurnedUp)
        assert turned_up.answers == game.table.answers
        orders.append([answer.seat for answer in game.state.answers])
    assert len({tuple(order) for order in orders}) > 20
    for first in range(1, 6):
        assert first in [order[0] for order in orders]


def test_ids_differ_and_have_nothing_to_do_with_seats_or_places() -> None:
    lots = set()
    for secret in range(20):
        ids = [answer.id for answer in Played(laying(12), secret).all_lay().state.answers]
        assert len(set(ids)) == 11
        lots.add(tuple(sorted(ids, key=ids.index)) == tuple(sorted(ids)))
        assert min(ids) > 1000
    assert lots == {False}


# 5: the clock and lost connections.


def test_the_clock_lays_the_first_card_of_each_hand_that_has_not_laid() -> None:
    game = Played(laying(4)).lay(1, 13).expire()
    assert [game.answer_of(seat).cards for seat in (1, 2, 3)] == [(13,), (20,), (30,)]
    assert game.state.hands[0] == (0, 1, 2, 3, 4, 5)


def test_the_clock_lays_the_first_two_in_hand_order_for_two_gaps() -> None:
    game = Played(laying(3, gaps=2)).lay(1, 15, 14).expire()
    assert game.answer_of(2).cards == (20, 21)


def test_the_phase_ends_early_when_all_who_are_awaited_are_away() -> None:
    game = Played(laying(4)).lay(1, 10)
    assert (game.phase.ends_if_away, game.awaited) == (True, (2, 3))


def test_nothing_tells_a_card_laid_by_the_clock_from_one_laid_by_hand() -> None:
    by_clock = Played(laying(4)).lay(1, 10).expire()
    by_hand = Played(laying(4)).lay(1, 10).lay_top(2, 3)
    assert [event.seat for event in by_clock.happened(HasLaid)] == [1]
    assert shape(by_clock.table) == shape(by_hand.table)
    assert by_clock.own(2) != by_clock.own(3)
    assert replace(by_clock.own(2), mine=None) == replace(by_hand.own(2), mine=None)


def shape(table: Table) -> Table:
    """The table with its answers in the order of the deck and without their random ids."""
    ordered = sorted(table.answers, key=lambda answer: answer.phrases)
    return replace(table, answers=tuple(replace(answer, id=0) for answer in ordered))


def test_the_laying_clock_is_the_option_and_has_bounds() -> None:
    assert Played(laying()).phase.limit_s == 75
    for options, clock in (("{}", 75), ('{"lay_s": 30}', 30), ('{"lay_s": 180}', 180)):
        assert msgspec.json.decode(options, type=Options).lay_s == clock
    for options in (
        '{"lay_s": 29}',
        '{"lay_s": 181}',
        '{"lay_s": 75.5}',
        '{"judge_percent": 49}',
        '{"a": 1}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(options, type=Options)


# 9: few cards.


def test_a_hand_with_fewer_cards_than_gaps_is_not_awaited() -> None:
    game = Played(laying(3, gaps=2, hands=((0, 1), (10,), (20, 21, 22)), pile=()))
    assert game.awaited == (2,)
    game.lay(2, 22, 20)
    assert [answer.seat for answer in game.state.answers] == [2]


def test_a_pile_that_runs_dry_in_mid_deal_is_made_anew_of_the_used_cards() -> None:
    game = Played(laying(3, pile=(90,), used=(91, 92, 93, 94))).lay(1, 10).lay(2, 20).pick(1).go_on()
    assert game.stage is Stage.LAYING
    assert game.hands == [6, 6, 6]
    held = [card for hand in game.state.hands for card in hand]
    everything = [*held, *game.state.pile, *game.state.used]
    assert 90 in held
    assert len(everything) == len(set(everything)) == 18 + 1 + 4
    assert {10, 20} <= set(game.state.pile) | set(held)


def test_only_used_cards_are_shuffled_in_and_hands_stay_short_if_that_is_not_enough() -> None:
    game = Played(laying(3, pile=())).lay(1, 10).lay(2, 20).pick_none().go_on()
    assert sorted(game.hands) == [6, 6, 6]
    assert game.state.pile == game.state.used == ()
    short = Played(laying(3, pile=(), hands=((0,), (10,), (20,)))).lay(1, 10).lay(2, 20).pick_none().go_on()
    assert sum(short.hands) == 3
    assert short.happened(RoundStarted)
    assert short.stage in (Stage.LAYING, Stage.RESULT)


def test_when_the_sentences_run_out_all_told_ones_but_the_present_are_shuffled() -> None:
    state = replace(laying(3), sentences=(), told=(7, 8, 9))
    present = state.sentence
    game = Played(state).all_lay().pick_none().go_on()
    assert game.state.sentence in (7, 8, 9)
    assert sorted([game.state.sentence, *game.state.sentences]) == [7, 8, 9]
    assert game.state.told == (present,)


def test_a_sentence_is_used_once_in_a_sitting_whatever_became_of_its_round() -> None:
    game = started(12)
    seen = []
    while game.stage is not Stage.OVER:
        seen.append(game.state.sentence)
        if len(seen) % 3 == 0:
            game.leave(game.reader).go_on()
        else:
            game.whole_round()
    assert len(seen) == len(set(seen)) == 12
