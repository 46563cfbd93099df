"""An instance leaves under two people who play on two of them: one moves, and nobody sees anything of it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.balancers import Balancer, program
from tests.support.browser_people import People
from tests.support.cluster import Cluster
from tests.support.cluster import cluster as running_cluster

CHECKED_S = "2.5"
"""Time for HAProxy's two checks a second apart, as the settings that deploy/ describes have it."""


@pytest.fixture
def server(tmp_path: Path) -> Balancer:
    """Where people come to."""
    if program("haproxy") is None:
        pytest.skip("haproxy is not installed")
    return Balancer("haproxy", tmp_path)


@pytest.fixture
def cluster(tmp_path: Path, client_build: Path, server: Balancer) -> Iterator[Cluster]:
    settings = {
        "STATIC": str(client_build),
        "PUBLIC_ORIGINS": server.url,
        "TRUSTED_PROXIES": "127.0.0.1/32",
        "DRAIN_CHECK_S": CHECKED_S,
        "LEASE_S": "30",
    }
    with (
        running_cluster(tmp_path, 2, **settings) as running,
        server.running([instance.port for instance in running.instances]),
    ):
        yield running


async def test_when_an_instance_leaves_its_people_move_and_are_never_seen_away(
    cluster: Cluster, people: People
) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    code = await anna.open_table()
    await ben.come(code)
    await anna.start(seats=2)
    both = (anna, ben)
    begun = {person: len(person.watch.views[person.page]) for person in both}
    hers = cluster.owner_of(code)
    assert hers is not None
    fence = anna.view["fence"]
    leaving = asyncio.ensure_future(asyncio.to_thread(hers.stop))
    await asyncio.gather(*(person.until_view(lambda view: view["fence"] > fence) for person in both))
    await leaving
    for person in both:
        await person.lay((await person.hand())[-1])
    await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible()
    seen = [view for person in both for view in person.watch.views[person.page][begun[person] :]]
    assert {seat["presence"] for view in seen for seat in view["room"]["seats"]} == {"here"}
