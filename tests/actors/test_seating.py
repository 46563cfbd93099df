"""Spreading a hall's people over tables."""

from itertools import combinations
from random import Random
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actors.seating import Table, meetings, repeats, sizes, spread
from engines.registry import ENGINES

SECONDS_FOR_THE_LARGEST = 1.0

games = st.sampled_from([*ENGINES.values()]).map(lambda engine: (engine.seats, engine.best_seats))
ranges = st.tuples(st.integers(1, 6), st.integers(0, 8)).map(lambda pair: range(pair[0], sum(pair) + 1))
any_game = ranges.flatmap(lambda seats: st.tuples(st.just(seats), st.sampled_from(seats)))


@st.composite
def rounds_before(draw: st.DrawFn, most: int) -> tuple[int, list[list[Table]]]:
    """Some people, and who sat with whom."""
    people = draw(st.integers(2, most))
    rounds = []
    for _ in range(draw(st.integers(0, 4))):
        order = draw(st.permutations(range(people)))
        size = draw(st.integers(2, 4))
        rounds.append([tuple(order[start : start + size]) for start in range(0, people, size)])
    return people, rounds


@given(people=st.integers(0, 1600), game=games | any_game)
def test_no_table_is_too_small_or_too_large_and_sizes_differ_by_at_most_one(
    people: int, game: tuple[range, int]
) -> None:
    found = sizes(people, *game)
    assert all(size in game[0] for size in found)
    assert not found or max(found) - min(found) <= 1
    assert len(found) <= 200
    assert sum(found) <= people


@given(people=st.integers(0, 60), game=any_game)
def test_as_many_as_possible_sit(people: int, game: tuple[range, int]) -> None:
    seats, _ = game
    can = {0}
    for _ in range(people):
        can |= {seated + size for seated in can for size in seats if seated + size <= people}
    assert sum(sizes(people, *game)) == max(can)


@given(people=st.integers(0, 800), game=any_game)
def test_no_table_is_above_the_best_size_unless_another_one_would_be_too_small(
    people: int, game: tuple[range, int]
) -> None:
    seats, best = game
    found = sizes(people, seats, best, most=1000)
    if found and max(found) > best:
        assert sum(found) < (len(found) + 1) * seats.start


@pytest.mark.parametrize(
    ("game", "people", "expected"),
    [
        ("order", 37, (4,) * 7 + (3,) * 3),
        ("twelve", 7, (3, 2, 2)),
        ("gap", 13, (5, 4, 4)),
        ("rows", 1, ()),
        ("order", 2, ()),
    ],
)
def test_tables_have_the_size_that_is_best_for_the_game(
    game: str, people: int, expected: tuple[int, ...]
) -> None:
    assert sizes(people, ENGINES[game].seats, ENGINES[game].best_seats) == expected


@settings(max_examples=60, deadline=None)
@given(before=rounds_before(most=60), game=any_game, seed=st.integers(0, 99))
def test_everybody_sits_at_one_table_or_is_named_as_waiting(
    before: tuple[int, list[list[Table]]], game: tuple[range, int], seed: int
) -> None:
    people, rounds = before
    found = sizes(people, *game)
    seating = spread(range(people), found, meetings(rounds), Random(seed))
    assert tuple(map(len, seating.tables)) == found
    named = [person for table in seating.tables for person in table] + [*seating.waiting]
    assert sorted(named) == list(range(people))


@settings(max_examples=150, deadline=None)
@given(before=rounds_before(most=9), seed=st.integers(0, 99))
def test_few_people_meet_again_as_seldom_as_can_be(before: tuple[int, list[list[Table]]], seed: int) -> None:
    people, rounds = before
    met = meetings(rounds)
    found = sizes(people, range(2, 5), 3)
    seating = spread(range(people), found, met, Random(seed))
    fewest = min(repeats(tables, met) for tables in all_seatings(tuple(range(people)), found))
    assert repeats(seating.tables, met) == fewest


@settings(max_examples=30, deadline=None)
@given(rounds=st.integers(1, 4), people=st.integers(40, 200), seed=st.integers(0, 99))
def test_where_there_are_enough_strangers_nobody_meets_anybody_again(
    rounds: int, people: int, seed: int
) -> None:
    chance, before = Random(seed), list[tuple[Table, ...]]()
    for _ in range(rounds + 1):
        met = meetings(before)
        seating = spread(range(people), sizes(people, range(3, 9), 4), met, chance)
        assert repeats(seating.tables, met) == 0
        before.append(seating.tables)


def test_the_same_chance_seats_the_same() -> None:
    met = meetings([[tuple(range(start, start + 4)) for start in range(0, 40, 4)]])
    assert spread(range(40), (4,) * 10, met, Random(1)) == spread(range(40), (4,) * 10, met, Random(1))
    assert spread(range(40), (4,) * 10, met, Random(1)) != spread(range(40), (4,) * 10, met, Random(2))


def test_the_largest_hall_is_seated_again_and_again_without_a_wait() -> None:
    chance, before = Random(7), list[tuple[Table, ...]]()
    for _ in range(6):
        met = meetings(before)
        began = perf_counter()
        seating = spread(range(1500), sizes(1500, range(2, 11), 8), met, chance)
        assert perf_counter() - began < SECONDS_FOR_THE_LARGEST
        assert not seating.waiting
        before.append(seating.tables)
    assert repeats(before[-1], meetings(before[:-1])) <= 15


def all_seatings(people: tuple[int, ...], found: tuple[int, ...]) -> list[list[Table]]:
    """By brute force. Tables of one size come in every order, which does no harm."""
    if not found:
        return [[]]
    return [
        [table, *rest]
        for table in combinations(people, found[0])
        for rest in all_seatings(tuple(p for p in people if p not in table), found[1:])
    ]
