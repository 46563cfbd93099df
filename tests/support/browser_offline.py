"""Browsers with a service worker: when it is there, what it has kept, and another build that it will find."""

import hashlib
import re
import shutil
from base64 import b64encode
from pathlib import Path

from tests.support.browser_person import Person

TEXT = {".html", ".js", ".css"}


async def until_kept(person: Person) -> None:
    """Wait until this browser can do without the server."""
    await person.page.evaluate("""async () => {
        const { active } = await navigator.serviceWorker.ready;
        if (active.state !== "activated")
            await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
    }""")


async def kept(person: Person) -> dict[str, list[str]]:
    """The paths in each cache, by the cache's name."""
    found: dict[str, list[str]] = await person.page.evaluate("""async () => {
        const found = {};
        for (const name of await caches.keys())
            found[name] = (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length));
        return found;
    }""")
    return found


def another_build(client: Path, folder: Path) -> Path:
    """A copy of a built client as if one line of it had changed: its main script has another name, and the
    worker another build."""
    shutil.copytree(client, folder)
    main = next(path.name for path in (folder / "assets").glob("index-*.js"))
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".br", ".gz"}:
            path.unlink()
        elif path.suffix in TEXT:
            path.write_text(path.read_text().replace(main, "index-another.js"))
    (folder / "assets" / main).rename(folder / "assets" / "index-another.js")
    worker = folder / "sw.js"
    code = re.sub(r'"name":"\w+"', '"name":"another"', worker.read_text())
    worker.write_text(
        re.sub(r'"/([^"?]*)\?lang=(\w\w)":"[^"]+"', lambda page: _with_bytes(page, folder), code)
    )
    return folder


def _with_bytes(page: re.Match[str], folder: Path) -> str:
    path, language = page.groups()
    digest = hashlib.sha256((folder / f"{path or 'index'}.{language}.html").read_bytes()).digest()
    return f'"/{path}?lang={language}":"sha256-{b64encode(digest).decode()}"'
