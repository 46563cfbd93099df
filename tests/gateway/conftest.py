"""One redis-server for all of these tests; each has a prefix of its own. Who disturbs it starts another."""

from collections.abc import Iterator

import pytest

from tests.support.redis_process import RedisProcess, redis_server


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisProcess]:
    with redis_server(tmp_path_factory.mktemp("redis")) as process:
        yield process
