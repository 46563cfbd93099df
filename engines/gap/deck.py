"""The deck: a sentence or an answer a line, in `deck/sentences.txt` and `deck/answers.txt`.

A card's number is its place in its file, and that is all a state holds. So a published line keeps its
place and its meaning for as long as `Gap.version` stays; new ones are added at the end, where running
games do not look (docs/adr/0008-gap-deck.md).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from engines.gap.model import Phrase, Sentence

FOLDER: Final = Path(__file__).with_name("deck")
GAP: Final = "___"


class Deck(Struct, frozen=True):
    sentences: tuple[Sentence, ...]
    answers: tuple[Phrase, ...]


@cache
def deck() -> Deck:
    """Read once, when the first card is asked for.

    >>> all(1 <= sentence.gaps <= 2 for sentence in deck().sentences)
    True
    """
    return Deck(
        sentences=tuple(Sentence(tuple(line.split(GAP))) for line in lines("sentences.txt")),
        answers=tuple(Phrase(card, line) for card, line in enumerate(lines("answers.txt"))),
    )


def lines(name: str) -> list[str]:
    """The cards of a file; what begins with # is about the cards."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
