"""Two instances whose machines disagree about the time by a minute: deadlines are counted on Redis's clock alone."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.cluster import SHORT, record_of
from tests.support.loops import on_uvloop
from tests.support.redis_process import RedisProcess, redis_server
from tests.support.server_process import ServerProcess, server
from tests.support.wire_client import wire_clients
from tests.support.wire_person import Person

LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
"""Debian's faketime."""

WRONG_BY_S = 30
TICK_S = 1.25
"""The ticker's second, and the grace for what was sent in time (actors/timers.py)."""
SHUTOFF_S = 45 * 60.0
LIMIT_S = 30.0
"""The relay's clock."""


@contextmanager
def one_ahead_one_behind(folder: Path) -> Iterator[tuple[RedisProcess, list[ServerProcess]]]:
    """Their wall clocks are wrong; their monotonic clocks go on as a machine's do."""
    with ExitStack() as stack:
        redis = stack.enter_context(redis_server(folder / "redis"))
        made = []
        for wrong_by in (WRONG_BY_S, -WRONG_BY_S):
            home = folder / f"instance{wrong_by}"
            home.mkdir()
            clock = {
                "LD_PRELOAD": str(LIBRARY),
                "FAKETIME": f"{wrong_by:+d}s",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }
            environment = {**SHORT, **clock, "REDIS_URL": redis.url}
            made.append(stack.enter_context(server(home, module="tests.chaos.instance", **environment)))
        yield redis, made


def looked_at_again_in_s(redis: RedisProcess, room: str) -> float:
    """By its record and Redis's own clock, which any other instance goes by if its owner is gone."""
    return float(redis.ask("HGET", record_of(room), "look_again")) - int(redis.ask("TIME").split()[0])


def wrong_by_s(instance: ServerProcess) -> float:
    """By its first line in its log, which was written when its log was made."""
    line = json.loads(instance.log.read_text().splitlines()[0])
    written = datetime.fromisoformat(line["at"])
    return (written - datetime.now(UTC)).total_seconds()


@pytest.mark.skipif(LIBRARY is None, reason="faketime is not installed")
@on_uvloop
async def test_clocks_fire_once_and_in_time_and_a_room_that_moves_keeps_its_deadline(tmp_path: Path) -> None:
    """One test, because it takes the seconds that it counts."""
    loop = asyncio.get_running_loop()
    with one_ahead_one_behind(tmp_path) as (redis, (ahead, behind)):
        assert wrong_by_s(ahead) > WRONG_BY_S - 10
        assert wrong_by_s(behind) < -WRONG_BY_S
        async with wire_clients("", None) as connect:

            async def table(game: str) -> tuple[Person, Person]:
                anna = await (await Person("anna", game, passes=1000).comes(connect, ahead)).sits()
                ben = await (await Person("ben").comes(connect, behind, anna.room)).sits()
                assert (await anna.says(type="start", phase=anna.view["room"]["phase"]))["type"] == "applied"
                for person in (anna, ben):
                    await person.sees(lambda view: view["room"]["status"] == "playing")
                return anna, ben

            keeps_anna, keeps_ben = await table("relay")
            begun = loop.time()
            anna, ben = await table("ticker")
            seen_at = []
            for passes in range(1, 4):
                for person in (anna, ben):
                    await person.sees(lambda view: view["table"]["passes"] >= passes)  # noqa: B023 - awaited
                    assert person.view["table"]["passes"] == passes
                seen_at.append(loop.time())
                assert anna.view["room"]["clock"] == ben.view["room"]["clock"]
            for before, after in itertools.pairwise(seen_at):
                assert TICK_S - 0.2 < after - before < TICK_S + 0.6

            other = await (await Person("other").comes(connect, behind)).sits()
            for room in (anna.room, other.room):
                assert abs(looked_at_again_in_s(redis, room) - SHUTOFF_S) < 10

            late = await Person("late").comes(connect, behind, keeps_ben.room)
            left_s = LIMIT_S - (loop.time() - begun)
            assert abs(late.view["room"]["clock"]["left_s"] - left_s) < 0.5

            fence = keeps_ben.view["fence"]
            leaving = asyncio.ensure_future(asyncio.to_thread(ahead.stop))
            await keeps_ben.sees(lambda view: view["fence"] > fence)
            left_s = LIMIT_S - (loop.time() - begun)
            # The time since the last save is given back (actors/timers.py): it never was that of anybody's move.
            assert left_s - 0.5 < keeps_ben.view["room"]["clock"]["left_s"] < LIMIT_S + 0.5
            await keeps_anna.client.leave()
            await anna.client.leave()
            await leaving
