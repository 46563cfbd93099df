"""A screen looked at: by axe, by a ruler, and in pictures for whoever wants to see."""

import re
from typing import Any

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Locator, Page, ViewportSize

from tests.support.browser import DESK, PHONE
from tests.support.server_process import ROOT

PICTURES = ROOT / "build" / "screens-e2e"
SMALLEST: ViewportSize = {"width": 320, "height": 568}
FINGER_PX = 44
TIP_PX = 24
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
GRAVE = {"moderate", "serious", "critical"}
USUAL, TWICE = 16, 32
"""Sizes of letters, as the browser's owner sets them; twice the usual is WCAG's 200 %."""
WIDER = """Math.max(...[document.documentElement, ...document.querySelectorAll("dialog[open]")]
  .map((each) => each.scrollWidth - each.clientWidth))"""


async def faults_of(page: Page, name: str) -> list[str]:
    """What is wrong with this screen on phones, large and light, small and dark, and in large letters."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    found = []
    for theme, size in (("light", PHONE), ("light", DESK), ("dark", SMALLEST)):
        await page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        await page.set_viewport_size(size)
        where = f"{name}.{size['width']}.{theme}"
        if (wider := await page.evaluate(WIDER)) > 0:
            found.append(f"{where}: {wider} px too wide")
        if size is not DESK:
            found += [f"{where}: {fault}" for fault in [*await _axe(page), *await _namesakes(page)]]
        await page.screenshot(path=PICTURES / f"{where}.png")
    await set_letters(page, TWICE)
    where = f"{name}.{SMALLEST['width']}.letters"
    if (wider := await page.evaluate(WIDER)) > 0:
        found.append(f"{where}: {wider} px too wide")
    found += [f"{where}: {fault}" for fault in await too_small(page.locator(".frame button.main"))]
    await page.screenshot(path=PICTURES / f"{where}.png")
    await set_letters(page, USUAL)
    return found


async def set_letters(page: Page, size: int) -> None:
    """As a browser whose owner has set this size of letters."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    await devtools.detach()


async def _axe(page: Page) -> list[str]:
    results = await Axe().run(page, options=RULES)
    violations: list[dict[str, Any]] = results.response["violations"]
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]} {node['failureSummary']}"
        for violation in violations
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]


async def _namesakes(page: Page) -> list[str]:
    """Links that are called the same and lead to different places."""
    leads: dict[str, set[str]] = {}
    snapshot = await page.locator("body").aria_snapshot()
    for name, url in re.findall(r'- link "([^"]+)"[^\n]*\n\s*- /url: (\S+)', snapshot):
        leads.setdefault(name, set()).add(url)
    return [f"links called {name!r}: {urls}" for name, urls in leads.items() if len(urls) > 1]


async def too_small(targets: Locator) -> list[str]:
    """Those of the targets that are smaller than a finger or not wholly in the window."""
    measured: list[dict[str, Any]] = await targets.evaluate_all(
        """targets => targets.map((target) => {
          const {left, top, right, bottom, width, height} = target.getBoundingClientRect();
          const isInside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
          return {name: target.getAttribute("aria-label") ?? target.textContent.trim(), width, height, isInside,
                  box: [left, top, right, bottom].map(Math.round)};
        })"""
    )
    return [
        str(target)
        for target in measured
        if not (target["isInside"] and min(target["width"], target["height"]) >= FINGER_PX - 0.5)
    ]


async def covered(targets: Locator) -> list[str]:
    """Those of the targets of which a finger's tip would find nothing: less than 24 px free side by side."""
    return list(
        await targets.evaluate_all(
            """(targets, least) => targets.filter((target) => {
              const {left, right, top, bottom} = target.getBoundingClientRect();
              let free = 0;
              for (let x = Math.ceil(left); x < right; x += 1)
                free += target.contains(document.elementFromPoint(x, (top + bottom) / 2)) ? 1 : 0;
              return free < least;
            }).map((target) => target.getAttribute("aria-label"))""",
            TIP_PX,
        )
    )
