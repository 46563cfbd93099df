"""The built client over HTTP: hashed files for ever, pages never from a cache without asking.

The list of files is read once at the start; a path that is not on it does not exist.
"""

import mimetypes
from http import HTTPStatus
from pathlib import Path

from aiohttp import web

LANGUAGES = ("en", "sv", "fr")
"""The first is what is served when a browser asks for none of them."""

FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
HIDDEN = "noindex, nofollow"
"""For what no search engine should keep: rooms, and pages that only stand in for another."""
STAND_INS = {"offline", "missing"}
"""Pages of `about` that nobody looks for: one where a browser has no way to us, one for a path that is none."""
PRECOMPRESSED = {".br", ".gz"}
VARY = web.ResponseKey("vary", str)
"""What an answer depends on. aiohttp overwrites the header itself where it finds a packed file, and leaves it out
of a 304."""


class Pages:
    """Routes for everything under the client's build folder, as it is known to the world by `origin`."""

    def __init__(self, folder: Path, origin: str) -> None:
        self._origin = origin
        self._files = {
            f"/{path.relative_to(folder).as_posix()}": path
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix not in PRECOMPRESSED
        }
        mimetypes.add_type("application/manifest+json", ".webmanifest")
        mimetypes.add_type("font/woff2", ".woff2")

    def add_routes(self, app: web.Application) -> None:
        app.on_response_prepare.append(_say_what_varies)
        app.router.add_get("/", self._shelf)
        app.router.add_get("/play/{slug:[a-z]+}", self._play)
        app.router.add_get("/r/{code}", self._room)
        app.router.add_get("/r/{code}/stage", self._stage)
        app.router.add_get("/h/{code}", self._hall)
        app.router.add_get("/h/{code}/stage", self._hall_stage)
        app.router.add_get("/games/{slug:[a-z]+}", self._game)
        app.router.add_get("/about/{slug:[a-z]+}", self._about)
        app.router.add_get("/{path:.+}", self._file)

    async def _shelf(self, request: web.Request) -> web.StreamResponse:
        return self._page("/index.{}.html", request)

    async def _play(self, request: web.Request) -> web.StreamResponse:
        """A game that is the browser's own."""
        return self._page(f"/shells/play/{request.match_info['slug']}.{{}}.html", request)

    async def _room(self, request: web.Request) -> web.StreamResponse:
        """The same page for every code: whether a room or a hall exists is learnt over the socket alone."""
        return self._hidden("/shells/room.{}.html", request)

    async def _stage(self, request: web.Request) -> web.StreamResponse:
        return self._hidden("/shells/stage.{}.html", request)

    async def _hall(self, request: web.Request) -> web.StreamResponse:
        return self._hidden("/shells/hall.{}.html", request)

    async def _hall_stage(self, request: web.Request) -> web.StreamResponse:
        return self._hidden("/shells/hall-stage.{}.html", request)

    async def _game(self, request: web.Request) -> web.StreamResponse:
        return self._text(f"/games/{request.match_info['slug']}.{{}}.html", request)

    async def _about(self, request: web.Request) -> web.StreamResponse:
        slug = request.match_info["slug"]
        name = f"/about/{slug}.{{}}.html"
        return self._hidden(name, request) if slug in STAND_INS else self._text(name, request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        path = self._files.get(request.path)
        if path is None or path.suffix == ".html":
            return self._missing(request)
        response = web.FileResponse(path)
        response[VARY] = "Accept-Encoding"
        is_hashed = request.path.startswith("/assets/")
        response.headers["Cache-Control"] = FOR_EVER if is_hashed else ASK_FIRST
        return response

    def _text(self, name: str, request: web.Request) -> web.StreamResponse:
        """A page for search engines, which want absolute addresses: in a header, since the files know no origin
        (docs/adr/0012)."""
        response = self._page(name, request)
        if response.status == HTTPStatus.OK:
            response.headers["Link"] = languages_of(self._origin + request.path, request.query.get("lang"))
        return response

    def _hidden(self, name: str, request: web.Request) -> web.StreamResponse:
        response = self._page(name, request)
        response.headers["X-Robots-Tag"] = HIDDEN
        return response

    def _page(self, name: str, request: web.Request) -> web.StreamResponse:
        """A page in the language that was asked for by name, or that the browser wants most."""
        path = self._files.get(name.format(spoken(request)))
        if path is None:
            return self._missing(request)
        response = web.FileResponse(path)
        response.headers["Cache-Control"] = ASK_FIRST
        response[VARY] = "Accept-Language, Accept-Encoding"
        return response

    def _missing(self, request: web.Request) -> web.StreamResponse:
        """Nothing is here: said by a page with a way home, to whoever can read one. Kept by nobody."""
        path = self._files.get(f"/about/missing.{spoken(request)}.html")
        if path is None or "text/html" not in request.headers.get("Accept", ""):
            return web.Response(status=404, text="There is no such page.")
        return web.FileResponse(path, status=404)


async def _say_what_varies(_request: web.Request, response: web.StreamResponse) -> None:
    if (vary := response.get(VARY)) is not None:
        response.headers["Vary"] = vary


def languages_of(address: str, named: str | None) -> str:
    """The `Link` header of a page that is there in every language, and by its bare address in the reader's.

    >>> languages_of("https://play.example/games/rows", "sv").split(", ")[0]
    '<https://play.example/games/rows?lang=sv>; rel="canonical"'
    """
    own = f"{address}?lang={named}" if named in LANGUAGES else address
    others = {each: f"{address}?lang={each}" for each in LANGUAGES} | {"x-default": address}
    alternates = (f'<{href}>; rel="alternate"; hreflang="{each}"' for each, href in others.items())
    return ", ".join((f'<{own}>; rel="canonical"', *alternates))


def spoken(request: web.Request) -> str:
    """The language of the answer."""
    named = request.query.get("lang", "")
    return named if named in LANGUAGES else preferred(request.headers.get("Accept-Language", ""))


def preferred(accept_language: str) -> str:
    """The language of ours that a browser wants most.

    >>> preferred("nb, fr-CH;q=0.8, sv;q=0.9"), preferred(""), preferred("fr;q=broken")
    ('sv', 'en', 'en')
    """
    wanted: list[tuple[float, str]] = []
    for part in accept_language.split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((float(quality or 1), name.split("-")[0].lower()))
        except ValueError:
            continue
    for _, name in sorted(wanted, key=lambda item: -item[0]):
        if name in LANGUAGES:
            return name
    return LANGUAGES[0]
