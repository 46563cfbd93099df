"""Async tests: `@on_both_loops` runs a test on asyncio's loop and on uvloop, `@on_uvloop` on ours only."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvloop

LONGEST_TEST_S = 60.0
_LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}

AsyncTest = Callable[..., Coroutine[Any, Any, None]]


def on_both_loops(test: AsyncTest) -> Callable[..., None]:
    return _on(test, "asyncio", "uvloop")


def on_uvloop(test: AsyncTest) -> Callable[..., None]:
    return _on(test, "uvloop")


def _on(test: AsyncTest, *loops: str) -> Callable[..., None]:
    def run(loop: str, **fixtures: object) -> None:
        with asyncio.Runner(loop_factory=_LOOPS[loop]) as runner:
            runner.run(asyncio.wait_for(test(**fixtures), LONGEST_TEST_S))

    run.__name__, run.__module__ = test.__name__, test.__module__
    parameters = inspect.signature(test).parameters.values()
    loop = inspect.Parameter("loop", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    run.__signature__ = inspect.Signature([loop, *parameters])  # type: ignore[attr-defined]
    return pytest.mark.parametrize("loop", loops)(run)


async def until(condition: Callable[[], object], within_s: float = 5.0) -> None:
    """Let the loop run until the condition holds; an AssertionError that names it if it never does."""
    deadline = asyncio.get_running_loop().time() + within_s
    while not condition():
        if asyncio.get_running_loop().time() > deadline:
            raise AssertionError(f"not within {within_s} s: {inspect.getsource(condition).strip()}")
        await asyncio.sleep(0.002)
