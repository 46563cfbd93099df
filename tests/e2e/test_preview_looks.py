"""Screens that a real table seldom shows, as the preview shows them: fit to be seen like all others."""

import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.support.browser import Chromium
from tests.support.browser_look import SMALLEST, WIDER, faults_of
from tests.support.server_process import ROOT

FRONTEND = ROOT / "frontend"
SELDOM = (
    "gate-removed",
    "gate-update",
    "shelf-newer",
    "lobby-missing",
    "rows-away",
    "order-first",
    "gap-over",
    "gap-waiting",
    "twelve-lost",
    "twelve-gold",
    "idiot-damaged",
    "idiot-gamble",
    "idiot-hidden",
    "idiot-won",
    "idiot-lost",
    "hall-door",
    "hall-waiting",
    "hall-said",
    "hall-rests",
    "hall-results-many",
    "hall-results-points",
    "hall-organiser",
    "hall-organiser-playing",
    "hall-organiser-ends",
    "hall-organiser-many",
    "hall-organiser-over",
    "hall-table-said",
    "hall-table-back",
    "hall-table-lobby",
)
STAGED = (
    "stage-lobby-guest",
    "stage-rows-ten",
    "stage-twelve-playing",
    "stage-order-eight",
    "stage-gap-judges-eleven",
    "hall-stage-door",
    "hall-stage-playing",
    "hall-stage-ranked",
    "hall-stage-results-many",
)
"""Shared screens, which may stand in a narrow window beside the meeting."""
LANGUAGES = ("sv", "fr", "en")
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
PAGE_TURNS_MS = 12_000
LINES_SEEN = """list => {
    const all = list.getBoundingClientRect();
    return [...list.children].map(line => [line, line.getBoundingClientRect()])
        .filter(([, at]) => at.left >= all.left - 1 && at.right <= all.right + 1 && at.bottom <= all.bottom + 1)
        .map(([line]) => line.innerText.replaceAll(/\\s+/g, ' '));
}"""
SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll('main li *')]
    .filter(each => each.checkVisibility() && each.innerText.trim() !== '')
    .map(each => parseFloat(getComputedStyle(each).fontSize) / innerHeight))"""


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name for it
        pass


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the preview is served while the module runs."""
    folder = tmp_path_factory.mktemp("preview")
    built = FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"
    options = [
        "-c",
        "preview/vite.config.ts",
        "--outDir",
        str(folder),
        "--emptyOutDir",
        "--logLevel",
        "error",
    ]
    subprocess.run(["node", str(built), "build", *options], cwd=FRONTEND, check=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/preview/"
        server.shutdown()


@pytest.mark.parametrize(("number", "name"), [pytest.param(*each, id=each[1]) for each in enumerate(SELDOM)])
async def test_a_seldom_seen_screen_is_fit_to_be_seen(
    browser: Chromium, preview: str, number: int, name: str
) -> None:
    async with shown(browser, f"{preview}?screen={name}&lang={LANGUAGES[number % len(LANGUAGES)]}") as page:
        faults = await faults_of(page, name)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", STAGED)
async def test_a_shared_screen_fits_a_narrow_window(browser: Chromium, preview: str, name: str) -> None:
    async with shown(browser, f"{preview}?screen={name}&lang=fr") as page:
        wider = {}
        for width in (390, SMALLEST["width"]):
            await page.set_viewport_size({"width": width, "height": 568})
            wider[width] = await page.evaluate(WIDER)
    assert max(wider.values()) <= 0, wider


@pytest.mark.parametrize(
    ("name", "tables"),
    [("hall-stage-many", 200), ("hall-stage-results-many", 200), ("hall-stage-points-many", 130)],
)
async def test_a_hall_of_many_tables_turns_its_pages_until_each_has_been_seen_from_the_back_of_the_room(
    browser: Chromium, preview: str, name: str, tables: int
) -> None:
    async with shown(browser, f"{preview}?screen={name}&lang=fr", PROJECTOR) as page:
        lines = page.locator("main ul")
        number = page.get_by_text(re.compile(r"^Page \d sur \d$"))
        pages = int((await number.inner_text()).split()[-1])
        seen: set[str] = set()
        for turned in range(1, pages + 1):
            await expect(number).to_have_text(f"Page {turned} sur {pages}")
            seen.update(await lines.evaluate(LINES_SEEN))
            await page.clock.fast_forward(PAGE_TURNS_MS)
        await expect(number).to_have_text(f"Page 1 sur {pages}")
        await page.keyboard.press("ArrowLeft")
        await expect(number).to_have_text(f"Page {pages} sur {pages}")
        smallest = await page.evaluate(SMALLEST_LETTERS)
        hidden = await page.evaluate(WIDER)
    assert len(seen) == tables
    assert smallest >= 0.022
    assert hidden <= 0


@asynccontextmanager
async def shown(browser: Chromium, address: str, window: ViewportSize = SMALLEST) -> AsyncIterator[Page]:
    """The screen, whose page has thrown nothing."""
    context = await browser.browser.new_context(viewport=window, has_touch=True, reduced_motion="reduce")
    try:
        page = await context.new_page()
        await page.clock.install()
        thrown: list[str] = []
        page.on("pageerror", lambda error: thrown.append(str(error)))
        await page.goto(address)
        await page.wait_for_selector("html[data-ready]", state="attached")
        yield page
        assert not thrown, thrown
    finally:
        await context.close()
