"""Dispatch: one command on its way, honest answers, limits, and which room a connection looks at."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from actors.messages import RoomCode
from actors.rooms import Rooms
from gateway import sessions
from gateway.backends.embedded import Embedded
from gateway.delivery import Post
from gateway.dispatch import Dispatch
from gateway.limits import Rate, Rates
from gateway.metrics import Metrics
from gateway.socket_server import ConnectionId
from tests.support.house import ALL_ENGINES, TURNS, Recorder, Trouble
from tests.support.loops import on_uvloop
from tests.support.manual_clock import ManualClock
from tests.support.wires import Wires


class Desk:
    """A dispatcher over real rooms and a real store; only the sockets and the time are ours."""

    def __init__(self, path: Path, rates: Rates | None = None) -> None:
        self.clock = ManualClock()
        self.wires = Wires()
        self.metrics = Metrics()
        post = Post(self.wires, self.metrics)
        self.store = Trouble(Embedded(path / "rooms", post))
        self.rooms = Rooms(self.store, post, ALL_ENGINES, self.clock, Recorder())
        self.dispatch = Dispatch(self.rooms, self.wires, self.clock, self.metrics, rates)
        post.replies = self.dispatch
        self._ack = 0

    def opens(self, name: str, secret: str | None = None, address: str = "10.0.0.1") -> ConnectionId:
        connection = ConnectionId(name)
        auth = msgspec.json.encode({"protocol": 1, "secret": secret})
        assert self.dispatch.opened(connection, auth, address)
        return connection

    def sends(self, connection: ConnectionId, **command: object) -> tuple[ConnectionId, int]:
        self._ack += 1
        self.dispatch.command(connection, self._ack, msgspec.json.encode({"id": f"c{self._ack}", **command}))
        return (connection, self._ack)

    async def settle(self) -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def asks(self, connection: ConnectionId, **command: object) -> dict[str, Any]:
        key = self.sends(connection, **command)
        await self.settle()
        (answer,) = self.wires.answers[key]
        return answer

    async def room(self, connection: ConnectionId) -> str:
        created = await self.asks(connection, type="create", game="rows", options={})
        return str(created["detail"])


@asynccontextmanager
async def desk(path: Path, rates: Rates | None = None) -> AsyncIterator[Desk]:
    one = Desk(path, rates)
    await one.store.store.open()
    try:
        yield one
    finally:
        await one.rooms.stop()
        await one.store.store.close()


@on_uvloop
async def test_a_new_player_is_handed_a_secret_once_and_is_known_by_it_later(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        welcome = await one.asks(one.opens("a"), type="hello")
        assert len(welcome["secret"]) == 43
        again = await one.asks(one.opens("b", welcome["secret"]), type="hello")
        assert again == {"type": "welcome", "player": welcome["player"], "protocol": 1, "secret": None}
        assert welcome["secret"] not in welcome["player"]


@on_uvloop
async def test_a_client_of_another_protocol_is_told_to_reload(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        assert one.dispatch.opened(ConnectionId("a"), b'{"protocol":99,"secret":null,"more":1}', "10.0.0.1")
        assert (await one.asks(ConnectionId("a"), type="hello"))["code"] == "update"
        assert (await one.asks(ConnectionId("a"), type="attach", room="BBBBBB"))["code"] == "update"


@on_uvloop
async def test_a_bad_secret_is_not_let_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        for auth in (b"", b"{}", b'{"protocol":"1"}', b'{"protocol":1,"secret":"short"}', b"[1]", b"{"):
            assert not one.dispatch.opened(ConnectionId("x"), auth, "10.0.0.1")


@on_uvloop
async def test_what_is_no_command_is_malformed(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a = one.opens("a")
        bad: list[dict[str, object]] = [
            {}, {"type": "fly"}, {"type": "attach"}, {"type": "attach", "room": 7}, {"type": "join", "name": None},
            {"type": "hello", "player": "x"}, {"type": "create", "game": "rows", "options": {}, "seat": 1},
        ]  # fmt: skip
        for command in bad:
            assert (await one.asks(a, **command))["code"] == "malformed"
        one.dispatch.command(a, 900, b'{"type":"act","id":"a","phase":"x","action":' + b"[" * 4000)
        assert one.wires.answers[(a, 900)][0]["code"] == "malformed"


@on_uvloop
async def test_a_connection_must_look_at_a_room_before_it_commands_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a = one.opens("a")
        assert (await one.asks(a, type="join", name="Anna"))["code"] == "not_attached"
        room = await one.room(a)
        assert (await one.asks(a, type="attach", room=room))["type"] == "applied"
        assert (await one.asks(a, type="join", name="Anna"))["type"] == "applied"
        assert (await one.asks(a, type="detach"))["type"] == "applied"
        assert (await one.asks(a, type="join", name="Anna"))["code"] == "not_attached"


@on_uvloop
async def test_unknown_and_impossible_codes_read_alike(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a = one.opens("a")
        answers = [
            await one.asks(a, type="attach", room=code) for code in ("BBBBBB", "../../x", "AAAAAA", "b")
        ]
        assert [answer["code"] for answer in answers] == ["no_room"] * 4


@on_uvloop
async def test_an_address_that_guesses_codes_is_slowed_down_and_players_known_here_are_not(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path, Rates(wrong_codes=Rate(per_s=0.1, burst=5))) as one:
        secret = sessions.new_secret()
        a = one.opens("a", secret)
        room = await one.room(a)
        await one.asks(a, type="attach", room=room)
        guesser = one.opens("g")
        await one.asks(guesser, type="attach", room=await one.room(guesser))
        codes = [(await one.asks(guesser, type="attach", room=f"BBBBB{n}"))["code"] for n in range(2, 10)]
        assert codes == ["no_room"] * 6 + ["slow_down"] * 2
        assert (await one.asks(guesser, type="attach", room=room))["code"] == "slow_down"
        assert (await one.asks(one.opens("b", secret), type="attach", room=room))["type"] == "applied"
        assert (await one.asks(one.opens("o", address="10.9.9.9"), type="attach", room=room))[
            "type"
        ] == "applied"
        one.clock.move_to(one.clock.now() + 61)
        assert (await one.asks(guesser, type="attach", room=room))["type"] == "applied"


@on_uvloop
async def test_a_company_that_wakes_up_at_tables_that_are_gone_has_guessed_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path, Rates(wrong_codes=Rate(per_s=0.1, burst=5))) as one:
        room = await one.room(one.opens("a"))
        for number in range(20):
            phone = one.opens(f"p{number}")
            gone = await one.asks(phone, type="attach", room=f"BBBBB{2 + number % 4}")
            assert gone["code"] == "no_room"
            assert (await one.asks(phone, type="attach", room=room))["type"] == "applied"


@on_uvloop
async def test_one_command_is_on_its_way_and_the_others_keep_their_order(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a = one.opens("a")
        room = await one.room(a)
        keys = [one.sends(a, type="attach", room=room), one.sends(a, type="join", name="Anna")]
        keys += [one.sends(a, type="rename", name=f"Anna {n}") for n in range(5)]
        await one.settle()
        await one.settle()
        answers = [one.wires.answers[key][0] for key in keys]
        assert {answer["type"] for answer in answers} == {"applied"}
        versions = [answer["version"] for answer in answers]
        assert versions == sorted(versions)
        assert one.wires.frames[a][-1][1]["room"]["seats"][0]["name"] == "Anna 4"


@on_uvloop
async def test_more_than_sixteen_waiting_are_busy_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a = one.opens("a")
        room = await one.room(a)
        await one.asks(a, type="attach", room=room)
        keys = [one.sends(a, type="join", name="Anna") for _ in range(20)]
        busy = [one.wires.answers[key][0]["code"] for key in keys if key in one.wires.answers]
        assert busy == ["busy"] * 3
        await one.settle()
        await one.settle()
        assert all(len(one.wires.answers[key]) == 1 for key in keys)


@on_uvloop
async def test_a_player_who_sends_too_much_is_told_to_slow_down(tmp_path: Path) -> None:
    async with desk(tmp_path, Rates(player=Rate(per_s=1, burst=3))) as one:
        a, b = one.opens("a"), one.opens("b")
        codes = [(await one.asks(a, type="hello")).get("code") for _ in range(5)]
        assert codes == [None, None, None, "slow_down", "slow_down"]
        assert (await one.asks(b, type="hello"))["type"] == "welcome"


@on_uvloop
async def test_rooms_cannot_be_opened_without_end(tmp_path: Path) -> None:
    async with desk(tmp_path, Rates(create_player=Rate(per_s=0.1, burst=2))) as one:
        a = one.opens("a")
        codes = [(await one.asks(a, type="create", game="rows", options={})).get("code") for _ in range(3)]
        assert codes == [None, None, "slow_down"]
        b = one.opens("b")
        assert (await one.asks(b, type="create", game="chess", options={}))["code"] == "no_such_game"
        assert (await one.asks(b, type="create", game="rows", options={"lay_s": 1}))["code"] == "bad_options"


@on_uvloop
async def test_without_an_answer_for_ten_seconds_a_client_hears_unsure_and_a_late_answer_is_dropped(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as one:
        a = one.opens("a")
        room = await one.room(a)
        await one.asks(a, type="attach", room=room)
        one.store.always = "vanish"
        key = one.sends(a, type="join", name="Anna")
        for _ in range(60):
            await one.settle()
            one.clock.move_to(one.clock.now() + 0.2)
        assert [answer["code"] for answer in one.wires.answers[key]] == ["unsure"]
        one.store.always = None
        for _ in range(20):
            await one.settle()
            one.clock.move_to(one.clock.now() + 0.2)
        assert len(one.wires.answers[key]) == 1
        body = msgspec.json.encode({"id": f"c{key[1]}", "type": "join", "name": "Anna"})
        one.dispatch.command(a, 500, body)
        await one.settle()
        assert one.wires.answers[(a, 500)][0]["type"] == "applied"


@on_uvloop
async def test_a_connection_that_closes_is_detached_also_while_it_is_attaching(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a, b = one.opens("a"), one.opens("b")
        room = await one.room(a)
        await one.asks(a, type="attach", room=room)
        await one.asks(a, type="join", name="Anna")
        await one.asks(b, type="attach", room=room)
        await one.asks(b, type="join", name="Ben")
        one.sends(a, type="attach", room=room)
        one.dispatch.closed(a, 3.0)
        await one.settle()
        seat = one.wires.frames[b][-1][1]["room"]["seats"][0]
        assert (seat["presence"], seat["away_left_s"]) == ("away", 87.0)


@on_uvloop
async def test_attaching_elsewhere_leaves_the_room_before(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a, b = one.opens("a"), one.opens("b")
        first, second = await one.room(a), await one.room(b)
        for connection in (a, b):
            await one.asks(connection, type="attach", room=first)
            await one.asks(connection, type="join", name=connection)
        await one.asks(a, type="attach", room=second)
        views = len(one.wires.frames[a])
        await one.asks(b, type="rename", name="Benno")
        assert len(one.wires.frames[a]) == views
        assert one.wires.frames[b][-1][1]["room"]["seats"][0]["presence"] == "away"


@on_uvloop
async def test_a_new_incarnation_of_a_room_is_told_who_looks_at_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a, b = one.opens("a"), one.opens("b")
        room = await one.room(a)
        for connection in (a, b):
            await one.asks(connection, type="attach", room=room)
            await one.asks(connection, type="join", name=connection)
        await one.store.claim(RoomCode(room))
        assert (await one.asks(a, type="rename", name="Anna"))["type"] == "applied"
        view = one.wires.frames[b][-1][1]
        assert [seat["name"] for seat in view["room"]["seats"]] == ["Anna", "b"]
        assert [seat["presence"] for seat in view["room"]["seats"]] == ["here", "here"]


@on_uvloop
async def test_an_attach_that_was_refused_for_now_leaves_nobody_behind_in_the_room(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a, b = one.opens("a"), one.opens("b")
        room = await one.room(a)
        for connection in (a, b):
            await one.asks(connection, type="attach", room=room)
            await one.asks(connection, type="join", name=connection)
        one.dispatch.closed(b, 0.0)
        await one.settle()
        one.store.always = "fail"
        back = one.opens("back", None)
        key = one.sends(back, type="attach", room=room)
        one.sends(a, type="rename", name="Anna")
        for _ in range(130):
            await one.settle()
            one.clock.move_to(one.clock.now() + 0.1)
        one.store.always = None
        assert one.wires.answers[key][0]["type"] in ("refused", "applied")
        one.dispatch.closed(back, 0.0)
        for _ in range(30):
            await one.settle()
            one.clock.move_to(one.clock.now() + 0.1)
        ref, _ = next(iter(one.rooms._live.values()))
        assert list(ref.actor_inbox.actor._audience.connected) == [one.dispatch._peers[a].player]  # type: ignore[attr-defined]


@on_uvloop
async def test_a_command_that_waited_keeps_the_time_of_its_receipt(tmp_path: Path) -> None:
    async with desk(tmp_path) as one:
        a, b = one.opens("a"), one.opens("b")
        room = await one.room(a)
        for connection in (a, b):
            await one.asks(connection, type="attach", room=room)
            await one.asks(connection, type="join", name=connection)
        await one.asks(a, type="start", phase="lobby:1")
        view = one.wires.frames[a][-1][1]
        one.clock.move_to(one.clock.now() + 44.8)
        await one.settle()
        one.store.script = ["fail"] * 3
        one.sends(a, type="chair_link")
        action = {"type": "lay", "card": view["own"]["hand"][0]}
        laid = one.sends(a, type="act", phase=view["room"]["phase"], action=action)
        for _ in range(20):
            await one.settle()
            one.clock.move_to(one.clock.now() + 0.1)
        assert one.wires.answers[laid][0].get("code") != "too_late"


@on_uvloop
async def test_other_tables_are_opened_within_the_same_limits(tmp_path: Path) -> None:
    async with desk(tmp_path, Rates(create_player=Rate(per_s=0.01, burst=2))) as one:
        a = one.opens("a")
        room = await one.room(a)
        await one.asks(a, type="attach", room=room)
        codes = [(await one.asks(a, type="open_another")).get("code") for _ in range(2)]
        assert codes == ["nobody_waits", "slow_down"]
