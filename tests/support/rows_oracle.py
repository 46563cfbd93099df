"""Rows once more, as slowly and plainly as the rules page says it, to compare the engine with.

It shares no code with `engines/`. It is told which cards were dealt and what the seats do.
"""

from __future__ import annotations


def worth(card: int) -> int:
    if card == 55:
        return 7
    if card in (11, 22, 33, 44, 66, 77, 88, 99):
        return 5
    if str(card).endswith("0"):
        return 3
    return 2 if str(card).endswith("5") else 1


class Oracle:
    """`stage` is one of laying, row, result, over. Cards of a turn not placed yet are in `laid`."""

    def __init__(self, totals: list[int]) -> None:
        self.seats = range(len(totals))
        self.totals = totals
        self.left: list[int] = []
        self.deal = 0

    def new_deal(self, hands: list[list[int]], rows: list[list[int]]) -> None:
        self.deal += 1
        self.turn = 1
        self.stage = "laying"
        self.hands, self.rows = hands, rows
        self.laid: dict[int, int] = {}
        self.gains = [0 for _ in self.seats]
        self.go_on()

    def lay(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.laid[seat] = card

    def chooser(self) -> int:
        return min(self.laid, key=lambda seat: self.laid[seat])

    def take(self, index: int) -> None:
        """The chooser takes this row."""
        seat = self.chooser()
        self.gain(seat, self.rows[index])
        self.rows[index] = [self.laid.pop(seat)]
        self.stage = "placing"

    def gain(self, seat: int, cards: list[int]) -> None:
        self.gains[seat] += sum(map(worth, cards))
        self.totals[seat] += sum(map(worth, cards))

    def owing(self) -> list[int]:
        if self.stage == "laying":
            return [seat for seat in self.seats if seat not in self.laid and seat not in self.left]
        if self.stage == "row" and self.chooser() not in self.left:
            return [self.chooser()]
        return []

    def abandoned(self) -> bool:
        return len(self.left) == len(self.seats)

    def clock(self) -> None:
        """What the clock does, except for dealing anew."""
        if self.stage == "laying":
            for seat in self.seats:
                if seat not in self.laid:
                    self.lay(seat, self.policy_card(seat))
        elif self.stage == "row":
            self.take(self.policy_row())
        self.go_on()

    def go_on(self) -> None:
        """Everything that waits for nobody."""
        if self.stage == "laying":
            if not self.abandoned():
                for seat in sorted(set(self.left) - set(self.laid)):
                    self.lay(seat, self.policy_card(seat))
            if len(self.laid) == len(self.seats):
                self.stage = "placing"
        if self.stage == "row" and not self.owing() and not self.abandoned():
            self.take(self.policy_row())
        while self.stage == "placing" and self.laid:
            self.place_lowest()
        if self.stage == "placing":
            self.end_turn()

    def place_lowest(self) -> None:
        seat = self.chooser()
        lower = [row for row in self.rows if row[-1] < self.laid[seat]]
        if not lower:
            if seat in self.left and not self.abandoned():
                self.take(self.policy_row())
            else:
                self.stage = "row"
            return
        row = max(lower, key=lambda row: row[-1])
        if len(row) == 5:
            self.gain(seat, row)
            row.clear()
        row.append(self.laid.pop(seat))

    def end_turn(self) -> None:
        if self.turn == 10:
            self.stage = "over" if any(total >= 66 for total in self.totals) else "result"
            return
        self.turn += 1
        self.stage = "laying"
        self.go_on()

    def policy_card(self, seat: int) -> int:
        costs = [(self.cost(card), card) for card in self.hands[seat]]
        return min(costs)[1]

    def cost(self, card: int) -> int:
        lower = [row for row in self.rows if row[-1] < card]
        if not lower:
            return min(sum(map(worth, row)) for row in self.rows)
        row = max(lower, key=lambda row: row[-1])
        return sum(map(worth, row)) if len(row) == 5 else 0

    def policy_row(self) -> int:
        return min((sum(map(worth, row)), len(row), index) for index, row in enumerate(self.rows))[2]
