"""The page that says what is stored, as its tables name it."""

import re

from tests.support.server_process import ROOT


def named(language: str) -> frozenset[str]:
    """What stands as code in the first column of a table: `rooms.code`, `kortlek.name` …"""
    page = (ROOT / "frontend" / "content" / language / "about" / "storage.md").read_text(encoding="utf-8")
    first_columns = re.findall(r"^\| ([^|]*`[^|]*) \|", page, re.MULTILINE)
    return frozenset(name for column in first_columns for name in re.findall(r"`([^`]+)`", column))
