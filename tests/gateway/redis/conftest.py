"""A redis-server that a test may kill, pause and empty."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.redis_process import RedisProcess, redis_server


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[RedisProcess]:
    with redis_server(tmp_path / "redis") as process:
        yield process


@pytest.fixture
def kept_redis(tmp_path: Path) -> Iterator[RedisProcess]:
    """One that has its data again when it is started again."""
    with redis_server(tmp_path / "redis", appendonly=True) as process:
        yield process
