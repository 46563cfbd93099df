"""What a room hears and does because there are other instances (hazards.md 9, 11, 12)."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from actors.messages import Digest, GatewayGone, Rename, Repair, RoomCode, RoomMessage
from actors.ports import Delivery
from tests.support.house import House, Tab, applied, house
from tests.support.loops import on_uvloop

HERE, THERE = "aaaaaaaa", "bbbbbbbb"


async def table(home: House) -> tuple[Tab, Tab]:
    """A running game of two, whose connections are held by two instances."""
    room = await home.room("baton")
    tabs = Tab(home, "anna", f"{HERE}.1"), Tab(home, "ben", f"{THERE}.1")
    for tab in tabs:
        await home.sits(tab, room)
    await home.starts(tabs[0])
    return tabs


def digest(*tabs: Tab, gateway: str, wants_views: bool = False) -> Digest:
    return Digest(tuple((tab.player, tab.connection) for tab in tabs), gateway, wants_views)


def is_away(viewer: Tab, other: Tab) -> bool:
    return bool(viewer.seat_of(other)["presence"] == "away")


def room_of(tab: Tab) -> RoomCode:
    assert tab.room is not None
    return tab.room


@on_uvloop
async def test_a_room_that_is_handed_over_saves_what_it_has_begun_and_says_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await table(home)
        key = anna.tell(Rename(id="late", name="Anne"))
        left = await home.rooms.hand_over(room_of(anna))
        assert left is not None
        assert left.fence == anna.view["fence"]
        assert key in home.record.answers
        assert not home.rooms.has(room_of(anna))
        assert anna.notices == ben.notices == []


@on_uvloop
async def test_nobody_is_seen_away_in_a_room_that_was_handed_over_before_their_gateways_have_spoken(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await table(home)
        left = await home.rooms.hand_over(room_of(anna))
        assert left is not None
        assert dict(left.looking) == {tab.player: tab.connection for tab in (anna, ben)}
        seen = len(anna.views)
        await home.rooms.adopt(room_of(anna), left.looking)
        await home.settle()
        assert anna.view["fence"] > left.fence
        presences = [seat["presence"] for view in anna.views[seen:] for seat in view["room"]["seats"]]
        assert set(presences) == {"here"}


@on_uvloop
async def test_what_reaches_a_room_behind_its_handing_over_is_routed(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await table(home)
        routed: list[RoomMessage] = []
        home.rooms.route = lambda _code, message: routed.append(message)
        handing_over = home.rooms.hand_over(room_of(anna))
        handing_over.send(None)  # as far as its first wait: the stop lies in the inbox
        key = anna.tell(Rename(id="behind", name="Anne"))
        await home.settle()
        handing_over.close()
        assert [type(message).__name__ for message in routed] == ["Told"]
        assert key not in home.record.answers


@on_uvloop
async def test_a_digest_shows_nothing_to_those_whom_the_room_knows(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await table(home)
        seen, commits = len(ben.views), len(home.store.commits)
        home.rooms.tell(room_of(anna), digest(ben, gateway=THERE))
        await home.settle()
        assert len(ben.views) == seen
        assert len(home.store.commits) == commits
        home.rooms.tell(room_of(anna), digest(ben, gateway=THERE, wants_views=True))
        await home.settle()
        assert len(ben.views) == seen + 1


@on_uvloop
async def test_a_digest_attaches_whom_the_room_does_not_know_and_detaches_whom_it_misses(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await table(home)
        another = Tab(home, "ben", f"{THERE}.2")
        home.rooms.tell(room_of(anna), digest(another, gateway=THERE))
        await home.settle()
        seen = len(ben.views)
        assert another.view["version"] == anna.view["version"]
        assert not is_away(anna, ben)
        home.rooms.tell(room_of(anna), digest(gateway=THERE))
        await home.settle()
        assert is_away(anna, ben)
        assert len(ben.views) == seen


@on_uvloop
async def test_whoever_was_held_by_an_instance_that_died_is_away_since_it_was_last_heard(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await table(home)
        home.rooms.tell_all(GatewayGone(THERE, silent_s=80.0))
        await home.settle()
        assert is_away(anna, ben)
        assert not is_away(anna, anna)
        await home.move(11.0)
        assert anna.seat_of(ben)["presence"] == "left"


@on_uvloop
async def test_a_repair_saves_the_room_as_it_is_and_says_so(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await table(home)
        before, commits = anna.view, len(home.store.commits)
        home.rooms.tell_all(Repair())
        await home.settle()
        (repair,) = home.store.commits[commits:]
        assert repair.is_repair
        assert repair.version == before["version"] + 1
        assert anna.view["table"] == before["table"]


@on_uvloop
async def test_a_room_that_may_not_speak_any_more_ends_and_what_waits_reaches_the_next_incarnation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        anna, ben = await table(home)
        seen, fence = len(ben.views), ben.view["fence"]

        def not_ours(_delivery: Delivery, lost: Callable[[], None]) -> None:
            monkeypatch.undo()
            asyncio.get_running_loop().call_soon(lost)

        monkeypatch.setattr(home.store, "speak", not_ours)
        key = ben.tell(Rename(id="refused", name="Ben"))  # while a game runs: said without a save
        await home.settle()
        assert key not in home.record.answers
        assert len(ben.views) == seen
        applied(await ben.attach(room_of(anna)))
        assert ben.view["fence"] > fence
        assert ben.view["table"] == anna.view["table"]
