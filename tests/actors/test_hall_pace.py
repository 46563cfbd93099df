"""What a large hall does not do for each single message."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from actors.between import Reported
from actors.hall import PACE_S, PACED_FROM, HallActor
from actors.messages import RoomCode, RoomMessage
from tests.support.hall_house import Hall
from tests.support.house import house
from tests.support.loops import on_uvloop

ROUNDS = 10
"""In which every table reports."""


@on_uvloop
async def test_a_large_hall_hears_its_tables_in_a_few_turns_however_many_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, end = [0], HallActor.on_turn_end

    def counted(actor: HallActor) -> None:
        turns[0] += 1
        end(actor)

    async with house(tmp_path) as home:
        hall = await Hall.opens(home)
        await hall.joined(*(f"p{n}" for n in range(PACED_FROM)))
        await home.move(1)
        last: dict[RoomCode, Reported] = {}
        route = home.rooms.route

        def heard(code: RoomCode, mail: RoomMessage) -> None:
            if isinstance(mail, Reported):
                last[mail.table] = mail
            route(code, mail)

        home.rooms.route = heard
        tables = len(await hall.seated())
        await home.move(1)
        monkeypatch.setattr(HallActor, "on_turn_end", counted)
        for again in range(ROUNDS):
            for report in last.values():
                home.rooms.tell(
                    hall.code, replace(report, version=report.version + again, since=float(again))
                )
                await home.settle()
            await home.move(PACE_S)
        assert len(hall.tables) == len(last) == tables > 20
        assert ROUNDS <= turns[0] <= 3 * ROUNDS
