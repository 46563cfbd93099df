"""The showdown's verdict: hands in the order of their chips, weakest first (3).

Only relative order counts, never "chip = place": a chip may be missing, and equal hands may lie either way.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.core import Seat
from engines.order.model import Cards, Chip, Shown, Strength, Verdict
from engines.order.strength import compared


def show_down(claims: Sequence[tuple[Chip, Seat, Cards, Strength]]) -> tuple[Shown, ...]:
    """All hands in the order of their chips, each with the chips that would have been right for it."""
    in_order = sorted(claims, key=lambda claim: claim[0])
    chips = [chip for chip, *_ in in_order]
    worths = [compared(strength) for *_, strength in in_order]
    ascending = sorted(worths)
    levels = sorted(set(worths))
    names = [(strength.category, strength.ranks) for *_, strength in in_order]
    shown = []
    for (chip, seat, hand, strength), worth in zip(in_order, worths, strict=True):
        first = ascending.index(worth)
        shown.append(
            Shown(
                seat=seat,
                chip=chip,
                hand=hand,
                strength=strength,
                level=levels.index(worth),
                lowest=chips[first],
                highest=chips[first + worths.count(worth) - 1],
                kickers_decide=bool(strength.kickers)
                and names.count((strength.category, strength.ranks)) > 1,
            )
        )
    return tuple(shown)


def judge(shown: Sequence[Shown]) -> Verdict:
    """Right iff each hand is at least as strong as the one before it: one error makes all wrong."""
    levels = [one.level for one in shown]
    return Verdict.RIGHT if levels == sorted(levels) else Verdict.WRONG
