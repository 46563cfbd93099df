"""End to end: real servers, one Chromium. Tests here are coroutines and run on the loop the browser lives on.

Other browsers have no loop; their tests (`test_other_browsers.py`) are plain functions.
"""

import asyncio
import inspect
import shutil
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import Chromium, built_client, chromium
from tests.support.browser_crowd import Crowd, crowd_at
from tests.support.browser_people import People, people_at
from tests.support.server_process import ROOT, ServerProcess
from tests.support.server_process import server as running_server

LONGEST_TEST_S = 90.0
RERUNS = 2
"""Two cores carry four browsers, a server and the tests; a stall of seconds is no fault of the client. What
fails three times is one, and each rerun is reported."""
FAILED = ROOT / "build" / "e2e-failed"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    test = pyfuncitem.obj
    everything: dict[str, Any] = pyfuncitem.funcargs
    arguments = {name: everything[name] for name in inspect.signature(test).parameters}
    runner, people, guest = everything["runner"], everything.get("people"), everything.get("guest")
    try:
        result = test(**arguments)
        if inspect.isawaitable(result):
            runner.run(asyncio.wait_for(result, LONGEST_TEST_S))
    except BaseException:
        folder = FAILED / pyfuncitem.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if people is not None:
            runner.run(people.photograph(folder))
        if guest is not None:
            guest.photograph(folder)
        raise
    return True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))


@pytest.fixture(scope="session", autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def client_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_client(tmp_path_factory.mktemp("build"))


@pytest.fixture(scope="session")
def browser(runner: asyncio.Runner) -> Iterator[Chromium]:
    stack = AsyncExitStack()
    yield runner.run(stack.enter_async_context(chromium()))
    runner.run(stack.aclose())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, client_build: Path) -> Iterator[ServerProcess]:
    """The server of all tests that leave it alone. A module that ends it has a fixture of the same name."""
    with running_server(tmp_path_factory.mktemp("server"), STATIC=str(client_build)) as process:
        yield process


@pytest.fixture
def people(runner: asyncio.Runner, browser: Chromium, server: ServerProcess) -> Iterator[People]:
    """Who is in the test; their browsers must have nothing to complain of at its end."""
    stack = AsyncExitStack()
    everybody = runner.run(stack.enter_async_context(people_at(browser, server.url)))
    yield everybody
    runner.run(stack.aclose())
    everybody.check()


@pytest.fixture
def crowd(runner: asyncio.Runner, server: ServerProcess) -> Iterator[Crowd]:
    """Players without a browser at the same server."""
    stack = AsyncExitStack()
    yield runner.run(stack.enter_async_context(crowd_at(server.url)))
    runner.run(stack.aclose())
