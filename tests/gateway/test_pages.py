"""Pages over HTTP: language, caching, compression, headers, and paths that lead nowhere."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, web

from gateway.headers import security_headers
from gateway.origins import Origins
from gateway.pages import LANGUAGES, Pages, preferred
from tests.support.http_server import serving
from tests.support.loops import on_uvloop

FILES = {
    "index.en.html": "english shelf",
    "index.sv.html": "svensk hylla",
    "index.sv.html.br": "svensk hylla",
    "shells/room.en.html": "english room",
    "shells/room.sv.html": "svenskt rum",
    "shells/stage.en.html": "english stage",
    "shells/hall.en.html": "english hall",
    "shells/hall-stage.en.html": "english stage of a hall",
    "shells/play/idiot.sv.html": "svensk idiot",
    "games/rows.fr.html": "règles",
    "games/rows.en.html": "rules",
    "about/missing.en.html": "nothing here",
    "about/missing.sv.html": "ingenting",
    "about/offline.en.html": "no network",
    "about/storage.en.html": "what is kept",
    "sw.js": "worker",
    "assets/app-abc123.js": "code",
    "assets/app-abc123.js.br": "compressed",
}


def build(folder: Path) -> Path:
    for name, text in FILES.items():
        path = folder / "dist" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "secret.txt").write_text("not for the web")
    return folder / "dist"


@asynccontextmanager
async def pages(folder: Path) -> AsyncIterator[tuple[ClientSession, str]]:
    app = web.Application()
    app.on_response_prepare.append(security_headers(Origins.parse(["https://play.example"])))
    Pages(await asyncio.to_thread(build, folder), "https://play.example").add_routes(app)
    async with serving(app) as url, ClientSession(auto_decompress=False) as session:
        yield session, url


@on_uvloop
async def test_a_page_comes_in_the_language_asked_for_by_name_or_by_the_browser(tmp_path: Path) -> None:
    async with pages(tmp_path) as (session, url):

        async def text(path: str, accept: str = "") -> str:
            async with session.get(url + path, headers={"Accept-Language": accept}) as answer:
                assert answer.status == 200
                assert "Accept-Language" in answer.headers["Vary"]
                return await answer.text()

        assert await text("/", "sv-SE,sv;q=0.9,en;q=0.8") == "svensk hylla"
        assert await text("/", "de") == "english shelf"
        assert await text("/r/BCDFGH", "sv") == "svenskt rum"
        assert await text("/r/BCDFGH/stage") == "english stage"
        assert await text("/h/BCDFGHJ") == "english hall"
        assert await text("/h/BCDFGHJ/stage") == "english stage of a hall"
        assert await text("/play/idiot", "sv") == "svensk idiot"
        assert await text("/games/rows", "fr-CA") == "règles"
        assert await text("/games/rows?lang=en", "fr") == "rules"


@on_uvloop
async def test_every_room_has_one_page_and_every_hall_another_kept_out_of_search_engines(
    tmp_path: Path,
) -> None:
    async with pages(tmp_path) as (session, url):
        for kind in ("r", "h"):
            bodies = []
            for code in ("BCDFGH", "BCDFGHJ", "nonsense", "%3Cscript%3E"):
                async with session.get(f"{url}/{kind}/{code}") as answer:
                    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
                    bodies.append(await answer.text())
            assert len(set(bodies)) == 1


@on_uvloop
async def test_hashed_files_are_kept_for_ever_and_served_compressed(tmp_path: Path) -> None:
    async with pages(tmp_path) as (session, url):
        async with session.get(f"{url}/assets/app-abc123.js", headers={"Accept-Encoding": "br"}) as answer:
            assert answer.headers["Content-Encoding"] == "br"
            assert "immutable" in answer.headers["Cache-Control"]
            assert await answer.read() == b"compressed"
        async with session.get(f"{url}/", headers={"Accept-Encoding": "identity"}) as answer:
            assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/../secret.txt", "/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/assets/app-abc123.js.br",
     "/index.en.html", "/games/chess", "/play/rows", "/games/rows.fr.html", "/shells/room.en.html", "/assets/", "/.env"],
)  # fmt: skip
def test_what_is_no_page_is_not_found(path: str, tmp_path: Path) -> None:
    @on_uvloop
    async def run() -> None:
        async with pages(tmp_path) as (session, url):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rsplit(":", 1)[1]))
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = (await reader.read()).decode()
            writer.close()
            assert answer.startswith("HTTP/1.1 404")
            assert "not for the web" not in answer
            assert session

    run(loop="uvloop")


@pytest.mark.parametrize("path", ["/nowhere", "/games/chess", "/about/nothing", "/assets/gone-123.js"])
def test_a_browser_that_asks_for_no_page_is_shown_the_way_home_in_its_language(
    path: str, tmp_path: Path
) -> None:
    @on_uvloop
    async def run() -> None:
        async with pages(tmp_path) as (session, url):
            wants_page = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": "sv"}
            async with session.get(url + path, headers=wants_page) as answer:
                assert answer.status == 404
                assert answer.content_type == "text/html"
                assert answer.headers["Cache-Control"] == "no-store"
                assert await answer.text() == "ingenting"
            async with session.get(url + path, headers={"Accept": "*/*"}) as answer:
                assert answer.status == 404
                assert answer.content_type == "text/plain"

    run(loop="uvloop")


@on_uvloop
async def test_pages_that_stand_in_for_another_are_kept_out_of_search_engines(tmp_path: Path) -> None:
    async with pages(tmp_path) as (session, url):
        for page, robots in (("offline", "noindex, nofollow"), ("storage", None)):
            async with session.get(f"{url}/about/{page}") as answer:
                assert answer.status == 200
                assert answer.headers.get("X-Robots-Tag") == robots


@on_uvloop
async def test_the_worker_is_asked_for_anew_each_time(tmp_path: Path) -> None:
    async with pages(tmp_path) as (session, url), session.get(f"{url}/sw.js") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.content_type in {"text/javascript", "application/javascript"}  # as the machine has it
        assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_language_wanted_most_wins() -> None:
    assert preferred("en;q=0.5, fr") == "fr"
    assert preferred("nb-NO, nn;q=0.9") == "en"
    assert preferred(",,;q=,sv;q=x") == "en"
    assert preferred("sv" + ",sv" * 10_000) == "sv"


@on_uvloop
async def test_a_search_engine_is_told_each_language_of_a_text_page_by_its_public_address(
    tmp_path: Path,
) -> None:
    async with pages(tmp_path) as (session, url):
        address = "https://play.example/games/rows"
        for query, own in (
            ("", address),
            ("?lang=fr", f"{address}?lang=fr"),
            ("?lang=xx", address),
            ("?utm=1", address),
        ):
            async with session.get(f"{url}/games/rows{query}", headers={"Host": "evil.example"}) as answer:
                assert str(answer.links["canonical"]["url"]) == own
                alternates = answer.headers["Link"].split(", ")[1:]
                assert alternates == [
                    *(f'<{address}?lang={each}>; rel="alternate"; hreflang="{each}"' for each in LANGUAGES),
                    f'<{address}>; rel="alternate"; hreflang="x-default"',
                ]
        for path in ("/games/chess", "/r/BCDFGH", "/about/offline"):
            async with session.get(url + path) as answer:
                assert "Link" not in answer.headers
