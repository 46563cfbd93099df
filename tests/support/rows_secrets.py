"""Which cards of rows a frame shows: for canaries."""

from typing import Any

NOT_CARDS = frozenset(
    {
        "seat", "row", "place", "heads", "deal", "turn", "total", "gain", "take", "chooser", "winners", "places",
        "gains", "totals", "seats", "goal",
    }
)  # fmt: skip
"""Fields whose numbers are no cards. Everything else counts as one: a new field is guilty until it is
named here."""


def cards_in(part: Any) -> set[int]:
    """Every number in a view's game parts that could be a card."""
    if isinstance(part, bool) or part is None:
        return set()
    if isinstance(part, int):
        return {part}
    if isinstance(part, dict):
        return set().union(*(cards_in(value) for name, value in part.items() if name not in NOT_CARDS))
    if isinstance(part, list):
        return set().union(*(cards_in(value) for value in part))
    return set()
