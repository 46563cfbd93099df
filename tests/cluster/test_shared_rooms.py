"""deploy/nginx.conf in front of two instances that share a Redis: a room's people are on both, and nobody can tell."""

import asyncio
import json
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar

from tests.support.balancers import Balancer, program
from tests.support.cluster import TOKEN, Cluster, cluster
from tests.support.loops import on_uvloop
from tests.support.polling_client import PollingClient
from tests.support.server_process import ServerProcess
from tests.support.wire_client import compact, wire_clients
from tests.support.wire_person import Person

MOST_POLLERS = 16


@contextmanager
def two_behind_nginx(folder: Path) -> Iterator[tuple[Cluster, Balancer]]:
    if program("nginx") is None:
        pytest.skip("nginx is not installed")
    home = folder / "nginx"
    home.mkdir()
    front = Balancer("nginx", home)
    with (
        cluster(folder, PUBLIC_ORIGINS=front.url, TRUSTED_PROXIES="127.0.0.1/32") as running,
        front.running([instance.port for instance in running.instances]),
    ):
        yield running, front


def connected(instance: ServerProcess, transport: str) -> int:
    """How many connections of this kind it holds, by its page."""
    request = urllib.request.Request(f"{instance.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    name = f'kortlek_connections{{transport="{transport}"}} '
    return sum(int(float(line.removeprefix(name))) for line in lines if line.startswith(name))


class Poller:
    """Somebody whose network forbids websockets."""

    def __init__(self, wire: PollingClient) -> None:
        self.wire = wire

    async def says(self, number: int, **command: Any) -> dict[str, Any]:
        await self.wire.post(f"42{number}{compact(['cmd', {'id': f'c{number}', **command}])}")
        await self.until(lambda frame: frame.startswith(f"43{number}["))
        frame = next(one for one in self.wire.received if one.startswith(f"43{number}["))
        answer: dict[str, Any] = json.loads(frame.partition("[")[2].removesuffix("]"))
        return answer

    async def sees(self, *names: str) -> None:
        """Everybody at the table, by name."""

        def shows(frame: str) -> bool:
            if not frame.startswith('42["view"'):
                return False
            return {seat["name"] for seat in json.loads(frame[2:])[1]["room"]["seats"]} == set(names)

        await self.until(shows)

    async def until(self, fits: Callable[[str], object]) -> None:
        while not any(map(fits, self.wire.received)):
            packets = await self.wire.poll()
            if "2" in packets:
                await self.wire.post("3")


@on_uvloop
async def test_two_people_with_websockets_and_two_who_poll_sit_at_one_table_on_two_instances(
    tmp_path: Path,
) -> None:
    with two_behind_nginx(tmp_path) as (running, front):
        async with wire_clients(front.url, front.url) as connect, AsyncExitStack() as stack:
            anna = await (await Person("anna").comes(connect, front)).sits()
            ben = await (await Person("ben").comes(connect, front, anna.room)).sits()
            assert [connected(instance, "websocket") for instance in running.instances] == [1, 1]

            pollers: list[Poller] = []
            where: list[list[int]] = [[0, 0]]
            while 0 in where[-1]:
                assert len(pollers) < MOST_POLLERS, "all were sent to one instance"
                browser = ClientSession(cookie_jar=CookieJar(unsafe=True))
                await stack.enter_async_context(browser)
                auth = compact({"protocol": 1, "secret": (f"poller{len(pollers)}" * 43)[:43]})
                pollers.append(Poller(await PollingClient.knock(browser, front.url, front.url, auth)))
                where.append([connected(instance, "polling") for instance in running.instances])
            names = []
            for name, poller in (("cleo", pollers[0]), ("dora", pollers[-1])):
                names.append(name)
                assert (await poller.says(1, type="attach", room=anna.room))["type"] == "applied"
                assert (await poller.says(2, type="join", name=name))["type"] == "applied"
            for poller in (pollers[0], pollers[-1]):
                await poller.sees("anna", "ben", *names)
            for person in (anna, ben):
                await person.sees(lambda view: len(view["room"]["seats"]) == 4)

            await anna.deals(bots=0)
            await ben.sees(lambda view: view["room"]["status"] == "playing")
            await asyncio.gather(anna.moves(), ben.moves())
            version = max(anna.view["version"], ben.view["version"])
            for person in (anna, ben):
                await person.sees(lambda view: view["version"] >= version)
            assert anna.view["table"] == ben.view["table"]
            for poller in (pollers[0], pollers[-1]):
                await poller.until(lambda frame: f'"version":{version},' in frame)
