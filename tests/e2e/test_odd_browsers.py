"""Browsers that keep nothing, keep rubbish, or do not know what time it is."""

import pytest
from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People
from tests.support.browser_person import Person

DENIED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});"
SLOWNESS_S = 0.5
"""Between the server's answer and the look at the screen."""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
RUBBISH = """
if (location.protocol !== "about:") for (const key of ["secret", "name", "locale", "theme", "sound", "vibration", "game"])
  if (!localStorage.getItem(`kortlek.${key}`)) localStorage.setItem(`kortlek.${key}`, "{" + "x".repeat(100_000));
"""
TEN_MINUTES_FAST = """
window.skew = 600_000;
const Right = Date;
window.Date = class extends Right {
  constructor(...given) { given.length ? super(...given) : super(Right.now() + window.skew); }
  static now() { return Right.now() + window.skew; }
};
"""


@pytest.mark.parametrize("script", [DENIED, FULL], ids=["denied", "full"])
async def test_a_browser_that_keeps_nothing_plays_and_is_told_what_it_costs(
    people: People, script: str
) -> None:
    anna = await people.person("Anna", script=script)
    await anna.go()
    await anna.pick_game()
    await expect(anna.text("storage_blocked")).to_be_visible()
    await anna.sit()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    *_, card = await anna.hand()
    await anna.lay(card)
    await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible()


async def test_a_browser_that_has_kept_rubbish_starts_afresh(people: People) -> None:
    anna = await people.person("Anna", script=RUBBISH)
    await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    await anna.page.reload()
    await expect(anna.cards).to_have_count(10)


async def test_the_countdown_is_right_on_a_phone_whose_clock_is_wrong(people: People, crowd: Crowd) -> None:
    anna = await people.person("Anna", script=TEN_MINUTES_FAST, timezone_id="Pacific/Kiritimati")
    code, (host, ben) = await crowd.open_table("Anna", "Ben")
    await host.start()
    await anna.come_as(host, code)
    await expect(anna.cards).to_have_count(10)
    for skew in (600_000, -600_000, 86_400_000):
        await anna.page.evaluate(f"window.skew = {skew}")
        before = await shown_seconds(anna)
        await expect(anna.page.get_by_role("timer")).not_to_have_accessible_name(
            anna.words("clock_left", n=before)
        )
        left_s = (await ben.looks_again())["room"]["clock"]["left_s"]
        assert abs(await shown_seconds(anna) - left_s) < 1 + SLOWNESS_S


async def shown_seconds(person: Person) -> int:
    spoken = await person.page.get_by_role("timer").get_attribute("aria-label")
    return int(person.words.read("clock_left", str(spoken))["n"])
