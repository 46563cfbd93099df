"""Chance and ranking, which all games share."""

from __future__ import annotations

from collections import Counter
from random import Random

from engines.core import Context, below, ranking, shuffle


def shuffled(seed: int) -> tuple[int, ...]:
    items = [1, 2, 3]
    shuffle(items, Random(seed))
    return tuple(items)


def test_every_order_is_shuffled_about_equally_often() -> None:
    counts = Counter(map(shuffled, range(6000)))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_every_number_below_a_bound_is_drawn_about_equally_often() -> None:
    rng = Random(0)
    counts = Counter(below(5, rng) for _ in range(5000))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert all(850 < count < 1150 for count in counts.values())


def test_a_pack_is_dealt_alike_by_every_python() -> None:
    """Pinned: a restored room must go on with the cards it would have dealt before an upgrade."""
    pack = list(range(1, 11))
    shuffle(pack, Context.for_step(bytes(32), "rows", 0).rng)
    assert pack == [1, 2, 10, 7, 9, 8, 3, 6, 4, 5]


def test_steps_games_and_secrets_have_chances_of_their_own() -> None:
    contexts = [
        Context.for_step(bytes(32), "rows", 1),
        Context.for_step(bytes(32), "rows", 2),
        Context.for_step(bytes(32), "gap", 1),
        Context.for_step(bytes([1]) * 32, "rows", 1),
    ]
    assert len({ctx.rng.getrandbits(64) for ctx in contexts}) == len(contexts)


def test_a_step_that_asks_for_no_chance_makes_no_generator() -> None:
    made = []

    def make_rng() -> Random:
        made.append(1)
        return Random(0)

    ctx = Context(make_rng)
    assert made == []
    assert ctx.rng is ctx.rng
    assert made == [1]


def test_equal_scores_share_a_place_and_the_next_place_is_skipped() -> None:
    assert ranking([20, 31, 20, 40], lowest_wins=True) == (1, 3, 1, 4)
    assert ranking([20, 31, 20, 40], lowest_wins=False) == (3, 2, 3, 1)
