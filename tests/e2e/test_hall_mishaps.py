"""The worst moments in a hall: a phone sleeps, is loaded anew, is cut off, has two tabs while people are seated; the end."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from playwright.async_api import expect

from tests.support.browser_hall import HALL, TABLE, at_desk, come_in, hand, heading, organise, seat_everyone
from tests.support.browser_people import People
from tests.support.browser_person import Person, Road
from tests.support.hall_phones import hall_at
from tests.support.server_process import ServerProcess


@asynccontextmanager
async def asleep(person: Person, _road: Road) -> AsyncIterator[None]:
    """As a phone in a pocket: no script of its page runs."""
    devtools = await person.page.context.new_cdp_session(person.page)
    await devtools.send("Debugger.enable")
    await devtools.send("Debugger.pause")
    yield
    await devtools.send("Debugger.disable")


@asynccontextmanager
async def loaded_anew(person: Person, road: Road) -> AsyncIterator[None]:
    """Before it has heard of its table."""
    road.hold()
    yield
    await person.page.reload()


@asynccontextmanager
async def on_a_slow_network(_person: Person, road: Road) -> AsyncIterator[None]:
    road.hold()
    yield
    road.let_go()


@asynccontextmanager
async def cut_off(person: Person, road: Road) -> AsyncIterator[None]:
    """And neither end is told; the phone sees another network later."""
    road.cut()
    yield
    await person.page.evaluate("dispatchEvent(new Event('online'))")


@pytest.mark.parametrize(
    "mishap", [asleep, loaded_anew, on_a_slow_network, cut_off], ids=lambda each: each.__name__
)
async def test_who_misses_the_seating_is_at_the_table_afterwards(
    people: People,
    server: ServerProcess,
    mishap: Callable[[Person, Road], AbstractAsyncContextManager[None]],
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        ben, _ = await hall.joined("Ben", "Cia", plays=False)
        anna = await people.person("Anna")
        road = await anna.road()
        await come_in(anna, hall.code)
        async with mishap(anna, road):
            await seat_everyone(hall)
            await ben.until_seated()
            assert anna.code == hall.code
        await anna.page.wait_for_url(TABLE)
        await expect(hand(anna)).to_be_visible()


async def test_both_tabs_of_somebody_are_led_to_the_one_chair(people: People, server: ServerProcess) -> None:
    async with hall_at(server.url, "twelve") as hall:
        ben, _ = await hall.joined("Ben", "Cia", plays=False)
        anna = await people.person("Anna")
        other = await people.another_tab(anna)
        await come_in(anna, hall.code)
        await other.go(f"/h/{hall.code}")
        await expect(other.text("hall.seated_by")).to_be_visible()
        await seat_everyone(hall)
        for tab in (anna, other):
            await tab.page.wait_for_url(TABLE)
            await expect(hand(tab)).to_be_visible()
        assert anna.code == other.code
        assert len(ben.view["room"]["seats"]) == 3


async def test_who_loads_anew_after_the_end_still_finds_the_results(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        await hall.joined("Ben", "Cia", plays=False)
        anna = await people.person("Anna")
        await come_in(anna, hall.code)
        await seat_everyone(hall)
        await expect(hand(anna)).to_be_visible()
        await hall.organiser.does(type="end_round", phase=hall.phase, at_once=True)
        await expect(anna.button("hall.at.back")).to_be_visible()
        await anna.page.reload()
        await anna.press_away(anna.button("hall.at.back"))
        await expect(heading(anna, "hall.results", n=1)).to_be_visible()
        await anna.page.reload()
        await expect(heading(anna, "hall.results", n=1)).to_be_visible()


async def test_five_minutes_left_is_seen_in_the_hall_and_not_by_who_comes_later(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        await hall.joined("Ben", "Cia", "Dan", plays=False)
        anna = await people.person("Anna")
        await seat_everyone(hall)
        await hall.organiser.until_hall(
            lambda seen: seen["tables"] and seen["tables"][0]["status"] == "playing"
        )
        await come_in(anna, hall.code, "hall.wait.playing")
        said = anna.page.locator("main").get_by_text(anna.words("hall.at.five_minutes"))
        await hall.organiser.does(type="announce", what="five_minutes")
        await expect(said).to_be_visible()
        await anna.page.reload()
        await expect(anna.text("hall.wait.playing")).to_be_visible()
        await expect(said).to_have_count(0)
        await hall.organiser.does(type="announce", what="five_minutes")
        await expect(said).to_be_visible()
        await hall.organiser.does(type="announce", what="back_to_hall")
        await expect(said).to_have_count(0)
        await expect(
            anna.page.locator("main").get_by_text(anna.words("hall.at.back_to_hall"))
        ).to_be_visible()


async def test_back_from_a_table_that_has_not_begun_leads_to_the_hall_and_stays_there(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        anna, kim = await people.crowd("Anna", "Kim")
        road = await kim.road()
        for person in (anna, kim):
            await come_in(person, hall.code)
        road.hold()  # the table waits for Kim
        await seat_everyone(hall)
        await expect(anna.text("hall.at.begins")).to_be_visible()
        await anna.press(anna.button("hall.at.back"))
        await expect(anna.text("hall.my_table")).to_be_visible()
        assert HALL.search(anna.page.url)
        await anna.press(anna.button("hall.go"))
        await anna.page.wait_for_url(TABLE)


async def test_an_organiser_who_warms_up_is_called_too(people: People, server: ServerProcess) -> None:
    async with hall_at(server.url, "twelve") as hall:
        await hall.joined("Ben", "Cia", plays=False)
        olga = await at_desk(people)
        await organise(olga, hall)
        await olga.press(olga.button("hall.play_along"))
        dialog = olga.page.get_by_role("dialog")
        await dialog.get_by_label(olga.words("name.label")).fill("Olga")
        await olga.press(dialog.get_by_role("button", name=olga.words("hall.play_along"), exact=True))
        await expect(dialog).to_have_count(0)
        await olga.press(olga.button("hall.warm_up"))
        await expect(olga.button("idiot.deal", n=2)).to_be_visible()
        await seat_everyone(hall)
        await expect(olga.button("hall.go")).to_be_visible()


async def test_whom_an_organiser_looked_for_before_loading_anew_is_forgotten(
    people: People, server: ServerProcess
) -> None:
    async with hall_at(server.url, "twelve") as hall:
        await hall.joined("Anna", "Ben", plays=False)
        olga = await at_desk(people)
        await organise(olga, hall)
        ben = olga.page.get_by_role("listitem").filter(has_text="Ben")
        await expect(ben).to_be_visible()
        await olga.page.get_by_label(olga.words("organiser.look_for")).fill("ann")
        await expect(ben).to_have_count(0)
        await olga.page.reload()
        await expect(ben).to_be_visible()


async def test_a_refusal_is_read_aloud_each_time(people: People, server: ServerProcess) -> None:
    async with hall_at(server.url, "twelve") as hall:
        anna = await people.person("Anna")
        await anna.go(f"/h/{hall.code}")
        regions = anna.page.locator("[aria-live=polite]")
        words = anna.words("refused.bad_name")
        await anna.page.get_by_label(anna.words("name.label")).fill("x" * 25)
        await anna.press(anna.button("hall.come_in"))
        await expect(regions.filter(has_text=words)).to_have_count(1)
        spoken = await regions.all_text_contents()
        await anna.press(anna.button("hall.come_in"))
        await expect(regions).to_have_text(spoken[::-1])  # the other region: the same words are said again
