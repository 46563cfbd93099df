"""What a table reports to its hall is what its spectators may know, whatever is played."""

from random import Random

import msgspec
import pytest
from msgspec import Raw

from actors.between import Invited, Reported, Wants, Word
from actors.hall_table import opened, report
from actors.messages import PlayerId, RoomCode
from actors.phases import phase_of
from actors.state import Game, RoomState, Status
from engines.core import AnyEngine
from tests.support.engine_games import play
from tests.support.engines import SUPPORT

HALL, TABLE = RoomCode("KVR7TDB"), RoomCode("KVR7TD")


def word(engine: AnyEngine, seats: int) -> Word:
    people = tuple(Invited(PlayerId(f"p{n}"), f"P{n}") for n in range(seats))
    return Word(HALL, 1, Wants.PLAY, engine.name, Raw(b"{}"), people)


def playing(engine: AnyEngine, seats: int, state: object) -> RoomState:
    """A hall's table with its game in this state."""
    room = opened(TABLE, engine, word(engine, seats), now=0.0)
    phase = phase_of(engine, state)
    assert phase is not None
    game = Game(engine.name, engine.version, 1, bytes(32), 1, state, f"1:{phase.key}", 0.0)
    return msgspec.structs.replace(room, status=Status.PLAYING, game=game, games=1, options=Raw(b"{}"))


@pytest.mark.parametrize("name", SUPPORT)
def test_no_report_depends_on_what_a_spectator_may_not_know(name: str) -> None:
    """Exchange all that is secret for another deal: the report stays the same to the byte."""
    support, chance, compared = SUPPORT[name], Random("report"), 0
    engine = support.engine
    seats = max(support.seat_counts)
    for position in list(play(support, seats, bytes([seats]) * 32, faults=False))[:120]:
        game = position.game
        state, _ = support.exchange(game.state, None, chance)
        here = report(playing(engine, game.seats, game.state), engine, 1, HALL, connected=())
        there = report(playing(engine, game.seats, state), engine, 1, HALL, connected=())
        assert msgspec.json.encode(here) == msgspec.json.encode(there)
        compared += msgspec.json.encode(state) != msgspec.json.encode(game.state)
    assert compared > 5


@pytest.mark.parametrize("name", SUPPORT)
def test_a_report_names_the_phase_whom_it_awaits_and_the_score(name: str) -> None:
    support = SUPPORT[name]
    engine = support.engine
    position = next(iter(play(support, max(support.seat_counts), bytes(32), faults=False)))
    state = position.game.state
    made = report(playing(engine, position.game.seats, state), engine, 1, HALL, connected=())
    phase = engine.phase(state)
    assert phase is not None
    assert made.phase == f"1:{phase.key}"
    assert tuple(n for n, seat in enumerate(made.seats) if seat.is_awaited) == phase.awaited
    assert made.score == engine.score(engine.table(state))


def test_a_room_says_of_another_hall_only_that_it_is_not_its_table() -> None:
    engine = SUPPORT["rows"].engine
    room = opened(TABLE, engine, word(engine, 3), now=0.0)
    assert report(room, engine, 5, RoomCode("BCDFGHJ"), connected=()) == Reported(TABLE, 5, 0, number=0)


def test_letters_from_halls_and_tables_survive_json() -> None:
    engine = SUPPORT["gap"].engine
    made = report(opened(TABLE, engine, word(engine, 3), now=0.0), engine, 5, HALL, connected=())
    assert msgspec.json.decode(msgspec.json.encode(made), type=Reported) == made
