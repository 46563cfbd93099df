"""A table changes its game: what is offered, who fits, and the words of the new one."""

from playwright.async_api import expect

from tests.support.browser_people import People


async def test_the_host_picks_another_game_and_it_is_played_in_its_own_words(people: People) -> None:
    anna = await people.person("Anna")
    await anna.open_table("rows")
    await anna.press(anna.button("lobby.other_game"))
    sheet = anna.page.get_by_role("dialog")
    await expect(sheet.get_by_text(anna.words("game.short", n=2), exact=True)).to_have_count(2)
    await anna.press(sheet.get_by_role("button", name=anna.words("twelve.title"), exact=True))
    await expect(
        anna.page.get_by_role("heading", name=anna.words("twelve.title"), exact=True)
    ).to_be_visible()
    await anna.press_away(anna.button("lobby.start", n=1))
    await expect(anna.text("twelve.attack")).to_be_visible()
    await expect(anna.button("twelve.flip_option", n=2)).to_be_visible()
    assert (await anna.confirm.inner_text()).strip() != ""


async def test_a_guest_is_not_offered_another_game(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    await ben.come(await anna.open_table("rows"))
    await expect(anna.button("lobby.other_game")).to_be_visible()
    await expect(ben.button("lobby.other_game")).to_have_count(0)
