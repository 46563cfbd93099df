"""Every page that is text, in every language, as a browser without script shows it and a search engine reads it."""

import re
from http import HTTPStatus

import pytest
from playwright.async_api import expect

from gateway.pages import LANGUAGES, STAND_INS
from tests.support.browser_people import People
from tests.support.server_process import ROOT

CONTENT = ROOT / "frontend" / "content"
GAMES = sorted(path.stem for path in (CONTENT / "en").glob("*.md"))
PAGES = [f"/games/{game}" for game in GAMES] + [
    f"/about/{path.stem}" for path in sorted((CONTENT / "en" / "about").glob("*.md"))
]
PAPER = "getComputedStyle(document.documentElement).backgroundColor"
NOT_FOUND = re.compile("status of 404")
DESCRIPTION_FITS = range(50, 201)
"""Shorter says nothing, longer is cut off where results are listed."""


def test_every_language_has_every_page() -> None:
    for language in LANGUAGES:
        files = {
            path.relative_to(CONTENT / language).as_posix() for path in (CONTENT / language).rglob("*.md")
        }
        assert files == {f"{page.removeprefix('/games/').removeprefix('/')}.md" for page in PAGES}


@pytest.mark.parametrize("path", PAGES)
async def test_a_text_page_is_whole_without_script_and_says_what_it_is_in_which_language(
    people: People, path: str
) -> None:
    anna = await people.person("Anna", java_script_enabled=False)
    page = anna.page
    seen: dict[str, set[str]] = {"description": set(), "text": set()}  # a title may be a name, as Idiot is
    for language in LANGUAGES:
        await anna.go(f"{path}?lang={language}")
        await expect(page.locator("html")).to_have_attribute("lang", language)
        heading = await page.get_by_role("heading", level=1).inner_text()
        assert await page.title() == f"{heading} · Kortlek"
        description = await page.locator("meta[name=description]").get_attribute("content")
        assert description
        assert len(description) in DESCRIPTION_FITS or path.removeprefix("/about/") in STAND_INS
        others = page.get_by_role("navigation").get_by_role("link")
        assert sorted(await others.evaluate_all("links => links.map(link => link.lang)")) == sorted(
            set(LANGUAGES) - {language}
        )
        await expect(page.get_by_role("main").get_by_role("link").last).to_have_attribute("href", "/")
        seen["description"].add(description)
        seen["text"].add(await page.get_by_role("main").inner_text())
    assert {name: len(found) for name, found in seen.items()} == dict.fromkeys(seen, len(LANGUAGES))


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_s_page_has_its_rules_an_example_and_questions(people: People, game: str) -> None:
    anna = await people.person("Anna", java_script_enabled=False)
    for language in LANGUAGES:
        await anna.go(f"/games/{game}?lang={language}")
        assert await anna.page.get_by_role("heading", level=2).count() >= 3
        assert await anna.page.get_by_role("heading", level=3).count() >= 5
        assert len((await anna.page.get_by_role("main").inner_text()).split()) > 400


@pytest.mark.parametrize(("chosen", "system"), [("dark", "light"), ("light", "dark")])
async def test_a_text_page_is_in_the_light_that_somebody_has_chosen(
    people: People, chosen: str, system: str
) -> None:
    anna = await people.person("Anna", color_scheme=system)
    await anna.go("/games/rows")
    by_system = await anna.page.evaluate(PAPER)
    await anna.page.evaluate("chosen => localStorage.setItem('kortlek.theme', chosen)", chosen)
    await anna.page.reload()
    await expect(anna.page.locator("html")).to_have_attribute("data-theme", chosen)
    assert await anna.page.evaluate(PAPER) != by_system


async def test_the_page_for_an_address_that_is_none_leads_to_itself_in_other_languages(
    people: People,
) -> None:
    anna = await people.person("Anna", java_script_enabled=False)
    anna.watch.expected.append(NOT_FOUND)
    missing = await anna.page.goto(f"{anna.site}/nowhere")
    assert missing is not None
    assert missing.status == HTTPStatus.NOT_FOUND
    await expect(anna.page.get_by_role("navigation").get_by_role("link")).to_have_count(2)
    for language in ("sv", "fr"):
        async with anna.page.expect_navigation() as led:
            await anna.press(anna.page.get_by_role("navigation").locator(f"[lang={language}]"))
        assert (await led.value).status == HTTPStatus.OK
        await expect(anna.page.locator("html")).to_have_attribute("lang", language)
