"""What seven cards are worth (4). Pokerkit finds the best five; its tables are asked nowhere else.

Only the showdown calls this: before it no hand has a strength or a name, for nobody (6).

`StandardHighHand.from_game` asks the tables four times for each of the 21 fives and costs 1.4 ms a hand;
asking once each costs a tenth. Importing pokerkit takes 0.3 to 1 s, so it is done here, when the
server starts, and not at somebody's first showdown, where it would stop every table.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from pokerkit import Card as KitCard
from pokerkit import Label, StandardHighHand

from engines.order.model import PACK, RANKS, Cards, Category, Rank, Strength

_KIT_CARDS: Final = {card: next(iter(KitCard.parse(card[0] + card[1].lower()))) for card in PACK}
_CATEGORIES: Final = {
    Label.HIGH_CARD: Category.HIGH_CARD,
    Label.ONE_PAIR: Category.PAIR,
    Label.TWO_PAIR: Category.TWO_PAIRS,
    Label.THREE_OF_A_KIND: Category.THREE,
    Label.STRAIGHT: Category.STRAIGHT,
    Label.FLUSH: Category.FLUSH,
    Label.FULL_HOUSE: Category.FULL_HOUSE,
    Label.FOUR_OF_A_KIND: Category.FOUR,
    Label.STRAIGHT_FLUSH: Category.STRAIGHT_FLUSH,
}
_NAMED: Final = {Category.TWO_PAIRS: 2, Category.FULL_HOUSE: 2}
"""Ranks in the name of a hand, where they are not one."""
_ACE: Final = 14
_WHEEL: Final = (14, 5, 4, 3, 2)


def rank_of(card: str) -> Rank:
    """2 … 14.

    >>> rank_of("2S"), rank_of("TD"), rank_of("AH")
    (2, 10, 14)
    """
    return RANKS.index(card[0]) + 2


def strength(hand: Cards, board: Cards) -> Strength:
    """The best five of an own hand and the common cards. Where equal cards could play, the own ones do.

    >>> strength(("KS", "8H"), ("KH", "5D", "5C", "9S", "7D"))
    Strength(category=<Category.TWO_PAIRS: 3>, ranks=(13, 5), kickers=(9,), five=('KS', 'KH', '5D', '5C', '9S'))
    """
    of_kit = {_KIT_CARDS[card]: card for card in (*hand, *board)}
    lookup = StandardHighHand.lookup
    best = max(combinations(of_kit, 5), key=lookup.get_entry)
    category = _CATEGORIES[lookup.get_entry(best).label]
    return _named(category, [of_kit[card] for card in best])


def compared(worth: Strength) -> tuple[int, ...]:
    """What two hands are compared by, from left to right; equal means equally strong (4)."""
    return (worth.category, *worth.ranks, *worth.kickers)


def _named(category: Category, five: list[str]) -> Strength:
    """Put the cards in the order in which they count: by how many of a rank there are, then by rank."""
    ranks = [rank_of(card) for card in five]
    ordered = sorted(five, key=lambda card: (ranks.count(rank_of(card)), rank_of(card)), reverse=True)
    by_weight = tuple(dict.fromkeys(map(rank_of, ordered)))
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        if by_weight == _WHEEL:
            ordered, by_weight = [*ordered[1:], ordered[0]], by_weight[1:]
        return Strength(category, by_weight[:1], (), tuple(ordered))
    named = _NAMED.get(category, 1)
    return Strength(category, by_weight[:named], by_weight[named:], tuple(ordered))
