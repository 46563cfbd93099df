"""The cards of twelve by their short names, what they are worth, and which may be played together.

A card is its rank and its suit, `"AS"`, `"TD"`, `"2C"`; the jesters are `"X1"` and `"X2"`. Section numbers
are those of the game's rules (twelve.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

Card: TypeAlias = Annotated[str, Meta(pattern="^([A2-9TJQK][SHDC]|X[12])$")]
Cards: TypeAlias = tuple[Card, ...]

SUITS: Final = "SHDC"
RANKS: Final = "A23456789TJQK"
TAVERN: Final[Cards] = tuple(rank + suit for suit in SUITS for rank in RANKS[:10])
"""The forty cards that are dealt from at the start."""
COURT: Final = "JQK"
"""The ranks of the castle, in the order in which they come."""
JESTERS: Final[Cards] = ("X1", "X2")

HEALTH: Final = {"J": 20, "Q": 30, "K": 40}
ATTACK: Final = {"J": 10, "Q": 15, "K": 20}
COMBO_RANKS: Final = "2345"
COMBO_LIMIT: Final = 10
"""What the cards of a combo may sum up to (2.1)."""

_RANK_VALUE: Final = {rank: min(place, 10) for place, rank in enumerate(RANKS, 1)} | ATTACK
_VALUE: Final = {rank + suit: _RANK_VALUE[rank] for rank in RANKS for suit in SUITS} | dict.fromkeys(
    JESTERS, 0
)
_BY_SUIT: Final = {
    card: place for place, card in enumerate([*(rank + suit for suit in SUITS for rank in RANKS), *JESTERS])
}
_BY_RANK: Final = {
    card: place for place, card in enumerate([*(rank + suit for rank in RANKS for suit in SUITS), *JESTERS])
}


def value(card: Card) -> int:
    """What a card is worth, in attack and in payment (1).

    >>> [value(card) for card in ("AS", "7H", "TD", "JC", "QC", "KC", "X1")]
    [1, 7, 10, 10, 15, 20, 0]
    """
    return _VALUE[card]


def worth(cards: Iterable[Card]) -> int:
    """What several cards are worth together.

    >>> worth(("9C", "3D", "X1"))
    12
    """
    return sum([_VALUE[card] for card in cards])


def is_jester(card: Card) -> bool:
    return card in JESTERS


def by_suit(cards: Iterable[Card]) -> Cards:
    """As the discard pile is shown: its order says nothing about how the cards came there (9).

    >>> by_suit(("X1", "2D", "TS", "AD"))
    ('TS', 'AD', '2D', 'X1')
    """
    return tuple(sorted(cards, key=_BY_SUIT.__getitem__))


def by_rank(cards: Iterable[Card]) -> Cards:
    """As a hand is kept: what may be played together lies together.

    >>> by_rank(("X1", "2D", "TS", "2C", "AD"))
    ('AD', '2D', '2C', 'TS', 'X1')
    """
    return tuple(sorted(cards, key=_BY_RANK.__getitem__))


@lru_cache(maxsize=4096)
def suits(cards: Cards) -> str:
    """The suits present, each once: two cards of a suit have its power once (2.1).

    >>> suits(("3D", "3S", "3H")), suits(("AC", "9C")), suits(("X1",))
    ('SHD', 'C', '')
    """
    present = {card[1] for card in cards}
    return "".join([suit for suit in SUITS if suit in present])


@lru_cache(maxsize=4096)
def plays(hand: Cards) -> tuple[Cards, ...]:
    """Everything that may be played from a hand kept by rank, each play in the hand's order (2.1).

    >>> plays(("AS", "5D", "5C", "9H", "X1"))  # doctest: +NORMALIZE_WHITESPACE
    (('AS',), ('5D',), ('5C',), ('9H',), ('X1',),
     ('AS', '5D'), ('AS', '5C'), ('AS', '9H'), ('5D', '5C'))
    """
    numbered = [card for card in hand if not is_jester(card)]
    singles = [(card,) for card in hand]
    companions = [pair for pair in combinations(numbered, 2) if pair[0][0] == "A"]
    return (*singles, *companions, *_combos(numbered))


def _combos(cards: list[Card]) -> list[Cards]:
    """Two to four cards of one rank, ten at most together."""
    found: list[Cards] = []
    for rank in COMBO_RANKS:
        alike = [card for card in cards if card[0] == rank]
        most = min(4, COMBO_LIMIT // _RANK_VALUE[rank])
        for size in range(2, most + 1):
            found += combinations(alike, size)
    return found
