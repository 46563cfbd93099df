"""What cannot be done is said in words, near the thing (client.md)."""

import re

from playwright.async_api import expect

from tests.support.browser_people import People
from tests.support.browser_person import Person

FAMILY = "👨‍👩‍👧‍👦"


async def test_a_lone_person_is_told_why_nothing_starts(people: People) -> None:
    anna = await people.person("Anna")
    await anna.open_table()
    await expect(anna.confirm).to_have_text(anna.words("lobby.too_few_bots", n=1))
    await expect(anna.confirm).to_be_disabled()
    await anna.confirm.dispatch_event("click")
    await anna.seat_bots(1)
    await expect(anna.button("lobby.start", n=2)).to_be_enabled()


async def test_a_guest_is_not_offered_what_only_the_host_may_do(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    await ben.come(await anna.open_table())
    await expect(ben.button("lobby.seat_bot")).to_have_count(0)
    await expect(ben.button("lobby.start_soon", n=2)).to_be_enabled()


async def test_any_seat_can_stop_a_start_that_the_host_did_not_ask_for(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    await ben.come(await anna.open_table())
    await ben.press_away(ben.button("lobby.start_soon", n=2))
    await expect(anna.text("lobby.starting", name="Ben")).to_be_visible()
    stop = anna.page.get_by_role("button", name=anna.words.pattern("lobby.stop"))
    await anna.press_away(stop)
    await expect(ben.button("lobby.start_soon", n=2)).to_be_visible()
    await expect(anna.text("lobby.starting", name="Ben")).to_have_count(0)


async def test_an_unknown_code_leads_to_a_sentence_and_a_way_on(people: People) -> None:
    eve = await people.person("Eve", language="sv")
    for code in ("BBBBBB", "hello", "%00", "%E0%A4%A", "B" * 200):
        await eve.go(f"/r/{code}")
        await expect(eve.page.get_by_role("heading", name=eve.words("gate.no_room.title"))).to_be_visible()
        await expect(eve.text("gate.no_room.text")).to_be_visible()
        await eve.press(eve.link("gate.shelf"))
        await expect(eve.button("shelf.open")).to_be_visible()


async def test_a_code_may_be_typed_as_people_write_it_down(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    code = await anna.open_table()
    await ben.go()
    await ben.press(ben.button("shelf.have_code"))
    field = ben.page.get_by_label(ben.words("shelf.code"))
    await field.fill(code[:4])
    await ben.press(ben.button("shelf.enter"))
    await expect(ben.text("shelf.code_short")).to_be_visible()
    await field.fill(f" {code[:3].lower()} - {code[3:].lower()} ")
    await ben.press(ben.button("shelf.enter"))
    await expect(ben.page.get_by_text("Anna", exact=True)).to_be_visible()


async def test_names_are_refused_in_words_until_they_can_be_shown(people: People) -> None:
    eve = await people.person("Eve")
    await eve.go()
    await eve.pick_game()
    field = eve.page.get_by_label(eve.words("name.label"))
    for nothing in ("", "   "):
        await field.fill(nothing)
        await eve.press(eve.button("lobby.sit"))
        await expect(eve.text("name.missing")).to_be_visible()
    for bad in ("x" * 25, FAMILY * 25, "\u202eevil", "a\u0301\u0301\u0301\u0301\u0301", "\u2800", "\u200b"):
        await field.fill(bad)
        await expect(eve.text("refused.bad_name")).to_have_count(0)
        await eve.press(eve.button("lobby.sit"))
        await expect(eve.text("refused.bad_name")).to_be_visible()
        await eve.press(eve.text("refused.bad_name"))
    await field.fill(f"  {FAMILY * 24} ")
    await eve.press(eve.button("lobby.sit"))
    await expect(eve.page.get_by_role("listitem").filter(has_text=FAMILY * 24)).to_be_visible()


async def test_equal_names_are_told_apart_and_can_be_changed_in_the_lobby_only(people: People) -> None:
    anna, other = await people.crowd("Anna", "anna")
    code = await anna.open_table()
    await other.go(f"/r/{code}")
    await other.page.get_by_label(other.words("name.label")).fill("anna")
    await other.press(other.button("lobby.sit"))
    await expect(anna.page.get_by_text("anna (2)", exact=True)).to_be_visible()
    await other.press(other.button("rename"))
    sheet = other.page.get_by_role("dialog")
    await sheet.get_by_label(other.words("name.label")).fill("Bea")
    await other.press(sheet.get_by_role("button", name=other.words("save"), exact=True))
    await expect(anna.page.get_by_text("Bea", exact=True)).to_be_visible()
    await anna.start(seats=2)
    await anna.open_menu()
    await expect(anna.button("rename")).to_have_count(0)


async def test_who_was_removed_is_told_and_kept_out(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    code = await anna.open_table()
    await ben.come(code)
    await anna.press(anna.button("host.about", name="Ben"))
    sheet = anna.page.get_by_role("dialog")
    await anna.press_twice(sheet, "host.remove")
    await expect(ben.text("gate.removed.title")).to_be_visible()
    await ben.go(f"/r/{code}")
    await expect(ben.text("gate.removed.title")).to_be_visible()
    await expect(anna.page.get_by_text("Ben", exact=True)).to_have_count(0)


async def test_who_leaves_for_good_may_take_the_seat_back(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    await ben.come(await anna.open_table())
    await anna.start(seats=2)
    await anna.lay((await anna.hand())[-1])
    menu = await ben.open_menu()
    await ben.press_twice(menu, "leave.label")
    await expect(ben.cards).to_have_count(0)
    await expect(
        anna.page.get_by_role("list", name=anna.words("seats")).get_by_text(left(anna))
    ).to_be_visible()
    await ben.press(ben.button("watching.return"))
    await expect(ben.cards).not_to_have_count(0)


def left(person: Person) -> re.Pattern[str]:
    return re.compile(f"^{re.escape(person.words('presence.left'))}$")
