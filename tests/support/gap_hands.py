"""Sittings of gap in one line, and what the contract tests need to know about this game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from msgspec.structs import replace

from engines.core import Context, Event, LeaveReason, Phase, RuleError, Seat, Step, View
from engines.gap import Gap
from engines.gap.deck import deck
from engines.gap.events import RoundSettled, RoundStarted, TurnedUp
from engines.gap.model import (
    HAND,
    Action,
    Answer,
    Cards,
    Lay,
    NextSentence,
    Options,
    Own,
    Pick,
    PickNone,
    Stage,
    State,
    Table,
)

GAP = Gap()


def sentence_with(gaps: int) -> int:
    """The first sentence of the deck with so many gaps."""
    return next(card for card, sentence in enumerate(deck().sentences) if sentence.gaps == gaps)


def text(card: int) -> str:
    return deck().answers[card].text


def hand_of(seat: int) -> Cards:
    """What `laying` deals to a seat: seat 2 holds 20 to 25."""
    return tuple(range(10 * seat, 10 * seat + HAND))


def laying(
    seats: int = 4,
    *,
    gaps: int = 1,
    reader: int = 0,
    has_read: int = 1,
    pile: Cards | None = None,
    used: Cards = (),
    hands: tuple[Cards, ...] | None = None,
) -> State:
    """A round in which nobody has laid yet, the one of `reader`; the `has_read` seats up to the reader
    have read, the others stand in the queue, those after the reader first.

    >>> laying(4, reader=1, has_read=2).queue
    (2, 3)
    """
    card = sentence_with(gaps)
    later = [Seat((reader + step) % seats) for step in range(1, seats - has_read + 1)]
    dealt = tuple(map(hand_of, range(seats))) if hands is None else hands
    return State(
        options=Options(),
        round=has_read,
        stage=Stage.LAYING,
        reader=Seat(reader),
        queue=tuple(later),
        sentence=card,
        sentences=tuple(other for other in range(len(deck().sentences)) if other != card),
        told=(),
        pile=tuple(range(200, 300)) if pile is None else pile,
        used=used,
        hands=dealt,
        laid=(None,) * seats,
        answers=(),
        verdict=None,
        picked=None,
        points=(0,) * seats,
        has_read=tuple(seat not in later for seat in range(seats)),
        left=(False,) * seats,
    )


def started(seats: int, secret: int = 0) -> Played:
    """A sitting as the engine begins it."""
    here = tuple(map(Seat, range(seats)))
    step = GAP.start(Options(), seats, Context.for_step(bytes([secret]) * 32, "gap", 0, here))
    game = Played(step.state, secret)
    game.events += step.events
    return game


class Played:
    """A sitting that is played on, with everything that happened. All seats but those `away` are here.

    >>> game = Played(laying(3)).lay(1, 13).lay(2, 20)
    >>> sorted(answer.cards for answer in game.state.answers)
    [(13,), (20,)]
    """

    def __init__(self, state: State, secret: int = 0) -> None:
        self.state = state
        self.events: list[Event] = []
        self.gone: set[int] = set()
        self._secret, self._steps = bytes([secret]) * 32, 0

    def away(self, *seats: int) -> Played:
        """These have no connection from now on, all others have one."""
        self.gone = set(seats)
        return self

    def chance(self, seats: int | None = None) -> Context:
        chairs = range(len(self.state.hands) if seats is None else seats)
        here = [
            Seat(seat)
            for seat in chairs
            if seat not in self.gone and not (seat < len(self.state.left) and self.state.left[seat])
        ]
        return Context.for_step(self._secret, "gap", self._steps + 1, here)

    def lay(self, seat: int, *cards: int) -> Played:
        return self.act(seat, Lay(cards))

    def lay_top(self, *seats: int) -> Played:
        """Each lays the first cards of its hand."""
        for seat in seats:
            self.lay(seat, *self.state.hands[seat][: self.own(seat).may.lay])
        return self

    def all_lay(self) -> Played:
        return self.lay_top(*self.awaited)

    def pick(self, seat: int) -> Played:
        """The reader picks the answer of this seat."""
        return self.act(self.reader, Pick(self.answer_of(seat).id))

    def pick_none(self) -> Played:
        return self.act(self.reader, PickNone())

    def go_on(self, seat: int | None = None) -> Played:
        """Somebody leaves the result screen."""
        somebody = self.state.left.index(False) if seat is None else seat
        return self.act(somebody, NextSentence())

    def whole_round(self) -> Played:
        """All lay, none is picked, and the result is left."""
        return self.all_lay().pick_none().go_on()

    def act(self, seat: int, action: Action) -> Played:
        return self._then(GAP.apply(self.state, Seat(seat), action, self.chance()))

    def refused(self, seat: int, action: Action) -> StrEnum | None:
        """The code with which the action is refused here; None if it is not."""
        try:
            GAP.apply(self.state, Seat(seat), action, self.chance())
        except RuleError as error:
            return error.code
        return None

    def expire(self) -> Played:
        return self._then(GAP.expire(self.state, self.chance()))

    def leave(self, *seats: int, why: LeaveReason = "left") -> Played:
        for seat in seats:
            here = tuple(other for other in self.chance().here if other != seat)
            chance = Context.for_step(self._secret, "gap", self._steps + 1, here)
            self._then(GAP.leave(self.state, Seat(seat), why, chance))
        return self

    def join(self) -> Played:
        return self._then(GAP.join(self.state, self.chance(len(self.state.hands) + 1)))

    def rejoin(self, seat: int) -> Played:
        here = (*self.chance().here, Seat(seat))
        chance = Context.for_step(self._secret, "gap", self._steps + 1, here)
        return self._then(GAP.rejoin(self.state, Seat(seat), chance))

    def _then(self, step: Step[State]) -> Played:
        self.state = step.state
        self.events += step.events
        self._steps += 1
        return self

    def happened(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def answer_of(self, seat: int) -> Answer:
        return next(answer for answer in self.state.answers if answer.seat == seat)

    @property
    def table(self) -> Table:
        return GAP.table(self.state)

    def own(self, seat: int) -> Own:
        return GAP.own(self.state, Seat(seat))

    @property
    def stage(self) -> Stage:
        return self.state.stage

    @property
    def reader(self) -> int:
        assert self.state.reader is not None
        return self.state.reader

    @property
    def points(self) -> tuple[int, ...]:
        return self.state.points

    @property
    def phase(self) -> Phase:
        phase = GAP.phase(self.state)
        assert phase is not None, "the sitting is over"
        return phase

    @property
    def awaited(self) -> tuple[int, ...]:
        return self.phase.awaited

    @property
    def hands(self) -> list[int]:
        """How many cards each seat holds."""
        return [len(hand) for hand in self.state.hands]


# For the contract tests.


def candidates(state: State, seat: Seat) -> Sequence[Action]:
    hand = state.hands[seat]
    gaps = 0 if state.sentence is None else deck().sentences[state.sentence].gaps
    alien = state.pile[:1] + tuple(other[0] for other in state.hands if other and other is not hand)[:1]
    pairs = [*permutations(hand, 2)] if gaps == 2 else [hand[:2], hand[1:3]]
    bad = [(card, card) for card in hand[:1]] + [(card, other) for card in hand[:1] for other in alien]
    laid = [(), *[(card,) for card in (*hand, *alien)], *pairs, *bad, (len(deck().answers),)]
    ids = [answer.id for answer in state.answers]
    return [*map(Lay, laid), *map(Pick, [*ids, 12345]), PickNone(), NextSentence()]


def hinted(own: Own) -> Sequence[Action]:
    hand = [phrase.card for phrase in own.hand]
    laying = [Lay(cards) for cards in permutations(hand, own.may.lay)] if own.may.lay else []
    none = [PickNone()] if own.may.pick else []
    more = [NextSentence()] if own.may.next_sentence else []
    return [*laying, *map(Pick, own.may.pick), *none, *more]


def cards_of(state: State) -> list[object]:
    """Every answer card, and every sentence with its place in the file for a name."""
    laid = [laid.cards for laid in state.laid if laid is not None]
    up = [answer.cards for answer in state.answers]
    answers = [card for part in (state.pile, state.used, *state.hands, *laid, *up) for card in part]
    sentences = (*state.sentences, *state.told, *(() if state.sentence is None else (state.sentence,)))
    return [*answers, *(f"sentence {card}" for card in sentences)]


@cache
def numbers() -> dict[str, int]:
    return {phrase.text: phrase.card for phrase in deck().answers}


def cards_in(view: View[Table, Own]) -> list[int]:
    texts = [text for answer in view.table.answers for text in answer.phrases]
    if view.own is not None:
        texts += [phrase.text for phrase in view.own.hand] + [*view.own.answer]
    return [numbers()[text] for text in texts]


def secrets(state: State, viewer: Seat | None) -> list[int]:
    """Cards in others' hands, laid face down by others, and in the pile."""
    hidden = list(state.pile)
    for seat, (hand, laid) in enumerate(zip(state.hands, state.laid, strict=True)):
        if seat != viewer:
            hidden += [*hand, *(() if laid is None else laid.cards)]
    return hidden


def exchange(state: State, viewer: Seat | None, rng: Random) -> tuple[State, dict[int, int]]:
    """Another deal that looks the same to the viewer, other sentences to come, and, while names are
    hidden, other owners of the answers on the table."""
    hidden = secrets(state, viewer)
    swap = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def swapped(cards: Cards) -> Cards:
        return tuple(swap.get(card, card) for card in cards)

    exchanged = replace(
        state,
        pile=swapped(state.pile),
        hands=tuple(map(swapped, state.hands)),
        laid=tuple(laid and replace(laid, cards=swapped(laid.cards)) for laid in state.laid),
        sentences=tuple(rng.sample(state.sentences, len(state.sentences))),
        answers=_other_owners(state, viewer, rng),
    )
    return exchanged, swap


def _other_owners(state: State, viewer: Seat | None, rng: Random) -> tuple[Answer, ...]:
    if state.stage is not Stage.JUDGING:
        return state.answers
    owners = [answer.seat for answer in state.answers if answer.seat != viewer]
    rng.shuffle(owners)
    return tuple(
        answer if answer.seat == viewer else replace(answer, seat=owners.pop()) for answer in state.answers
    )


def translate(action: Action, swap: dict[int, int]) -> Action:
    """The same action in the exchanged deal."""
    return Lay(tuple(swap.get(card, card) for card in action.cards)) if isinstance(action, Lay) else action


def reveals(step: Step[State], _viewer: Seat | None) -> bool:
    """Whether the step has, by the rules, made something public that was secret."""
    return any(isinstance(event, TurnedUp | RoundSettled | RoundStarted) for event in step.events)


def cards_on_wire(part: Any) -> set[int]:
    """Every card whose text stands anywhere in a part of a view, as JSON."""
    if isinstance(part, str):
        return {numbers()[part]} if part in numbers() else set()
    if isinstance(part, dict):
        return set().union(*map(cards_on_wire, part.values()))
    return set().union(*map(cards_on_wire, part)) if isinstance(part, list) else set()
