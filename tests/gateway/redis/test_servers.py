"""What a URL of Redis can say: one server, its password and database, TLS, and a master that a sentinel knows."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from actors.messages import RoomCode
from actors.ports import Commit, Delivery, StoreAway
from gateway.backends.redis.keys import Keys
from gateway.backends.redis.servers import BadUrl, Servers
from tests.support.loops import on_uvloop, until
from tests.support.redis_house import instance, new_prefix, save
from tests.support.redis_process import RedisProcess, redis_server
from tests.support.server_process import free_port

ROOM = RoomCode("BCDFGH")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost",
        "http://localhost:6379",
        "redis://",
        "redis://one:1,two:2/0",
        "redis://localhost:port/0",
        "redis+cluster://",
        "redis+sentinel://localhost:26379",
        "redis+raft://localhost",
        "redis://localhost/0?no_such_option=1",
    ],
)
def test_what_cannot_be_understood_is_said_at_the_start(url: str) -> None:
    with pytest.raises(BadUrl):
        Servers(url)


@on_uvloop
async def test_a_password_and_a_database_are_taken_from_the_url(own_redis: RedisProcess) -> None:
    own_redis.ask("CONFIG", "SET", "requirepass", "very%secret")
    prefix = new_prefix()
    host = f"{own_redis.host}:{own_redis.port}"
    async with instance(f"redis://:very%25secret@{host}/3", prefix) as (one, _):
        assert await one.create(ROOM, b"{}", 0.0) is not None
        keys = own_redis.ask("-a", "very%secret", "--no-auth-warning", "-n", "3", "KEYS", "*").split()
        assert Keys(prefix).room(ROOM) in keys
    with pytest.raises(StoreAway):
        async with instance(f"redis://:wrong@{host}/3", prefix):
            pytest.fail("it was opened")


@on_uvloop
async def test_over_tls_a_server_that_the_authority_vouches_for_is_trusted_and_no_other(
    tmp_path: Path,
) -> None:
    with tls_server(tmp_path) as (server, authority):
        url = f"rediss://localhost:{server}/0"
        async with instance(f"{url}?ssl_ca_certs={authority}", new_prefix()) as (one, ears):
            fence = await one.create(ROOM, b"{}", 0.0)
            assert fence is not None
            assert await save(one, Commit(ROOM, fence, 1, b"{}", 0.0, Delivery())) == ["done"]
            await until(lambda: ears.echoes)
        with pytest.raises(StoreAway):
            async with instance(url, new_prefix()):
                pytest.fail("it was opened")


@on_uvloop
async def test_after_a_failover_the_master_that_the_sentinel_names_is_used(tmp_path: Path) -> None:
    prefix = new_prefix()
    with (
        redis_server(tmp_path / "one", "--repl-diskless-sync-delay", "0") as master,
        redis_server(tmp_path / "two", "--replicaof", f"{master.host} {master.port}") as replica,
        sentinel(tmp_path / "sentinel", master) as port,
    ):
        await until(lambda: "master_link_status:up" in replica.ask("INFO", "replication"), within_s=10)
        url = f"redis+sentinel://127.0.0.1:1,127.0.0.1:{port}/cards/0"
        async with instance(url, prefix, lease_s=0.6) as (one, ears):
            fence = await one.create(ROOM, b"{}", 0.0)
            assert fence is not None
            await until(lambda: "slaves=1" in ask(port, "INFO", "sentinel"))
            master.kill()
            await until(lambda: one.is_ready() and ears.falls, within_s=15)
            assert await save(one, Commit(ROOM, fence, 1, b"{}", 0.0, Delivery())) == ["done"]
            assert replica.ask("HGET", Keys(prefix).room(ROOM), "version") == "1"


@on_uvloop
async def test_a_sentinel_that_knows_no_such_master_is_no_redis(tmp_path: Path) -> None:
    with (
        redis_server(tmp_path / "one") as master,
        sentinel(tmp_path / "sentinel", master) as port,
        pytest.raises(StoreAway),
    ):
        async with instance(f"redis+sentinel://127.0.0.1:{port}/other/0", new_prefix()):
            pytest.fail("it was opened")


def ask(port: int, *words: str) -> str:
    return subprocess.run(
        ["redis-cli", "-p", str(port), *words], capture_output=True, text=True, timeout=10, check=True
    ).stdout


@contextmanager
def sentinel(folder: Path, master: RedisProcess) -> Iterator[int]:
    """One that decides alone and soon; its port."""
    folder.mkdir()
    configuration = folder / "sentinel.conf"
    configuration.write_text(
        f"sentinel monitor cards {master.host} {master.port} 1\n"
        "sentinel down-after-milliseconds cards 300\nsentinel failover-timeout cards 2000\n"
    )
    process = RedisProcess(folder, sentinel=configuration)
    process.start()
    try:
        yield process.port
    finally:
        process.end()


@contextmanager
def tls_server(folder: Path) -> Iterator[tuple[int, Path]]:
    """One that speaks nothing but TLS on its second port: that port, and the authority of its certificate."""
    key, certificate, port = folder / "key.pem", folder / "certificate.pem", free_port()
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(command, capture_output=True, timeout=20, check=True)
    options = ("--tls-port", str(port), "--tls-auth-clients", "no")
    files = ("--tls-cert-file", str(certificate), "--tls-key-file", str(key))
    with redis_server(folder / "redis", *options, *files):
        yield port, certificate
