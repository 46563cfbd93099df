"""A person at a table of gap: cards by their words, the sentence as it is read, answers and the verdict."""

from __future__ import annotations

import re
from typing import Any

from playwright.async_api import Locator, expect

from tests.support.browser_crowd import Crowd, Player
from tests.support.browser_people import People
from tests.support.browser_person import Person


class Filler(Person):
    """Somebody who fills gaps, and reads when the turn comes."""

    @property
    def cards(self) -> Locator:
        return self.page.get_by_role("group", name=self.words("hand"), exact=True).get_by_role("button")

    def phrase(self, text: str) -> Locator:
        """A card of the hand; what is said of its place comes behind its words."""
        return self.cards.filter(has_text=re.compile(f"^{re.escape(text)}"))

    @property
    def answers(self) -> Locator:
        """The answers on the table, and, for the reader, none of them."""
        group = self.page.get_by_role("group", name=self.words("gap.answers"), exact=True)
        return group.get_by_role("button")

    async def reads(self, *phrases: str) -> None:
        """The sentence stands there with these in its gaps, in this order."""
        parts = self.view["table"]["sentence"]["parts"]
        whole = "".join(part + phrase for part, phrase in zip(parts, [*phrases, ""], strict=True))
        await expect(self.page.get_by_text(whole, exact=True)).to_be_visible()

    async def choose_cards(self, *texts: str) -> None:
        for text in texts:
            await self.press(self.phrase(text))
            await expect(self.phrase(text)).to_have_attribute("aria-pressed", "true")

    async def lay_cards(self, *texts: str) -> None:
        await self.choose_cards(*texts)
        await self.press_away(self.button("gap.lay", n=len(texts)))

    async def lay_some(self) -> list[str]:
        """The first cards of the hand, as many as there are gaps."""
        view = await self.until_view(lambda view: view["own"] and view["own"]["may"]["lay"])
        texts = [phrase["text"] for phrase in view["own"]["hand"][: view["own"]["may"]["lay"]]]
        await self.lay_cards(*texts)
        return texts

    async def until_stage(self, *stages: str) -> dict[str, Any]:
        return await self.until_view(lambda view: view["table"] and view["table"]["stage"] in stages)

    async def pick(self, place: int) -> None:
        """As the reader: the answer at this place of the table, from 0."""
        await self.press(self.answers.nth(place))
        await expect(self.answers.nth(place)).to_have_attribute("aria-pressed", "true")
        await self.press_away(self.button("gap.pick"))

    async def pick_none(self) -> None:
        await self.press(self.button("gap.none"))
        await self.press_away(self.button("gap.pick_none"))


async def filler(people: People, name: str, **options: Any) -> Filler:
    """Somebody with an empty tab."""
    person = await people.person(name, **options)
    return Filler(name, person.page, person.words, person.watch, person.site, is_touch=person.is_touch)


async def lays(player: Player) -> None:
    """A player by wire lays its first cards as soon as it may."""
    view = await player.until(lambda view: view["own"] and view["own"]["may"]["lay"])
    own = view["own"]
    cards = [phrase["card"] for phrase in own["hand"][: own["may"]["lay"]]]
    await player.does(type="act", phase=view["room"]["phase"], action={"type": "lay", "cards": cards})


async def picks_first(player: Player) -> None:
    """A reader by wire picks the first answer on the table."""
    view = await player.until(lambda view: view["own"] and view["own"]["may"]["pick"])
    action = {"type": "pick", "answer": view["own"]["may"]["pick"][0]}
    await player.does(type="act", phase=view["room"]["phase"], action=action)


async def table_of_gap(crowd: Crowd, *names: str, **options: int) -> tuple[str, tuple[Player, ...]]:
    """A lobby with these by wire, the first as its host; its code."""
    return await crowd.open_table_of("gap", *names, **options)


async def deal_gaps(host: Player, gaps: int) -> str:
    """Start, and start anew until the first sentence has so many gaps; the phase in which they are laid."""
    while True:
        view = await host.start()
        view = await host.until(lambda view: view["table"] and view["table"]["stage"] == "laying")
        if len(view["table"]["sentence"]["parts"]) == gaps + 1:
            return str(view["room"]["phase"])
