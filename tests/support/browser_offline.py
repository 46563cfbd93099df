"""Browsers with a service worker: when it is there, what it has kept, and another build that it will find."""

import asyncio
import hashlib
import re
import shutil
from base64 import b64encode
from pathlib import Path

from tests.support.browser_person import PATIENCE_MS, Person
from tests.support.server_process import ServerProcess

TEXT = {".html", ".js", ".css"}
PACKED = {".br", ".gz"}


async def until_kept(person: Person) -> None:
    """Wait until this browser can do without the server."""
    await person.page.evaluate("""async () => {
        const { active } = await navigator.serviceWorker.ready;
        if (active.state !== "activated")
            await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
    }""")


async def until_true(person: Person, condition: str) -> None:
    """Wait until this holds in the page. Playwright's own way of waiting is `eval`, which our policy forbids."""
    wait = f"while (!(await ({condition}))) await new Promise((resolve) => setTimeout(resolve, 50));"
    await asyncio.wait_for(person.page.evaluate(f"async () => {{ {wait} }}"), PATIENCE_MS / 1000)


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
    """A copy of a built client as if everything in it had changed: each file with a hash in its name has another
    name, so that none of the old ones is there any more, and the worker has another build."""
    shutil.copytree(client, folder)
    names = {path.name: _renamed(path) for path in (folder / "assets").iterdir() if path.suffix not in PACKED}
    old = re.compile("|".join(map(re.escape, names)))
    for path in sorted(folder.rglob("*")):
        if path.suffix in PACKED:
            path.unlink()
        elif path.suffix in TEXT:
            path.write_text(old.sub(lambda name: names[name[0]], path.read_text()))
    for name, another in names.items():
        (folder / "assets" / name).rename(folder / "assets" / another)
    worker = folder / "sw.js"
    code = re.sub(r'"name":"\w+"', '"name":"another"', worker.read_text())
    worker.write_text(
        re.sub(r'"/([^"?]*)\?lang=(\w\w)":"[^"]+"', lambda page: _with_bytes(page, folder), code)
    )
    return folder


def deploy(server: ServerProcess, client: Path, build: Path) -> None:
    """The server comes back with this build, `client` being where it looks for one."""
    server.stop()
    client.unlink()
    client.symlink_to(build)
    server.start()


def _renamed(path: Path) -> str:
    """The main script is known by name in tests."""
    if path.name.startswith("index-") and path.suffix == ".js":
        return "index-another.js"
    return f"{path.stem}-another{path.suffix}"


def _with_bytes(page: re.Match[str], folder: Path) -> str:
    path, language = page.groups()
    digest = hashlib.sha256((folder / f"{path or 'index'}.{language}.html").read_bytes()).digest()
    return f'"/{path}?lang={language}":"sha256-{b64encode(digest).decode()}"'
