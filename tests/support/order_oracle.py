"""Order once more, as slowly and plainly as the rules page says it, to compare the engine with.

It shares no code with `engines/` and asks no library what a hand is worth: `worth_of_seven` looks at all
21 fives. `Oracle` is told which cards were dealt and what the seats do.
"""

from __future__ import annotations

from itertools import combinations, pairwise

Worth = tuple[int, ...]
"""Category 1 … 9, then the ranks by which hands of that category are compared."""

VALUES = {letter: value for value, letter in enumerate("23456789TJQKA", 2)}
OF_A_KIND = {(4, 1): 8, (3, 2): 7, (3, 1, 1): 4, (2, 2, 1): 3, (2, 1, 1, 1): 2}
"""Categories of hands in which a rank comes more than once, by how often each does."""


def worth_of_five(cards: tuple[str, ...]) -> Worth:
    """
    >>> worth_of_five(("AS", "2D", "3C", "4H", "5S"))
    (5, 5)
    """
    ranks = sorted([VALUES[card[0]] for card in cards], reverse=True)
    if len(set(ranks)) == 5:
        is_flush = len({card[1] for card in cards}) == 1
        top = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if ranks[0] - ranks[4] == 4 else 0
        if top:
            return (9 if is_flush else 5, top)
        return (6 if is_flush else 1, *ranks)
    counted = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    shape = tuple(count for count, _ in counted)
    return (OF_A_KIND[shape], *(rank for _, rank in counted))


def worth_of_seven(cards: tuple[str, ...]) -> Worth:
    return max(worth_of_five(five) for five in combinations(cards, 5))


class Oracle:
    """`stage` is one of claiming, result, over; `chip`, `earlier` and `said` are by seat."""

    def __init__(self, right: int = 0, wrong: int = 0) -> None:
        self.score = {"right": right, "wrong": wrong, "void": 0}
        self.seated: list[int] = []
        self.seats = 0
        self.stage = "result"

    def deal(self, hands: dict[int, tuple[str, ...]], board: tuple[str, ...]) -> None:
        self.hands, self.board = dict(hands), board
        self.earlier: dict[int, list[int | None]] = {seat: [] for seat in hands}
        self.street = -1
        self.stage = "claiming"
        self.next_street()

    def next_street(self) -> None:
        self.street += 1
        self.chip: dict[int, int] = {}
        self.said: set[int] = set()
        self.chips = set(range(1, len(self.hands) + 1))

    def pile(self) -> set[int]:
        return self.chips - set(self.chip.values())

    def complete(self) -> bool:
        return set(self.chip) == set(self.hands)

    def owing(self) -> list[int]:
        if self.stage != "claiming":
            return []
        if self.complete():
            return sorted(set(self.hands) - self.said)
        return sorted(set(self.hands) - set(self.chip))

    def take(self, seat: int, chip: int) -> None:
        self.chip[seat] = chip
        self.said = set()

    def release(self, seat: int) -> None:
        del self.chip[seat]
        self.said = set()

    def say(self, seat: int) -> None:
        self.said.add(seat)
        if self.said != set(self.hands):
            return
        if self.street < 3:
            for other, chips in self.earlier.items():
                chips.append(self.chip.get(other))
            self.next_street()
            return
        in_order = sorted(self.hands, key=lambda seat: self.chip[seat])
        worths = [worth_of_seven((*self.hands[seat], *self.board)) for seat in in_order]
        self.said = set()
        wrong = any(weak > strong for weak, strong in pairwise(worths))
        self.end("wrong" if wrong else "right")

    def end(self, verdict: str) -> None:
        self.verdict = verdict
        self.score[verdict] += 1
        self.stage = "over" if 3 in (self.score["right"], self.score["wrong"]) else "result"

    def leave(self, seat: int) -> None:
        self.seated.remove(seat)
        if self.stage == "claiming" and seat in self.hands:
            del self.hands[seat]
            self.chip.pop(seat, None)
            self.said = set()
            if len(self.hands) < 2:
                self.end("void")

    def come(self, seat: int) -> None:
        self.seated.append(seat)
        self.seats = max(self.seats, seat + 1)
