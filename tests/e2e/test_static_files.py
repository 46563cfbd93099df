"""Every file of the real build over HTTP: how long it is kept, how it is packed, how it is asked for again."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientResponse, ClientSession

from tests.support.server_process import ServerProcess

PACKED = {".br": "br", ".gz": "gzip"}
TEXT = {".html", ".css", ".js", ".svg"}
PAGES = ("/", "/play/idiot", "/r/BCDFGH", "/r/BCDFGH/stage", "/games/rows", "/about/storage")


@pytest.fixture(scope="module")
def files(client_build: Path) -> tuple[str, ...]:
    """The paths of all that is served under its own name."""
    paths = (path for path in sorted(client_build.rglob("*")) if path.is_file())
    return tuple(
        f"/{path.relative_to(client_build).as_posix()}"
        for path in paths
        if path.suffix not in {*PACKED, ".html"}
    )


@asynccontextmanager
async def asking(server: ServerProcess) -> AsyncIterator[ClientSession]:
    async with ClientSession(server.url, auto_decompress=False) as session:
        yield session


async def answers(
    session: ClientSession, paths: Iterable[str], **headers: str
) -> list[tuple[str, ClientResponse]]:
    """Each path's answer, read to its end."""
    found = []
    for path in paths:
        async with session.get(path, headers=headers) as answer:
            await answer.read()
            found.append((path, answer))
    return found


def test_every_text_of_the_build_is_packed_beforehand_both_ways(client_build: Path) -> None:
    texts = [path for path in client_build.rglob("*") if path.suffix in TEXT]
    assert texts
    assert not [path for path in texts for ending in PACKED if not Path(f"{path}{ending}").is_file()]


@pytest.mark.parametrize("encoding", PACKED.values())
async def test_every_text_is_sent_as_it_was_packed_and_says_what_that_depends_on(
    server: ServerProcess, files: tuple[str, ...], encoding: str
) -> None:
    texts = [path for path in files if Path(path).suffix in TEXT]
    async with asking(server) as session:
        for path, answer in await answers(session, [*texts, *PAGES], **{"Accept-Encoding": encoding}):
            assert answer.status == 200, path
            assert answer.headers["Content-Encoding"] == encoding, path
            vary = "Accept-Language, Accept-Encoding" if path in PAGES else "Accept-Encoding"
            assert answer.headers["Vary"] == vary, path


async def test_a_file_with_a_hash_in_its_name_is_kept_for_ever_and_any_other_is_asked_for_again(
    server: ServerProcess, files: tuple[str, ...]
) -> None:
    async with asking(server) as session:
        for path, answer in await answers(session, [*files, *PAGES]):
            is_hashed = path.startswith("/assets/")
            wanted = "public, max-age=31536000, immutable" if is_hashed else "no-cache"
            assert answer.headers["Cache-Control"] == wanted, path


async def test_what_has_not_changed_is_not_sent_again(server: ServerProcess, files: tuple[str, ...]) -> None:
    async with asking(server) as session:
        for path, answer in await answers(session, [*files, *PAGES], **{"Accept-Encoding": "br"}):
            known = {"Accept-Encoding": "br", "If-None-Match": answer.headers["ETag"]}
            async with session.get(path, headers=known) as again:
                assert again.status == 304, path
                assert again.headers["Cache-Control"] == answer.headers["Cache-Control"], path
                assert again.headers.get("Vary") == answer.headers.get("Vary"), path


async def test_no_two_packings_share_a_tag(server: ServerProcess, files: tuple[str, ...]) -> None:
    texts = [path for path in files if Path(path).suffix in TEXT]
    async with asking(server) as session:
        for path in [*texts, *PAGES]:
            tags = [
                answer.headers["ETag"]
                for encoding in ("br", "gzip", "identity")
                for _, answer in await answers(session, [path], **{"Accept-Encoding": encoding})
            ]
            assert len(set(tags)) == len(tags), path


@pytest.mark.parametrize("accept", ["*/*", "text/css,*/*;q=0.1", "text/html"])
async def test_a_file_of_another_build_is_missing_and_nobody_keeps_that_answer(
    server: ServerProcess, accept: str
) -> None:
    async with asking(server) as session:
        gone = ["/assets/index-another.js", "/assets/base-another.css"]
        for _, answer in await answers(session, gone, Accept=accept):
            assert answer.status == 404
            assert answer.headers["Cache-Control"] == "no-store"
            assert (answer.content_type == "text/html") is (accept == "text/html")
