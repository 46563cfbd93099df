"""A table of order for end-to-end tests: one person at a screen, the others by wire.

circle = await circle_of(people, crowd)
await circle.claim([2, 1, 3, 4])
await circle.agree()
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

from playwright.async_api import Locator, expect

from tests.support.browser_crowd import Crowd, Player
from tests.support.browser_people import People
from tests.support.browser_person import Person
from tests.support.order_oracle import worth_of_seven

NAMES = ("Ben", "Cia", "Dan")


async def act(player: Player, **action: Any) -> None:
    await player.does(type="act", phase=player.view["room"]["phase"], action=action)


async def take(player: Player, chip: int) -> None:
    await player.until(lambda view: view["own"] and chip in view["own"]["may"]["take"])
    await act(player, type="take", chip=chip)


async def say_yes(player: Player, claim: int) -> None:
    """To this order, once it is the one that the player sees."""
    await player.until(lambda view: view["own"]["may"]["yes"] == claim)
    await act(player, type="yes", claim=claim)


class Hand:
    """What somebody at a screen sees and presses at a table of order."""

    def __init__(self, person: Person) -> None:
        self.person = person

    @property
    def own_cards(self) -> Locator:
        return self.person.page.get_by_role("group", name=self.person.words("hand"), exact=True)

    @property
    def pile(self) -> Locator:
        return self.person.page.get_by_role("list", name=self.person.words("order.pile"), exact=True)

    def seat(self, index: int) -> Locator:
        return self.person.page.locator(f'[data-seat="{index}"]')

    async def take(self, chip: int) -> None:
        await self.person.press_until(
            self.person.button("order.take", chip=chip),
            lambda: expect(self.person.button("order.put_back", chip=chip)).to_be_visible(timeout=1_000),
        )

    async def say_yes(self) -> None:
        await self.person.press_away(self.person.button("order.yes"))


@dataclass
class Circle:
    """Everybody in the deal, in the order of their seats; the person at the screen has seat 0."""

    hand: Hand
    others: list[Player]
    code: str

    @property
    def person(self) -> Person:
        return self.hand.person

    @property
    def view(self) -> dict[str, Any]:
        return self.person.view

    async def claim(self, chips: list[int]) -> None:
        """One chip each, by seat."""
        await self.hand.take(chips[0])
        for player, chip in zip(self.others, chips[1:], strict=True):
            await take(player, chip)

    async def others_agree(self) -> None:
        view = await self.person.until_view(lambda view: view["own"]["may"]["yes"] is not None)
        for player in self.others:
            await say_yes(player, view["table"]["claim"])

    async def agree(self) -> None:
        await self.others_agree()
        await self.hand.say_yes()

    async def street(self) -> None:
        """A street in which everybody takes the chip of their place at the table."""
        await self.claim(list(range(1, len(self.others) + 2)))
        await self.agree()

    def chips(self, *, right: bool) -> list[int] | None:
        """Chips by seat that are right, or wrong, on the last street; the hands are known by wire. There may be
        no wrong ones: then the table's five cards play for everybody."""
        board = tuple(self.view["table"]["board"])
        hands = [self.view["own"]["hand"], *(player.view["own"]["hand"] for player in self.others)]
        worths = [worth_of_seven((*hand, *board)) for hand in hands]
        for chips in permutations(range(1, len(hands) + 1)):
            ordered = [worth for _, worth in sorted(zip(chips, worths, strict=True))]
            if all(weak <= strong for weak, strong in pairwise(ordered)) == right:
                return list(chips)
        return None


async def circle_of(people: People, crowd: Crowd, *names: str, **options: Any) -> Circle:
    """Anna at a phone opens a table, the others sit down, she deals."""
    anna = await people.person("Anna", **options)
    code = await anna.open_table("order")
    others = await crowd.sit(code, *(names or NAMES))
    await anna.press_away(anna.button("lobby.start", n=len(others) + 1))
    circle = Circle(Hand(anna), list(others), code)
    await expect(circle.hand.own_cards).to_be_visible()
    return circle
