"""Pictures of every screen of the preview, in phones' and desktops' sizes, light and dark.

Starts Vite's dev server on a free port, opens `preview/?screen=...` in Chromium and writes
`../build/screens/<screen>.<size>.<theme>.<language>.png`. Pictures are for looking at; nothing is compared.
"""

import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

FRONTEND = Path(__file__).resolve().parent.parent
OUT = FRONTEND.parent / "build" / "screens"
CHROMIUM = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
SIZES = {"phone": (390, 844), "small": (320, 568), "turned": (844, 390), "desk": (1280, 800)}
LOOKS = (
    ("phone", "light", "sv"),
    ("phone", "dark", "en"),
    ("small", "light", "fr"),
    ("turned", "light", "sv"),
    ("desk", "light", "en"),
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def names() -> list[str]:
    """The screens, in the fixtures' order."""
    source = (FRONTEND / "preview" / "fixtures.ts").read_text(encoding="utf-8")
    found = re.findall(r'^  "?([a-z-]+)"?: \{', source.split("export const screens", 1)[1], re.MULTILINE)
    for path in sorted((FRONTEND / "preview").glob("*.ts")):
        if path.name != "fixtures.ts":
            found += re.findall(r'^ +"([a-z]+-[a-z-]+)": \{', path.read_text(encoding="utf-8"), re.MULTILINE)
    return found


def take(context: BrowserContext, address: str, screen: str, look: tuple[str, str, str]) -> None:
    size, theme, language = look
    page = context.new_page()
    page.on("pageerror", lambda error: print(f"{screen}: {error}"))
    page.goto(f"{address}/preview/?screen={screen}&theme={theme}&lang={language}")
    page.wait_for_selector("html[data-ready]", state="attached", timeout=90_000)
    too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if too_wide > 0:
        print(f"{screen} {size}: {too_wide} px too wide")
    page.screenshot(path=OUT / f"{screen}.{size}.{theme}.{language}.png")
    page.close()


def main(parts: list[str]) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    port = free_port()
    vite = subprocess.Popen(
        ["node", "node_modules/vite/bin/vite.js", "--port", str(port), "--strictPort", "--host", "127.0.0.1"],
        cwd=FRONTEND,
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=CHROMIUM)
            screens = names()
            for look in LOOKS:
                # One context for a look, so that the scripts come from its cache.
                width, height = SIZES[look[0]]
                context = browser.new_context(
                    viewport={"width": width, "height": height}, has_touch=look[0] != "desk"
                )
                for screen in screens:
                    name = ".".join((screen, *look))
                    if not parts or any(part in name for part in parts):
                        take(context, f"http://127.0.0.1:{port}", screen, look)
                context.close()
            browser.close()
    finally:
        vite.terminate()
        vite.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
