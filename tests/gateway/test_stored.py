"""The page that says what is stored, against the file that a server has made."""

import sqlite3
from pathlib import Path

import pytest

from actors.state import RoomState
from gateway.pages import LANGUAGES
from tests.support.server_process import server
from tests.support.storage_page import named


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
    assert {name for name in named(language) if name.startswith(("rooms.", "probe."))} == columns


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_everything_that_belongs_to_a_room_and_nothing_else(language: str) -> None:
    fields = set(RoomState.__struct_fields__)
    assert {name for name in named(language) if "." not in name and "-" not in name} == fields
