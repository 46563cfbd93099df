"""Twelve once more, as slowly and plainly as the rules page says it, to compare the engine with.

It shares no code with `engines/`. It is told how the cards lay at the start, what the seats do, and which
cards a heart brought back, for that is chance.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

HEALTH = {"J": 20, "Q": 30, "K": 40}
ATTACK = {"J": 10, "Q": 15, "K": 20}


def worth(card: str) -> int:
    if card[0] == "X":
        return 0
    court = {"A": 1, "T": 10, "J": 10, "Q": 15, "K": 20}
    return court[card[0]] if card[0] in court else int(card[0])


def goes_together(cards: tuple[str, ...]) -> bool:
    """One card; an ace and one that is no jester; or two to four of a rank, ten at most."""
    if len(cards) == 1:
        return True
    if any(card[0] == "X" for card in cards):
        return False
    ranks = [card[0] for card in cards]
    if len(cards) == 2 and "A" in ranks:
        return True
    return len(set(ranks)) == 1 and len(cards) <= 4 and "A" not in ranks and sum(map(worth, cards)) <= 10


class Oracle:
    """`stage` is one of playing, paying, naming, won, lost, abandoned."""

    def __init__(self, hands: list[list[str]], castle: list[str], tavern: list[str], first: int) -> None:
        self.hands, self.tavern = hands, tavern
        self.enemies = castle
        self.limit = len(hands[0])
        self.seats = range(len(hands))
        self.discard: list[str] = []
        self.plays: list[tuple[str, ...]] = []
        self.on_top: list[str] = []
        self.gone: set[int] = set()
        self.last: dict[int, str] = {}
        self.flips = 0
        self.damage = self.shield = self.mute_shield = 0
        self.broken = False
        self.begin(first)

    def begin(self, seat: int) -> None:
        self.seat, self.stage, self.due, self.paid = seat, "playing", 0, 0
        if not self.hands[seat] and not self.flippable():
            self.stage = "lost"

    def following(self) -> int:
        ring: list[int] = [
            seat for seat in (*self.seats, *self.seats) if seat not in self.gone or seat == self.seat
        ]
        others = ring[ring.index(self.seat) + 1 :]
        return next(seat for seat in others if seat not in self.gone)

    def legal(self) -> set[tuple[str, ...]]:
        hand = self.hands[self.seat]
        sets = [some for size in range(1, 5) for some in combinations(hand, size)]
        return {tuple(sorted(some)) for some in sets if goes_together(some)}

    def may_yield(self) -> bool:
        others = [seat for seat in self.seats if seat != self.seat and seat not in self.gone]
        return any(self.last.get(seat) != "yield" for seat in others)

    def flippable(self) -> bool:
        in_time = self.stage == "playing" or (self.stage == "paying" and self.paid == 0)
        return len(self.seats) == 1 and self.flips < 2 and bool(self.tavern) and in_time

    def can_pay(self) -> bool:
        return sum(map(worth, self.hands[self.seat])) >= self.due

    def play(self, cards: tuple[str, ...], healed: list[str]) -> None:
        for card in cards:
            self.hands[self.seat].remove(card)
        self.plays.append(cards)
        self.last[self.seat] = "play"
        enemy = self.enemies[0]
        if cards[0][0] == "X":
            self.broken = True
            self.shield, self.mute_shield = self.shield + self.mute_shield, 0
            self.stage = "naming"
            if len(self.gone) == len(self.seats) - 1:
                self.begin(self.seat)
            return
        total = sum(map(worth, cards))
        suits = Counter(card[1] for card in cards)
        counts = {suit: suit in suits and (self.broken or enemy[1] != suit) for suit in "SHDC"}
        if counts["H"]:
            assert len(healed) == min(total, len(self.discard))
            for card in healed:
                self.discard.remove(card)
                self.tavern.append(card)
        if counts["D"]:
            self.deal(total)
        if counts["S"]:
            self.shield += total
        elif suits["S"]:
            self.mute_shield += total
        self.damage += 2 * total if counts["C"] else total
        if self.damage < HEALTH[enemy[0]]:
            self.blow()
        else:
            self.kill()

    def deal(self, total: int) -> None:
        seat, full = self.seat, 0
        while total and self.tavern and full < len(self.seats):
            if seat in self.gone or len(self.hands[seat]) >= self.limit:
                full += 1
            else:
                self.hands[seat].append(self.draw())
                total, full = total - 1, 0
            seat = (seat + 1) % len(self.seats)

    def draw(self) -> str:
        card = self.tavern.pop(0)
        if self.on_top:
            assert self.on_top.pop(0) == card
        return card

    def kill(self) -> None:
        enemy = self.enemies.pop(0)
        if self.damage == HEALTH[enemy[0]]:
            self.tavern.insert(0, enemy)
            self.on_top.insert(0, enemy)
        else:
            self.discard.append(enemy)
        for cards in self.plays:
            self.discard += cards
        self.plays = []
        self.damage = self.shield = self.mute_shield = 0
        self.broken = False
        if self.enemies:
            self.begin(self.seat)
        else:
            self.stage = "won"

    def yields(self) -> None:
        self.last[self.seat] = "yield"
        self.blow()

    def blow(self) -> None:
        self.due = ATTACK[self.enemies[0][0]] - self.shield
        if self.due <= 0:
            self.begin(self.following())
            return
        self.stage = "paying"
        if not self.can_pay() and not self.flippable():
            self.stage = "lost"

    def pay(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.discard.append(card)
        self.due, self.paid = self.due - worth(card), self.paid + 1
        if self.due <= 0:
            self.begin(self.following())

    def flip(self) -> None:
        self.flips += 1
        self.discard += self.hands[0]
        self.hands[0] = []
        while self.tavern and len(self.hands[0]) < self.limit:
            self.hands[0].append(self.draw())
        if self.stage == "paying" and not self.can_pay() and not self.flippable():
            self.stage = "lost"

    def leave(self, seat: int) -> None:
        if seat in self.gone or self.stage in ("won", "lost", "abandoned"):
            return
        self.gone.add(seat)
        self.discard += self.hands[seat]
        self.hands[seat] = []
        if len(self.gone) == len(self.seats):
            self.stage = "abandoned"
        elif seat == self.seat or (self.stage == "naming" and len(self.gone) == len(self.seats) - 1):
            self.begin(self.following())
