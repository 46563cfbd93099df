"""What the contract tests need to know about each game. A new game adds one entry to `SUPPORT`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from engines.core import AnyEngine, Seat, Step, View
from engines.registry import ENGINES
from tests.support import gap_hands, order_hands, rows_hands, rows_secrets, twelve_hands, wire_cards

# Any: states, actions and own views of whichever game it is.
State: TypeAlias = Any
Action: TypeAlias = Any
Own: TypeAlias = Any
Card: TypeAlias = Hashable
Swap: TypeAlias = dict[Any, Any]


@dataclass(frozen=True)
class GameSupport:
    """The hooks of one game.

    seat_counts  what to play with, the smallest and the full table among them
    candidates   a finite list of actions for a seat, all legal ones and as much nonsense as is useful
    hinted       the actions that a seat's own view says it may do: the legal ones, as plain actions
    cards_of     every card in the game, each as often as it lies somewhere
    cards_in     every card that a view shows
    cards_on_wire  every card that a part of a view could show, as JSON: what is not known to be something
                 else counts as a card
    secrets      the cards whose place the viewer (None: a spectator) may not know
    exchange     another state, equal in all that the viewer may know, and which card became which
    translate    an action of the original deal, as the same player would do it in the exchanged one
    reveals      whether a step has, by the rules, shown the viewer something that was secret
    weight       how much likelier than others a random player does this: games shall come to their end
    """

    engine: AnyEngine
    options: Any
    seat_counts: tuple[int, ...]
    candidates: Callable[[State, Seat], Sequence[Action]]
    hinted: Callable[[Own], Sequence[Action]]
    cards_of: Callable[[State], Sequence[Card]]
    cards_in: Callable[[View[Any, Any]], Sequence[Card]]
    cards_on_wire: Callable[[Any], set[Any]]
    secrets: Callable[[State, Seat | None], Sequence[Card]]
    exchange: Callable[[State, Seat | None, Random], tuple[State, Swap]]
    translate: Callable[[Action, Swap], Action]
    reveals: Callable[[Step[Any], Seat | None], bool]
    weight: Callable[[Action], int] = lambda _: 1


SUPPORT = {
    "twelve": GameSupport(
        engine=ENGINES["twelve"],
        options=ENGINES["twelve"].Options(),
        seat_counts=(1, 2, 3, 4),
        candidates=twelve_hands.candidates,
        hinted=twelve_hands.hinted,
        cards_of=twelve_hands.cards_of,
        cards_in=twelve_hands.cards_in,
        cards_on_wire=wire_cards.named_in,
        secrets=twelve_hands.secrets,
        exchange=twelve_hands.exchange,
        translate=twelve_hands.translate,
        reveals=twelve_hands.reveals,
    ),
    "order": GameSupport(
        engine=ENGINES["order"],
        options=ENGINES["order"].Options(),
        seat_counts=(3, 5, 8),
        candidates=order_hands.candidates,
        hinted=order_hands.hinted,
        cards_of=order_hands.cards_of,
        cards_in=order_hands.cards_in,
        cards_on_wire=wire_cards.named_in,
        secrets=order_hands.secrets,
        exchange=order_hands.exchange,
        translate=order_hands.translate,
        reveals=order_hands.reveals,
        weight=order_hands.weight,
    ),
    "gap": GameSupport(
        engine=ENGINES["gap"],
        options=ENGINES["gap"].Options(),
        seat_counts=(3, 5, 12),
        candidates=gap_hands.candidates,
        hinted=gap_hands.hinted,
        cards_of=gap_hands.cards_of,
        cards_in=gap_hands.cards_in,
        cards_on_wire=gap_hands.cards_on_wire,
        secrets=gap_hands.secrets,
        exchange=gap_hands.exchange,
        translate=gap_hands.translate,
        reveals=gap_hands.reveals,
    ),
    "rows": GameSupport(
        engine=ENGINES["rows"],
        options=ENGINES["rows"].Options(),
        seat_counts=(2, 5, 10),
        candidates=rows_hands.candidates,
        hinted=rows_hands.hinted,
        cards_of=rows_hands.cards_of,
        cards_in=rows_hands.cards_in,
        cards_on_wire=rows_secrets.cards_in,
        secrets=rows_hands.secrets,
        exchange=rows_hands.exchange,
        translate=rows_hands.translate,
        reveals=rows_hands.reveals,
    ),
}
