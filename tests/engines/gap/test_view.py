"""What may be seen, and when (sections 10 and 11 of the rules page)."""

from __future__ import annotations

import msgspec
import pytest

from engines.core import Event, Seat
from engines.gap.deck import deck
from engines.gap.model import Stage
from tests.support.engine_games import Position, play
from tests.support.engines import SUPPORT
from tests.support.gap_hands import GAP, Played, laying, numbers, text


@pytest.fixture(params=[4, 6, 12], scope="module")
def sitting(request: pytest.FixtureRequest) -> list[Position]:
    return list(play(SUPPORT["gap"], request.param, bytes([request.param]) * 32, faults=True))


def texts_in(value: object) -> set[str]:
    """The answer cards whose text is somewhere in what is sent."""
    sent = msgspec.json.decode(msgspec.json.encode(value))
    found, todo = set(), [sent]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            todo += part.values()
        elif isinstance(part, list):
            todo += part
        elif isinstance(part, str) and part in numbers():
            found.add(part)
    return found


def test_until_all_are_turned_up_no_card_is_in_anything_public(sitting: list[Position]) -> None:
    looked = 0
    for position in sitting:
        if position.game.state.stage is Stage.LAYING:
            assert texts_in(GAP.table(position.game.state)) == set()
            looked += 1
        if position.taken.step.state.stage is Stage.LAYING:
            assert texts_in(position.taken.step.events) == set()
    assert looked > 5


def test_no_view_or_event_names_a_seat_with_an_answer_before_the_verdict(sitting: list[Position]) -> None:
    for position in sitting:
        state, step = position.game.state, position.taken.step
        if state.stage is Stage.JUDGING:
            assert {answer.seat for answer in GAP.table(state).answers} == {None}
        if step.state.stage is Stage.JUDGING:
            names = [answer.get("seat") for answer in answers_in(step.events)]
            assert set(names) <= {None}


def answers_in(events: tuple[Event, ...]) -> list[dict[str, object]]:
    sent = msgspec.json.decode(msgspec.json.encode(events))
    return [answer for event in sent for answer in event.get("answers", [])]


def test_there_are_no_private_events_that_an_order_could_be_read_from(sitting: list[Position]) -> None:
    assert {position.taken.step.private for position in sitting} == {()}


def test_all_seats_see_the_answers_in_one_order(sitting: list[Position]) -> None:
    for position in sitting:
        state = position.game.state
        order = [answer.id for answer in GAP.table(state).answers]
        assert order == [answer.id for answer in state.answers]


def test_others_see_that_a_seat_has_laid_and_not_what() -> None:
    before = Played(laying(4))
    one, other = (Played(before.state).lay(1, card) for card in (10, 13))
    assert one.table == other.table
    assert [standing.has_laid for standing in one.table.standings] == [False, True, False, False]
    for seat in (0, 2, 3):
        assert one.own(seat) == before.own(seat)
    assert one.own(1).answer == (text(10),)


def test_the_hand_is_shown_in_the_order_of_dealing_to_its_seat_alone() -> None:
    game = Played(laying(3))
    assert [phrase.card for phrase in game.own(2).hand] == [20, 21, 22, 23, 24, 25]
    assert [phrase.text for phrase in game.own(2).hand] == [text(card) for card in range(20, 26)]
    assert texts_in(game.table) == set()


def test_a_seat_knows_its_own_answer_on_the_table_and_no_other() -> None:
    game = Played(laying(4)).all_lay()
    assert game.own(2).mine == game.answer_of(2).id
    assert game.own(0).mine is None


def test_names_are_shown_when_the_round_is_settled() -> None:
    game = Played(laying(4)).all_lay().pick(3)
    names = {answer.id: answer.seat for answer in game.table.answers}
    assert names == {game.answer_of(seat).id: Seat(seat) for seat in (1, 2, 3)}


def test_answers_of_a_void_round_are_seen_by_nobody() -> None:
    game = Played(laying(4)).lay(1, 12).lay(2, 20).leave(0)
    assert texts_in(game.events) == texts_in(game.table) == set()


def test_a_sentence_is_sent_as_the_parts_around_its_gaps() -> None:
    sentence = Played(laying(gaps=2)).table.sentence
    assert sentence is not None
    assert len(sentence.parts) == 3
    assert "___" not in "".join(sentence.parts)
    assert sentence in deck().sentences
