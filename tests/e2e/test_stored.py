"""What a browser really keeps after an evening, against the page that says what is kept."""

import pytest
from playwright.async_api import expect

from tests.support.browser_offline import until_kept
from tests.support.browser_people import LOCALES, People
from tests.support.storage_page import named

CHOSEN = ("secret", "name", "game", "locale", "theme", "sound", "vibration")
EVERYTHING = """async () => ({
    local: Object.keys(localStorage),
    caches: (await caches.keys()).map((name) => name.slice(0, "kortlek-".length) + "…"),
    other: [...Object.keys(sessionStorage), ...(await indexedDB.databases()).map(({ name }) => name), document.cookie],
})"""


async def test_a_browser_keeps_what_the_page_says_and_nothing_else(people: People) -> None:
    anna = await people.person("Anna", has_worker=True)
    await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    await anna.lay()
    await anna.open_menu()
    for language in ("fr", "en"):
        await anna.page.get_by_role("combobox").select_option(language)
        await expect(anna.page.locator("html")).to_have_attribute("lang", language)
    await anna.press(anna.button("theme_is"))
    await anna.press(anna.button("sound.off"))
    await anna.press(anna.button("vibration.off"))
    await anna.close_sheet()
    await anna.go()
    await until_kept(anna)
    kept = await anna.page.evaluate(EVERYTHING)
    assert set(kept["local"]) == {f"kortlek.{key}" for key in CHOSEN}
    assert kept["caches"] == ["kortlek-…"]
    for language in LOCALES:
        assert {*kept["local"], *kept["caches"]} <= named(language)
    assert kept["other"] == [""]
    assert await anna.page.context.cookies() == []


@pytest.mark.parametrize("language", LOCALES)
async def test_the_shelf_leads_to_what_is_stored(people: People, language: str) -> None:
    anna = await people.person("Anna", language=language, viewport={"width": 320, "height": 568})
    await anna.go()
    await anna.press(anna.link("shelf.storage"))
    await expect(anna.page.locator("html")).to_have_attribute("lang", language)
    shown = await anna.page.locator("td:first-child code").all_inner_texts()
    assert set(shown) == named(language)
    assert await anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
