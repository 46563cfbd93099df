"""Rooms' records in Redis: who owns them, what their saves say to other instances, and that nothing stays."""

import asyncio

import msgspec
import pytest

from actors.messages import RoomCode
from actors.ports import Claim, Commit, Delivery, Elsewhere, HandedOver
from gateway import letters
from gateway.backend import InstanceId, Owner
from gateway.backends.redis.keys import Keys
from tests.support.loops import on_uvloop, until
from tests.support.redis_house import Ears, instance, new_prefix, save, to
from tests.support.redis_process import RedisProcess

ROOM = RoomCode("BCDFGH")
OTHER = RoomCode("JKMNPQ")
A, B = InstanceId("aaaaaaaa"), InstanceId("bbbbbbbb")


def commit(fence: int, version: int, snapshot: bytes | None = b"{}", *looking: str) -> Commit:
    said = (
        to(*looking, code=ROOM, fence=fence, version=version) if looking else Delivery(ROOM, fence, version)
    )
    return Commit(ROOM, fence, version, snapshot, 0.0, said)


def heard(ears: Ears) -> list[letters.AnyLetter]:
    return [letters.decode(letter) for letter in ears.letters_heard]


@on_uvloop
async def test_a_room_with_a_living_owner_is_elsewhere(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _), instance(redis.url, prefix, B) as (two, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await two.claim(ROOM) == Elsewhere(A)
        assert await two.owner_of(ROOM) == Owner(A, fence)
        assert await two.due(1.0, 10) == ()
        assert await one.due(1.0, 10) == (ROOM,)
        assert ears.claims == ["elsewhere"]


@on_uvloop
async def test_a_room_whose_owner_has_gone_is_claimed_and_the_old_owner_can_change_nothing(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(own_redis.url, prefix, B) as (two, _), instance(own_redis.url, prefix) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        own_redis.ask("ZREM", Keys(prefix).beats, A)  # as if it had been silent for long
        claim = await two.claim(ROOM)
        assert isinstance(claim, Claim)
        assert claim.fence > fence
        assert await save(one, commit(fence, 7)) == ["refused"]
        assert await save(one, commit(fence, 8, None)) == ["refused"]
        assert ears.refused == 2
        assert await two.owner_of(ROOM) == Owner(B, claim.fence)


@on_uvloop
async def test_of_two_that_claim_at_once_one_has_the_room_and_the_other_hears_who(
    redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _), instance(redis.url, prefix, B) as (two, _):
        async with instance(redis.url, prefix, "cccccccc") as (gone, _):
            assert await gone.create(ROOM, b"{}", 0.0) is not None
        claims = await asyncio.gather(one.claim(ROOM), two.claim(ROOM))
        (owner, claim) = (A, claims[0]) if isinstance(claims[0], Claim) else (B, claims[1])
        assert isinstance(claim, Claim)
        assert Elsewhere(owner) in claims
        assert await one.owner_of(ROOM) == Owner(owner, claim.fence)


@on_uvloop
async def test_after_the_store_went_back_a_number_is_not_given_twice_and_one_owner_remains(
    own_redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    key = Keys(prefix).room(ROOM)
    async with instance(own_redis.url, prefix) as (one, _), instance(own_redis.url, prefix, B) as (two, _):
        assert await one.create(ROOM, b"{}", 0.0) is not None
        before = own_redis.ask("HGET", key, "fence")
        first = await one.claim(ROOM)
        assert isinstance(first, Claim)
        assert await save(one, commit(first.fence, 1)) == ["done"]
        own_redis.ask("HSET", key, "fence", before, "version", "0", "owner", "")  # the last second is lost
        second = await two.claim(ROOM)
        assert isinstance(second, Claim)
        assert second.fence > first.fence
        assert await save(two, commit(second.fence, 1)) == ["done"]
        assert await save(one, commit(first.fence, 2)) == ["refused"]


@on_uvloop
async def test_a_fence_rises_even_where_the_time_of_redis_has_gone_back(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        ahead = fence + 3_600_000
        redis.ask("HSET", Keys(prefix).room(ROOM), "fence", str(ahead))
        claims = [await one.claim(ROOM) for _ in range(2)]
        assert [claim.fence for claim in claims if isinstance(claim, Claim)] == [ahead + 1, ahead + 2]


@on_uvloop
async def test_a_save_heals_a_store_that_went_back(redis: RedisProcess) -> None:
    prefix = new_prefix()
    key = Keys(prefix).room(ROOM)
    async with instance(redis.url, prefix) as (one, _):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await save(one, commit(fence, 5)) == ["done"]
        redis.ask("HSET", key, "fence", str(fence - 1000), "version", "77", "owner", B)
        assert await save(one, commit(fence, 6)) == ["done"]
        assert await one.owner_of(ROOM) == Owner(A, fence)
        assert redis.ask("HGET", key, "version") == "6"


@on_uvloop
async def test_letters_of_saves_reach_the_other_instance_in_their_order(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, mine), instance(redis.url, prefix, B) as (_, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        saves = [commit(fence, version, b"{}", f"{B}.1", f"{A}.2") for version in range(1, 201)]
        assert set(await save(one, *saves)) == {"done"}
        await until(lambda: len(ears.letters_heard) == 200)
        assert [said.version for said in heard(ears) if isinstance(said, letters.Said)] == [*range(1, 201)]
        assert [one.version for one in mine.delivered] == [*range(1, 201)]
        assert not mine.letters_heard


@on_uvloop
async def test_a_refused_save_says_nothing(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, mine), instance(redis.url, prefix, B) as (_, ears):
        old = await one.create(ROOM, b"{}", 0.0)
        claim = await one.claim(ROOM)
        assert old is not None
        assert isinstance(claim, Claim)
        results = await save(
            one, commit(old, 1, b"{}", f"{B}.1", f"{A}.1"), commit(claim.fence, 1, b"{}", f"{B}.1")
        )
        assert results == ["refused", "done"]
        await until(lambda: ears.letters_heard)
        assert [said.fence for said in heard(ears) if isinstance(said, letters.Said)] == [claim.fence]
        assert [one.fence for one in mine.delivered] == [claim.fence]


@on_uvloop
async def test_a_claim_tells_everybody_on_the_list_and_the_owner_before(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with (
        instance(redis.url, prefix, B) as (_, looking),
        instance(redis.url, prefix) as (one, owner),
        instance(redis.url, prefix, "cccccccc") as (third, claimer),
    ):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await save(one, commit(fence, 1, b"{}", f"{B}.1", "cccccccc.1")) == ["done"]
        assert await one.release(ROOM, HandedOver(fence, ()), InstanceId("cccccccc"))
        await until(lambda: any(isinstance(said, letters.Offer) for said in heard(claimer)))
        claim = await third.claim(ROOM)
        assert isinstance(claim, Claim)
        owns = letters.Owns("cccccccc", ROOM, claim.fence)
        await until(lambda: owns in heard(looking) and owns in heard(owner))
        assert owns not in heard(claimer)


@on_uvloop
async def test_a_room_that_is_not_ours_any_more_is_not_released(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _), instance(redis.url, prefix, B) as (two, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await one.release(ROOM, HandedOver(fence, ()), InstanceId(""))
        assert isinstance(await two.claim(ROOM), Claim)
        assert not await one.release(ROOM, HandedOver(fence, ()), B)
        two.send(B, b'{"type":"the last letter"}')
        await until(lambda: ears.letters_heard)
        assert len(ears.letters_heard) == 1


@on_uvloop
async def test_closing_can_be_repeated_and_its_code_is_not_given_again_within_the_hour(
    redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        assert await save(one, commit(fence, 1, None), commit(fence, 1, None)) == ["done", "done"]
        assert await one.create(ROOM, b"{}", 0.0) is None
        assert await one.owner_of(ROOM) is None
        repair = msgspec.structs.replace(commit(fence, 1), is_repair=True)
        assert await save(one, repair) == ["refused"]
        assert 3500 < int(redis.ask("TTL", Keys(prefix).room(ROOM))) <= 3600


@on_uvloop
async def test_in_a_rooms_whole_life_no_key_stays_for_ever(redis: RedisProcess) -> None:
    prefix = new_prefix()

    def for_ever() -> list[str]:
        keys = redis.ask("KEYS", f"{prefix}:*").split()
        assert keys
        return [key for key in keys if int(redis.ask("TTL", key)) < 0]

    async with instance(redis.url, prefix) as (one, _), instance(redis.url, prefix, B) as (two, _):
        soon = two.clock.now() + 2700
        fence = await one.create(ROOM, b"{}", soon)
        assert fence is not None
        assert for_ever() == []
        assert await one.create(OTHER, b"{}", soon) is not None
        assert await save(one, Commit(ROOM, fence, 1, b"{}", soon + 60, Delivery())) == ["done"]
        assert for_ever() == []
        assert int(redis.ask("TTL", Keys(prefix).room(ROOM))) > 86_400 + 2700
        assert await one.release(ROOM, HandedOver(fence, ()), B)
        claim = await two.claim(ROOM)
        assert isinstance(claim, Claim)
        assert for_ever() == []
        assert await save(two, commit(claim.fence, 2, None)) == ["done"]
        assert for_ever() == []
    assert for_ever() == []


@on_uvloop
async def test_the_deadline_of_a_record_that_has_expired_is_forgotten(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, _):
        assert await one.create(ROOM, b"{}", 0.0) is not None
        redis.ask("DEL", Keys(prefix).room(ROOM))
        assert await one.due(1.0, 10) == ()
        assert redis.ask("KEYS", f"{prefix}:due:*") == ""


@on_uvloop
async def test_with_a_stale_lease_an_owner_asks_before_it_speaks_and_says_nothing_for_a_room_that_another_has(
    redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, ears), instance(redis.url, prefix, B) as (two, other):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        one._membership._acknowledged_at = None  # as after a pause beyond the lease
        lost: list[str] = []
        one.speak(
            to(f"{B}.1", f"{A}.1", code=ROOM, fence=fence, version=0), lambda: lost.append("still ours")
        )
        await until(lambda: other.letters_heard and ears.delivered)
        redis.ask("HSET", Keys(prefix).room(ROOM), "owner", "")
        assert isinstance(await two.claim(ROOM), Claim)
        one.speak(to(f"{B}.1", f"{A}.1", code=ROOM, fence=fence, version=0), lambda: lost.append("lost"))
        await until(lambda: lost)
        assert lost == ["lost"]
        assert len(ears.delivered) == 1


@on_uvloop
async def test_what_is_said_without_a_save_goes_to_all_at_once(redis: RedisProcess) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix) as (one, ears), instance(redis.url, prefix, B) as (_, other):
        fence = await one.create(ROOM, b"{}", 0.0)
        assert fence is not None
        said = to(f"{B}.1", f"{A}.1", code=ROOM, fence=fence, version=3)
        one.speak(said, lambda: pytest.fail("the lease is fresh"))
        assert ears.delivered == [said]
        await until(lambda: other.letters_heard)
        (letter,) = heard(other)
        assert isinstance(letter, letters.Said)
        assert (letter.fence, letter.version) == (fence, 3)


@on_uvloop
async def test_a_lease_that_had_ended_and_is_fresh_again_is_no_right_to_speak_for_a_room_that_was_taken(
    redis: RedisProcess,
) -> None:
    prefix = new_prefix()
    async with instance(redis.url, prefix, B) as (two, _), instance(redis.url, prefix) as (one, ears):
        fence = await one.create(ROOM, b"{}", 0.0)
        kept = await one.create(OTHER, b"{}", 0.0)
        assert fence is not None
        assert kept is not None
        redis.ask("ZADD", Keys(prefix).beats, "1", A)  # it stood still for longer than its lease
        one._membership._own_end = 1
        assert isinstance(await two.claim(ROOM), Claim)
        await one._membership.beat()
        assert one.is_ready()
        lost: list[RoomCode] = []
        one.speak(Delivery(ROOM, fence), lambda: lost.append(ROOM))
        one.speak(Delivery(OTHER, kept), lambda: lost.append(OTHER))
        await until(lambda: lost and ears.delivered)
        assert lost == [ROOM]
        assert [said.code for said in ears.delivered] == [OTHER]
