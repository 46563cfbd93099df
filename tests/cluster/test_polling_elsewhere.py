"""Somebody who polls, behind a balancer that keeps them at one instance by a cookie, while their room lives on
the other one."""

import asyncio
from pathlib import Path

import pytest
from aiohttp import ClientSession

from tests.support.balancers import Balancer, program
from tests.support.cluster import Cluster, cluster
from tests.support.loops import on_uvloop
from tests.support.polled_wire import polled_wires
from tests.support.server_process import ServerProcess
from tests.support.wire_client import Connect, wire_clients
from tests.support.wire_person import Person

SEEN_BY_THE_BALANCER_S = "2.5"
"""Two checks a second apart have failed by then, and polls go to the other instance."""
LEASE_S = "30"
"""So long that only a hand-over can move a room."""


def instance_of(browser: ClientSession, running: Cluster) -> ServerProcess:
    """Whom the cookie names."""
    (cookie,) = browser.cookie_jar
    return running.instances[["one", "two"].index(cookie.value)]


async def table_at(owner: ServerProcess, connect: Connect, running: Cluster, front: Balancer) -> Person:
    """Somebody with a websocket who has opened a table there: the balancer sends each to where there are fewest."""
    for number in range(8):
        opener = await Person(f"opener{number}").comes(connect, front)
        if running.owner_of(opener.room) is owner:
            return await opener.sits()
        await opener.client.leave()
    raise AssertionError("the balancer sent eight people to one instance")


@on_uvloop
async def test_who_polls_plays_at_a_room_elsewhere_and_goes_on_when_their_instance_leaves(
    tmp_path: Path,
) -> None:
    if program("haproxy") is None:
        pytest.skip("haproxy is not installed")
    front = Balancer("haproxy", tmp_path)
    with (
        cluster(
            tmp_path,
            LEASE_S=LEASE_S,
            DRAIN_CHECK_S=SEEN_BY_THE_BALANCER_S,
            PING_INTERVAL_S="1",
            PING_TIMEOUT_S="1",
            PUBLIC_ORIGINS=front.url,
            TRUSTED_PROXIES="127.0.0.1/32",
        ) as running,
        front.running([instance.port for instance in running.instances]),
    ):
        async with wire_clients(front.url, front.url) as connect, polled_wires() as (polls, browser):
            await Person("ben").comes(polls, front)
            at = instance_of(browser, running)
            owner = next(instance for instance in running.instances if instance is not at)
            anna = await table_at(owner, connect, running, front)

            ben = await (await Person("ben").comes(polls, front, anna.room)).sits()
            assert instance_of(browser, running) is at
            await anna.deals()
            assert (await ben.moves())["type"] == "applied"
            await anna.moves()
            await asyncio.gather(anna.plays(to_turn=2), ben.plays(to_turn=2))
            seen = ben.view

            leaving = asyncio.ensure_future(asyncio.to_thread(at.stop))
            await ben.client.over(within_s=10)
            await ben.comes(polls, front)
            assert ben.view["fence"] == seen["fence"], "nobody took the room from its owner"
            assert instance_of(browser, running) is owner
            body, answer = ben.acknowledged[-1]
            assert (await ben.repeats(body))["version"] == answer["version"]
            await asyncio.gather(anna.plays(to_turn=3), ben.plays(to_turn=3))
            await leaving
