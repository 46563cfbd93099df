"""The course of a sitting: a reader, a deal, laying, turning up, a verdict, the next reader.

Nobody is asked here whether he may (`rules.py` does that). Every function takes a state and returns
another; `log` collects what happens on the way, in order, and lives for one step.

Each round, a void one too, ends on a result screen. So no step begins more than one round, and a table
always sees what has become of its sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from engines.core import Context, Event, Outcome, Seat, ranking, shuffle
from engines.gap.deck import deck
from engines.gap.events import (
    GameOver,
    NextRoundWaits,
    PassedOver,
    RoundSettled,
    RoundStarted,
    TurnedUp,
)
from engines.gap.model import (
    FLOOR,
    HAND,
    Answer,
    AnswerId,
    Cards,
    Laid,
    Options,
    Sentence,
    Shown,
    Stage,
    State,
    Verdict,
)

Log: TypeAlias = list[Event]
T = TypeVar("T")


# What a state says.


def sentence_of(state: State) -> Sentence | None:
    return None if state.sentence is None else deck().sentences[state.sentence]


def gaps(state: State) -> int:
    sentence = sentence_of(state)
    return 0 if sentence is None else sentence.gaps


def present(state: State) -> int:
    """Seats that have not left."""
    return state.left.count(False)


def missing(state: State) -> int:
    """Seats that a new round still needs (7)."""
    return max(0, FLOOR - present(state))


def awaited(state: State) -> tuple[Seat, ...]:
    """The seats that owe an answer, or the reader who owes a verdict, ascending. Who has left or come
    late has an empty hand, and so owes nothing (6, 8); nor does a hand with too few cards (9)."""
    if state.stage is Stage.JUDGING and state.reader is not None:
        return (state.reader,)
    if state.stage is not Stage.LAYING:
        return ()
    asked = gaps(state)
    return tuple(
        Seat(seat)
        for seat, hand in enumerate(state.hands)
        if seat != state.reader and state.laid[seat] is None and len(hand) >= asked
    )


def winning(state: State) -> Answer | None:
    return next((answer for answer in state.answers if answer.id == state.picked), None)


def shown(answers: Sequence[Answer], *, with_names: bool) -> tuple[Shown, ...]:
    return tuple(
        Shown(answer.id, texts(answer.cards), answer.seat if with_names else None) for answer in answers
    )


def texts(cards: Cards) -> tuple[str, ...]:
    answers = deck().answers
    return tuple([answers[card].text for card in cards])


def ranked(state: State) -> Outcome:
    """Most points win, equal points share; a seat that is left is ranked like the others (1)."""
    places = ranking(state.points, lowest_wins=False)
    return Outcome(tuple(Seat(seat) for seat, place in enumerate(places) if place == 1), places)


# Beginning.


def first_round(options: Options, seats: int, ctx: Context, log: Log) -> State:
    """Both piles are shuffled; everybody stands in the queue in the order of the chairs (2)."""
    answers, sentences = list(range(len(deck().answers))), list(range(len(deck().sentences)))
    shuffle(answers, ctx.rng)
    shuffle(sentences, ctx.rng)
    state = State(
        options=options,
        round=0,
        stage=Stage.WAITING,
        reader=None,
        queue=tuple(map(Seat, range(seats))),
        sentence=None,
        sentences=tuple(sentences),
        told=(),
        pile=tuple(answers),
        used=(),
        hands=((),) * seats,
        laid=(None,) * seats,
        answers=(),
        verdict=None,
        picked=None,
        points=(0,) * seats,
        has_read=(False,) * seats,
        left=(False,) * seats,
    )
    return next_round(state, ctx, log)


def next_round(state: State, ctx: Context, log: Log) -> State:
    """The first of the queue who is here reads; those passed over go to its end (2). An empty queue ends
    the sitting, and with fewer than three seats, or nobody of the queue here, it waits (7)."""
    if not state.queue:
        log.append(GameOver(ranked(state)))
        return _cleared(state, Stage.OVER)
    here = [place for place, seat in enumerate(state.queue) if seat in ctx.here]
    if missing(state) or not here:
        if state.stage is not Stage.WAITING:
            log.append(NextRoundWaits(missing(state)))
        return _cleared(state, Stage.WAITING)
    passed, reader, rest = state.queue[: here[0]], state.queue[here[0]], state.queue[here[0] + 1 :]
    log += [PassedOver(seat) for seat in passed]
    state = _drawn(_cleared(state, Stage.LAYING), ctx)
    state = replace(
        state,
        round=state.round + 1,
        reader=reader,
        queue=rest + passed,
        has_read=put(state.has_read, reader, value=True),
    )
    sentence = sentence_of(state)
    if sentence is not None:
        log.append(RoundStarted(state.round, reader, sentence))
    return turn_up_if_all_laid(state, ctx, log)


def _cleared(state: State, stage: Stage) -> State:
    """What lay on the table is used, and so is the sentence."""
    laid = tuple(card for answer in state.answers for card in answer.cards)
    told = state.told if state.sentence is None else (*state.told, state.sentence)
    return replace(
        state,
        stage=stage,
        answers=(),
        used=state.used + laid,
        sentence=None,
        told=told,
        verdict=None,
        picked=None,
    )


def _drawn(state: State, ctx: Context) -> State:
    """Every hand is filled up to six, the reader's too, and a sentence is drawn (3a). A pile that runs
    out is made anew of the used cards; if that is not enough, hands stay short (9)."""
    pile, used = state.pile, state.used
    hands: list[Cards] = []
    for hand, left in zip(state.hands, state.left, strict=True):
        short = 0 if left else HAND - len(hand)
        if short > len(pile):
            pile, used = pile + _shuffled(used, ctx.rng), ()
        hands.append(hand + pile[:short])
        pile = pile[short:]
    sentences, told = state.sentences, state.told
    if not sentences:
        sentences, told = _shuffled(told[:-1], ctx.rng), told[-1:]
    return replace(
        state,
        pile=pile,
        used=used,
        hands=tuple(hands),
        sentence=sentences[0],
        sentences=sentences[1:],
        told=told,
    )


def _shuffled(cards: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    order = list(cards)
    shuffle(order, rng)
    return tuple(order)


# Laying.


def lay(state: State, seat: Seat, cards: Cards) -> State:
    hand = state.hands[seat]
    places = tuple(hand.index(card) for card in cards)
    rest = tuple(card for card in hand if card not in cards)
    return replace(
        state,
        hands=put(state.hands, seat, rest),
        laid=put(state.laid, seat, Laid(cards, places)),
    )


def lay_top(state: State, seat: Seat) -> State:
    """The first cards of the hand, in hand order, unseen (5). Nobody is told that it was not a hand."""
    return lay(state, seat, state.hands[seat][: gaps(state)])


def turn_up_if_all_laid(state: State, ctx: Context, log: Log) -> State:
    """When nobody is awaited any more, all answers are turned up at once, shuffled here and once (3c).
    Without an answer the round is void (6)."""
    if state.stage is not Stage.LAYING or awaited(state):
        return state
    laid = [(Seat(seat), laid.cards) for seat, laid in enumerate(state.laid) if laid is not None]
    if not laid:
        return void(state, Verdict.VOID_NO_ANSWERS, log)
    shuffle(laid, ctx.rng)
    answers: list[Answer] = []
    for seat, cards in laid:
        answers.append(Answer(_new_id(answers, ctx.rng), cards, seat))
    log.append(TurnedUp(shown(answers, with_names=False)))
    return replace(state, stage=Stage.JUDGING, laid=(None,) * len(state.laid), answers=tuple(answers))


def _new_id(others: Sequence[Answer], rng: Random) -> AnswerId:
    while (drawn := rng.getrandbits(32)) in [other.id for other in others]:
        pass
    return drawn


# Settling.


def settle(state: State, verdict: Verdict, picked: AnswerId | None, log: Log) -> State:
    """The round is over: the winner has its point, and names may be seen (3e)."""
    state = replace(state, stage=Stage.RESULT, verdict=verdict, picked=picked)
    won = winning(state)
    log.append(
        RoundSettled(
            verdict,
            winner=None if won is None else won.seat,
            phrases=() if won is None else texts(won.cards),
            answers=shown(state.answers, with_names=True),
        )
    )
    if won is None:
        return state
    return replace(state, points=put(state.points, won.seat, state.points[won.seat] + 1))


def void(state: State, verdict: Verdict, log: Log) -> State:
    """Nothing had been shown: cards go back to their old places in the hands; those of an owner who has
    left are used (6)."""
    used = state.used
    hands: list[Cards] = []
    for hand, laid in zip(state.hands, state.laid, strict=True):
        back = [] if laid is None else sorted(zip(laid.places, laid.cards, strict=False))
        if laid is not None and not laid.places:
            used += laid.cards
        cards = list(hand)
        for place, card in back:
            cards.insert(place, card)
        hands.append(tuple(cards))
    nobody = (None,) * len(hands)
    return settle(replace(state, hands=tuple(hands), used=used, laid=nobody), verdict, None, log)


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
