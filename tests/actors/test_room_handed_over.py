"""A room that is stopped while it has something to do."""

import asyncio
from pathlib import Path

from actors.messages import Rename
from tests.support.house import applied, house
from tests.support.loops import on_uvloop


@on_uvloop
async def test_a_room_that_is_stopped_right_behind_a_command_saves_it_once_and_answers_it(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.table("rows", "anna", "ben")
        assert anna.room is not None
        commits = len(home.store.commits)
        first = anna.tell(Rename(id="1", name="Anna-Lena"))
        await asyncio.sleep(0)  # its save is on the way: what comes now waits together
        second = anna.tell(Rename(id="2", name="Annika"))
        handing = asyncio.ensure_future(home.rooms.hand_over(anna.room))
        await home.settle()
        assert await handing is not None
        applied(home.record.answers[first])
        applied(home.record.answers[second])
        assert home.record.failures == []
        assert len(home.store.commits) == commits + 2
