"""An instance of another version beside ours: what it writes that we do not know does no harm."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from gateway.backends.redis.servers import Servers
from tests.support.cluster import Cluster, cluster, name_of
from tests.support.loops import on_uvloop
from tests.support.server_process import ServerProcess
from tests.support.wire_client import wire_clients
from tests.support.wire_person import Person

NAME = "fee1dead"
CONNECTION = f"{NAME}.tab"


class OtherVersion:
    """Hears its channel, and writes what it likes."""

    def __init__(self, running: Cluster, servers: Servers) -> None:
        self._running = running
        self._hearing = servers.line("")

    async def opens(self) -> None:
        await self._hearing.exchange([("SUBSCRIBE", f"kortlek:to:{NAME}")])

    def writes(self, to: ServerProcess, **letter: Any) -> None:
        body = json.dumps({"sender": NAME, **letter})
        assert self._running.redis.ask("PUBLISH", f"kortlek:to:{name_of(to)}", body) == "1"

    async def hears(self) -> dict[str, Any]:
        while True:
            reply = await self._hearing.read()
            assert isinstance(reply, list)
            if reply[0] == b"message" and isinstance(reply[2], bytes):
                letter: dict[str, Any] = json.loads(reply[2])
                return letter


@asynccontextmanager
async def other_version(running: Cluster) -> AsyncIterator[OtherVersion]:
    servers = Servers(running.redis.url)
    await servers.open()
    other = OtherVersion(running, servers)
    await other.opens()
    try:
        yield other
    finally:
        await other._hearing.close()
        await servers.close()


def a_command(room: str, ack: int, age_s: float = 0.0, **command: Any) -> dict[str, Any]:
    asked = {"room": room, "player": "stranger", "connection": CONNECTION, "ack": ack}
    return {"type": "command", **asked, "age_s": age_s, "command": {"id": f"c{ack}", **command}}


@on_uvloop
async def test_a_command_that_this_version_does_not_know_is_answered_update(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as running:
        async with wire_clients("", None) as connect, other_version(running) as other:
            anna = await Person("anna").comes(connect, running.instances[0])
            other.writes(running.instances[0], **a_command(anna.room, 7, type="juggle"))
            said = await other.hears()
            assert said["replies"] == [[CONNECTION, 7, {"type": "refused", "code": "update", "number": None}]]


@on_uvloop
async def test_unknown_fields_are_passed_over_and_unknown_letters_dropped(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as running:
        async with wire_clients("", None) as connect, other_version(running) as other:
            anna = await Person("anna").comes(connect, running.instances[0])
            other.writes(running.instances[0], type="horoscope", room=anna.room)
            look = {
                "room": anna.room,
                "player": "stranger",
                "connection": CONNECTION,
                "ack": 1,
                "mood": "good",
            }
            other.writes(running.instances[0], type="look", **look)
            said = await other.hears()
            assert [reply[:2] for reply in said["replies"]] == [[CONNECTION, 1]]
            assert [frame[0] for frame in said["frames"]] == [[CONNECTION]]


@on_uvloop
async def test_a_command_older_than_ten_seconds_is_not_obeyed(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as running:
        async with wire_clients("", None) as connect, other_version(running) as other:
            anna = await Person("anna").comes(connect, running.instances[0])
            old = a_command(anna.room, 1, age_s=11.0, type="join", name="Late")
            other.writes(running.instances[0], **old)
            other.writes(running.instances[0], **a_command(anna.room, 2, type="join", name="Early"))
            said = await other.hears()
            assert [reply[1] for reply in said["replies"]] == [2]
            view = await anna.sees(lambda view: view["room"]["seats"])
            assert [seat["name"] for seat in view["room"]["seats"]] == ["Early"]


@on_uvloop
async def test_whoever_asks_for_a_room_at_the_wrong_instance_hears_who_owns_it(tmp_path: Path) -> None:
    with cluster(tmp_path) as running:
        async with wire_clients("", None) as connect, other_version(running) as other:
            first, second = running.instances
            anna = await Person("anna").comes(connect, first)
            other.writes(second, **a_command(anna.room, 3, type="join", name="Lost"))
            answer = await other.hears()
            assert (answer["type"], answer["owner"]) == ("not_here", name_of(first))
            assert (answer["connection"], answer["ack"]) == (CONNECTION, 3)
