"""Three languages, taken from the browser, changed at the table without leaving it."""

import pytest
from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People
from tests.support.browser_words import LANGUAGES, Words


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_browser_is_spoken_to_in_its_own_language(people: People, language: str) -> None:
    eve = await people.person("Eve", language=language)
    await eve.go()
    await expect(eve.page.locator("html")).to_have_attribute("lang", language)
    await expect(eve.text("shelf.pitch")).to_be_visible()
    title = eve.page.get_by_role("heading", name=eve.words("rows.title"), exact=True)
    await eve.press(eve.page.get_by_role("listitem").filter(has=title).get_by_role("link"))
    await expect(eve.page.locator("html")).to_have_attribute("lang", language)
    await expect(eve.page.get_by_role("heading", level=1)).to_have_text(eve.words("rows.title"))


async def test_the_language_changes_at_the_table_and_the_choice_stays(people: People, crowd: Crowd) -> None:
    anna = await people.person("Anna", language="sv")
    code, host = await crowd.deal_with_bots(1)
    await anna.come_as(host, code)
    await expect(anna.cards).to_have_count(10)
    card = (await anna.hand())[-1]
    await anna.choose(card)
    connections = anna.watch.connections
    for language in ("fr", "en"):
        sheet = await anna.open_menu()
        await sheet.get_by_label(anna.words("language")).select_option(language)
        anna.words = Words(language)
        await expect(anna.page.locator("html")).to_have_attribute("lang", language)
        await anna.close_sheet()
        await expect(anna.button("rows.lay", card=card)).to_be_visible()
        await expect(anna.card(card)).to_be_checked()
    assert anna.watch.connections == connections
    await anna.press_away(anna.button("rows.lay", card=card))
    await anna.page.reload()
    await expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible()
