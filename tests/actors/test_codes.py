"""Codes that are drawn: what is hung on a wall for a whole company."""

from collections.abc import Callable

import pytest

from actors.codes import UNSEEMLY, is_code, is_hall_code, new_code, new_hall_code
from actors.messages import RoomCode

DRAWN = 5_000
"""Some hundreds of them would hold one of the words."""


@pytest.mark.parametrize(("draw", "is_right"), [(new_code, is_code), (new_hall_code, is_hall_code)])
def test_no_code_reads_like_a_word_that_nobody_wants_on_the_wall(
    draw: Callable[[], RoomCode], is_right: Callable[[str], bool]
) -> None:
    codes = [draw() for _ in range(DRAWN)]
    assert all(is_right(code) for code in codes)
    assert [code for code in codes if any(word in code for word in UNSEEMLY)] == []
    assert len(set(codes)) > DRAWN * 0.99
