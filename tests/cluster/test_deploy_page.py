"""What docs/deploy.md tells an operator to type, typed."""

import re
from pathlib import Path

from tests.support.loops import on_uvloop
from tests.support.redis_process import redis_server
from tests.support.server_process import ROOT, server
from tests.support.wire_client import wire_clients

PAGE = ROOT / "docs" / "deploy.md"


@on_uvloop
async def test_the_rights_that_the_page_gives_in_redis_are_enough(tmp_path: Path) -> None:
    """For opening a table, playing, and hearing oneself on the bus (readiness), without one denied command."""
    found = re.search(r"`(~kortlek:\* [^`]+)`", PAGE.read_text())
    assert found is not None
    with redis_server(tmp_path / "redis") as redis:
        redis.ask("ACL", "SETUSER", "table", "on", ">secret", *found[1].split())
        url = f"redis://table:secret@127.0.0.1:{redis.port}/0"
        with server(tmp_path, REDIS_URL=url, DRAIN_CHECK_S="0.2") as process:
            async with wire_clients(process.url, process.url) as connect:
                anna = await connect(auth={"protocol": 1, "secret": None})
                created = await anna.command({"type": "create", "id": "c", "game": "rows", "options": {}})
                await anna.command({"type": "attach", "id": "a", "room": created["detail"]})
                joined = await anna.command({"type": "join", "id": "j", "name": "Anna"})
                assert joined["type"] == "applied"
            process.stop()
        assert redis.ask("ACL", "LOG") == ""


def test_the_page_names_every_setting() -> None:
    """Of `Settings`, as its own text lists them."""
    settings = (ROOT / "gateway" / "settings.py").read_text()
    named = set(re.findall(r'environment(?:\.get\(|, )"([A-Z_]+)"', settings))
    assert {"REDIS_URL", "PING_INTERVAL_S", "PORT"} <= named
    page = PAGE.read_text()
    assert {name for name in named if f"`{name}`" not in page} == {"STATIC"}


def test_the_page_s_metrics_are_there() -> None:
    metrics = (ROOT / "gateway" / "metrics.py").read_text()
    named = re.findall(r"`kortlek_([a-z_]+?)(?:_total)?(?:\{[^`]*)?`", PAGE.read_text())
    assert len(named) > 10
    assert [name for name in named if f'"{name}"' not in metrics] == []
