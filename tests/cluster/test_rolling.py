"""Short versions of `make chaos`: an owner dies under load, and three instances are replaced one after another."""

import asyncio
from pathlib import Path

from tests.chaos.faults import during

LEASE_S = 1.5
LONGEST_S = 120.0


def test_three_instances_are_rolled_over_and_no_game_ends(tmp_path: Path) -> None:
    async def roll() -> None:
        async with during(tmp_path, 5, lease_s=LEASE_S) as play:
            await play.roll()
        assert play.figures.moves > 5 * 4
        assert [outcome for outcome in play.figures.outcomes if not outcome.is_right] == []

    asyncio.run(asyncio.wait_for(roll(), LONGEST_S))


def test_owners_die_under_load_and_nothing_acknowledged_is_lost_or_made_twice(tmp_path: Path) -> None:
    async def kill() -> None:
        async with during(tmp_path, 4, lease_s=LEASE_S) as play:
            for _ in range(2):
                await play.kill_an_owner()
        assert play.figures.faults == 2
        assert [outcome for outcome in play.figures.outcomes if not outcome.is_right] == []

    asyncio.run(asyncio.wait_for(kill(), LONGEST_S))
