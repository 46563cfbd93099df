"""What people do with a browser in a hall: open it, come in, organise it, be seated."""

import re

from playwright.async_api import Locator, ViewportSize, expect

from tests.support.browser_people import People
from tests.support.browser_person import Person
from tests.support.hall_phones import Hall

DESK: ViewportSize = {"width": 1280, "height": 800}
TABLE = re.compile(r"/r/[A-Z2-9]{6}$")
HALL = re.compile(r"/h/[A-Z2-9]{7}$")


async def at_desk(people: People, name: str = "Olga") -> Person:
    return await people.person(name, device=None, viewport=DESK)


async def come_in(person: Person, code: str, told: str = "hall.seated_by") -> None:
    await person.go(f"/h/{code}")
    await person.page.get_by_label(person.words("name.label")).fill(person.name)
    await person.press(person.button("hall.come_in"))
    await expect(person.text(told)).to_be_visible()


async def organise(person: Person, hall: Hall) -> None:
    """With the organiser's secret in this browser."""
    await person.page.add_init_script(
        f"if (location.protocol !== 'about:') localStorage.setItem('kortlek.secret', '{hall.organiser.secret}');"
    )
    await person.go(f"/h/{hall.code}")
    await expect(person.text("organiser.organises")).to_be_visible()


async def seat_everyone(hall: Hall) -> None:
    await hall.organiser.does(type="seat_everyone", phase=hall.phase)


def hand(person: Person) -> Locator:
    """Of cards, whichever game's."""
    return person.page.get_by_label(person.words("hand"), exact=True)


def heading(person: Person, key: str, **params: object) -> Locator:
    return person.page.get_by_role("heading").filter(has_text=person.words(key, **params))
