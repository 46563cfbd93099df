"""Whole games through the whole server while everything goes wrong."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.registry import ENGINES
from tests.sim.world import World
from tests.support.loops import on_uvloop

SEEDS = int(os.environ.get("SIM_SEEDS", "6"))
"""More by SIM_SEEDS=1000 make test; a red one is replayed by its number."""
ROUGH_STEPS = 150
CALM_STEPS = 2500


async def calmly(world: World, until: Callable[[], bool]) -> None:
    """No more faults: it must come about."""
    for _ in range(CALM_STEPS):
        if until():
            return
        for client in world.clients:
            client.acts()
        await world.pass_time(1.0)
        await world.check()
    raise AssertionError([c.view and c.view["room"]["phase"] for c in world.clients])


@pytest.mark.parametrize("game", ENGINES)
@pytest.mark.parametrize("seed", range(SEEDS))
@on_uvloop
async def test_a_game_with_faults_keeps_its_promises_and_comes_to_its_end(
    game: str, seed: int, tmp_path: Path
) -> None:
    world = World(game, seed, tmp_path)
    await world.open()
    for _ in range(ROUGH_STEPS):
        for client in world.clients:
            if world.chance.random() < 0.8:
                client.acts()
        if world.chance.random() < 0.2:
            await world.misfortune()
        await world.pass_time(world.chance.choice((0.1, 0.5, 3.0)))
        await world.check()
    world.is_rough = False
    world.store.script = []
    await calmly(world, world.is_over)
    assert all(
        c.view["table"] == world.clients[0].view["table"]
        for c in world.clients
        if c.view and world.clients[0].view
    )
    for client in world.clients:
        client.wants_another = True
    await calmly(world, world.plays_another())
    assert world.faults > 10
    assert sum(client.frames for client in world.clients) > 300
    assert "actor" not in world.record.failures
    await world.rooms.stop()
    await world.store.store.close()
