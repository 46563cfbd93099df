"""Canaries of games as browsers were told of them: no card is seen before it is turned up.

What could be a card differs from game to game. For rows it is a number, and that is watched here; for order and
twelve it is a name that nothing else has (`browser_canary_order`, `_twelve`), for gap a text (`_gap`). Only what came
over the wire is known here, so a secret is found out afterwards: a card that somebody
laid in a turn was secret in every view from before that turn was turned up, to all but its owner.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.support.browser_canary_gap import gap_leaks
from tests.support.browser_canary_order import order_leaks
from tests.support.browser_canary_twelve import twelve_leaks
from tests.support.rows_secrets import cards_in

View: TypeAlias = dict[str, Any]
Deal: TypeAlias = tuple[str, int, int]
"""Room, start of its game, number of the deal: as long as cards keep their places."""

ROOM_NUMBERS = frozenset(
    {"opens_s", "left_s", "limit_s", "min_seats", "max_seats", "line", "spectators", "twin", "away_left_s",
     "asked_left_s", "lay_s", "place", "number"}
)  # fmt: skip
"""Numbers of the room that are no cards (`place` of a table in its hall, `number` of an announcement). A new one is
guilty until it is named here."""


@dataclass(frozen=True)
class Heard:
    """All views that one tab was sent, in order."""

    views: list[View]


def leaks(everybody: Iterable[Heard]) -> list[str]:
    """What somebody was sent and may not have known, in words; empty if all is well."""
    tabs = list(everybody)
    return [
        *_seen_too_early(tabs),
        *_seen_in_other_hands(tabs),
        *_public_parts_that_differ(tabs),
        *_in_rooms(tabs),
        *twelve_leaks([tab.views for tab in tabs]),
        *order_leaks([tab.views for tab in tabs]),
        *gap_leaks(tab.views for tab in tabs),
    ]


def _seen_too_early(tabs: list[Heard]) -> Iterator[str]:
    for tab in tabs:
        turned_up: dict[tuple[Deal, int], tuple[int, int]] = {}
        for view, deal in _of_games(tab):
            for placing in (*view["table"]["placings"], *view["table"]["unplaced"]):
                turned_up[deal, placing["card"]] = (_turned_up_at(view), placing["seat"])
        for view, deal in _of_games(tab):
            for card in _shown(view):
                at, owner = turned_up.get((deal, card), (0, None))
                if _moment(view) < at and owner != view["you"]["seat"]:
                    yield f"{card} was seen at {_moment(view)}, turned up at {at}: {view}"


def _seen_in_other_hands(tabs: list[Heard]) -> Iterator[str]:
    """A version is the same table for everybody, so the hands of its views tell what each may not know."""
    by_version: defaultdict[tuple[str, int, int], list[View]] = defaultdict(list)
    for tab in tabs:
        for view, _ in _of_games(tab):
            by_version[view["room"]["code"], view["fence"], view["version"]].append(view)
    for views in by_version.values():
        hands = {view["you"]["player"]: set(view["own"]["hand"]) for view in views if view["own"] is not None}
        for view in views:
            others = set().union(*(hand for player, hand in hands.items() if player != view["you"]["player"]))
            if seen := others & _shown(view):
                yield f"{seen} of other hands were seen: {view}"


def _public_parts_that_differ(tabs: list[Heard]) -> Iterator[str]:
    tables: dict[tuple[str, int, int], Any] = {}
    for tab in tabs:
        for view, _ in _of_games(tab):
            key = (view["room"]["code"], view["fence"], view["version"])
            if tables.setdefault(key, view["table"]) != view["table"]:
                yield f"the public table differs between viewers: {view}"


def _in_rooms(tabs: list[Heard]) -> Iterator[str]:
    for tab in tabs:
        for view, _ in _of_games(tab):
            if numbers := _numbers(view["room"]):
                yield f"numbers in the room's part that could be cards: {numbers}"


def _of_games(tab: Heard) -> Iterator[tuple[View, Deal]]:
    """The views that show a table of rows, each with the deal it belongs to."""
    game, before = 0, 0
    for view in tab.views:
        if view["table"] is None or view["room"]["status"] == "lobby" or view["room"]["game"] != "rows":
            continue
        now = _moment(view)
        game += now < before  # the same room, dealt anew
        before = now
        yield view, (view["room"]["code"], game, view["table"]["deal"])


def _moment(view: View) -> int:
    """Grows through a game: even while a turn's cards lie face down, odd once they are turned up."""
    table: dict[str, Any] = view["table"]
    turn: int = table["deal"] * 11 + table["turn"]
    is_turned_up = bool(table["stage"] != "laying")
    return turn * 2 + is_turned_up


def _turned_up_at(view: View) -> int:
    """The moment at which the cards that this view shows as placed were turned up."""
    moment = _moment(view)
    return moment if moment % 2 else moment - 1


def _shown(view: View) -> set[int]:
    return cards_in([view["table"], view["own"], view["events"], view["private"]])


def _numbers(part: Any) -> set[int]:
    if isinstance(part, bool) or part is None or isinstance(part, str):
        return set()
    if isinstance(part, int | float):
        return {int(part)}
    if isinstance(part, dict):
        return set().union(*(_numbers(value) for name, value in part.items() if name not in ROOM_NUMBERS))
    return set().union(*(_numbers(value) for value in part))
