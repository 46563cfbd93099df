"""A thousand seeded frames of nonsense, near-nonsense and foreign commands: every room stays alive.

The whole server in this process, on real sockets. `FUZZ_FRAMES=100000 make test` for a longer night.
"""

import asyncio
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from gateway.__main__ import Instance
from gateway.limits import Rate, Rates
from gateway.settings import Settings
from tests.support.loops import on_uvloop
from tests.support.wire_client import WireClient, wire_clients

FRAMES = int(os.environ.get("FUZZ_FRAMES", "1000"))
ROOMS = 5
OPEN = Rate(per_s=1e6, burst=1e6)

TYPES = [
    "hello",
    "create",
    "attach",
    "detach",
    "join",
    "leave",
    "rename",
    "choose",
    "seat_bot",
    "unseat_bot",
    "remove",
    "hand_on",
    "start",
    "stop_start",
    "act",
    "again",
    "end",
    "here",
    "ask_here",
    "chair_link",
    "take_chair",
    "open_another",
    "connect",
    "disconnect",
    "__init__",
    "nonsense",
]
ODDITIES: list[Any] = [
    None, True, -1, 0, 104, 105, 10**30, 1e308, "", "x" * 5000, "\u0000", "\ud83d\ude00", "bot-1", [], {}, [[[[]]]],
    {"type": "lay", "card": 1}, {"type": "lay", "card": "1"}, {"type": "takerow", "row": 3}, {"type": "nextdeal"},
    {"__proto__": {"admin": True}}, "../../etc/passwd", "'; DROP TABLE rooms; --", "<img src=x onerror=alert(1)>",
]  # fmt: skip
FIELDS = [
    "id",
    "name",
    "game",
    "options",
    "seat",
    "phase",
    "action",
    "token",
    "room",
    "despite_away",
    "secret",
    "player",
    "fence",
    "version",
]


class Fuzzer:
    """Frames from a seed. `facts` are true values of the running rooms, so that some frames are nearly right."""

    def __init__(self, seed: int, facts: list[Any]) -> None:
        self.chance = Random(seed)
        self.values = ODDITIES + facts

    def frame(self) -> str:
        roll = self.chance.random()
        if roll < 0.85:
            return f"42{self.chance.randrange(1000)}{self._json(['cmd', self._command()])}"
        if roll < 0.95:
            text = f"42{self.chance.randrange(1000)}{self._json(['cmd', self._command()])}"
            at = self.chance.randrange(len(text))
            return (
                text[:at] + self.chance.choice(["", "\u0000", "{", '"', "9", "\U0001f600"]) + text[at + 1 :]
            )
        return self.chance.choice(
            ["", "x", "4", "42", "42[]", "42{}", '42["cmd"]', '42["cmd",{}]', '421["cmd",[]]', '421["connect",{}]',
             '42["disconnect"]', "451-[]", "461-[]", "40", "40{}", "40/admin,", "41", "5", "6", "430[]", "2probe",
             "42" + "[" * 3000, '423["cmd",' + '{"a":' * 500 + "1" + "}" * 500 + "]", "4" + "9" * 300]
        )  # fmt: skip

    def _command(self) -> dict[str, Any]:
        command: dict[str, Any] = {
            "type": self.chance.choice(TYPES),
            "id": f"f{self.chance.randrange(10**6)}",
        }
        for name in self.chance.sample(FIELDS, self.chance.randrange(4)):
            command[name] = self.chance.choice(self.values)
        return command

    def _json(self, value: Any) -> str:
        return json.dumps(value, separators=(",", ":"))


async def seated(client: WireClient, name: str, room: str | None = None) -> str:
    if room is None:
        created = await client.command({"type": "create", "id": "c", "game": "rows", "options": {}})
        room = str(created["detail"])
    await client.command({"type": "attach", "id": "a", "room": room})
    assert (await client.command({"type": "join", "id": "j", "name": name}))["type"] == "applied"
    return room


@on_uvloop
async def test_a_thousand_frames_of_nonsense_leave_every_room_alive(tmp_path: Path) -> None:
    settings = _settings(tmp_path)
    rates = msgspec.structs.replace(Rates(), player=OPEN, room=OPEN, address=OPEN, wrong_codes=OPEN)
    instance = Instance(settings, asyncio.get_running_loop(), rates=rates)
    port = await instance.start()
    url = f"http://127.0.0.1:{port}"
    try:
        async with wire_clients(url, settings.origins.allowed[0]) as connect:
            tables = []
            for n in range(ROOMS):
                pair = [
                    await connect(auth={"protocol": 1, "secret": (f"{n}{who}" * 43)[:43]}) for who in "ab"
                ]
                room = await seated(pair[0], "Anna")
                await seated(pair[1], "Ben", room)
                started = await pair[0].command({"type": "start", "id": "s", "phase": "lobby:1"})
                assert started["type"] == "applied"
                tables.append((room, pair))
            facts: list[Any] = [room for room, _ in tables] + ["1:1:1:lay", "lobby:1", "1:1:1:row"]
            fuzzer = Fuzzer(7, facts)
            await _fuzz(connect, fuzzer, tables)
            assert instance.metrics.value("actor_failures_total", kind="command") == 0
            assert instance.metrics.value("actor_failures_total", kind="actor") == 0
            assert instance.rooms.parked == 0
            assert _read(instance) > FRAMES / 2
            for room, _ in tables:
                looker = await connect(auth={"protocol": 1, "secret": None})
                assert (await looker.command({"type": "attach", "id": "a", "room": room}))[
                    "type"
                ] == "applied"
                view = await looker.event("view")
                assert view["room"]["status"] in ("playing", "over", "lobby")
    finally:
        await instance.stop()


async def _fuzz(connect: Any, fuzzer: Fuzzer, tables: list[tuple[str, list[WireClient]]]) -> None:
    """Strangers and seated players (by their secrets, in tabs of their own) send; who is cut comes back."""
    sent = 0
    while sent < FRAMES:
        n = fuzzer.chance.randrange(ROOMS + 1)
        secret = (f"{n}{fuzzer.chance.choice('ab')}" * 43)[:43] if n < ROOMS else None
        client = await connect(auth={"protocol": 1, "secret": secret})
        if n < ROOMS:
            await client.call({"type": "attach", "id": f"t{sent}", "room": tables[n][0]})
        for _ in range(20):
            if client.is_over or sent >= FRAMES:
                break
            sent += 1
            try:
                await client.send(fuzzer.frame())
            except ConnectionError:
                break
            if sent % 5 == 0:
                await asyncio.sleep(0)
        await client.leave()


def _read(instance: Instance) -> float:
    """How many of the frames were read: a connection is cut at its first impossible one."""
    families = instance.metrics.registry.collect()
    counted = {"kortlek_commands_total", "kortlek_bad_frames_total"}
    return sum(s.value for family in families for s in family.samples if s.name in counted)


def _settings(folder: Path) -> Settings:
    static = folder / "static"
    static.mkdir()
    (static / "index.en.html").write_text("<!doctype html><title>fuzz</title>")
    return Settings.from_environment(
        {"HOST": "127.0.0.1", "PORT": "0", "PUBLIC_ORIGINS": "http://fuzz.example", "DATA": str(folder / "rooms"), "STATIC": str(static)}
    )  # fmt: skip
