"""Playing cards in a part of a view as it comes over the wire."""

import re
from typing import Any

CARD = re.compile("(?:[2-9TJQKA][SHDC]|X[12])")


def named_in(part: Any) -> set[Any]:
    """Every text in it that could be the name of a card, wherever it stands.

    >>> sorted(named_in({"hand": ["AS", "TD"], "told": [{"card": "X1", "seat": 2}], "stage": "result"}))
    ['AS', 'TD', 'X1']
    """
    if isinstance(part, str):
        return {part} if CARD.fullmatch(part) else set()
    if isinstance(part, dict):
        return set().union(*map(named_in, part.values()))
    return set().union(*map(named_in, part)) if isinstance(part, list) else set()
