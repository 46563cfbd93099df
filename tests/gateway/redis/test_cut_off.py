"""Redis cut off at each moment at which it matters, for one instance of two or for both (hazards.md 1, 9).

After each: nothing that was acknowledged is lost, nothing is done twice, every command is answered, and all seats
come to the same version.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.loops import on_uvloop, until
from tests.support.redis_process import RedisProcess
from tests.support.tcp_proxy import Moment, TcpProxy
from tests.support.wire_client import Connect, wire_clients
from tests.support.wire_person import Person
from tests.support.wired_instances import LEASE_S, Wired, digest_of, wired

Trouble = Callable[[TcpProxy, bytes], None]
"""Done to all connections that asked for something with this in it; to all there are if it is empty."""

SOON_S = 7.0
"""Less than the ten seconds after which a digest, or a client told `unsure`, would mend what nobody else has."""

at_each_moment = pytest.mark.parametrize("moment", list(Moment), ids=lambda moment: moment.name.lower())
cut_or_hanging = pytest.mark.parametrize("trouble", [TcpProxy.cut, TcpProxy.hang], ids=["cut", "hang"])


class Table:
    """Four people, two at each instance; the first instance owns the room."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.anna, self.cleo, self.ben, self.dora = people
        self._moves = 0

    async def move(self, person: Person) -> None:
        self._moves += 1
        action = {"type": "play", "k": self._moves}
        answer = await person.says(type="act", phase="1:play", action=action)
        assert answer["type"] == "applied", answer

    async def is_right(self) -> None:
        """Everybody shows each move once, soon, and hears the same answers again."""
        async with asyncio.timeout(SOON_S):
            await self._agree()

    async def _agree(self) -> None:
        await asyncio.gather(*map(self.move, self.people))
        for person in self.people:
            await person.sees(lambda view: view["table"]["m"] == self._moves)
        assert len({person.view["version"] for person in self.people}) == 1
        for person in self.people:
            for body, answer in person.acknowledged:
                if body["type"] == "act":
                    again = await person.repeats(body)
                    assert (again["type"], again["version"]) == ("applied", answer["version"])
        for person in self.people:
            assert person.view["table"]["m"] == self._moves
            acks = [frame for frame in person.client.received if frame.startswith("43")]
            assert len({frame.partition("[")[0] for frame in acks}) == len(acks), "answered twice"

    @property
    def fence(self) -> int:
        fence: int = self.ben.view["fence"]
        return fence


async def sit_down(connect: Connect, first: Wired, second: Wired) -> Table:
    anna = await (await Person("anna", "bench").comes(connect, first)).sits()
    people = [anna]
    for name, where in (("cleo", first), ("ben", second), ("dora", second)):
        people.append(await (await Person(name, "bench").comes(connect, where, anna.room)).sits())
    assert (await anna.says(type="start", phase=anna.view["room"]["phase"]))["type"] == "applied"
    for person in people:
        await person.sees(lambda view: view["room"]["status"] == "playing")
    return Table(people)


@at_each_moment
@cut_or_hanging
@on_uvloop
async def test_a_save_is_interrupted_for_a_moment(
    moment: Moment, trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        first.wire.at(moment, digest_of(redis, "save"), partial(trouble, first.wire, b""))
        moves = asyncio.gather(table.move(table.anna), table.move(table.ben))
        await first.wire.came()
        await first.wire.let_go()
        await moves
        await table.is_right()


@at_each_moment
@cut_or_hanging
@on_uvloop
async def test_a_save_is_interrupted_until_the_other_instance_has_the_room(
    moment: Moment, trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    """What hung is let through then: a save of the owner before, and whatever else it had to say."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        first.wire.at(moment, digest_of(redis, "save"), partial(trouble, first.wire, b""))
        moves = asyncio.gather(table.move(table.anna), table.move(table.ben))
        await first.wire.came()
        await table.ben.sees(lambda view: view["fence"] > fence)
        await first.wire.let_go()
        await moves
        await table.is_right()


@at_each_moment
@cut_or_hanging
@on_uvloop
async def test_a_claim_is_interrupted(
    moment: Moment, trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    """The one that lives on comes for a room whose owner is cut off, and is cut off over it for a moment."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        second.wire.at(moment, digest_of(redis, "claim"), partial(trouble, second.wire, b""))
        first.wire.cut()
        move = asyncio.ensure_future(table.move(table.ben))
        await second.wire.came()
        await second.wire.let_go()
        await move
        assert table.fence > fence
        await first.wire.let_go()
        await table.is_right()


@at_each_moment
@on_uvloop
async def test_a_heartbeat_is_interrupted_and_nobody_is_thought_dead(
    moment: Moment, redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        first.wire.at(moment, digest_of(redis, "heartbeat"), first.wire.cut)
        await first.wire.came()
        await first.wire.let_go()
        await table.is_right()
        assert table.fence == fence


@cut_or_hanging
@pytest.mark.parametrize("whose", ["owner", "other"])
@on_uvloop
async def test_only_what_is_heard_breaks(
    trouble: Trouble, whose: str, redis: RedisProcess, tmp_path: Path
) -> None:
    """The subscription alone, while saves and heartbeats go on."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        trouble((first if whose == "owner" else second).wire, b"SUBSCRIBE")
        await asyncio.gather(*(table.move(person) for person in table.people))
        await table.is_right()
        assert table.fence == fence


@on_uvloop
async def test_six_whose_letters_were_lost_do_not_wait_for_each_other(
    redis: RedisProcess, tmp_path: Path
) -> None:
    """They come to one table through one instance while its owner does not hear."""
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        first.wire.hang(b"SUBSCRIBE")
        newcomers = [Person(f"newcomer{n}", "bench") for n in range(6)]
        async with asyncio.timeout(SOON_S):
            await asyncio.gather(*(one.comes(connect, second, table.anna.room) for one in newcomers))


@cut_or_hanging
@on_uvloop
async def test_all_are_cut_off_for_longer_than_their_leases_and_each_keeps_its_rooms(
    trouble: Trouble, redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        fence = table.fence
        for one in (first, second):
            trouble(one.wire, b"")
        moves = asyncio.gather(*(table.move(person) for person in table.people))
        await until(lambda: not first.instance.is_ready() and not second.instance.is_ready())
        for one in (first, second):
            await one.wire.let_go()
        await moves
        await table.is_right()
        assert table.fence == fence


@on_uvloop
async def test_a_wire_so_slow_that_leases_end_between_heartbeats_costs_time_and_nothing_else(
    redis: RedisProcess, tmp_path: Path
) -> None:
    async with wired(tmp_path, redis) as (first, second), wire_clients("", None) as connect:
        table = await sit_down(connect, first, second)
        first.wire.slow(LEASE_S / 4)
        await until(lambda: not first.instance.is_ready())
        await asyncio.gather(*(table.move(person) for person in table.people))
        await first.wire.let_go()
        await table.is_right()
