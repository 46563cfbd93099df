"""A hall in browsers: opened, filled, seated, played, ended, mixed again, among people without a browser."""

import asyncio
import re
from collections.abc import Container

from playwright.async_api import Locator, expect

from tests.support.browser_hall import (
    HALL,
    TABLE,
    at_desk,
    come_in,
    hand,
    heading,
    organise,
    seat_everyone,
)
from tests.support.browser_people import People
from tests.support.browser_person import Person
from tests.support.hall_phones import Phone, hall_at, phones_at
from tests.support.server_process import ServerProcess

# fmt: off
CROWD = (
    "Ben", "Cia", "Dan", "Eva", "Finn", "Gro", "Hugo", "Ida", "Jon", "Kim", "Lea",
    "Max", "Noa", "Ola", "Pia", "Rut", "Siv", "Tor", "Una", "Vera", "Will", "Xena",
)
# fmt: on


async def plan(person: Person, game: str) -> None:
    await person.press(person.button("lobby.other_game"))
    which = person.page.get_by_role("dialog")
    await person.press(which.get_by_role("button", name=person.words(f"{game}.title"), exact=True))
    await expect(which).to_have_count(0)


async def sure(person: Person, key: str, **params: object) -> None:
    """Press what asks first, and say yes."""
    name = person.words(key, **params)
    await person.press(person.page.get_by_role("button", name=name, exact=True))
    question = person.page.get_by_role("group").get_by_role("button", name=name, exact=True)
    await person.press_away(question)


async def test_24_phones_play_two_rounds_with_a_latecomer_a_leaver_a_soft_end_and_other_tables(
    people: People, server: ServerProcess
) -> None:
    olga, wall = await at_desk(people), await at_desk(people, "Screen")
    anna, asa = await people.person("Anna"), await people.person("Åsa", language="sv")
    await olga.go()
    await olga.press(olga.page.get_by_role("button", name=olga.words("shelf.open_hall")))
    await olga.page.wait_for_url(HALL)
    async with phones_at(server.url, olga.code) as hall:
        await wall.go(f"/h/{hall.code}/stage")
        crowd = await hall.joined(*CROWD)
        await asyncio.gather(*(come_in(each, hall.code) for each in (anna, asa)))
        await expect(wall.text("hall.here", n=24)).to_be_visible()
        await plan(olga, "rows")
        await expect(olga.page.get_by_text("24 people: 4 tables of 6")).to_be_visible()
        await olga.press_away(olga.button("organiser.seat_everyone"))

        everybody = {anna.name, asa.name, *CROWD}
        await asyncio.gather(*(each.page.wait_for_url(TABLE) for each in (anna, asa)))
        first = await seatings(crowd, everybody)
        assert sorted(map(len, first.values())) == [6, 6, 6, 6]
        await expect(anna.cards).to_have_count(10)
        await expect(stage_tables(wall)).to_have_count(4)
        await crowd[0].leaves()
        await crowd[0].until_hall(lambda seen: seen["you"]["rests"])
        (late,) = await hall.joined("Nour")  # a deal of rows takes nobody
        assert (await late.until_hall(lambda seen: seen["you"]["has_joined"]))["you"]["table"] is None

        await sure(olga, "organiser.end_soft")
        await asyncio.gather(*(plays_until_the_end(each) for each in (anna, asa)))
        for screen in (olga, wall):
            await expect(heading(screen, "hall.results", n=1)).to_be_visible()
        for each in (anna, asa):
            await each.press_away(each.button("hall.at.back"))
            await expect(heading(each, "hall.results", n=1)).to_be_visible()

        await plan(olga, "order")
        await olga.press_away(olga.button("organiser.seat_everyone"))
        await asyncio.gather(*(each.page.wait_for_url(TABLE) for each in (anna, asa)))
        second = await seatings([*crowd, late], {*everybody, "Nour"}, before=first)
        assert sorted(map(len, second.values())) == [3, 3, 3, 4, 4, 4, 4]
        assert [
            both for now in second.values() for before in first.values() if len(both := now & before) > 1
        ] == []
        await expect(anna.page.get_by_text(anna.words.pattern("order.progress")).first).to_be_visible()
        await expect(stage_tables(wall)).to_have_count(7)
        (later,) = await hall.joined("Zoë")
        await later.until_seated()
        await sure(olga, "organiser.end_now")
        for screen in (olga, wall):
            await expect(heading(screen, "hall.results", n=2)).to_be_visible()
        await expect(anna.button("hall.at.back")).to_be_visible()


async def seatings(
    phones: list[Phone], everybody: set[str], before: Container[str] = ()
) -> dict[str, set[str]]:
    """Who sits with whom at which table, as the phones see it, once each of these people has one chair at another."""
    for phone in phones:
        await phone.until_seated(but_at=before)
    tables = {phone.room: [seat["name"] for seat in phone.view["room"]["seats"]] for phone in phones}
    assert sorted(name for names in tables.values() for name in names) == sorted(everybody)
    return {code: set(names) for code, names in tables.items()}


def stage_tables(wall: Person) -> Locator:
    return wall.page.get_by_role("region", name=wall.words("hall.tables")).get_by_role("listitem")


async def plays_until_the_end(person: Person) -> None:
    await expect(person.page.locator("main").get_by_text(person.words("hall.at.last")).first).to_be_visible()
    while not await person.button("hall.at.back").count():
        await plays_on(person)


async def plays_on(person: Person) -> None:
    """A turn of rows, whatever it asks for."""
    lay = person.button("rows.pick_card")
    row = person.button("rows.tap_row")
    over = person.button("hall.at.back")
    await expect(lay.or_(row).or_(over)).to_be_visible()
    if await row.count():
        await person.take_row()
    elif await lay.count():
        await person.lay()


async def test_back_leads_to_the_hall_and_forth_to_the_chair_and_a_reload_changes_nothing(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        await hall.joined("Ben", "Cia", plays=False)
        anna = await people.person("Anna")
        await come_in(anna, hall.code)
        await seat_everyone(hall)
        await anna.page.wait_for_url(TABLE)
        await expect(hand(anna)).to_be_visible()
        await anna.page.reload()
        await expect(hand(anna)).to_be_visible()

        await anna.page.go_back()
        await anna.page.wait_for_url(HALL)
        await expect(anna.text("hall.my_table")).to_be_visible()
        await anna.press(anna.button("hall.go"))
        await expect(hand(anna)).to_be_visible()

        other = await people.another_tab(anna)
        await other.go(f"/h/{hall.code}")
        await other.page.wait_for_url(TABLE)
        await expect(hand(other)).to_be_visible()


async def test_a_table_that_is_dissolved_sends_its_phones_back_also_one_that_was_away(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        olga, (anna, kim) = await at_desk(people), await people.crowd("Anna", "Kim")
        await organise(olga, hall)
        road = await kim.road()
        for person in (anna, kim):
            await come_in(person, hall.code)
        await olga.press_away(olga.button("organiser.seat_everyone"))
        for person in (anna, kim):
            await person.page.wait_for_url(TABLE)
            await expect(hand(person)).to_be_visible()

        road.cut()
        await olga.press(
            olga.page.get_by_role("button", name=re.compile(f"^{olga.words('hall.place', n=1)}"))
        )
        await sure(olga, "organiser.dissolve", n=1)
        await expect(anna.text("hall.wait.over")).to_be_visible()
        await expect(hand(kim)).to_be_visible()
        await kim.page.reload()
        await expect(kim.text("hall.wait.over")).to_be_visible()
        assert HALL.search(kim.page.url)


async def test_who_comes_late_waits_until_a_tap_opens_another_table(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        await hall.joined("Ben", "Cia", "Dan", plays=False)
        olga, anna = await at_desk(people), await people.person("Anna")
        await organise(olga, hall)
        await olga.press_away(olga.button("organiser.seat_everyone"))
        await expect(olga.text("hall.phase.twelve", part=1)).to_be_visible()  # it takes nobody now
        await come_in(anna, hall.code, "hall.wait.playing")
        await hall.joined("Eva", plays=False)
        await olga.press_away(olga.button("organiser.seat_waiting", n=2))
        await anna.page.wait_for_url(TABLE)
        await expect(hand(anna)).to_be_visible()
        await expect(olga.text("hall.progress", over=0, tables=2)).to_be_visible()


async def test_what_the_organiser_announces_is_read_at_the_table_in_its_readers_language(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        anna = await people.person("Åsa", language="sv")
        await come_in(anna, hall.code)
        await seat_everyone(hall)
        await expect(hand(anna)).to_be_visible()
        await hall.organiser.does(type="announce", what="five_minutes")
        await hall.organiser.does(type="count_down", seconds=300)
        said = anna.page.locator("main").get_by_text(anna.words("hall.at.five_minutes")).first
        await expect(said).to_be_visible()
        await expect(
            anna.page.locator("[aria-live]").get_by_text(anna.words("hall.at.five_minutes"))
        ).to_have_count(1)
        await expect(anna.page.get_by_text(anna.words.pattern("hall.at.time"))).to_have_count(1)
        await hall.organiser.does(type="announce", what="back_to_hall")
        await anna.press(anna.button("hall.at.back"))
        await expect(anna.text("hall.my_table")).to_be_visible()


async def test_the_warming_up_steps_aside_when_the_table_is_ready(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        anna = await people.person("Anna")
        await come_in(anna, hall.code)
        await anna.press(anna.button("hall.warm_up"))
        await anna.press(anna.button("idiot.deal", n=2))
        await expect(anna.button("idiot.ready")).to_be_visible()
        await seat_everyone(hall)
        await anna.page.wait_for_url(TABLE)
        await expect(
            anna.page.get_by_text(anna.words.pattern("hall.at.begins")).or_(hand(anna))
        ).to_be_visible()
        await expect(anna.button("idiot.ready")).to_have_count(0)


async def test_an_organiser_names_another_one_and_both_steer(people: People, server: ServerProcess) -> None:
    async with hall_at(server.url, "twelve") as hall:
        await hall.joined("Ben", "Cia", "Dan")
        anna, olga = await people.person("Anna"), await at_desk(people)
        await come_in(anna, hall.code)
        await organise(olga, hall)
        await olga.page.get_by_label(olga.words("organiser.look_for")).fill("ann")
        await expect(olga.page.get_by_role("listitem").filter(has_text="Ben")).to_have_count(0)
        await olga.press(olga.page.get_by_role("button", name=re.compile("^Anna")))
        await sure(olga, "organiser.make_organiser")
        await expect(olga.text("organiser.named", name="Anna")).to_be_visible()
        await expect(anna.text("organiser.organises")).to_be_visible()
        await anna.press_away(anna.button("organiser.seat_everyone"))
        await expect(olga.page.get_by_text(olga.words("hall.progress", over=0, tables=2))).to_be_visible()
        await anna.press(anna.button("hall.go"))
        await anna.page.wait_for_url(TABLE)


async def test_the_stage_shows_the_way_in_then_the_tables_then_the_results(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        wall = await at_desk(people, "Screen")
        await wall.go(f"/h/{hall.code}/stage")
        await expect(wall.page.get_by_role("img", name=wall.words("hall.link"))).to_be_visible()
        await expect(wall.page.get_by_text(f"/h/{hall.code}")).to_be_visible()
        await hall.joined("Ben", "Cia", "Dan", "Eva", plays=False)
        await expect(wall.text("hall.here", n=4)).to_be_visible()
        await seat_everyone(hall)
        tables = wall.page.get_by_role("region", name=wall.words("hall.tables")).get_by_role("listitem")
        await expect(tables).to_have_text([re.compile(wall.words("hall.phase.twelve", part=1))] * 2)
        await hall.organiser.does(type="end_round", phase=hall.phase, at_once=True)
        await expect(heading(wall, "hall.results", n=1)).to_be_visible()
        await expect(wall.page.get_by_role("button")).to_have_count(0)
        assert await wall.page.evaluate("localStorage.getItem('kortlek.secret')") is None


async def test_the_shelf_takes_a_hall_s_code_and_an_unknown_one_is_said_to_be_so(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "rows") as hall:
        anna = await people.person("Anna")
        for code, seen in (
            (hall.code, anna.button("hall.come_in")),
            ("BCDFGHJ", anna.text("hall.gate.no_room.title")),
        ):
            await anna.go()
            await anna.press(anna.button("shelf.have_code"))
            await anna.page.get_by_label(anna.words("shelf.code"), exact=True).fill(code.lower())
            await anna.press(anna.button("shelf.enter"))
            await expect(seen).to_be_visible()
