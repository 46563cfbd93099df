"""Engines without I/O: apply plus all views at a full table, and whole seeded games."""

import time
from collections.abc import Iterator
from random import Random

from engines.core import Context, Seat
from tests.bench.figures import record
from tests.support.engines import SUPPORT, GameSupport

ROUNDS = 5
GAMES_A_ROUND = 20
FULL_TABLE_GAMES = 3


def main() -> list[bool]:
    held = []
    for name, support in SUPPORT.items():
        full, small = max(support.seat_counts), min(support.seat_counts)
        us = [_us_per_action(support, full, n) for n in range(ROUNDS)]
        held.append(record(f"engine_us_{name}", us, "us", "<= 300", f"apply and all views, {full} seats"))
        games = [_games_per_s(support, small, n) for n in range(ROUNDS)]
        held.append(
            record(
                f"engine_games_per_s_{name}", games, "games/s", ">= 100", f"random legal play, {small} seats"
            )
        )
    return held


def _us_per_action(support: GameSupport, seats: int, seed: int) -> float:
    times = [s for game in range(FULL_TABLE_GAMES) for s in _timed(support, seats, seed * 100 + game)]
    return 1e6 * sum(times) / len(times)


def _games_per_s(support: GameSupport, seats: int, seed: int) -> float:
    began = time.perf_counter()
    for game in range(GAMES_A_ROUND):
        for _ in _timed(support, seats, seed * 100 + game, with_views=False):
            pass
    return GAMES_A_ROUND / (time.perf_counter() - began)


def _timed(support: GameSupport, seats: int, seed: int, *, with_views: bool = True) -> Iterator[float]:
    """A whole game by a random legal player: the seconds of each apply with the views of every seat."""
    engine, chance = support.engine, Random(seed)
    secret = seed.to_bytes(32, "big")
    state = engine.start(support.options, seats, Context.for_step(secret, engine.name, 0)).state
    number = 1
    while (phase := engine.phase(state)) is not None:
        seat = chance.choice(phase.awaited or tuple(map(Seat, range(seats))))
        hinted = support.hinted(engine.own(state, seat))
        action = chance.choice([each for each in hinted for _ in range(support.weight(each))])
        context = Context.for_step(secret, engine.name, number)
        began = time.perf_counter()
        state = engine.apply(state, seat, action, context).state
        if with_views:
            engine.table(state)  # once for everybody, as a room makes it
            for viewer in range(seats):
                engine.own(state, Seat(viewer))
        yield time.perf_counter() - began
        number += 1
