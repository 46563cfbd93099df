"""Canaries of games of order as browsers were told of them: a hole card reaches nobody else before the showdown.

A version is the same table for everybody, so the hands in its views tell what each of its readers may not know.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias

View: TypeAlias = dict[str, Any]

CARD = re.compile(r'"([2-9TJQKA][SHDC])"')


def order_leaks(tabs: list[list[View]]) -> Iterator[str]:
    """What somebody was sent and may not have known, in words; nothing if all is well."""
    by_version: defaultdict[tuple[str, int, int], list[View]] = defaultdict(list)
    for views in tabs:
        for view in views:
            if view["room"]["game"] == "order" and view["table"] is not None:
                by_version[view["room"]["code"], view["fence"], view["version"]].append(view)
    for views in by_version.values():
        if any(view["table"] != views[0]["table"] for view in views):
            yield f"the public table differs between viewers: {views}"
        if not views[0]["table"]["shown"]:
            yield from _of_one_version(views)


def _of_one_version(views: list[View]) -> Iterator[str]:
    """No card may be in a view but those that lie open and the viewer's own two."""
    for view in views:
        own = view["own"]["hand"] if view["own"] is not None else []
        if others := set(CARD.findall(json.dumps(view))) - {*view["table"]["board"], *own}:
            yield f"{others} were seen: {view}"
