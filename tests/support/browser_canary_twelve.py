"""Canaries of games of twelve as browsers were told of them: a card in a hand reaches nobody else.

A version is the same table for everybody, so the hands in its views tell what each of its readers may not know;
and no view of a game shows a card of the castle or the tavern before it has been turned up or drawn.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias

View: TypeAlias = dict[str, Any]

CARD = re.compile(r'"([2-9TJQKA][SHDC]|X[12])"')


def twelve_leaks(tabs: list[list[View]]) -> Iterator[str]:
    """What somebody was sent and may not have known, in words; nothing if all is well."""
    by_version: defaultdict[tuple[str, int, int], list[View]] = defaultdict(list)
    for views in tabs:
        for view in views:
            if view["room"]["game"] == "twelve" and view["table"] is not None:
                by_version[view["room"]["code"], view["fence"], view["version"]].append(view)
                yield from _from_nowhere(view)
    for views in by_version.values():
        if any(view["table"] != views[0]["table"] for view in views):
            yield f"the public table differs between viewers: {views}"
        yield from _of_other_hands(views)


def _from_nowhere(view: View) -> Iterator[str]:
    """Whatever a view names lies open on the table, was just laid there, or is in the viewer's own hand."""
    table, own = view["table"], view["own"]
    known = {*table["known"], *table["discard"], *(card for laid in table["field"] for card in laid["cards"])}
    known |= {table["enemy"]["card"]} if table["enemy"] else set()
    known |= set(own["hand"]) if own else set()
    told = {event["card"] for event in view["events"] if event["type"] in {"enemyfell", "enemycame"}}
    drawn = {card for event in view["private"] for card in event["cards"]}
    if seen := set(CARD.findall(json.dumps(view))) - known - told - drawn:
        yield f"{seen} were seen: {view}"


def _of_other_hands(views: list[View]) -> Iterator[str]:
    hands = {view["you"]["player"]: set(view["own"]["hand"]) for view in views if view["own"] is not None}
    for view in views:
        others = set().union(*(hand for player, hand in hands.items() if player != view["you"]["player"]))
        if seen := others & set(CARD.findall(json.dumps([view["table"], view["own"], view["private"]]))):
            yield f"{seen} of other hands were seen: {view}"
