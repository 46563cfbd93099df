"""Chromium as the tests and the benchmark start it, and the built client it is shown."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, ViewportSize, async_playwright

from tests.support.server_process import ROOT

DIST = ROOT / "frontend" / "dist"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@dataclass(frozen=True)
class Chromium:
    """A running browser, and the devices that Playwright can describe to it."""

    browser: Browser
    devices: dict[str, dict[str, Any]]


@asynccontextmanager
async def chromium() -> AsyncIterator[Chromium]:
    """A browser that is gone at the end."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        raise RuntimeError(f"there is no Chromium; one of these must be on the PATH: {', '.join(_NAMES)}")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        try:
            yield Chromium(browser, playwright.devices)
        finally:
            await browser.close()


def built_client(folder: Path) -> Path:
    """A copy of the built client, so that a build meanwhile changes nothing under a running server."""
    if not (DIST / "index.html").is_file():
        raise RuntimeError("the client is not built: run `make build` (`make test` does it by itself)")
    return Path(shutil.copytree(DIST, folder / "client"))
