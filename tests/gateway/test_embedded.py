"""What is the embedded backend's own: one transaction a turn, trouble with the file, one owner of it.

What every backend does is in test_backends.py.
"""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from actors.messages import RoomCode
from actors.ports import Commit, CommitResult, Delivery, StoreAway
from gateway.backend import BackendInUse
from gateway.backends.checkpoints import SAVES
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


def files_with(text: bytes, folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if text in path.read_bytes()]


FIRST_SCHEMA = """
CREATE TABLE rooms (
    code TEXT PRIMARY KEY,
    fence INTEGER NOT NULL,
    version INTEGER NOT NULL,
    snapshot BLOB NOT NULL,
    look_again REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX rooms_look_again ON rooms (look_again);
CREATE TABLE probe (written REAL NOT NULL);
INSERT INTO rooms VALUES ('KVR7TD', 7, 3, x'7b7d', 12.5);
"""


@on_uvloop
async def test_a_file_of_the_first_schema_is_taken_over_with_its_rooms(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "rooms")) as db:
        db.executescript(FIRST_SCHEMA)
    for _ in range(2):
        store = Embedded(tmp_path / "rooms", Ears())
        await store.open()
        assert await store.due(13.0, 10) == ("KVR7TD",)
        claim = await store.claim(RoomCode("KVR7TD"))
        assert claim is not None
        assert claim.snapshot == b"{}"
        assert claim.fence > 7
        await store.close()


@on_uvloop
async def test_what_is_saved_comes_into_the_file_while_the_store_is_open(tmp_path: Path) -> None:
    """As a power cut would leave it: the file without its log."""
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b"{}", 0.0)
    assert fence is not None
    assert await save(store, commit(fence, 1, b'"durable"')) == [CommitResult.DONE]
    await store.due(0.0, 10)
    shutil.copy(tmp_path / "rooms", tmp_path / "alone")
    with closing(sqlite3.connect(tmp_path / "alone")) as db:
        assert db.execute("SELECT version, snapshot FROM saved_rooms").fetchall() == [(1, b'"durable"')]
    await store.close()


@on_uvloop
async def test_the_log_is_folded_after_so_many_saves_and_holds_up_no_save(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b"{}", 0.0)
    assert fence is not None
    for version in range(1, SAVES + 1):
        assert await save(store, commit(fence, version, b"{}")) == [CommitResult.DONE]

    def is_folded() -> bool:
        shutil.copy(tmp_path / "rooms", tmp_path / "alone")
        with closing(sqlite3.connect(tmp_path / "alone")) as db:
            return bool(db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'saved_rooms'").fetchone())

    await until(is_folded)
    await store.close()


@on_uvloop
async def test_a_closed_room_s_names_are_in_neither_file_nor_log_after_a_sweep(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b'"Anna Andersson"', 0.0)
    assert fence is not None
    assert await save(store, commit(fence, 1, None)) == [CommitResult.DONE]
    await store.due(0.0, 10)
    assert files_with(b"Andersson", tmp_path) == []
    await store.close()
