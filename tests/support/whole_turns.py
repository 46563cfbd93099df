"""A turn ends by what it has done, never by how long this machine took for it."""

import pytest

from actors import runtime


@pytest.fixture(autouse=True)
def turns_are_never_cut_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that the machine held up in the middle is saved in two parts: right, and nothing to count on."""
    monkeypatch.setattr(runtime, "SECONDS_PER_TURN", 60.0)
