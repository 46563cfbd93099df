"""Where one card goes. Placing, the hints to a hand and the bot all ask here, and nowhere else."""

from __future__ import annotations

from engines.rows.model import ROW_HOLDS, Card, Landing, Lines, heads_of


def nearest_row(rows: Lines, card: Card) -> int | None:
    """The row whose last card is nearest below; None if every row ends higher (3.2.1, 3.2.4).

    >>> rows = (12,), (25,), (40,), (75,)
    >>> nearest_row(rows, 44), nearest_row(rows, 10)
    (2, None)
    """
    nearest, end = None, 0
    for index, row in enumerate(rows):
        if end < row[-1] < card:
            nearest, end = index, row[-1]
    return nearest


def at_end_of(rows: Lines, index: int) -> Landing:
    """What happens to a card that goes to the end of this row.

    >>> at_end_of(((12,), (25,), (40, 41, 42, 43, 44), (75,)), 2)
    Landing(row=2, place=6, took=(40, 41, 42, 43, 44), heads=11)
    """
    row = rows[index]
    took = row if len(row) == ROW_HOLDS else ()
    return Landing(index, len(row) + 1, took, heads_of(took))


def land(rows: Lines, card: Card) -> Landing | None:
    """Where the card goes by itself; None if its owner has to choose a row.

    >>> land(((12,), (25,), (40,), (75,)), 44)
    Landing(row=2, place=2, took=(), heads=0)
    """
    index = nearest_row(rows, card)
    return None if index is None else at_end_of(rows, index)
