"""Positions of twelve in one line, and what the contract tests need to know about this game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from engines.core import Context, Event, Phase, RuleError, Seat, Step, View
from engines.twelve import Twelve
from engines.twelve.cards import COURT, Card, Cards, by_rank, by_suit
from engines.twelve.events import Drew, EnemyCame, Flipped, GameOver, JesterPlayed, Paid, Played, SeatLeft
from engines.twelve.model import (
    HAND_LIMIT,
    Action,
    Flip,
    Laid,
    Name,
    Pay,
    Phrase,
    Play,
    Say,
    Stage,
    State,
    Yield,
)
from engines.twelve.seen import Own, Preview, Table

TWELVE = Twelve()


def cards(text: str) -> Cards:
    """`"5C AS"` → ("5C", "AS")."""
    return tuple(text.split())


def position(
    enemy: str,
    hands: str,
    *,
    castle: str = "QS KS",
    tavern: str = "",
    known: int = 0,
    discard: str = "",
    field: str = "",
    damage: int = 0,
    shield: int = 0,
    seat: int = 0,
    limit: int | None = None,
    yielded: str = "",
) -> State:
    """The first step of a turn against an enemy. Hands by seat, the field's cards as laid by seat 0,
    `yielded` the seats whose last turn was a yield.

    >>> state = position("JS", "5C AH | 9D", damage=10)
    >>> state.hands, state.limit, state.damage
    ((('AH', '5C'), ('9D',)), 7, 10)
    """
    held = [by_rank(cards(hand)) for hand in hands.split("|")]
    seats = len(held)
    return State(
        limit=HAND_LIMIT[seats] if limit is None else limit,
        stage=Stage.PLAYING,
        castle=cards(castle),
        enemy=enemy,
        tavern=cards(tavern),
        known=known,
        discard=by_suit(cards(discard)),
        field=(Laid(Seat(0), cards(field)),) if field else (),
        damage=damage,
        shield=shield,
        blocked=0,
        is_immune=True,
        hands=tuple(held),
        number=1,
        seat=Seat(seat),
        due=0,
        paid=(),
        flips=0,
        yielded=tuple(str(index) in yielded.split() for index in range(seats)),
        said=(None,) * seats,
        left=(False,) * seats,
        loss=None,
    )


def against(enemy: str, hands: str, **more: Any) -> Fight:  # Any: the parts of a position
    """A position that can be played on; see `position`.

    >>> against("JS", "5C 2D | 9D", damage=10).play("5C").state.tavern
    ('JS',)
    """
    return Fight(position(enemy, hands, **more))


ANNA, BEN, CIA = Seat(0), Seat(1), Seat(2)


def chance(step: int = 1) -> Context:
    return Context.for_step(bytes(32), "twelve", step)


class Fight:
    """A state that is played on, with everything that happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.private: list[tuple[Seat, Event]] = []

    def play(self, text: str, seat: int | None = None) -> Fight:
        return self.act(Play(cards(text)), seat)

    def pay(self, *paid: str) -> Fight:
        for card in paid:
            self.act(Pay(card))
        return self

    def yields(self) -> Fight:
        return self.act(Yield())

    def flip(self) -> Fight:
        return self.act(Flip())

    def name(self, seat: int) -> Fight:
        return self.act(Name(seat))

    def say(self, seat: int, phrase: Phrase) -> Fight:
        return self.act(Say(phrase), seat)

    def act(self, action: Action, seat: int | None = None) -> Fight:
        """By that seat, or by the one whose turn it is."""
        return self._then(TWELVE.apply(self.state, self._who(seat), action, chance()))

    def refused(self, action: Action, seat: int | None = None) -> StrEnum | None:
        """The code with which the action is refused here; None if it is not."""
        try:
            TWELVE.apply(self.state, self._who(seat), action, chance())
        except RuleError as error:
            return error.code
        return None

    def leave(self, *seats: int) -> Fight:
        for seat in seats:
            self._then(TWELVE.leave(self.state, Seat(seat), "left", chance()))
        return self

    def _who(self, seat: int | None) -> Seat:
        return self.state.seat if seat is None else Seat(seat)

    def _then(self, step: Step[State]) -> Fight:
        self.state = step.state
        self.events += step.events
        self.private += step.private
        return self

    @property
    def drawn(self) -> dict[int, Cards]:
        """What each seat has drawn so far."""
        found: dict[int, Cards] = {}
        for seat, event in self.private:
            if isinstance(event, Drew):
                found[seat] = found.get(seat, ()) + event.cards
        return found

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def preview(self, text: str) -> Preview:
        """What the seat whose turn it is is told about a play."""
        wanted = by_rank(cards(text))
        (found,) = [play for play in self.own().plays if play.cards == wanted]
        return found

    @property
    def stage(self) -> Stage:
        return self.state.stage

    @property
    def seat(self) -> int:
        return self.state.seat

    @property
    def hands(self) -> tuple[Cards, ...]:
        return self.state.hands

    @property
    def table(self) -> Table:
        return TWELVE.table(self.state)

    def own(self, seat: int | None = None) -> Own:
        return TWELVE.own(self.state, self._who(seat))

    @property
    def phase(self) -> Phase:
        phase = TWELVE.phase(self.state)
        assert phase is not None, "the game is over"
        return phase


# For the contract tests.


def candidates(state: State, seat: Seat) -> Sequence[Action]:
    """Every set of one to four cards of the hand, each card of the pack alone and with itself, and the rest."""
    hand = state.hands[seat]
    held: list[Action] = [Play(some) for size in range(1, 5) for some in combinations(hand, size)]
    foreign: list[Action] = [
        Play(named) for card in PACK if card not in hand for named in ((card,), (*hand[:1], card))
    ]
    doubled: list[Action] = [Play((card, card)) for card in hand]
    others: list[Action] = [Yield(), Flip(), *map(Pay, PACK), *map(Name, range(-1, 5)), *map(Say, Phrase)]
    return [*held, *foreign, *doubled, *others]


def hinted(own: Own) -> Sequence[Action]:
    return [
        *(Play(play.cards) for play in own.plays),
        *([Yield()] if own.yields else []),
        *(Pay(payment.card) for payment in own.payments),
        *map(Name, own.names),
        *map(Say, own.says),
        *([Flip()] if own.flip else []),
    ]


PACK: tuple[Card, ...] = (
    *(rank + suit for rank in "A23456789TJQK" for suit in "SHDC"),
    "X1",
    "X2",
)


def cards_of(state: State) -> list[Card]:
    field = [card for laid in state.field for card in laid.cards]
    enemy = [state.enemy] if state.enemy else []
    piles = (*state.hands, state.castle, state.tavern, state.discard)
    return [*enemy, *field, *(card for pile in piles for card in pile)]


def cards_in(view: View[Table, Own]) -> list[Card]:
    table, own = view.table, view.own
    seen = [*table.known, *table.discard, *table.paid]
    seen += [card for laid in table.field for card in laid.cards]
    seen += [table.enemy.card] if table.enemy else []
    if own is not None:
        seen += own.hand
        seen += [card for play in own.plays for card in play.cards]
        seen += [payment.card for payment in own.payments]
    return seen


def secrets(state: State, viewer: Seat | None) -> list[Card]:
    """Cards that the viewer may not know the place of: in others' hands, in the tavern below those that were
    seen to land there, in the castle."""
    hidden = [*state.tavern[state.known :], *state.castle]
    for seat, hand in enumerate(state.hands):
        hidden += hand if seat != viewer else ()
    return hidden


def exchange(state: State, viewer: Seat | None, rng: Random) -> tuple[State, dict[Card, Card]]:
    """Another deal that looks the same to the viewer, and which secret card became which. The castle's
    suits change places within their rank, for ranks are known."""
    swap: dict[Card, Card] = {}
    for rank in COURT:
        alike = [card for card in state.castle if card[0] == rank]
        swap |= dict(zip(alike, rng.sample(alike, len(alike)), strict=True))
    loose = [card for card in secrets(state, viewer) if card not in state.castle]
    swap |= dict(zip(loose, rng.sample(loose, len(loose)), strict=True))
    known = state.tavern[: state.known]
    exchanged = replace(
        state,
        castle=tuple(swap[card] for card in state.castle),
        tavern=known + tuple(swap[card] for card in state.tavern[state.known :]),
        hands=tuple(by_rank(swap.get(card, card) for card in hand) for hand in state.hands),
    )
    return exchanged, swap


def translate(action: Action, swap: dict[Card, Card]) -> Action:
    """The same action in the exchanged deal."""
    match action:
        case Play(named):
            return Play(by_rank(swap.get(card, card) for card in named))
        case Pay(card):
            return Pay(swap.get(card, card))
        case _:
            return action


def reveals(step: Step[State], viewer: Seat | None) -> bool:
    """Whether the step has, by the rules, made something known to the viewer that was secret: another seat's
    card, a new enemy, a drawn card, or that a hand could not pay."""
    for event in step.events:
        match event:
            case Played(seat) | JesterPlayed(seat) | Paid(seat) | SeatLeft(seat) if seat != viewer:
                return True
            case EnemyCame() | Flipped() | GameOver():
                return True
    return any(seat == viewer and isinstance(event, Drew) for seat, event in step.private)
