"""Canaries in every game and phase, on real sockets: nobody is sent a card that is not theirs to know.

Four people, a second tab and an onlooker, played at random by what their own views offer, with one that
leaves. Every frame that any connection was ever sent is held against the state that was saved with it.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from actors.codes import is_hall_code
from actors.ports import Commit, CommitResult
from actors.state import RoomState, decode_snapshot
from engines.core import Score, Seat
from engines.registry import ENGINES
from gateway.__main__ import Instance
from gateway.dispatch import Rates
from gateway.limits import Rate
from gateway.settings import Settings
from tests.support.engines import SUPPORT, GameSupport
from tests.support.loops import on_uvloop
from tests.support.wire_client import Connect, WireClient, wire_clients

SEATS = 4
DEEDS = 160
LEAVES_AFTER = 90
DEEDS_AT_HALL = 60
OPEN = Rate(per_s=1e6, burst=1e6)
GAME_PARTS = ("table", "events", "own", "private")
ANSWER_FIELDS = {"type", "fence", "version", "detail", "code", "number", "player", "protocol", "secret"}
"""No field of an answer has room for a card."""
TABLE_FIELDS = {"code", "place", "game", "since_s", "is_short"}


class Table:
    """A room in play: its connections by player, and every state that was saved."""

    def __init__(self, support: GameSupport, instance: Instance, connect: Connect) -> None:
        self.support = support
        self.connect = connect
        self.chance = Random(support.engine.name)
        self.code = ""
        self.players: list[WireClient] = []
        self.others: list[WireClient] = []
        self.states: dict[tuple[int, int], RoomState] = {}
        self._ids = 0
        self._save: Callable[[Commit, Callable[[CommitResult], None]], None] = instance.backend.commit

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        """In the store's place: notes what is saved, then saves it."""
        assert commit.snapshot is not None
        if is_hall_code(commit.code):
            self._save(commit, done)
            return
        self.states[commit.fence, commit.version] = decode_snapshot(commit.snapshot).room
        self._save(commit, done)

    async def says(self, client: WireClient, **command: Any) -> dict[str, Any]:
        self._ids += 1
        answer: dict[str, Any] = await client.command({"id": f"canary-{self._ids}", **command})
        return answer

    async def sees(self, secret: str | None) -> WireClient:
        """One more connection that looks at the table."""
        client = await self.connect(auth={"protocol": 1, "secret": secret})
        if not self.code:
            opened = await self.says(client, type="create", game=self.support.engine.name, options={})
            self.code = opened["detail"]
        assert (await self.says(client, type="attach", room=self.code))["type"] == "applied"
        return client

    async def opens(self) -> None:
        for n in range(SEATS):
            client = await self.sees(secret_of(n))
            assert (await self.says(client, type="join", name=f"P{n}"))["type"] == "applied"
            self.players.append(client)
        self.others = [await self.sees(secret_of(1)), await self.sees(None)]
        started = await self.says(self.players[0], type="start", phase="lobby:1")
        assert started["type"] == "applied"

    def may(self, client: WireClient) -> tuple[str, Sequence[Any]]:
        """The phase as it last saw it, and what its own view offers it there."""
        view = client.events("view")[-1]
        if view["own"] is None or view["room"]["status"] != "playing":
            return view["room"]["phase"], []
        own = msgspec.convert(view["own"], self.support.engine.Own)
        return view["room"]["phase"], self.support.hinted(own)

    async def plays(self, deeds: int = DEEDS) -> None:
        for number in range(deeds):
            if number == LEAVES_AFTER:
                phase = self.players[-1].events("view")[-1]["room"]["phase"]
                await self.says(self.players.pop(), type="leave", phase=phase)
            offers = [(client, *self.may(client)) for client in self.players]
            able = [offer for offer in offers if offer[2]]
            if not able and not await self.plays_again():
                return
            if not able:
                continue
            owing = [offer for offer in able if is_awaited(offer[0])]
            client, phase, actions = self.chance.choice(owing or able)
            (action,) = self.chance.choices(actions, [self.support.weight(each) for each in actions])
            answer = await self.says(client, type="act", phase=phase, action=msgspec.to_builtins(action))
            assert answer["type"] == "applied" or answer["code"] in {"too_early", "stale"}, answer
            if answer["type"] == "refused":
                await asyncio.sleep(0.05)  # a result that is to be read first

    async def plays_again(self) -> bool:
        """Another game, if this one has ended before its time: whoever plays at random may lose at once."""
        host = self.players[0]
        if host.events("view")[-1]["room"]["status"] != "over":
            return False
        for deed, leads_to in (("again", "lobby"), ("start", "playing")):
            phase = host.events("view")[-1]["room"]["phase"]
            answer = await self.says(host, type=deed, phase=phase)
            assert answer["type"] == "applied", answer
            for client in self.players:
                await client.until(partial(stands_at, client, leads_to))
        return True

    def leaks(self, client: WireClient, player: str) -> list[str]:
        """What was wrong in the frames of one connection."""
        found = []
        for frame in client.received:
            if frame.startswith("42"):
                kind, view = json.loads(frame[2:])
                if kind == "hall":
                    continue
                assert kind == "view"
                found += self._leaks_of_view(view, player)
            elif frame.startswith("43"):
                (answer,) = json.loads(frame[frame.index("[") :])
                assert set(answer) <= ANSWER_FIELDS
        return found

    def _leaks_of_view(self, view: dict[str, Any], player: str) -> list[str]:
        room = self.states[view["fence"], view["version"]]
        if room.game is None:
            return []
        state = msgspec.convert(room.game.state, self.support.engine.State)
        chair = next((index for index, chair in enumerate(room.chairs) if chair.id == player), None)
        seat = None if chair is None or room.chairs[chair].left is not None else Seat(chair)
        shown = self.support.cards_on_wire({part: view[part] for part in GAME_PARTS})
        hidden = shown & set(self.support.secrets(state, seat))
        return [f"{hidden} in {view}"] if hidden else []


class TableOfHall(Table):
    """The same, opened by a hall: its organiser and its stage look on."""

    async def opens(self) -> None:
        boss = await self.connect(auth={"protocol": 1, "secret": secret_of(8)})
        game = self.support.engine.name
        hall: str = (await self.says(boss, type="open_hall", game=game, options={}))["detail"]
        stage = await self.connect(auth={"protocol": 1, "secret": None})
        for n in range(min(SEATS, self.support.engine.best_seats)):
            self.players.append(await self.connect(auth={"protocol": 1, "secret": secret_of(n)}))
        for client in (boss, stage, *self.players):
            assert (await self.says(client, type="attach", room=hall))["type"] == "applied"
        for n, client in enumerate(self.players):
            assert (await self.says(client, type="join", name=f"P{n}"))["type"] == "applied"
        seated = await self.says(boss, type="seat_everyone", phase="gathering:0")
        assert seated["type"] == "applied"
        seen = await boss.event(
            "hall", lambda seen: seen["tables"] and seen["tables"][0]["status"] == "lobby"
        )
        self.code = seen["tables"][0]["code"]
        onlooker = await self.sees(None)
        for client in self.players:
            await client.event("hall", lambda seen: seen["you"]["table"] == self.code)
            assert (await self.says(client, type="attach", room=self.code))["type"] == "applied"
        await onlooker.event("view", lambda view: view["room"]["status"] == "playing")
        self.others = [boss, stage, onlooker]

    def facts(self) -> list[dict[str, Any]]:
        """What the onlooker has been shown, in the words of a hall's table."""
        return [self._fact(view) for view in self.others[-1].events("view")]

    def _fact(self, view: dict[str, Any]) -> dict[str, Any]:
        engine, table = self.support.engine, view["table"]
        seats = [seat for seat in view["room"]["seats"] if seat["presence"] != "left"]
        score = None if table is None else engine.score(msgspec.convert(table, engine.Table))
        return {
            "status": view["room"]["status"],
            "phase": view["room"]["phase"],
            "reached": None if score is None else self._reached(score, view["room"]["seats"]),
            "people": [seat["name"] for seat in seats],
            "awaited": [index for index, seat in enumerate(seats) if seat["is_awaited"]],
            "away": [index for index, seat in enumerate(seats) if seat["presence"] == "away"],
        }

    def _reached(self, score: Score, seats: list[dict[str, Any]]) -> dict[str, Any]:
        leads = [seats[seat]["name"] for seat in score.leads]
        points = score.points[score.leads[0]] if score.leads else 0
        counted = {"done": score.done, "failed": score.failed, "goal": score.goal}
        return {**counted, "leaders": leads, "points": points, "rank": None if score.points else 1}


def stands_at(client: WireClient, status: str) -> bool:
    return bool(client.events("view")[-1]["room"]["status"] == status)


def is_awaited(client: WireClient) -> bool:
    view = client.events("view")[-1]
    return bool(view["room"]["seats"][view["you"]["seat"]]["is_awaited"])


TableT = TypeVar("TableT", bound=Table)


def secret_of(number: int) -> str:
    return (f"{number}canary" * 43)[:43]


@asynccontextmanager
async def table_of(
    game: str, folder: Path, patch: pytest.MonkeyPatch, kind: type[TableT]
) -> AsyncIterator[TableT]:
    environment = {"HOST": "127.0.0.1", "PORT": "0", "DATA": str(folder / "rooms.sqlite3")}
    settings = Settings.from_environment({**environment, "STATIC": str(folder)})
    rates = msgspec.structs.replace(Rates(), player=OPEN, room=OPEN, address=OPEN)
    instance = Instance(settings, asyncio.get_running_loop(), rates=rates)
    url = f"http://127.0.0.1:{await instance.start()}"
    try:
        async with wire_clients(url, settings.origins.allowed[0]) as connect:
            table = kind(SUPPORT[game], instance, connect)
            patch.setattr(instance.backend, "commit", table.commit)
            await table.opens()
            yield table
    finally:
        await instance.stop()


@pytest.mark.parametrize("game", [name for name, engine in ENGINES.items() if SEATS in engine.seats])
@on_uvloop
async def test_no_frame_of_a_game_shows_anybody_a_card_that_is_secret_there(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_of(game, tmp_path, monkeypatch, Table) as table:
        everybody = [*table.players, *table.others]
        await table.plays()
        for client in everybody:
            views = client.events("view")
            assert len(views) > 10
            assert table.leaks(client, views[-1]["you"]["player"]) == []
        assert len({view["room"]["phase"] for view in everybody[0].events("view")}) > 5


@pytest.mark.parametrize("game", ENGINES)
@on_uvloop
async def test_organiser_and_stage_are_shown_of_a_table_what_its_spectators_are_shown_and_nothing_else(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table_of(game, tmp_path, monkeypatch, TableOfHall) as table:
        boss, stage, onlooker = table.others
        await table.plays(DEEDS_AT_HALL)
        last = onlooker.events("view")[-1]["room"]["phase"]
        await boss.event("hall", lambda seen: seen["tables"] and seen["tables"][0]["phase"] == last)
        facts = table.facts()
        for client in (boss, stage):
            shown = [seen["tables"][0] for seen in client.events("hall") if seen["tables"]]
            heard = [each for each in shown if each["status"] != "opening"]
            assert len({each["phase"] for each in heard}) > 1
            for each in heard:
                assert {key: each[key] for key in facts[0]} in facts
                assert set(each) - set(facts[0]) == TABLE_FIELDS
        for client in (*table.players, onlooker):
            player = client.events("view")[-1]["you"]["player"]
            assert table.leaks(client, player) == []
