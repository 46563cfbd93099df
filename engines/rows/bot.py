"""The bot's policy: the cheapest card as the table is now, and nothing else (5.1).

These functions are given a hand and the rows; so they cannot look at other hands, at laid cards or
at what is left of the pack. The clock and the seats that are left use the same policy (5).
"""

from __future__ import annotations

from engines.rows.model import Card, Cards, Lines, heads_of
from engines.rows.placing import land


def cost(rows: Lines, card: Card) -> int:
    """The heads that the card would take if it were placed alone now.

    >>> rows = (30,), (41, 42, 43, 44, 45), (60,), (70, 80)
    >>> cost(rows, 31), cost(rows, 46), cost(rows, 7)
    (0, 10, 3)
    """
    landing = land(rows, card)
    return heads_of(rows[cheapest_row(rows)]) if landing is None else landing.heads


def cheapest_card(hand: Cards, rows: Lines) -> Card:
    """The card of least cost; among equals the lowest.

    >>> cheapest_card((7, 31, 61), ((30,), (41, 42, 43, 44, 45), (60,), (70, 80)))
    31
    """
    return min(hand, key=lambda card: (cost(rows, card), card))


def cheapest_row(rows: Lines) -> int:
    """The row of fewest heads, then of fewest cards, then of lowest index.

    >>> cheapest_row(((10,), (1, 2, 3), (20,), (30,)))
    0
    """
    return min(range(len(rows)), key=lambda index: (heads_of(rows[index]), len(rows[index]), index))
