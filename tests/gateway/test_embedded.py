"""The embedded backend: fences, batches, trouble with the file, and what is left on the disk."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from actors.messages import RoomCode
from actors.ports import Commit, CommitResult, Delivery, StoreAway
from gateway.backend import BackendInUse
from gateway.backends.embedded import Embedded
from tests.support.loops import on_both_loops, on_uvloop, until

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


@on_both_loops
async def test_a_claim_takes_a_higher_fence_and_brings_the_last_save(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b"first", 0.0)
    assert fence is not None
    assert await save(store, commit(fence, 1, b"second")) == [CommitResult.DONE]
    claims = [await store.claim(ROOM) for _ in range(3)]
    fences = [claim.fence for claim in claims if claim]
    assert fences == sorted({*fences, fence})[1:]
    assert {claim.snapshot for claim in claims if claim} == {b"second"}
    await store.close()


@on_uvloop
async def test_a_save_under_an_old_fence_or_of_an_old_version_is_refused_and_a_repeat_is_not(
    tmp_path: Path,
) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    old = await store.create(ROOM, b"0", 0.0)
    claim = await store.claim(ROOM)
    assert old is not None
    assert claim is not None
    new = claim.fence
    results = await save(
        store, commit(old, 9), commit(new, 1, b"1"), commit(new, 1, b"1"), commit(new, 0), commit(old, 5)
    )
    assert [result.value for result in results] == ["refused", "done", "done", "refused", "refused"]
    await store.close()


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
async def test_a_result_that_raises_does_not_keep_the_others_from_hearing_theirs(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b"0", 0.0)
    assert fence is not None
    results: list[CommitResult] = []

    def trip(_result: CommitResult) -> None:
        raise RuntimeError("a room's bug")

    store.commit(commit(fence, 1), trip)
    store.commit(commit(fence, 2), results.append)
    await until(lambda: results)
    assert results == [CommitResult.DONE]
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


@on_uvloop
async def test_rooms_are_due_in_the_order_of_their_time(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    await store.create(ROOM, b"0", 20.0)
    await store.create(OTHER, b"0", 10.0)
    assert await store.due(15.0, 10) == (OTHER,)
    assert await store.due(25.0, 10) == (OTHER, ROOM)
    assert await store.due(25.0, 1) == (OTHER,)
    await store.close()


@on_uvloop
async def test_closing_saves_what_is_pending(tmp_path: Path) -> None:
    store = Embedded(tmp_path / "rooms", Ears())
    await store.open()
    fence = await store.create(ROOM, b"0", 0.0)
    assert fence is not None
    results: list[CommitResult] = []
    store.commit(commit(fence, 1, b"last words"), results.append)
    await store.close()
    assert results == [CommitResult.DONE]
    await store.open()
    claim = await store.claim(ROOM)
    assert claim is not None
    assert claim.snapshot == b"last words"
    await store.close()
