"""The codes of tables and halls: short enough to read out, too many to guess (room.md 1)."""

import secrets

from actors.messages import RoomCode

ALPHABET = "BCDFGHJKMNPQRSTVWXZ23456789"
"""No vowels (no words), no 0/O, 1/I/L (room.md 1)."""
UNSEEMLY = (
    "88", "HH", "SS",
    "BTCH", "CNT", "DCK", "FCK", "FKN", "KKK", "NGG", "NGR", "SHT", "TWT", "WTF",
    "FKK", "FTT", "KNK",
    "FDP", "NTM", "PTN",
)  # fmt: skip
"""What is read as a word all the same, in one of our languages or a neighbour's: a code hangs on walls, and nobody has
chosen it. One in forty is drawn again."""
CODE_LENGTH = 6
HALL_CODE_LENGTH = 7
"""One more than a table's: the length tells what a code names."""


def new_code() -> RoomCode:
    return _drawn(CODE_LENGTH)


def new_hall_code() -> RoomCode:
    return _drawn(HALL_CODE_LENGTH)


def is_code(text: str) -> bool:
    """Whether this can be a table's code, as it is written on the wire.

    >>> is_code("KVR7TD"), is_code("kvr7td"), is_code("KVR 7TD")
    (True, False, False)
    """
    return len(text) == CODE_LENGTH and all(letter in ALPHABET for letter in text)


def is_hall_code(text: str) -> bool:
    """Whether this can be a hall's code.

    >>> is_hall_code("KVR7TDB"), is_hall_code("KVR7TD")
    (True, False)
    """
    return len(text) == HALL_CODE_LENGTH and all(letter in ALPHABET for letter in text)


def _drawn(length: int) -> RoomCode:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(length))
        if not any(word in code for word in UNSEEMLY):
            return RoomCode(code)
