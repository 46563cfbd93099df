"""Pictures of every screen of the preview and of every page of text, in phones' and desktops' sizes, light and dark.

Builds `preview/`, opens `?screen=...` of it in Chromium and writes
`../build/screens/<screen>.<size>.<theme>.<language>.png`. Pages of text are those of the client's own build, if
there is one. Pictures are for looking at; nothing is compared.
"""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

FRONTEND = Path(__file__).resolve().parent.parent
BUILD = FRONTEND.parent / "build"
OUT = BUILD / "screens"
PREVIEW = BUILD / "preview"
CLIENT = FRONTEND / "dist"
CHROMIUM = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
SIZES = {"phone": (390, 844), "small": (320, 568), "turned": (844, 390), "desk": (1280, 800), "wall": (1920, 1080)}
LOOKS = (
    ("phone", "light", "sv"),
    ("phone", "dark", "en"),
    ("small", "light", "fr"),
    ("turned", "light", "sv"),
    ("desk", "light", "en"),
    ("wall", "light", "fr"),
)
READY = "html[data-ready]"


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name for it
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder's address while the block runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def build() -> None:
    vite = FRONTEND / "node_modules" / "vite" / "bin" / "vite.js"
    subprocess.run(
        ["node", vite, "build", "-c", "preview/vite.config.ts", "--outDir", PREVIEW, "--emptyOutDir"],
        cwd=FRONTEND,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def screens(browser: Browser, site: str) -> list[str]:
    """Their names, as the preview tells them."""
    page = browser.new_page()
    page.goto(f"{site}/preview/")
    told = page.wait_for_selector(READY, state="attached").get_attribute("data-screens")
    page.close()
    return (told or "").split()


def texts() -> list[str]:
    """Pages of text by their paths, without language and ending."""
    return sorted(
        path.relative_to(CLIENT).as_posix().removesuffix(".en.html") for path in CLIENT.glob("*/*.en.html")
    )


def take(page: Page, address: str, name: str) -> None:
    """One picture; said of it is what no picture shows."""
    page.on("pageerror", lambda error: print(f"{name}: {error}"))
    page.goto(address)
    if "/preview/" in address:
        page.wait_for_selector(READY, state="attached")
    too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if too_wide > 0:
        print(f"{name}: {too_wide} px too wide")
    page.screenshot(path=OUT / f"{name}.png")
    page.close()


def main(parts: list[str]) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    build()
    with served(PREVIEW) as preview, served(CLIENT) as client, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM)
        found = screens(browser, preview)
        for size, theme, language in LOOKS:
            addresses = {
                screen: f"{preview}/preview/?screen={screen}&theme={theme}&lang={language}"
                for screen in found
            } | {path.replace("/", "-"): f"{client}/{path}.{language}.html" for path in texts()}
            width, height = SIZES[size]
            # One context for a look, so that all its scripts but the first time's come from its cache.
            context = browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=size != "desk",
                color_scheme="dark" if theme == "dark" else "light",
            )
            for screen, address in addresses.items():
                name = f"{screen}.{size}.{theme}.{language}"
                is_shown = size != "wall" or "stage" in screen
                if is_shown and (not parts or any(part in name for part in parts)):
                    take(context.new_page(), address, name)
            context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
