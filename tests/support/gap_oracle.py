"""Gap once more, as slowly and plainly as the rules page says it, to compare the engine with.

It shares no rule with `engines/`. It is told which sentence and which hands came of a deal, who is
connected and what the seats do; it says who reads when, who owes what and who has which points.
"""

from __future__ import annotations

from engines.gap.model import Action, Lay, NextSentence, Pick, PickNone


class Oracle:
    """`stage` is one of laying, judging, result, waiting, over. `laid` holds each seat's answer from its
    laying to the end of the result. `places` is where it lay in a hand that still exists."""

    def __init__(self, seats: int, away: set[int]) -> None:
        self.points = [0] * seats
        self.queue = list(range(seats))
        self.away = away
        self.left: set[int] = set()
        self.readers: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.laid: dict[int, list[int]] = {}
        self.before: dict[int, list[int]] = {}
        self.gaps = 0
        self.stage = "waiting"
        self.go_on()

    @property
    def reader(self) -> int:
        return self.readers[-1]

    def here(self) -> list[int]:
        return [seat for seat in range(len(self.points)) if seat not in self.away | self.left]

    def present(self) -> list[int]:
        return [seat for seat in range(len(self.points)) if seat not in self.left]

    def owing(self) -> list[int]:
        if self.stage == "judging":
            return [self.reader]
        if self.stage != "laying":
            return []
        return [
            seat
            for seat in self.present()
            if seat != self.reader and seat not in self.laid and len(self.hands[seat]) >= self.gaps
        ]

    def go_on(self) -> None:
        """The result is left, or a waiting sitting looks whether it may go on."""
        self.laid, self.before = {}, {}
        here = [seat for seat in self.queue if seat in self.here()]
        if not self.queue:
            self.stage = "over"
        elif len(self.present()) < 3 or not here:
            self.stage = "waiting"
        else:
            while self.queue[0] != here[0]:
                self.queue.append(self.queue.pop(0))
            self.readers.append(self.queue.pop(0))
            self.stage = "dealing"

    def dealt(self, reader: int, gaps: int, hands: list[list[int]]) -> None:
        assert self.stage == "dealing"
        assert reader == self.reader
        self.gaps = gaps
        for seat, hand in enumerate(hands):
            assert hand[: len(self.hands[seat])] == self.hands[seat], "kept cards stay first"
            assert len(hand) <= 6
            assert seat in self.present() or hand == []
        self.hands = hands
        self.stage = "laying"
        self.look()

    def lay(self, seat: int, cards: list[int]) -> None:
        self.before[seat] = self.hands[seat]
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.laid[seat] = cards
        self.look()

    def top(self, seat: int) -> None:
        self.lay(seat, self.hands[seat][: self.gaps])

    def look(self) -> None:
        """Is anybody still awaited?"""
        if self.stage == "laying" and not self.owing():
            if self.laid:
                self.stage = "judging"
            else:
                self.void()

    def settle(self, winner: int | None) -> None:
        if winner is not None:
            self.points[winner] += 1
        self.stage = "result"

    def void(self) -> None:
        for seat, hand in self.before.items():
            self.hands[seat] = hand
        self.laid, self.before = {}, {}
        self.stage = "result"

    def clock(self) -> None:
        if self.stage == "laying":
            for seat in self.owing():
                self.top(seat)
        elif self.stage == "judging":
            self.settle(None)
        else:
            self.go_on()

    def leave(self, seat: int, *, is_silent: bool) -> None:
        if is_silent and self.stage == "laying" and seat in self.owing():
            cards = self.hands[seat][: self.gaps]
            self.laid[seat] = cards
        self.left.add(seat)
        self.hands[seat] = []
        self.before.pop(seat, None)
        if seat in self.queue:
            self.queue.remove(seat)
        if self.stage == "laying" and seat == self.reader:
            self.void()
        elif self.stage == "laying":
            self.look()
        elif self.stage == "judging" and seat == self.reader:
            self.settle(None)
        elif self.stage == "waiting":
            self.go_on()

    def come_back(self, seat: int) -> None:
        self.left.remove(seat)
        if seat not in self.readers:
            self.queue.append(seat)
        if self.stage == "waiting":
            self.go_on()

    def join(self) -> None:
        self.points.append(0)
        self.hands.append([])
        self.queue.append(len(self.points) - 1)
        if self.stage == "waiting":
            self.go_on()

    def allows(self, seat: int, action: Action) -> bool:
        """Whether an action that was made up happens to be a legal one."""
        match action:
            case Lay(cards):
                held = set(cards) <= set(self.hands[seat]) and len(set(cards)) == len(cards) == self.gaps
                return self.stage == "laying" and seat in self.owing() and held
            case Pick() | PickNone():
                return self.stage == "judging" and seat == self.reader
            case NextSentence():
                return self.stage == "result" and seat in self.present()
