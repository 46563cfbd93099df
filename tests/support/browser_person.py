"""One person before one tab: what a hand, an eye and an ear can do, by roles and words."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, Position, WebSocketRoute, expect

from tests.support.browser_crowd import Player
from tests.support.browser_watch import Watch
from tests.support.browser_words import Words

PATIENCE_MS = 20_000
"""A shared machine may stall for seconds; only a failure waits as long as this."""
SETTLED_MS = 80
"""How soon a press shows that it was taken; shorter than the 300 ms in which the client ignores one."""
REMEMBERS = "if (location.protocol !== 'about:') localStorage.setItem('kortlek.secret', '{}');"
CORNER: Position = {"x": 10, "y": 24}
"""Where a card in a fan can be touched, whatever lies over the rest of it."""


@dataclass(frozen=True)
class Seen:
    """A table of rows as it can be read from the screen."""

    progress: str
    rows: tuple[str, ...]
    hand: tuple[int, ...]


class Road:
    """The way between a tab and the server, on which things happen. Connections made later are not affected.

    hold    what the server says waits, in its order, until `let_go`
    cut     nothing goes either way any more, and neither end is told
    """

    def __init__(self) -> None:
        self._lanes: list[_Lane] = []

    @property
    def connections(self) -> int:
        return len(self._lanes)

    def connect(self, page_side: WebSocketRoute) -> None:
        self._lanes.append(_Lane(page_side))

    def hold(self) -> None:
        for lane in self._lanes:
            lane.held = []

    def let_go(self) -> None:
        for lane in self._lanes:
            lane.let_go()

    def cut(self) -> None:
        for lane in self._lanes:
            lane.is_cut = True


class _Lane:
    def __init__(self, page_side: WebSocketRoute) -> None:
        self.held: list[str | bytes] | None = None
        self.is_cut = False
        self._page_side = page_side
        self._server_side = page_side.connect_to_server()
        self._server_side.on_message(self._told)
        page_side.on_message(self._said)

    def let_go(self) -> None:
        frames, self.held = self.held or [], None
        for frame in frames:
            self._page_side.send(frame)

    def _told(self, frame: str | bytes) -> None:
        if self.held is not None:
            self.held.append(frame)
        elif not self.is_cut:
            self._page_side.send(frame)

    def _said(self, frame: str | bytes) -> None:
        if not self.is_cut:
            self._server_side.send(frame)


class Person:
    """A name, a tab, a language. A *press* is a tap on a phone and a click at a desk."""

    def __init__(
        self, name: str, page: Page, words: Words, watch: Watch, site: str, *, is_touch: bool
    ) -> None:
        self.name = name
        self.page = page
        self.words = words
        self.watch = watch
        self.site = site
        self.is_touch = is_touch

    # What is on the screen.

    def button(self, key: str, **params: object) -> Locator:
        """The button that says exactly this, or with parameters missing, whatever stands there."""
        return self.page.get_by_role("button", name=self._name(key, params), exact=True)

    def link(self, key: str, **params: object) -> Locator:
        return self.page.get_by_role("link", name=self._name(key, params), exact=True)

    def way_to(self, game: str, key: str) -> Locator:
        """A link on the shelf, which says of which game it is."""
        name = f"{self.words(key)} {self.words(f'{game}.title')}"
        return self.page.get_by_role("link", name=name, exact=True)

    def text(self, key: str, **params: object) -> Locator:
        """What is on the screen; that it is also read aloud is looked for where it matters."""
        shown = self.page.get_by_text(self._name(key, params), exact=True)
        return self.page.locator(":not(.sr[aria-live])").and_(shown)

    def _name(self, key: str, params: dict[str, object]) -> str | re.Pattern[str]:
        try:
            return self.words(key, **params)
        except KeyError:
            return re.compile(f"^(?:{self.words.pattern(key, **params).pattern})$")

    @property
    def cards(self) -> Locator:
        return self.page.get_by_role("radiogroup", name=self.words("hand"), exact=True).get_by_role("radio")

    def card(self, number: int) -> Locator:
        name = re.compile(f"^(?:{self.words.pattern('rows.card_spoken', card=number).pattern})$")
        return self.page.get_by_role("radiogroup").get_by_role("radio", name=name)

    @property
    def confirm(self) -> Locator:
        """The one button at the bottom, whatever it says."""
        return self.page.locator("button.main").last

    async def hand(self) -> tuple[int, ...]:
        names = await self.cards.evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")
        return tuple(int(self.words.read("rows.card_spoken", name)["card"]) for name in names)

    async def seen(self) -> Seen:
        rows = self.page.get_by_role("list", name=self.words("rows.rows"), exact=True).get_by_role("listitem")
        spoken = await rows.evaluate_all("rows => rows.map(row => row.querySelector('.sr').textContent)")
        progress = self.page.get_by_text(self.words.pattern("rows.progress")).first
        return Seen(await progress.inner_text(), tuple(spoken), await self.hand())

    @property
    def view(self) -> dict[str, Any]:
        """The last view this tab was sent."""
        return self.watch.views[self.page][-1]

    @property
    def code(self) -> str:
        return self.page.url.rstrip("/").rsplit("/", 1)[1]

    # What a hand does.

    async def press(self, target: Locator) -> None:
        await (target.tap() if self.is_touch else target.click())

    async def press_until(self, target: Locator, done: Callable[[], Awaitable[None]]) -> None:
        """Press, and again at the same place until it has worked: a press within 300 ms of a change of meaning
        is ignored on purpose."""
        await target.scroll_into_view_if_needed()
        box = await target.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await self.press(target)
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while True:
                try:
                    return await done()
                except AssertionError:
                    await (self.page.touchscreen.tap(x, y) if self.is_touch else self.page.mouse.click(x, y))

    async def press_away(self, target: Locator) -> None:
        """Press until it no longer says the same."""
        await self.press_until(target, lambda: expect(target).to_have_count(0, timeout=SETTLED_MS))

    async def press_twice(self, sheet: Locator, key: str) -> None:
        """A step that cannot be taken back: the first press asks, the second, once the question has been seen,
        does it."""
        name = self.words(key)
        await self.press(sheet.get_by_role("button", name=name, exact=True))
        await self.press_away(sheet.get_by_role("group").get_by_role("button", name=name, exact=True))

    async def turn_to(self) -> None:
        """Of several tabs in one window, bring this one forward; those behind are slow on purpose."""
        await self.page.bring_to_front()

    async def go(self, path: str = "/") -> None:
        await self.page.goto(self.site + path)

    async def pick_game(self, game: str = "rows") -> None:
        """On the shelf: open a table, and say which game."""
        await self.press(self.button("shelf.open"))
        which = self.page.get_by_role("dialog")
        await self.press(which.get_by_role("button", name=self.words(f"{game}.title"), exact=True))

    async def open_table(self, game: str = "rows") -> str:
        """From the shelf to a lobby of one's own; its code."""
        await self.go()
        await self.pick_game(game)
        await self.page.wait_for_url("**/r/*")
        await self.sit()
        return self.code

    async def come(self, code: str) -> None:
        await self.go(f"/r/{code}")
        await self.sit()

    async def come_as(self, player: Player, code: str) -> None:
        """With the secret of a wire player in this browser: to that player's seat, wherever the game stands."""
        await self.page.add_init_script(REMEMBERS.format(player.secret))
        await self.go(f"/r/{code}")

    async def sit(self) -> None:
        """In a lobby: say a name and sit down."""
        await self.page.get_by_label(self.words("name.label")).fill(self.name)
        await self.press(self.button("lobby.sit"))
        await expect(self.page.get_by_text(f"{self.name} · {self.words('you')}", exact=True)).to_be_visible()

    async def seat_bots(self, count: int) -> None:
        for number in range(1, count + 1):
            await self.press(self.button("lobby.seat_bot"))
            await expect(self.text("bot_name", number=number)).to_be_visible()

    async def start(self, seats: int) -> None:
        """As the host: deal, and wait for the hand."""
        await self.press_away(self.button("lobby.start", n=seats))
        await expect(self.cards).to_have_count(10)

    async def choose(self, card: int) -> None:
        """Select, and see it selected."""
        await (
            self.card(card).tap(position=CORNER) if self.is_touch else self.card(card).click(position=CORNER)
        )
        await expect(self.card(card)).to_be_checked()

    async def lay(self, card: int | None = None) -> int:
        """Select a card, the lowest unless one is named, and confirm it; it has left the hand then."""
        if card is None:
            card = (await self.hand())[0]
        await self.choose(card)
        await self.press_away(self.button("rows.lay", card=card))
        await expect(self.card(card)).to_have_count(0)
        return card

    async def take_row(self, row: int = 0) -> None:
        """Where a row is asked for: choose this one, from 0, and confirm."""
        choice = self.button("rows.choose_row", row=row + 1)
        await self.press(choice)
        await expect(choice).to_have_attribute("aria-pressed", "true")
        await self.press_away(self.button("rows.take_row", row=row + 1))

    async def until_view(self, fits: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait until this tab has been sent a view that fits."""
        async with asyncio.timeout(PATIENCE_MS / 1000):
            while not (self.watch.views[self.page] and fits(self.view)):
                await self.watch.news()
        return self.view

    async def road(self) -> Road:
        """Before the page is opened: a way to the server on which things can happen."""
        road = Road()
        await self.page.route_web_socket(re.compile("/socket.io/"), road.connect)
        return road

    async def open_menu(self) -> Locator:
        await self.press(self.button("menu"))
        return self.page.get_by_role("dialog")

    async def close_sheet(self) -> None:
        await self.press(
            self.page.get_by_role("dialog").get_by_role("button", name=self.words("close"), exact=True)
        )
        await expect(self.page.get_by_role("dialog")).to_have_count(0)
