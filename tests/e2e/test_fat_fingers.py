"""Fingers that press too often: what comes to lie under them is not done (known faults 17, 101)."""

from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People
from tests.support.browser_person import Person


async def test_a_hammered_button_lays_one_card(people: People, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(1)
    anna = await people.person("Anna")
    await anna.come_as(host, code)
    await expect(anna.cards).to_have_count(10)
    *_, card = await anna.hand()
    await anna.choose(card)
    await hammer(anna)
    await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible()
    await expect(anna.cards).to_have_count(9)
    await expect(anna.page.get_by_role("radio", checked=True)).to_have_count(0)
    assert await anna.page.evaluate("visualViewport.scale") == 1


async def test_a_hammered_again_leads_to_the_lobby_and_not_into_the_next_game(
    people: People, crowd: Crowd
) -> None:
    code, host = await crowd.deal_with_bots(1)
    await host.does(type="end", phase=host.view["room"]["phase"])
    anna = await people.person("Anna")
    await anna.come_as(host, code)
    await expect(anna.button("again")).to_be_visible()
    await hammer(anna)
    await expect(anna.button("lobby.start", n=2)).to_be_visible()
    assert (await host.looks_again())["room"]["status"] == "lobby"


async def test_a_hammered_leave_asks_and_waits_for_the_answer(people: People, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(1)
    anna = await people.person("Anna")
    await anna.come_as(host, code)
    menu = await anna.open_menu()
    leave = menu.get_by_role("button", name=anna.words("leave.label"), exact=True)
    await leave.dblclick()
    await expect(menu.get_by_text(anna.words("leave.ask"), exact=True)).to_be_visible()
    assert (await host.looks_again())["you"]["seat"] == 0


async def hammer(person: Person) -> None:
    """Presses where the button is, until what it says has changed, and once more."""
    box = await person.confirm.bounding_box()
    words = await person.confirm.inner_text()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    while await person.confirm.inner_text() == words:
        await person.page.touchscreen.tap(x, y)
    await person.page.touchscreen.tap(x, y)
