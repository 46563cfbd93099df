"""The page that says what is stored, against the file that a server has made."""

import sqlite3
from pathlib import Path

import pytest

from actors.hall_state import HallState
from actors.state import RoomState
from gateway.pages import LANGUAGES
from tests.support.loops import on_uvloop
from tests.support.redis_process import redis_server
from tests.support.server_process import server
from tests.support.storage_page import named
from tests.support.wire_client import wire_clients


@pytest.fixture(scope="module")
def columns(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """`table.column` of all that a real server's file can hold."""
    folder: Path = tmp_path_factory.mktemp("server")
    with server(folder) as process:
        process.stop()
    database = sqlite3.connect(folder / "rooms.sqlite3")
    try:
        rows = database.execute(
            "SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns "
            "WHERE tables.type = 'table'"
        )
        return {name for (name,) in rows}
    finally:
        database.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_every_column_of_the_server_s_file_and_no_other(
    language: str, columns: set[str]
) -> None:
    assert columns
    assert {name for name in named(language) if name.startswith(("saved_rooms.", "probe."))} == columns


@on_uvloop
async def test_the_page_names_every_field_that_is_kept_in_redis_and_no_other(tmp_path: Path) -> None:
    """One open table, as it really lies there; nothing lies there for ever."""
    with redis_server(tmp_path / "redis") as redis, server(tmp_path, REDIS_URL=redis.url) as process:
        async with wire_clients(process.url, process.url) as connect:
            anna = await connect(auth={"protocol": 1, "secret": None})
            created = await anna.command({"type": "create", "id": "c", "game": "rows", "options": {}})
            await anna.command({"type": "attach", "id": "a", "room": created["detail"]})
            await anna.command({"type": "join", "id": "j", "name": "Anna"})
            found = set()
            for key in redis.ask("KEYS", "*").split():
                kind = key.split(":")[1].strip("{}")
                match redis.ask("TYPE", key), kind:
                    case "hash", "room":
                        found |= {f"room.{field}" for field in redis.ask("HKEYS", key).split()}
                    case "zset", "due":
                        assert redis.ask("ZRANGE", key, "0", "-1") == created["detail"]
                        found.add("due.code")
                    case _, "members":
                        found.add(f"members.{key.split(':')[2]}")
                assert int(redis.ask("TTL", key)) > 0, key
    for language in LANGUAGES:
        kept = {name for name in named(language) if name.startswith(("room.", "due.", "members."))}
        assert kept == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_everything_that_belongs_to_a_room_or_a_hall_and_nothing_else(language: str) -> None:
    names = named(language)
    of_room = {name for name in names if "." not in name and not name.startswith("kortlek")}
    assert of_room == set(RoomState.__struct_fields__)
    of_hall = {name.removeprefix("hall.") for name in names if name.startswith("hall.")}
    assert of_hall == set(HallState.__struct_fields__)
