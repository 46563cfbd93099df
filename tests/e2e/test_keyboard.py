"""Without a pointer: a deal is played with Tab, arrows and Enter, and focus stays where it was put."""

from typing import Any

from playwright.async_api import Locator, expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People
from tests.support.browser_person import Person
from tests.support.hall_phones import hall_at, phones_at
from tests.support.server_process import ServerProcess

HAS_FOCUS = "element => element === document.activeElement"
MOST_TABS = 30


async def test_a_deal_is_played_with_the_keyboard_alone(people: People) -> None:
    anna = await people.person("Anna", device=None)
    await anna.go()
    await tab_to(anna, anna.button("shelf.open"))
    await anna.page.keyboard.press("Enter")
    await tab_to(anna, anna.page.get_by_role("dialog").get_by_role("button", name=anna.words("rows.title")))
    await anna.page.keyboard.press("Enter")
    await tab_to(anna, anna.page.get_by_label(anna.words("name.label")))
    await anna.page.keyboard.type("Anna")
    await anna.page.keyboard.press("Enter")
    await tab_to(anna, anna.button("lobby.seat_bot"))
    await anna.page.keyboard.press("Enter")
    await tab_to(anna, anna.button("lobby.start", n=2))
    await enter_away(anna, anna.button("lobby.start", n=2))

    for turn in range(1, 11):
        await expect(anna.text("rows.progress", deal=1, turn=turn)).to_be_visible()
        await lays_the_lowest_card(anna)

        def is_turned_up(view: dict[str, Any], turn: int = turn) -> bool:
            table = view["table"]
            return bool(view["own"]["may"]["take"] or table["turn"] > turn or table["stage"] == "result")

        if (await anna.until_view(is_turned_up))["own"]["may"]["take"]:
            await takes_the_first_row(anna)
        await expect(anna.confirm.or_(anna.page.locator(":focus"))).to_have_count(1)
    await expect(anna.page.get_by_role("region", name=anna.words("rows.deal_over", deal=1))).to_be_visible()
    await expect(anna.confirm).to_be_focused()
    await enter_away(anna, anna.button("rows.next"))
    await expect(anna.cards).to_have_count(10)


async def test_twenty_foreign_events_move_neither_the_focus_nor_the_choice(
    people: People, crowd: Crowd
) -> None:
    """Known fault 94."""
    anna = await people.person("Anna", device=None)
    code, (host, *guests) = await crowd.open_table(*(f"Guest {n}" for n in range(10)))
    await host.start()
    await anna.come_as(host, code)
    await expect(anna.cards).to_have_count(10)
    await anna.cards.first.focus()
    await anna.page.keyboard.press("ArrowRight")
    await anna.page.keyboard.press("ArrowRight")
    card = (await anna.hand())[1]
    await expect(anna.card(card)).to_be_focused()
    await expect(anna.card(card)).to_be_checked()
    confirm = await anna.confirm.element_handle()
    await anna.page.keyboard.press("Tab")
    await expect(anna.button("rows.lay", card=card)).to_be_focused()

    for guest in guests:
        await guest.lay()
    for _ in range(11):
        await crowd.look_at(code)
    await anna.until_view(lambda view: view["room"]["spectators"] == 11)

    await expect(anna.card(card)).to_be_checked()
    await expect(anna.button("rows.lay", card=card)).to_be_focused()
    assert confirm is not None
    assert await confirm.evaluate(HAS_FOCUS)
    await enter_away(anna, anna.button("rows.lay", card=card))
    await expect(anna.card(card)).to_have_count(0)


async def test_a_sheet_takes_the_focus_and_gives_it_back(people: People) -> None:
    anna = await people.person("Anna", device=None)
    await anna.open_table()
    await tab_to(anna, anna.button("menu"))
    await anna.page.keyboard.press("Enter")
    sheet = anna.page.get_by_role("dialog")
    await expect(sheet).to_be_visible()
    for _ in range(MOST_TABS):
        await anna.page.keyboard.press("Tab")
        assert await sheet.evaluate("sheet => sheet.contains(document.activeElement) || !document.hasFocus()")
    await anna.page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(anna.button("menu")).to_be_focused()


async def test_a_hall_is_opened_seated_and_ended_with_the_keyboard_alone(
    people: People, server: ServerProcess
) -> None:
    olga = await people.person("Olga", device=None)
    await olga.go()
    await tab_to(olga, olga.page.get_by_role("button", name=olga.words("shelf.open_hall")))
    await olga.page.keyboard.press("Enter")
    await expect(olga.page.get_by_role("heading", level=1)).to_be_focused()
    async with phones_at(server.url, olga.code) as hall:
        await hall.joined("Ben", "Cia", "Dan", "Eva", plays=False)
        await tab_to(olga, olga.button("organiser.seat_everyone"))
        await enter_away(olga, olga.button("organiser.seat_everyone"))
        await expect(
            olga.page.get_by_role("heading", level=2, name=olga.words("hall.round", n=1))
        ).to_be_focused()
        await tab_to(olga, olga.button("organiser.announce.five_minutes"))
        await olga.page.keyboard.press("Enter")
        await expect(
            olga.text("organiser.announced", what=olga.words("organiser.announce.five_minutes"))
        ).to_be_visible()
        await tab_to(olga, olga.button("organiser.end_now"))
        await olga.page.keyboard.press("Enter")
        sure = olga.page.get_by_role("group").get_by_role("button", name=olga.words("organiser.end_now"))
        await tab_to(olga, sure, key="Shift+Tab")
        await enter_away(olga, sure)
        await expect(
            olga.page.get_by_role("heading", level=2, name=olga.words("organiser.next_round"))
        ).to_be_focused()


async def test_somebody_in_a_hall_is_led_to_a_table_and_back_without_losing_the_focus(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "rows") as hall:
        await hall.joined("Ben", "Cia", plays=False)
        anna = await people.person("Anna", device=None)
        await anna.go(f"/h/{hall.code}")
        await tab_to(anna, anna.page.get_by_label(anna.words("name.label")))
        await anna.page.keyboard.type("Anna")
        await anna.page.keyboard.press("Enter")
        await expect(anna.text("hall.seated_by")).to_be_focused()
        await tab_to(anna, anna.button("hall.warm_up"))
        await anna.page.keyboard.press("Enter")
        await tab_to(anna, anna.button("idiot.deal", n=2))

        await hall.organiser.does(type="seat_everyone", phase=hall.phase)
        table = anna.page.get_by_role("heading", level=1, name=anna.words("hall.place", n=1))
        await expect(table).to_be_focused()
        await expect(anna.cards).to_have_count(10)
        await lays_the_lowest_card(anna)
        menu = anna.page.get_by_role("button", name=anna.words("menu"))  # and which table this is
        await tab_to(anna, menu, key="Shift+Tab")
        await anna.page.keyboard.press("Enter")
        await tab_to(
            anna, anna.page.get_by_role("dialog").get_by_role("button", name=anna.words("hall.at.back"))
        )
        await anna.page.keyboard.press("Enter")
        await expect(anna.page.get_by_role("heading", level=1, name=anna.words("hall.name"))).to_be_focused()
        await tab_to(anna, anna.button("hall.go"))
        await anna.page.keyboard.press("Enter")
        await expect(table).to_be_focused()


async def tab_to(person: Person, target: Locator, key: str = "Tab") -> None:
    await expect(target).to_be_visible()
    for _ in range(MOST_TABS):
        if await target.evaluate(HAS_FOCUS):
            return
        await person.page.keyboard.press(key)
    raise AssertionError(f"{MOST_TABS} times {key} did not lead to {target}")


async def enter_away(person: Person, target: Locator) -> None:
    """Press Enter on the focused target until it no longer says the same (`Person.press_until`)."""
    await expect(target).to_be_enabled()
    await expect(target).to_be_focused()

    async def is_away() -> None:
        await expect(target).to_have_count(0, timeout=150)

    while True:
        await person.page.keyboard.press("Enter")
        try:
            return await is_away()
        except AssertionError:
            continue


async def lays_the_lowest_card(person: Person) -> None:
    card = (await person.hand())[0]
    await tab_to(person, person.card(card), key="Shift+Tab")
    await person.page.keyboard.press("ArrowRight")
    await expect(person.card(card)).to_be_checked()
    await tab_to(person, person.button("rows.lay", card=card))
    await enter_away(person, person.button("rows.lay", card=card))


async def takes_the_first_row(person: Person) -> None:
    await tab_to(person, person.button("rows.choose_row", row=1), key="Shift+Tab")
    await person.page.keyboard.press("Enter")
    take = person.page.get_by_role("button", name=person.words.pattern("rows.take_row", row=1))
    await tab_to(person, take)
    await enter_away(person, take)
