"""The nouns of gap: cards, the state, what a seat may do, what a viewer sees.

Nothing here decides anything; section numbers are those of the game's rules (gap.md). Cards are small
numbers, their places in the deck's files (`deck.py`); texts are in views only, where they may be seen.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from engines.core import Outcome, Seat

HAND: Final = 6
FLOOR: Final = 3
"""Seats that a new round needs (7)."""
MOST_GAPS: Final = 2

Card: TypeAlias = Annotated[int, Meta(ge=0)]
"""An answer card, by its place in the deck."""
Cards: TypeAlias = tuple[Card, ...]
SentenceCard: TypeAlias = Annotated[int, Meta(ge=0)]
AnswerId: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 32)]
"""Drawn by chance when the answers are turned up: it says nothing of seat, time or hand (3c)."""


class GapCode(StrEnum):
    """Why gap refuses a move, beside `core.Code`."""

    ALREADY_LAID = "already_laid"
    """What is laid is final (3b)."""
    NOT_LAYING = "not_laying"
    READER_RESTS = "reader_rests"
    """The reader lays nothing."""
    NEXT_SENTENCE = "next_sentence"
    """Who comes late is in from the next sentence (8)."""
    WRONG_NUMBER = "wrong_number"
    """As many cards as there are gaps, all different (3b)."""
    NOT_JUDGING = "not_judging"
    NOT_READER = "not_reader"
    NO_SUCH_ANSWER = "no_such_answer"
    ROUND_RUNS = "round_runs"
    """The next sentence was asked for before this round was settled."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    lay_s: Annotated[int, Meta(ge=30, le=180)] = 75
    """Seconds of the laying clock (room.md 4)."""
    judge_percent: Annotated[int, Meta(ge=50, le=200)] = 100
    """The reader's clock as a part of its ordinary length (room.md 4: times 0.5 to 2)."""


# Actions.


class Lay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Lay cards of the own hand, in the order in which the sentence reads them."""

    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=MOST_GAPS)]


class Pick(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """The reader names one answer."""

    answer: AnswerId


class PickNone(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """The reader says: none of them (4)."""


class NextSentence(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Leave the result screen."""


Action: TypeAlias = Lay | Pick | PickNone | NextSentence


# State.


class Stage(StrEnum):
    LAYING = "laying"
    JUDGING = "judging"
    """All answers are turned up; the reader has the word."""
    RESULT = "result"
    WAITING = "waiting"
    """Between rounds: for a third seat (7), or for somebody of the queue to be connected (2)."""
    OVER = "over"


class Verdict(StrEnum):
    """How a round was settled."""

    PICKED = "picked"
    NONE = "none"
    TIMEOUT = "timeout"
    """The reader's clock ran out: the same as none (4)."""
    READER_LEFT = "reader_left"
    """In judging: no point, cards used (6)."""
    VOID_READER_LEFT = "void_reader_left"
    """In laying: the answers went back to their hands, unseen (6)."""
    VOID_NO_ANSWERS = "void_no_answers"
    """Everybody else had left (6)."""


class Laid(Struct, frozen=True):
    """What a seat has laid, in reading order.

    places  where in the hand the cards were, for a round that becomes void; empty once the owner has
            left: then they are used in any case
    """

    cards: Cards
    places: tuple[int, ...]


class Answer(Struct, frozen=True):
    """An answer that is turned up, and whose it is."""

    id: AnswerId
    cards: Cards
    seat: Seat


class State(Struct, frozen=True):
    """A whole sitting. An answer card is in exactly one of `pile`, `used`, `hands`, `laid`, `answers`.

    round      the rounds begun so far
    reader     of this round, or of the last one; None before the first
    queue      who has still to read, in order; the reader of a running round is not in it
    sentence   of this round; `sentences` are to come, `told` are over
    hands      per seat in order of dealing: the first is the top card (5). Empty for whoever is left or
               has come late: so it is not awaited
    laid       per seat in LAYING, else None
    answers    turned up: JUDGING and RESULT, in the shuffled order
    picked     id of the answer the reader has named
    """

    options: Options
    round: int
    stage: Stage
    reader: Seat | None
    queue: tuple[Seat, ...]
    sentence: SentenceCard | None
    sentences: tuple[SentenceCard, ...]
    told: tuple[SentenceCard, ...]
    pile: Cards
    used: Cards
    hands: tuple[Cards, ...]
    laid: tuple[Laid | None, ...]
    answers: tuple[Answer, ...]
    verdict: Verdict | None
    picked: AnswerId | None
    points: tuple[int, ...]
    has_read: tuple[bool, ...]
    left: tuple[bool, ...]


# Views.


class Phrase(Struct, frozen=True):
    """An answer card with its text."""

    card: Card
    text: str


class Sentence(Struct, frozen=True):
    """A sentence around its gaps: one gap between each two parts.

    >>> Sentence(("The box held ", ", and the other box ", ".")).gaps
    2
    """

    parts: tuple[str, ...]

    @property
    def gaps(self) -> int:
        return len(self.parts) - 1


class Shown(Struct, frozen=True):
    """An answer as it lies on the table; `seat` only when the round is settled (10)."""

    id: AnswerId
    phrases: tuple[str, ...]
    seat: Seat | None = None


class Standing(Struct, frozen=True):
    """What is public about one seat.

    has_laid  its answer of this round lies on the table
    has_read  it has been the reader, or is now
    """

    points: int
    has_laid: bool
    has_read: bool
    has_left: bool


class Table(Struct, frozen=True):
    """What everybody may see.

    rounds     how many the sitting has, as far as one knows now
    answers    in the engine's order, from turning up on; with names in stage RESULT
    winner     the seat whose answer was picked
    missing    how many seats a new round still needs; only in stage WAITING
    outcome    once the sitting is over; in stage WAITING what it is if the host ends it now (7)
    """

    stage: Stage
    round: int
    rounds: int
    reader: Seat | None
    queue: tuple[Seat, ...]
    sentence: Sentence | None
    answers: tuple[Shown, ...]
    verdict: Verdict | None
    picked: AnswerId | None
    winner: Seat | None
    standings: tuple[Standing, ...]
    missing: int
    outcome: Outcome | None


class May(Struct, frozen=True):
    """Everything one seat may do now; `rules.act` takes nothing else.

    lay   how many different cards of the hand; 0: none
    pick  ids of answers; whoever may pick may also say none of them
    """

    lay: int = 0
    pick: tuple[AnswerId, ...] = ()
    next_sentence: bool = False


class Own(Struct, frozen=True):
    """What only its seat may see.

    hand    in order of dealing
    answer  what it has laid in this round, in reading order
    mine    which of the answers on the table that is
    """

    hand: tuple[Phrase, ...]
    answer: tuple[str, ...]
    mine: AnswerId | None
    may: May
