"""A table of twelve before somebody at a screen, and players by wire at the same table.

anna = Fighter(await people.person("Anna"))
await anna.plays("5C")
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from playwright.async_api import Locator, expect

from tests.support.browser_crowd import Player
from tests.support.browser_person import CORNER, Person
from tests.support.browser_words import Words

Preview: TypeAlias = dict[str, Any]


async def act(player: Player, **action: Any) -> None:
    """By wire, as soon as it is that player's turn."""
    await player.until(lambda view: view["table"]["turn"] == view["you"]["seat"])
    await player.does(type="act", phase=player.view["room"]["phase"], action=action)


async def yields(player: Player, *paid: str) -> None:
    """A whole turn by wire: nothing is played, and the blow is paid."""
    await act(player, type="yield")
    for card in paid:
        await player.until(lambda view: view["table"]["stage"] == "paying")
        await act(player, type="pay", card=card)


def spoken(words: Words, card: str) -> str:
    if card[0] == "X":
        return words("card.jester")
    return words("card.spoken", rank=words(f"card.rank.{card[0]}"), suit=words(f"card.suit.{card[1]}"))


def effects(words: Words, play: Preview) -> str:
    """What a play does, as the confirming button has to say it."""
    parts = [words("twelve.fx.damage", n=play["damage"])]
    parts += [words("twelve.fx.heal", n=play["healed"])] if play["healed"] else []
    parts += [words("twelve.fx.draw", n=play["drawn"])] if play["drawn"] else []
    parts += [words("twelve.fx.shield", n=play["shield"])] if play["shield"] else []
    return ", ".join(parts)


class Fighter:
    """What somebody at a screen sees and presses at a table of twelve."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.words = person.words

    @property
    def cards(self) -> Locator:
        hand = self.person.page.get_by_role("group", name=self.words("hand"), exact=True)
        return hand.get_by_role("checkbox")

    def card(self, card: str) -> Locator:
        hand = self.person.page.get_by_role("group", name=self.words("hand"), exact=True)
        return hand.get_by_role("checkbox", name=spoken(self.words, card), exact=True)

    @property
    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.person.view["table"]
        return table

    @property
    def own(self) -> dict[str, Any]:
        own: dict[str, Any] = self.person.view["own"]
        return own

    def preview(self, *cards: str) -> Preview:
        plays: list[Preview] = self.own["plays"]
        return next(play for play in plays if set(play["cards"]) == set(cards))

    def option(self, key: str, **params: object) -> Locator:
        """A button beside the hint, pressed or not."""
        return self.person.button(key, **params)

    def says(self, key: str, **params: object) -> Locator:
        """A sentence anywhere on the page but in the log and the live region, where it may stand as well."""
        return self.person.page.locator("main").get_by_text(self.words(key, **params), exact=True).first

    async def sits_down(self, seats: int) -> None:
        """As the host: deal, and wait for the hand."""
        await self.person.press_away(self.person.button("lobby.start", n=seats))
        await expect(self.cards.first).to_be_visible()

    async def picks(self, *cards: str) -> None:
        for card in cards:
            target = self.card(card)
            await (target.tap(position=CORNER) if self.person.is_touch else target.click(position=CORNER))
            await expect(target).to_be_checked()

    async def plays(self, *cards: str) -> None:
        """Pick the cards, read on the button what the server has foreseen of them, and confirm."""
        play = self.preview(*cards)
        await self.picks(*cards)
        if cards[0][0] == "X":
            button = self.person.button("twelve.play_jester")
        elif len(cards) == 1:
            does = effects(self.words, play)
            button = self.person.button("twelve.play_card", card=spoken(self.words, cards[0]), effects=does)
        else:
            button = self.person.button("twelve.play_cards", n=len(cards), effects=effects(self.words, play))
        await self._confirms(button)

    async def pays(self, card: str) -> None:
        payment = next(each for each in self.own["payments"] if each["card"] == card)
        await self.picks(card)
        key = "twelve.pay" if payment["left"] else "twelve.pay_last"
        await self._confirms(self.person.button(key, value=payment["value"], n=payment["left"]))

    async def flips(self) -> None:
        jesters = self.table["solo"]["jesters"]
        option = self.option("twelve.flip_option", n=jesters)
        await self.person.press(option)
        await expect(option).to_have_attribute("aria-pressed", "true")
        drawn = min(self.table["limit"], self.table["tavern"])
        await self._confirms(self.person.button("twelve.flip", n=drawn))

    async def names(self, name: str) -> None:
        choice = self.person.page.get_by_role("radio", name=re.compile(f"^{name}"))
        await self.person.press(choice)
        await expect(choice).to_be_checked()
        await self._confirms(self.person.button("twelve.name", name=name))

    async def _confirms(self, button: Locator) -> None:
        version = self.person.view["version"]
        await self.person.press_away(button)
        await self.person.until_view(lambda view: view["version"] > version)
