"""Many instances: real processes on a real Redis, several for each test and more than there are cores."""

from pathlib import Path

import pytest

RERUNS = 1
"""A machine that stalls for longer than a lease makes claims that nobody needed and tests that nobody lost
(hazards.md 15). What fails twice is a fault, and a rerun is reported."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))
