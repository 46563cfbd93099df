"""People with browsers: who is in a test, and what must hold of all their browsers at its end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page, ViewportSize, expect

from tests.support.browser import PHONE, Chromium
from tests.support.browser_canary import Heard, leaks
from tests.support.browser_person import PATIENCE_MS, Person
from tests.support.browser_watch import SPY, Watch
from tests.support.browser_words import Words

NO_WORKER = "delete Navigator.prototype.serviceWorker;"
"""As on a phone over plain HTTP. Where the worker is not the matter, no test pays for it or is served by it."""
LOCALES = {"en": "en-GB", "sv": "sv-SE", "fr": "fr-FR"}


@dataclass
class People:
    """Everybody of one test. Each person has a browser context of their own, phone-sized unless told otherwise."""

    chromium: Chromium
    site: str
    watches: dict[BrowserContext, Watch] = field(default_factory=dict)

    async def person(
        self,
        name: str,
        *,
        language: str = "en",
        device: str | None = "iPhone 13",
        viewport: ViewportSize | None = None,
        has_motion: bool = False,
        has_worker: bool = False,
        script: str = "",
        **context_options: Any,
    ) -> Person:
        """Somebody with an empty tab; without `device` at a desk. `script` runs before every
        page's own."""
        options = {
            **(self.chromium.devices[device] if device else {}),
            "viewport": viewport or PHONE,
            "device_scale_factor": 1,  # the layout is the same, and there is no graphics card here
            "locale": LOCALES[language],
            "reduced_motion": "no-preference" if has_motion else "reduce",
            **context_options,
        }
        options.pop("default_browser_type", None)
        context = await self.chromium.browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        watch = self.watches[context] = Watch(context, self.site)
        await context.add_init_script(SPY + ("" if has_worker else NO_WORKER) + script)
        page = await context.new_page()
        return Person(name, page, Words(language), watch, self.site, is_touch=bool(options.get("has_touch")))

    async def crowd(self, *names: str, **options: Any) -> tuple[Person, ...]:
        return tuple(await asyncio.gather(*(self.person(name, **options) for name in names)))

    async def another_tab(self, person: Person) -> Person:
        page = await person.page.context.new_page()
        return Person(person.name, page, person.words, person.watch, self.site, is_touch=person.is_touch)

    async def photograph(self, folder: Path) -> None:
        """Every tab as it is now: for whoever looks for the reason of a failure."""
        for number, page in enumerate(self._pages()):
            await page.screenshot(path=folder / f"{number}.png")

    def check(self) -> None:
        """No browser complained, nothing was asked of anybody else, no card was seen too early."""
        for watch in self.watches.values():
            assert not watch.faults, watch.faults
            assert not watch.foreign, watch.foreign
        heard = [Heard(views) for watch in self.watches.values() for views in watch.views.values()]
        found = leaks(heard)
        assert not found, found

    def _pages(self) -> list[Page]:
        return [page for context in self.watches for page in context.pages]


@asynccontextmanager
async def people_at(chromium: Chromium, site: str) -> AsyncIterator[People]:
    """People at this server, whose browsers are closed at the end."""
    people = People(chromium, site)
    try:
        yield people
    finally:
        for context in people.watches:
            await context.close()
