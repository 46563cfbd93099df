"""Who looks on sees what lies openly on the table and nothing more, and how one comes to a chair."""

import asyncio

from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People


async def test_an_onlooker_sees_the_table_and_no_hand(people: People, crowd: Crowd) -> None:
    anna, eve = await people.crowd("Anna", "Eve")
    code, host = await crowd.deal_with_bots(1)
    await asyncio.gather(anna.come_as(host, code), eve.go(f"/r/{code}"))
    await expect(anna.cards).to_have_count(10)
    await expect(eve.text("watching.looking_on")).to_be_visible()
    assert (await eve.seen()).rows == (await anna.seen()).rows
    await expect(eve.page.get_by_role("radio")).to_have_count(0)
    card = await anna.lay((await anna.hand())[-1])
    await eve.until_view(lambda view: card in [placing["card"] for placing in view["table"]["placings"]])
    assert (await eve.seen()).rows == (await anna.seen()).rows
    assert all(view["own"] is None and view["private"] == [] for view in eve.watch.views[eve.page])


async def test_who_asks_for_a_chair_stands_in_line_and_gets_it_after_the_game(
    people: People, crowd: Crowd
) -> None:
    anna, eve = await people.crowd("Anna", "Eve")
    code, host = await crowd.deal_with_bots(1)
    await asyncio.gather(anna.come_as(host, code), eve.go(f"/r/{code}"))
    await eve.press(eve.button("watching.ask"))
    sheet = eve.page.get_by_role("dialog")
    await sheet.get_by_label(eve.words("name.label")).fill("Eve")
    await eve.press(sheet.get_by_role("button", name=eve.words("watching.ask"), exact=True))
    await expect(eve.text("watching.in_line", n=1)).to_be_visible()

    menu = await anna.open_menu()
    await anna.press_twice(menu, "end.label")
    await expect(anna.page.get_by_role("heading", name=anna.words("ending.ended_by_host"))).to_be_visible()
    await anna.press_away(anna.button("again"))
    await expect(eve.page.get_by_text(f"Eve · {eve.words('you')}", exact=True)).to_be_visible()


async def test_where_no_chair_is_free_the_line_can_have_a_table_of_its_own(
    people: People, crowd: Crowd
) -> None:
    eve = await people.person("Eve")
    code, _ = await crowd.open_table(*(f"Guest {n}" for n in range(10)))
    await eve.go(f"/r/{code}")
    await eve.page.get_by_label(eve.words("name.label")).fill("Eve")
    await eve.press(eve.button("watching.ask"))
    await expect(eve.text("watching.in_line", n=1)).to_be_visible()
    await eve.press(eve.button("lobby.open_another"))
    other = eve.page.get_by_role("link", name=eve.words.pattern("lobby.other_table")).first
    await eve.press(other)
    await expect(eve.text("lobby.nobody")).to_be_visible()
    assert eve.code != code


async def test_a_chair_moves_to_another_device_and_the_first_one_goes_quiet(
    people: People, crowd: Crowd
) -> None:
    anna, pad = await people.crowd("Anna", "Anna")
    code, host = await crowd.deal_with_bots(1)
    await anna.come_as(host, code)
    await expect(anna.cards).to_have_count(10)
    hand = await anna.hand()
    menu = await anna.open_menu()
    await anna.press(menu.get_by_role("button", name=anna.words("chair.open"), exact=True))
    link = await anna.page.get_by_role("textbox", name=anna.words("chair.title"), exact=True).input_value()
    await pad.page.goto(link)
    await expect(pad.cards).to_have_count(10)
    assert await pad.hand() == hand
    assert pad.page.url == f"{people.site}/r/{code}"
    await expect(anna.text("gate.elsewhere.title")).to_be_visible()
    assert not any("#chair" in url for url in pad.watch.requests)
