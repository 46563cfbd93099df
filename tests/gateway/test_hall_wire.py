"""Halls on real sockets: codes, events, limits, and one connection's way to its table and back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from actors.codes import is_code, is_hall_code
from gateway import wire
from gateway.__main__ import Instance
from gateway.limits import Rate, Rates
from gateway.settings import Settings
from tests.support.house import ALL_ENGINES
from tests.support.loops import on_uvloop
from tests.support.wire_client import Connect, WireClient, wire_clients

JOIN = {"type": "join", "name": "anna"}


class Desk:
    """One server, its clients, and a hall of `game` that the first of them has opened."""

    def __init__(self, connect: Connect) -> None:
        self.connect = connect
        self._ids = 0
        self.boss: WireClient
        self.code = ""

    async def says(self, client: WireClient, **command: Any) -> dict[str, Any]:
        self._ids += 1
        answer: dict[str, Any] = await client.command({"id": f"h{self._ids}", **command})
        return answer

    async def comes(self) -> WireClient:
        return await self.connect(auth={"protocol": 1, "secret": None})

    async def opens(self, game: str = "baton") -> None:
        self.boss = await self.comes()
        self.code = (await self.says(self.boss, type="open_hall", game=game, options={}))["detail"]
        await self.says(self.boss, type="attach", room=self.code)

    async def joins(self, name: str) -> WireClient:
        client = await self.comes()
        assert (await self.says(client, type="attach", room=self.code))["type"] == "applied"
        assert (await self.says(client, type="join", name=name))["type"] == "applied"
        return client


@asynccontextmanager
async def desk(folder: Path, **rates: Rate) -> AsyncIterator[Desk]:
    environment = {"HOST": "127.0.0.1", "PORT": "0", "DATA": str(folder / "rooms.sqlite3")}
    settings = Settings.from_environment({**environment, "STATIC": str(folder)})
    loop = asyncio.get_running_loop()
    instance = Instance(settings, loop, engines=ALL_ENGINES, rates=msgspec.structs.replace(Rates(), **rates))
    url = f"http://127.0.0.1:{await instance.start()}"
    try:
        async with wire_clients(url, settings.origins.allowed[0]) as connect:
            yield Desk(connect)
    finally:
        await instance.stop()


@on_uvloop
async def test_a_hall_is_opened_and_seen_under_a_code_that_no_table_has(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        await one.opens()
        seen = await one.boss.event("hall")
        assert is_hall_code(one.code)
        assert not is_code(one.code)
        assert seen["hall"]["code"] == one.code
        assert seen["you"]["is_organiser"] is True
        msgspec.json.decode(msgspec.json.encode(seen), type=wire.Hall)
        assert one.boss.events("view") == []


@on_uvloop
async def test_everybody_goes_to_a_table_and_back_and_leaves_the_hall_meanwhile(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        await one.opens()
        anna, ben = await one.joins("anna"), await one.joins("ben")
        assert (await one.says(one.boss, type="seat_everyone", phase="gathering:0"))["type"] == "applied"
        for client in (anna, ben):
            seen = await client.event("hall", lambda seen: seen["you"]["table"])
            await one.says(client, type="attach", room=seen["you"]["table"])
        await anna.event("view", lambda view: view["room"]["status"] == "playing")
        views = len(anna.events("hall"))
        await one.says(one.boss, type="announce", what="five_minutes")
        await anna.event("view", lambda view: view["room"]["hall"]["announced"] is not None)
        await one.says(one.boss, type="dissolve_table", table=seen["you"]["table"])
        assert (await anna.event("notice"))["notice"] == "hall"
        assert len(anna.events("hall")) == views
        assert (await one.says(anna, type="announce", what="last_deal"))["code"] == "not_attached"


@on_uvloop
async def test_halls_cannot_be_opened_without_end(tmp_path: Path) -> None:
    async with desk(tmp_path, create_player=Rate(per_s=0.01, burst=2)) as one:
        await one.opens()
        again = {"type": "open_hall", "game": "rows", "options": {}}
        assert (await one.says(one.boss, **again))["type"] == "applied"
        assert (await one.says(one.boss, **again))["code"] == "slow_down"


@on_uvloop
async def test_whoever_joins_and_leaves_without_end_is_slowed_down_and_the_organiser_steers(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path, hall=Rate(per_s=0.01, burst=4)) as one:
        await one.opens()
        anna, _ = await one.joins("anna"), await one.joins("ben")
        codes = [(await one.says(anna, **ask)).get("code") for ask in [{"type": "leave_hall"}, JOIN] * 2]
        assert codes == [None, None, "slow_down", "slow_down"]
        assert (await one.says(one.boss, type="seat_everyone", phase="gathering:0"))["type"] == "applied"


@on_uvloop
async def test_no_frame_or_answer_for_an_organiser_holds_anybodys_secret(tmp_path: Path) -> None:
    """Ids of people are shown to organisers, and are no secrets: whoever comes with one is somebody else."""
    async with desk(tmp_path) as one:
        await one.opens()
        secrets = [char * 43 for char in "ABC"]
        for secret in secrets:
            phone = await one.connect(auth={"protocol": 1, "secret": secret})
            await one.says(phone, type="attach", room=one.code)
            await one.says(phone, **JOIN)
        await one.says(one.boss, type="look_for", text="")
        seen = await one.boss.event("hall", lambda seen: len(seen["people"]) == len(secrets))
        await one.says(one.boss, type="seat_everyone", phase="gathering:0")
        await one.boss.event("hall", lambda seen: seen["tables"] and seen["tables"][0]["status"] == "lobby")
        shown = msgspec.json.encode(one.boss.events("hall")).decode()
        assert not any(secret in shown for secret in secrets)
        for person in seen["people"]:
            thief = await one.connect(auth={"protocol": 1, "secret": (person["id"] * 2)[:43]})
            assert (await one.says(thief, type="hello"))["player"] != person["id"]


@on_uvloop
async def test_a_whole_company_joins_from_one_address_within_a_moment(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        await one.opens("rows")
        people = await asyncio.gather(*(one.joins(f"person {n}") for n in range(120)))
        seen = await one.boss.event("hall", lambda seen: seen["hall"]["people"] == 120)
        assert seen["hall"]["plan"] == [{"size": 6, "tables": 20}]
        assert len(people[0].events("hall")) < 30


@pytest.mark.parametrize("code", ["KVR7TDB", "KVR7TDBX", "kvr7tdb"])
@on_uvloop
async def test_unknown_and_impossible_halls_read_as_unknown_rooms_do(code: str, tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        client = await one.comes()
        assert (await one.says(client, type="attach", room=code))["code"] == "no_room"


@pytest.mark.parametrize(
    "command",
    [
        {"type": "seat_everyone"},
        {"type": "count_down", "seconds": -1},
        {"type": "count_down", "seconds": 3601},
        {"type": "announce", "what": "anything I like"},
        {"type": "dissolve_table", "table": "KVR7TDB"},
        {"type": "look_for", "text": "x" * 101},
        {"type": "end_round", "phase": "playing:1", "at_once": "yes"},
        {"type": "open_hall", "game": "rows"},
    ],
)
@on_uvloop
async def test_what_is_no_command_of_a_hall_is_malformed(command: dict[str, Any], tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        await one.opens()
        assert (await one.says(one.boss, **command))["code"] == "malformed"
