"""Canaries of sittings of gap as browsers were told of them: no answer is read before all have laid, no hand
but the own one ever, and no name stands at an answer before the verdict.

An answer is known by its text, which stands nowhere but on its card.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from engines.gap.deck import deck

View: TypeAlias = dict[str, Any]


def gap_leaks(tabs: Iterable[list[View]]) -> list[str]:
    """What somebody was sent and may not have known; each tab has its views in order."""
    views = [view for tab in tabs for view in tab if view["room"]["game"] == "gap" and view["table"]]
    return [*_too_early(views), *_named(views), *_of_other_hands(views)]


def _too_early(views: list[View]) -> Iterator[str]:
    for view in views:
        if view["table"]["stage"] == "laying" and (seen := _cards(_public(view))):
            yield f"{seen} were seen while cards were being laid: {view}"


def _named(views: list[View]) -> Iterator[str]:
    for view in views:
        answers = [*view["table"]["answers"]]
        if view["table"]["stage"] == "judging":
            answers += [answer for event in view["events"] for answer in event.get("answers", [])]
            if any(answer["seat"] is not None for answer in answers):
                yield f"a name stood at an answer: {view}"


def _of_other_hands(views: list[View]) -> Iterator[str]:
    by_version: defaultdict[tuple[str, int, int], list[View]] = defaultdict(list)
    for view in views:
        by_version[view["room"]["code"], view["fence"], view["version"]].append(view)
    for together in by_version.values():
        hands = {view["you"]["player"]: _hand(view) for view in together}
        for view in together:
            others = set().union(*(hand for player, hand in hands.items() if player != view["you"]["player"]))
            if seen := others & _cards([_public(view), view["own"], view["private"]]):
                yield f"{seen} of other hands were seen: {view}"
            if view["table"] != together[0]["table"]:
                yield f"the public table differs between viewers: {view}"


def _public(view: View) -> Any:
    return [view["table"], view["room"], view["events"]]


def _hand(view: View) -> set[str]:
    return {phrase["text"] for phrase in view["own"]["hand"]} if view["own"] else set()


def _cards(part: Any) -> set[str]:
    """The answer cards whose text stands somewhere in this."""
    if isinstance(part, str):
        return {part} & {phrase.text for phrase in deck().answers}
    if isinstance(part, dict):
        part = list(part.values())
    return set().union(*map(_cards, part)) if isinstance(part, list) else set()
