"""The process as an operator sees it: start, health, SIGTERM, SIGKILL, and sentences when it cannot start."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.loops import on_uvloop
from tests.support.server_process import ROOT, ServerProcess, server
from tests.support.wire_client import Connect, WireClient, wire_clients


async def sits(
    connect: Connect, room: str | None = None, secret: str | None = None, name: str = "Anna"
) -> tuple[WireClient, str, str]:
    """A client at a table: itself, the room's code, its secret."""
    client = await connect(auth={"protocol": 1, "secret": secret})
    if secret is None:
        secret = (await client.command({"type": "hello", "id": "hello"}))["secret"]
    if room is None:
        created = await client.command({"type": "create", "id": "create", "game": "rows", "options": {}})
        room = created["detail"]
    assert (await client.command({"type": "attach", "id": "attach", "room": room}))["type"] == "applied"
    assert (await client.command({"type": "join", "id": "join", "name": name}))["type"] == "applied"
    assert secret is not None
    return client, str(room), secret


async def deals(client: WireClient) -> dict[str, Any]:
    """Seat two bots and start; the first view of the game."""
    for n in range(2):
        await client.command({"type": "seat_bot", "id": f"bot{n}"})
    phase = client.events("view")[-1]["room"]["phase"]
    assert (await client.command({"type": "start", "id": "start", "phase": phase}))["type"] == "applied"
    view: dict[str, Any] = await client.event("view", lambda v: v["room"]["status"] == "playing")
    return view


def lay(view: dict[str, Any], command: str = "lay") -> dict[str, Any]:
    action = {"type": "lay", "card": view["own"]["hand"][0]}
    return {"type": "act", "id": command, "phase": view["room"]["phase"], "action": action}


async def survives(folder: Path, end: Callable[[ServerProcess], object]) -> None:
    """Play, end the process in this way, start it again: the acknowledged move and the answer are there."""
    with server(folder) as process:
        async with wire_clients(process.url, process.url) as connect:
            client, room, secret = await sits(connect)
            view = await deals(client)
            command = lay(view)
            answer = await client.command(command)
            await asyncio.to_thread(end, process)
            await asyncio.to_thread(process.start)
            again, _, _ = await sits(connect, room, secret)
            repeated = await again.command(command)
            assert (repeated["type"], repeated["version"]) == ("applied", answer["version"])
            now = again.events("view")[-1]
            assert now["fence"] > view["fence"]
            assert set(now["own"]["hand"]) | {view["own"]["hand"][0]} == set(view["own"]["hand"])


@on_uvloop
async def test_the_first_commands_may_come_with_the_opening_and_are_answered_in_order(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        async with wire_clients(process.url, process.url) as connect:
            client = await connect(knock=False)
            await client.send('40{"protocol":1,"secret":null}')
            first = await client.call({"type": "hello", "id": "a"})
            second = await client.call({"type": "attach", "id": "b", "room": "BBBBBB"})
            assert (await client.answer(second))["code"] == "no_room"
            assert client.acks(first)[0]["type"] == "welcome"
            assert [frame[:2] for frame in client.received] == ["0{", "40", "43", "43"]


@on_uvloop
async def test_a_game_goes_on_after_sigterm(tmp_path: Path) -> None:
    await survives(tmp_path, ServerProcess.stop)


@on_uvloop
async def test_a_game_goes_on_after_sigkill(tmp_path: Path) -> None:
    await survives(tmp_path, ServerProcess.kill)


@on_uvloop
async def test_sigterm_ends_it_in_five_seconds_and_clients_are_told_to_come_back(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        async with wire_clients(process.url, process.url) as connect:
            clients = [await connect(auth={"protocol": 1}) for _ in range(50)]
            assert await asyncio.to_thread(process.stop) < 5
            codes = await asyncio.gather(*(client.over() for client in clients))
            assert set(codes) == {1012}


@on_uvloop
async def test_health_is_mute_readiness_tells_and_metrics_are_closed_without_the_token(
    tmp_path: Path,
) -> None:
    with server(tmp_path, METRICS_TOKEN="let-me-see") as process:

        def get(path: str, **headers: str) -> tuple[int, str]:
            request = urllib.request.Request(process.url + path, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=5) as answer:
                    return answer.status, answer.read().decode()
            except urllib.error.HTTPError as error:
                return error.code, ""

        fetch: Callable[..., Awaitable[tuple[int, str]]] = lambda *a, **k: asyncio.to_thread(get, *a, **k)  # noqa: E731 - one line
        assert await fetch("/health") == (200, "ok")
        assert await fetch("/ready") == (200, "ready")
        assert (await fetch("/metrics"))[0] == 404
        async with wire_clients(process.url, process.url) as connect:
            await sits(connect, name="Canary Name")
            status, text = await fetch("/metrics", Authorization="Bearer let-me-see")
            assert status == 200
            assert 'kortlek_commands_total{result="applied",type="join"} 1.0' in text
            assert "Canary" not in text


@on_uvloop
async def test_logs_carry_no_name_no_secret_and_no_card(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        async with wire_clients(process.url, process.url) as connect:
            client, room, secret = await sits(connect, name="Canary Name")
            view = await deals(client)
            await client.command(lay(view))
            await client.command(
                {"type": "act", "id": "x", "phase": "y", "action": {"type": "lay", "card": "canary"}}
            )
        await asyncio.to_thread(process.stop)
        log = await asyncio.to_thread(process.log.read_text)
        assert "Canary" not in log
        assert "canary" not in log
        assert secret not in log
        lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
        assert {"serving", "stopping", "connection_ended"} <= {line["event"] for line in lines}
        assert room


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"PORT": "many"}, "PORT is not a port number"),
        ({"PORT": "99999"}, "PORT is not a port number"),
        ({"PING_INTERVAL_S": "0"}, "PING_INTERVAL_S"),
        ({"PING_TIMEOUT_S": "nan"}, "PING_TIMEOUT_S"),
        ({"PUBLIC_ORIGINS": "play.example"}, "PUBLIC_ORIGINS"),
        ({"PUBLIC_ORIGINS": "*"}, "PUBLIC_ORIGINS"),
        ({"TRUSTED_PROXIES": "everybody"}, "TRUSTED_PROXIES"),
        ({"SYNCHRONOUS": "perhaps"}, "SYNCHRONOUS is NORMAL or FULL"),
        ({"STATIC": "nowhere"}, "make build"),
    ],
)
def test_a_setting_that_cannot_be_is_said_in_a_sentence(variables: dict[str, str], sentence: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "gateway"], cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True, timeout=20, check=False
    )  # fmt: skip
    assert result.returncode == 1
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


@on_uvloop
async def test_a_second_process_on_the_same_data_says_so(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        second = ServerProcess(tmp_path, DATA=str(tmp_path / "rooms.sqlite3"))
        with pytest.raises(RuntimeError, match="Another process uses"):
            await asyncio.to_thread(second.start)
        assert process.pid


@on_uvloop
async def test_sigterm_ends_it_in_five_seconds_also_when_nothing_can_be_saved(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        async with wire_clients(process.url, process.url) as connect:
            client, _, _ = await sits(connect)
            lock = sqlite3.connect(tmp_path / "rooms.sqlite3", isolation_level=None)
            lock.execute("BEGIN IMMEDIATE")
            await client.call({"type": "rename", "id": "r", "name": "Anna B"})
            assert await asyncio.to_thread(process.stop) < 5
            lock.close()


@on_uvloop
async def test_stopping_wakes_no_room_again(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        async with wire_clients(process.url, process.url) as connect:
            client, room, _ = await sits(connect)
            await deals(client)
            seen = client.events("view")[-1]
            await asyncio.to_thread(process.stop)
            db = sqlite3.connect(tmp_path / "rooms.sqlite3")
            row = db.execute("SELECT fence, version FROM saved_rooms WHERE code = ?", (room,)).fetchone()
            db.close()
            assert row == (seen["fence"], seen["version"])
