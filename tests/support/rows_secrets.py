"""Which cards of a game of rows a viewer may know, and which a frame shows: for canaries."""

from typing import Any

from engines.rows.model import Stage, State

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


def known_to(state: State, seat: int | None) -> set[int]:
    """The cards that a seat, or an onlooker, may know: the rows, what was placed and taken openly, what has
    been turned up, and the seat's own."""
    known = {card for group in (*state.rows, *state.taken) for card in group}
    known |= {placing.card for placing in state.placings}
    if state.stage is Stage.ROW:
        known |= {card for card in state.laid if card is not None}
    if seat is not None:
        own = state.laid[seat]
        known |= set(state.hands[seat]) | ({own} if own is not None else set())
    return known
