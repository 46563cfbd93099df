"""One person at a table of idiot in one tab, and saved games to sit down to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playwright.async_api import Locator, expect

from tests.support.browser_person import Person

PAGE = "/play/idiot"
KEY = "kortlek.idiot"
PACK = tuple(rank + suit for suit in "SHDC" for rank in "23456789TJQKA")


def saved(*chairs: Mapping[str, str], pile: str = "", stock: str = "", turn: int = 0) -> str:
    """A save in which somebody plays. A chair is `hand`, `open` and `hidden`, cards with spaces between; of
    `hidden` a "-" is a place whose card has been turned. What is not named has burned.

    >>> len(json.loads(saved({"hand": "2S"}, {"hand": "3S"}))["state"]["burned"])
    50
    """
    held = [_chair(chair) for chair in chairs]
    seen = {*pile.split(), *stock.split()}
    for chair in held:
        seen.update(chair["hand"], chair["open"], filter(None, chair["hidden"]))
    state = {
        "chance": 1,
        "dealer": len(held) - 1,
        "stage": "playing",
        "chairs": held,
        "stock": stock.split(),
        "pile": pile.split(),
        "burned": [card for card in PACK if card not in seen],
        "turn": turn,
        "step": 7,
        "idle": 0,
    }
    return json.dumps({"version": 1, "state": state})


def _chair(chair: Mapping[str, str]) -> dict[str, Any]:
    places = [*chair.get("hidden", "").split(), "-", "-", "-"][:3]
    return {
        "hand": chair.get("hand", "").split(),
        "open": chair.get("open", "").split(),
        "hidden": [None if card == "-" else card for card in places],
        "isReady": True,
        "place": None,
    }


class Loner:
    """A person who plays alone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.words = person.words

    async def sits_down(self, save: str | None = None) -> None:
        """Open the page; with a save, in a browser that has kept this."""
        if save is not None:
            await self.person.go()
            await self.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, save])
        await self.person.go(PAGE)

    async def comes_back(self) -> None:
        """To a closed tab: all that the page held is gone, but for what the browser has kept."""
        await self.page.goto("about:blank")
        await self.person.go(PAGE)

    async def kept(self) -> dict[str, Any] | None:
        """The state that this browser has kept."""
        text = await self.page.evaluate("key => localStorage.getItem(key)", KEY)
        return None if text is None else dict(json.loads(text)["state"])

    def name(self, card: str) -> str:
        return self.words(
            "card.spoken", rank=self.words(f"card.rank.{card[0]}"), suit=self.words(f"card.suit.{card[1]}")
        )

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name=self.words("hand"), exact=True).get_by_role("checkbox")

    def card(self, card: str) -> Locator:
        return self.page.get_by_role("checkbox", name=self.name(card), exact=True)

    def open(self, card: str) -> Locator:
        return self.person.button("idiot.open_card", card=self.name(card))

    async def picks(self, *cards: str) -> None:
        for card in cards:
            await self.person.press(self.card(card))
            await expect(self.card(card)).to_be_checked()

    async def lays(self, *cards: str) -> None:
        """Pick these cards of the hand, confirm, and see them gone."""
        await self.picks(*cards)
        label = (
            self.person.button("idiot.lay", card=self.name(cards[0]))
            if len(cards) == 1
            else self.person.button("idiot.lay_many", n=len(cards))
        )
        await self.person.press_away(label)

    async def does(self, key: str, **params: object) -> None:
        """Press the button that says this, until it says something else."""
        await self.person.press_away(self.person.button(key, **params))

    def told(self, key: str, **params: object) -> Locator:
        """A sentence of what has happened, as it stands in the live region."""
        return self.page.locator("[aria-live]").filter(has_text=self.words.pattern(key, **params))
