"""What is sent of a hall, and to how many the same bytes: fifteen hundred people look at it."""

import json
from random import Random
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from actors import hall_rounds
from actors.between import Reported, SeatReport
from actors.hall_state import MOST_PEOPLE, HallStage, HallState, HallTable, Person, Result
from actors.hall_view import HallViews
from actors.messages import PlayerId, RoomCode
from engines.core import Score, Seat
from engines.registry import ENGINES
from tests.support.hall_house import nobody_looks

BOSS, STRANGER = PlayerId("boss"), PlayerId("stranger")
ROWS = ENGINES["rows"]
A_LARGE_VIEW = 100_000
"""Bytes: a third of what may lie unsent before a slow reader is cut (`driver.MAX_UNSENT`)."""
A_SMALL_PART = 200


def large(stage: HallStage = HallStage.PLAYING) -> tuple[HallState, dict[RoomCode, Reported]]:
    """As large as they come, every table heard of."""
    people = [Person(PlayerId(f"{n:024}"), n, f"Anna-Lena {n}") for n in range(MOST_PEOPLE)]
    hall = HallState(
        code=RoomCode("KVR7TDB"),
        game_name="rows",
        options=Raw(b"{}"),
        organisers=(BOSS,),
        people={person.id: person for person in people},
    )
    hall = hall_rounds.seat_everyone(hall, ROWS, {}, Random(1), 0.0, looks=nobody_looks)
    reports = {}
    for table in hall.going():
        seats = tuple(SeatReport(p, hall.people[p].name, None, is_awaited=True) for p in table.people)
        names = tuple(seat.name for seat in seats)
        everybody = tuple(Seat(seat) for seat in range(len(seats)))
        score = Score(3, points=(12,) * len(seats), leads=everybody)
        reports[table.code] = Reported(
            table.code, 1, 1, 1, "playing", "1:1:3:lay", 5.0, seats, score=score, names=names
        )
        hall = hall.with_table(table.code, is_open=True)
    return replace(hall, stage=stage), reports


def view(views: HallViews, player: PlayerId, text: str = "") -> dict[str, Any]:
    seen: dict[str, Any] = json.loads(b"{" + views.public() + b"," + views.own(player, text) + b"}")
    return seen


@pytest.mark.parametrize("stage", HallStage)
def test_a_participants_own_part_is_small_in_every_stage(stage: HallStage) -> None:
    hall, reports = large(stage)
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    assert max(len(views.own(player, "")) for player in hall.people) < A_SMALL_PART


def test_the_tables_of_a_round_that_is_over_are_encoded_once_for_everybody() -> None:
    hall, reports = large(HallStage.OVER)
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    anna = next(iter(hall.people))
    assert len(view(views, anna)["tables"]) == len(view(views, BOSS)["tables"]) == 200
    assert b'"tables":[' in views.public()


def test_while_a_round_runs_organisers_and_lookers_on_see_the_tables_and_participants_do_not() -> None:
    hall, reports = large()
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    assert len(view(views, BOSS)["tables"]) == len(view(views, STRANGER)["tables"]) == 200
    assert view(views, next(iter(hall.people)))["tables"] is None
    assert view(views, STRANGER)["people"] is None


def test_those_of_whom_the_same_is_true_get_the_same_bytes() -> None:
    hall, reports = large()
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    waiting = replace(hall, people={**hall.people, STRANGER: Person(STRANGER, 9_999, "zoe")})
    parts = {views.own(player, "") for player in hall.people}
    assert len(parts) == len(hall.tables)
    assert HallViews(waiting, {"rows": ROWS}, reports, 1, 9.0, nobody_looks).own(STRANGER, "") not in parts


def test_a_participant_is_told_the_number_of_the_own_table_and_whether_it_plays_or_is_over() -> None:
    hall, reports = large()
    first, last = hall.people[PlayerId(f"{0:024}")], hall.people[PlayerId(f"{1499:024}")]
    assert first.table is not None
    hall = hall.with_table(first.table, is_over=True)
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    for person, status in ((first, "over"), (last, "playing")):
        assert person.table is not None
        you = view(views, person.id)["you"]
        assert (you["place"], you["status"]) == (hall.tables[person.table].place, status)
    assert view(views, STRANGER)["you"]["status"] is None


def test_the_largest_hall_fits_a_slow_organisers_line() -> None:
    hall, reports = large()
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    assert len(views.public()) + len(views.own(BOSS, "")) < A_LARGE_VIEW


def test_at_most_twenty_people_are_found() -> None:
    hall, reports = large()
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    assert len(view(views, BOSS, "LENA")["people"]) == 20
    assert [found["name"] for found in view(views, BOSS, " lena 1499 ")["people"]] == ["Anna-Lena 1499"]


def over(game: str, *scores: Score | None) -> list[dict[str, Any]]:
    """What is shown of a round whose tables have reached this; at each sat Anna, Ben and another Anna."""
    hall = HallState(
        code=RoomCode("KVR7TDB"),
        game_name=game,
        options=Raw(b"{}"),
        organisers=(BOSS,),
        stage=HallStage.OVER,
        tables={
            RoomCode(f"BCDFG{place}"): HallTable(
                RoomCode(f"BCDFG{place}"),
                place,
                game,
                Raw(b"{}"),
                (),
                is_over=True,
                result=None if score is None else Result(score, ("Anna", "Ben", "Anna (2)")),
            )
            for place, score in enumerate(scores, 1)
        },
    )
    tables: list[dict[str, Any]] = view(HallViews(hall, ENGINES, {}, 1, 9.0, nobody_looks), BOSS)["tables"]
    return tables


def test_tables_that_play_together_have_a_rank_and_equals_share_it() -> None:
    shown = over("order", Score(2, 1), Score(3, 0), Score(2, 1), Score(2, 0), None)
    ranks = [None if table["reached"] is None else table["reached"]["rank"] for table in shown]
    assert ranks == [3, 1, 3, 2, None]


def test_where_everybody_plays_for_themselves_those_who_lead_are_named_and_no_table_has_a_rank() -> None:
    (table,) = over("rows", Score(2, points=(13, 40, 13), leads=(Seat(0), Seat(2))))
    reached = {"done": 2, "failed": 0, "goal": 0, "leaders": ["Anna", "Anna (2)"], "points": 13, "rank": None}
    assert table["reached"] == reached


def test_whoever_fell_silent_at_one_table_and_sits_at_another_is_counted() -> None:
    hall, reports = large()
    first, second = hall.going()[:2]
    lapsed = SeatReport(second.people[0], "Anna", 1.0, is_awaited=False, has_lapsed=True)
    reports[first.code] = replace(reports[first.code], seats=(*reports[first.code].seats, lapsed))
    views = HallViews(hall, {"rows": ROWS}, reports, fence=1, now=9.0, looks=nobody_looks)
    assert view(views, BOSS)["hall"]["people"] == MOST_PEOPLE
