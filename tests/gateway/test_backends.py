"""What every backend does: rooms are created, claimed, saved under fences, found when they are due, and closed."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from actors.messages import RoomCode
from actors.ports import Claim, Commit, CommitResult, Delivery
from gateway.backend import Backend, InstanceId
from gateway.backends.embedded import Embedded
from tests.support.loops import on_both_loops, on_uvloop, until
from tests.support.redis_house import Ears, instance, new_prefix

ROOM = RoomCode("BCDFGH")
OTHER = RoomCode("JKMNPQ")

Opened = Callable[[], AbstractAsyncContextManager[tuple[Backend, Ears]]]


@pytest.fixture(params=["embedded", "redis"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Opens a backend; opened again, it has what it had."""
    if request.param == "embedded":

        @asynccontextmanager
        async def embedded() -> AsyncIterator[tuple[Backend, Ears]]:
            ears = Ears(InstanceId("0"))
            store = Embedded(tmp_path / "rooms", ears)
            await store.open()
            try:
                yield store, ears
            finally:
                await store.close()

        return embedded
    url, prefix = request.getfixturevalue("redis").url, new_prefix()
    return lambda: instance(url, prefix)


def commit(fence: int, version: int, snapshot: bytes | None = b"{}", code: RoomCode = ROOM) -> Commit:
    return Commit(code, fence, version, snapshot, 0.0, Delivery(code, fence, version))


async def save(store: Backend, *commits: Commit) -> list[str]:
    results: list[CommitResult] = []
    for one in commits:
        store.commit(one, results.append)
    await until(lambda: len(results) == len(commits))
    return [result.value for result in results]


async def created(store: Backend, code: RoomCode = ROOM, look_again: float = 0.0) -> int:
    fence = await store.create(code, b"new", look_again)
    assert fence is not None
    return fence


async def claimed(store: Backend, code: RoomCode = ROOM) -> Claim:
    claim = await store.claim(code)
    assert isinstance(claim, Claim)
    return claim


@on_both_loops
async def test_a_claim_takes_a_higher_fence_and_brings_the_last_save(opened: Opened) -> None:
    async with opened() as (store, _):
        fence = await created(store)
        assert await save(store, commit(fence, 1, b"second")) == ["done"]
        claims = [await claimed(store) for _ in range(3)]
        fences = [claim.fence for claim in claims]
        assert fences == sorted({*fences, fence})[1:]
        assert {claim.snapshot for claim in claims} == {b"second"}


@on_uvloop
async def test_a_code_that_is_taken_is_not_given_again(opened: Opened) -> None:
    async with opened() as (store, _):
        await created(store)
        assert await store.create(ROOM, b"another", 0.0) is None
        assert (await claimed(store)).snapshot == b"new"


@on_uvloop
async def test_there_is_no_claim_to_a_room_that_is_not_there(opened: Opened) -> None:
    async with opened() as (store, _):
        assert await store.claim(ROOM) is None


@on_uvloop
async def test_a_save_under_an_old_fence_or_of_an_old_version_is_refused_and_a_repeat_is_not(
    opened: Opened,
) -> None:
    async with opened() as (store, _):
        old = await created(store)
        new = (await claimed(store)).fence
        results = await save(
            store, commit(old, 9), commit(new, 1, b"1"), commit(new, 1, b"1"), commit(new, 0), commit(old, 5)
        )
        assert results == ["refused", "done", "done", "refused", "refused"]


@on_uvloop
async def test_a_save_of_a_room_that_is_not_there_is_refused(opened: Opened) -> None:
    async with opened() as (store, _):
        assert await save(store, commit(1, 1)) == ["refused"]
        assert await store.claim(ROOM) is None


@on_uvloop
async def test_commits_of_one_turn_each_hear_their_own_result(opened: Opened) -> None:
    async with opened() as (store, ears):
        fence = await created(store)
        assert await save(store, commit(fence, 1), commit(1, 1, code=OTHER), commit(fence, 2)) == [
            "done",
            "refused",
            "done",
        ]
        assert [(one.code, one.version) for one in ears.delivered] == [(ROOM, 1), (ROOM, 2)]


@on_uvloop
async def test_what_a_save_says_goes_out_after_its_result_is_known_and_only_if_it_is_done(
    opened: Opened,
) -> None:
    async with opened() as (store, ears):
        fence = await created(store)
        delivered_before: list[int] = []
        store.commit(commit(fence, 1), lambda _: delivered_before.append(len(ears.delivered)))
        store.commit(commit(fence - 1, 2), lambda _: delivered_before.append(len(ears.delivered)))
        await until(lambda: len(delivered_before) == 2)
        assert delivered_before == [0, 1]
        assert [one.version for one in ears.delivered] == [1]


@on_uvloop
async def test_a_result_that_raises_does_not_keep_the_others_from_hearing_theirs(opened: Opened) -> None:
    async with opened() as (store, _):
        fence = await created(store)
        results: list[CommitResult] = []

        def trip(_result: CommitResult) -> None:
            raise RuntimeError("a room's bug")

        store.commit(commit(fence, 1), trip)
        store.commit(commit(fence, 2), results.append)
        await until(lambda: results)
        assert results == [CommitResult.DONE]


@on_uvloop
async def test_a_closed_room_cannot_be_claimed_and_no_late_save_brings_it_back(opened: Opened) -> None:
    async with opened() as (store, _):
        fence = await created(store)
        assert await save(store, commit(fence, 2, None), commit(fence, 3), commit(fence + 1, 4)) == [
            "done",
            "refused",
            "refused",
        ]
        assert await store.claim(ROOM) is None
        assert await store.due(1e12, 10) == ()


@on_uvloop
async def test_a_room_is_not_closed_under_an_old_fence(opened: Opened) -> None:
    async with opened() as (store, _):
        old = await created(store)
        await claimed(store)
        assert await save(store, commit(old, 9, None)) == ["refused"]
        assert (await claimed(store)).snapshot == b"new"


@on_uvloop
async def test_rooms_are_due_in_the_order_of_their_time(opened: Opened) -> None:
    async with opened() as (store, _):
        await created(store, ROOM, 20.0)
        await created(store, OTHER, 10.0)
        assert await store.due(15.0, 10) == (OTHER,)
        assert await store.due(25.0, 10) == (OTHER, ROOM)
        assert await store.due(25.0, 1) == (OTHER,)


@on_uvloop
async def test_a_save_moves_the_time_at_which_a_room_is_due(opened: Opened) -> None:
    async with opened() as (store, _):
        fence = await created(store, ROOM, 20.0)
        assert await save(store, Commit(ROOM, fence, 1, b"{}", 40.0, Delivery())) == ["done"]
        assert await store.due(30.0, 10) == ()
        assert await store.due(40.0, 10) == (ROOM,)


@on_uvloop
async def test_what_needs_no_save_is_said_at_once_by_an_owner(opened: Opened) -> None:
    async with opened() as (store, ears):
        fence = await created(store)
        store.speak(Delivery(ROOM, fence), lambda: pytest.fail("it is owned here"))
        assert [one.code for one in ears.delivered] == [ROOM]


@on_uvloop
async def test_closing_saves_what_is_pending(opened: Opened) -> None:
    results: list[CommitResult] = []
    async with opened() as (store, _):
        fence = await created(store)
        store.commit(commit(fence, 1, b"last words"), results.append)
    assert results == [CommitResult.DONE]
    async with opened() as (store, _):
        assert (await claimed(store)).snapshot == b"last words"


@on_uvloop
async def test_a_backend_is_ready_while_it_is_open(opened: Opened) -> None:
    async with opened() as (store, _):
        assert store.is_ready()
    assert not store.is_ready()
