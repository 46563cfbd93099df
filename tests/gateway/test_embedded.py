"""What is the embedded backend's own: one transaction a turn, trouble with the file, one owner of it.

What every backend does is in test_backends.py.
"""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from actors.messages import RoomCode
from actors.ports import Commit, CommitResult, Delivery, StoreAway
from gateway.backend import BackendInUse
from gateway.backends.embedded import Embedded
from tests.support.loops import on_uvloop, until

ROOM = RoomCode("BCDFGH")
OTHER = RoomCode("JKMNPQ")


class Ears:
    """Implements `Outlet`; remembers what was to be delivered."""

    def __init__(self) -> None:
        self.heard: list[Delivery] = []

    def deliver(self, delivery: Delivery) -> None:
        self.heard.append(delivery)


def commit(fence: int, version: int, snapshot: bytes | None = b"{}", code: RoomCode = ROOM) -> Commit:
    return Commit(code, fence, version, snapshot, 0.0, Delivery())


async def save(store: Embedded, *commits: Commit) -> list[CommitResult]:
    results: list[CommitResult] = []
    for one in commits:
        store.commit(one, results.append)
    await until(lambda: len(results) == len(commits))
    return results


@on_uvloop
async def test_commits_of_one_turn_share_a_transaction_and_each_hears_its_own_result(tmp_path: Path) -> None:
    ears = Ears()
    store = Embedded(tmp_path / "rooms", ears)
    await store.open()
    fence = await store.create(ROOM, b"0", 0.0)
    assert fence is not None
    results = await save(store, commit(fence, 1), commit(1, 1, code=OTHER), commit(fence, 2))
    assert [result.value for result in results] == ["done", "refused", "done"]
    assert len(ears.heard) == 2
    await store.close()


@on_uvloop
async def test_a_locked_file_is_failed_for_certain_and_works_again_afterwards(tmp_path: Path) -> None:
    ears = Ears()
    store = Embedded(tmp_path / "rooms", ears)
    await store.open()
    fence = await store.create(ROOM, b"0", 0.0)
    assert fence is not None
    other = sqlite3.connect(tmp_path / "rooms", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert await save(store, commit(fence, 1), commit(fence, 1)) == [CommitResult.FAILED] * 2
    assert not store.is_ready()
    with pytest.raises(StoreAway):
        await store.claim(ROOM)
    other.execute("ROLLBACK")
    other.close()
    assert store.is_ready()
    assert await save(store, commit(fence, 1)) == [CommitResult.DONE]
    assert store.is_ready()
    assert len(ears.heard) == 1
    await store.close()


@on_uvloop
async def test_a_full_disk_is_failed_for_certain_and_loses_nothing(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b"kept", 0.0)
    assert fence is not None
    assert store._db is not None
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    assert await save(store, commit(fence, 1, b"x" * 500_000)) == [CommitResult.FAILED]
    claim = await store.claim(ROOM)
    assert claim is not None
    assert claim.snapshot == b"kept"
    await store.close()


@on_uvloop
async def test_one_room_that_does_not_fit_does_not_fail_the_others_of_its_turn(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b"0", 0.0)
    small = await store.create(OTHER, b"0", 0.0)
    assert fence is not None
    assert small is not None
    assert store._db is not None
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    results = await save(store, commit(fence, 1, b"x" * 500_000), commit(small, 1, b"1", OTHER))
    assert results == [CommitResult.FAILED, CommitResult.DONE]
    await store.close()


@on_uvloop
async def test_a_second_process_on_one_file_is_turned_away(tmp_path: Path) -> None:
    first, second = Embedded(tmp_path / "rooms", Ears()), Embedded(tmp_path / "rooms", Ears())
    await first.open()
    with pytest.raises(BackendInUse):
        await second.open()
    await first.close()
    await second.open()
    await second.close()


@on_uvloop
async def test_a_file_that_is_no_database_is_said_to_be_away(tmp_path: Path) -> None:
    path = tmp_path / "rooms"
    await asyncio.to_thread(path.write_bytes, b"not a database at all" * 100)
    with pytest.raises(StoreAway):
        await Embedded(path, Ears()).open()
