"""Names are labels, never identity (room.md 1): what a name may be, and when two look the same."""

import unicodedata
from collections.abc import Iterable

import regex

MAX_GRAPHEMES = 24
MAX_CODE_POINTS = 11 * MAX_GRAPHEMES
"""A family emoji with skin tones needs eleven; more is accents piled on one letter."""

_GRAPHEME = regex.compile(r"\X")
# Controls, line separators, bidi marks and overrides, invisible fillers. The zero-width joiner stays:
# families of emoji are made with it; `skeleton` does not see it.
_FORBIDDEN = regex.compile(
    r"[[\p{Cf}--\u200d]\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u061c"
    r"\u115f\u1160\u3164\uffa0\u2800]",
    regex.VERSION1,  # for the set difference
)
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}]")
_INVISIBLE = regex.compile(r"\p{Default_Ignorable_Code_Point}")
_MARKS = regex.compile(r"\p{M}{4,}")

# Letters of other scripts that look like Latin ones. Short on purpose: a chair's place and number
# tell twins apart as well; this only decides whether a number is shown.
_LOOKALIKES = str.maketrans(
    "авсԁеһіјӏкмноӧрԛѕтυѵԝхуαβγικνορτυχ0135",
    "abcdehijlkmhoopqstuvwxyabyiknoptuxoles",
)


def clean(raw: str) -> str | None:
    r"""The name as it is shown, or None if it cannot be one.

    >>> clean("  Anna  Lena ")
    'Anna Lena'
    >>> clean("\u202eevil") is None, clean("   ") is None, clean("x" * 25) is None
    (True, True, True)
    """
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if len(name) > MAX_CODE_POINTS or _FORBIDDEN.search(name) or _MARKS.search(name):
        return None
    if not _VISIBLE.search(name) or len(_GRAPHEME.findall(name)) > MAX_GRAPHEMES:
        return None
    return name


def skeleton(name: str) -> str:
    """Equal for names that look the same at a glance.

    >>> skeleton("Anna") == skeleton("АNNА"), skeleton("Åsa") == skeleton("Asa")
    (True, False)
    """
    visible: str = _INVISIBLE.sub("", unicodedata.normalize("NFKC", name))
    return visible.casefold().translate(_LOOKALIKES)


def shown(name: str, twin: int) -> str:
    """The name with the number that tells it from others like it, as the client shows it at a table.

    >>> shown("Anna", 0), shown("Anna", 2)
    ('Anna', 'Anna (2)')
    """
    return f"{name} ({twin})" if twin else name


def numbered(names: Iterable[str]) -> list[tuple[str, int]]:
    """Each with its twin number, in the order in which they sit down.

    >>> numbered(["Anna", "Ben", "anna"])
    [('Anna', 0), ('Ben', 0), ('anna', 2)]
    """
    found: list[tuple[str, int]] = []
    for name in names:
        found.append((name, twin_number(name, found)))
    return found


def twin_number(name: str, others: list[tuple[str, int]]) -> int:
    """The number beside a name: 0 if no other looks like it, else the lowest free from 2.

    >>> twin_number("Anna", []), twin_number("anna", [("Anna", 0)]), twin_number("Anna", [("Anna", 0), ("Anna", 2)])
    (0, 2, 3)
    """
    own = skeleton(name)
    taken = {number for other, number in others if skeleton(other) == own}
    if not taken:
        return 0
    number = 2
    while number in taken:
        number += 1
    return number
