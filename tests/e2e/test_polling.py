"""A network without websockets, and two instances behind HAProxy: every poll must find the one that knows it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.support.balancers import Balancer, program
from tests.support.browser_people import People
from tests.support.server_process import server as running_server

NO_WEBSOCKET = """
window.WebSocket = class extends EventTarget {
  static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
  readyState = 0;
  constructor() { super(); setTimeout(() => this.close(), 50); }
  send() {}
  close() {
    this.readyState = 3;
    this.onerror?.(new Event("error"));
    this.onclose?.(new CloseEvent("close", { code: 1006 }));
  }
};
"""
"""As behind a proxy that forbids the upgrade, without a browser's complaint about it on the console."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, client_build: Path) -> Iterator[Balancer]:
    """Two instances that share nothing: who comes to the wrong one is not known there."""
    if program("haproxy") is None:
        pytest.skip("haproxy is not installed")
    front = Balancer("haproxy", tmp_path_factory.mktemp("haproxy"))
    settings = {
        "STATIC": str(client_build),
        "PUBLIC_ORIGINS": front.url,
        "TRUSTED_PROXIES": "127.0.0.1/32",
    }
    with ExitStack() as stack:
        ports = []
        for _ in range(2):
            process = stack.enter_context(running_server(tmp_path_factory.mktemp("server"), **settings))
            ports.append(process.port)
        stack.enter_context(front.running(ports))
        yield front


async def test_without_websockets_everybody_stays_with_one_instance(people: People) -> None:
    for _ in range(3):
        anna = await people.person("Anna", script=NO_WEBSOCKET)
        await anna.go()
        await anna.pick_game()
        await anna.sit()
        await anna.seat_bots(1)
        await anna.start(seats=2)
        *_, card = await anna.hand()
        await anna.lay(card)
        await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible()
        assert [cookie["name"] for cookie in await anna.page.context.cookies()] == ["kortlek_instance"]
