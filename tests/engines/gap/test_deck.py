"""The form of the deck, and that a published card keeps its number (docs/adr/0008-gap-deck.md)."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from itertools import combinations

from engines.gap.deck import FOLDER, deck, lines
from tests.support.gap_hands import GAP

SENTENCES, ANSWERS = lines("sentences.txt"), lines("answers.txt")
PUBLISHED = (1, 160, 505, "3552560539dddd16")
"""The engine's version, how many lines of each file it has published, and their digest."""


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+(?:’[a-z]+)?", text.lower())


FORBIDDEN = words("""
    arm arms ass bald beard belly body bodies bone bones bra breast breath bum buttocks cheek chest diet
    ear ears eye eyes face faces fat finger fingers foot feet hair hand hands head heads knee leg legs lip
    lips naked nose nude obese shoulder skin slim stomach tattoo thigh thin thumb toe toes tooth teeth
    tongue ugly underwear wrinkle drunk drug drugs dead death die dies kill killed killer corpse blood
    bloody damn hell crap sex sexy kiss wife husband girlfriend boyfriend
    men women man woman girl boy lad lads ladies gay lesbian trans black white asian african american
    english french german irish welsh scottish jew jewish muslim christian gypsy immigrant foreigner
    immigrants foreigners refugee pensioner pensioners teenager teenagers student students
    vote votes voter election minister ministers president king queen prince royal parliament party
    government council brexit tory labour democrat republican communist socialist capitalist war army
    soldier soldiers gun guns bomb police tax taxes protest
    god gods church churches mosque temple synagogue prayer pray priest vicar nun monk bishop pope bible
    angel devil saint heaven christmas easter ramadan holy sin sins
    you your yours i my mine
""")
EXCEPT = {
    "a party popper that went off in a drawer",
    "a drawer of dead batteries sorted by size",
    "fairy lights with one dead bulb",
}
AMERICAN = words("""
    color gray neighbor neighbors neighborhood favorite center theater tire tires pajamas aluminum
    mustache plow catalog program jewelry mold curb faucet trash garbage diaper flashlight elevator closet
    sidewalk cookie cookies candy gasoline yard apartment vacation math airplane organize realize
    apologize recognize labeled traveling traveled canceled molded
""")


def test_there_are_cards_enough() -> None:
    assert len(SENTENCES) >= 140
    assert sum(sentence.gaps == 2 for sentence in deck().sentences) >= 30
    assert len(ANSWERS) >= 460
    assert len(ANSWERS) > 12 * 6 + 11 * 2


def test_every_sentence_has_one_gap_or_two_and_none_begins_with_one() -> None:
    for sentence in deck().sentences:
        assert sentence.gaps in (1, 2)
        assert len(sentence.parts[0]) > 2


def test_a_sentence_fits_the_card_and_is_one() -> None:
    for line in SENTENCES:
        assert len(line) <= 120, line
        assert re.match(r"[A-Z]", line), line
        assert line.endswith("."), line


def test_no_article_or_possessive_stands_before_a_gap() -> None:
    for line in SENTENCES:
        before = re.findall(r"(\w+) ___", line)
        assert set(before).isdisjoint({"a", "an", "the", "their", "its", "our", "some", "this", "that"}), line
        assert not re.search(r"___’|___s|___ (is|are|was|were|has|have|does|do)\b", line), line


def test_an_answer_fits_its_card_and_stands_in_a_gap_as_it_is() -> None:
    for line in ANSWERS:
        assert len(line) <= 60, line
        assert re.match(r"[a-z]|Allen", line), line
        assert line[-1] not in ".,;:!?", line
    assert sum(len(line) <= 50 for line in ANSWERS) > 0.95 * len(ANSWERS)


def test_only_plain_characters_are_used() -> None:
    for line in (*SENTENCES, *ANSWERS):
        assert re.fullmatch(r"[A-Za-z0-9é ,:;.’“”_-]+", line), line
        assert line == " ".join(line.split()), line


def test_no_card_is_there_twice() -> None:
    for cards in (SENTENCES, ANSWERS):
        assert [card for card, times in Counter(map(str.lower, cards)).items() if times > 1] == []


LITTLE = set(
    words("""a an the of in on at to for with from by and that this one two no not its is are was has had been
    only it out off up under over as very nobody somebody""")
)


def notes(line: str) -> set[str]:
    """The words that carry it, plural or not."""
    return {word.removesuffix("s") if len(word) > 3 else word for word in words(line)} - LITTLE


def test_no_two_answers_play_the_same_note() -> None:
    alike = [
        (one, other)
        for one, other in combinations(ANSWERS, 2)
        if len(notes(one) & notes(other)) >= 2
        and len(notes(one) & notes(other)) > 0.5 * min(len(notes(one)), len(notes(other)))
    ]
    assert alike == []


def test_no_word_is_in_too_many_answers() -> None:
    often = Counter(word for line in ANSWERS for word in notes(line))
    assert {word: times for word, times in often.items() if times > 8} == {}


def test_no_card_touches_what_the_deck_keeps_out() -> None:
    for line in (*SENTENCES, *ANSWERS):
        assert line in EXCEPT or set(words(line)).isdisjoint(FORBIDDEN), line


def test_the_spelling_is_british() -> None:
    for line in (*SENTENCES, *ANSWERS):
        assert set(words(line)).isdisjoint(AMERICAN), line


def test_both_files_state_the_rules_of_taste() -> None:
    for name in ("sentences.txt", "answers.txt"):
        head = (FOLDER / name).read_text(encoding="utf-8").partition("\n\n")[0].replace("\n# ", " ")
        for part in ("anybody's body", "no slurs", "a group of people", "no politics", "no religion"):
            assert part in head


def test_a_published_line_keeps_its_place_and_words_while_the_version_stays() -> None:
    version, sentences, answers, digest = PUBLISHED
    text = "\n".join([*SENTENCES[:sentences], "", *ANSWERS[:answers]])
    today = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    assert (version, today) == (GAP.version, digest)
