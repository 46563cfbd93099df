"""Browsers that keep nothing, keep rubbish, or do not know what time it is."""

import pytest
from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_idiot import Loner, saved
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
BARE = """
for (const name of ["BroadcastChannel", "AudioContext", "caches"]) delete window[name];
for (const name of ["vibrate", "share", "canShare", "clipboard", "wakeLock", "serviceWorker", "connection"])
  delete Navigator.prototype[name];
"""
FORBIDDING = """
const no = () => { throw new DOMException("no", "SecurityError"); };
for (const name of ["BroadcastChannel", "AudioContext"]) window[name] = no;
for (const name of ["vibrate", "share"]) Navigator.prototype[name] = no;
for (const name of ["clipboard", "wakeLock", "serviceWorker"])
  Object.defineProperty(Navigator.prototype, name, { get: no, configurable: true });
Object.defineProperty(window, "caches", { get: no });
"""
NO_SOCKETS = "window.WebSocket = function () { throw new DOMException('no', 'SecurityError'); };"
WITHOUT_CHANNELS = "delete window.BroadcastChannel;"
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


@pytest.mark.parametrize("script", [BARE, FORBIDDING], ids=["bare", "forbidding"])
async def test_a_browser_without_extras_plays_at_a_table_and_hands_on_its_link(
    people: People, script: str
) -> None:
    anna = await people.person("Anna", script=script)
    await anna.open_table()
    await anna.press(anna.button("copy_link"))
    await expect(anna.page.get_by_role("dialog").get_by_label(anna.words("share.link")).last).to_be_visible()
    await anna.press(anna.page.get_by_role("dialog").get_by_role("button", name=anna.words("copy_link")))
    await expect(anna.text("copy_by_hand")).to_be_visible()
    await anna.close_sheet()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    await anna.open_menu()
    await anna.press(anna.button("sound.off"))
    if script is FORBIDDING:
        await anna.press(anna.button("vibration.off"))
        await expect(anna.button("vibration.on")).to_be_visible()
    await expect(anna.button("sound.on")).to_be_visible()
    await anna.close_sheet()
    await anna.lay()


@pytest.mark.parametrize(
    "script", [BARE, FORBIDDING, DENIED, FULL], ids=["bare", "forbidding", "denied", "full"]
)
async def test_idiot_is_dealt_and_exchanged_in_a_browser_without_extras(people: People, script: str) -> None:
    alone = Loner(await people.person("Anna", script=script))
    await alone.sits_down()
    await alone.person.press(alone.page.get_by_role("switch"))
    is_kept = script in {BARE, FORBIDDING}
    await expect(alone.person.text("idiot.saving_blocked")).to_have_count(0 if is_kept else 1)
    await alone.does("idiot.deal", n=2)
    await alone.does("idiot.ready")
    await expect(alone.hand).not_to_have_count(0)


async def test_a_browser_that_forbids_sockets_polls(people: People) -> None:
    anna = await people.person("Anna", script=NO_SOCKETS)
    await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    *_, card = await anna.hand()
    await anna.lay(card)
    await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible()
    await anna.page.reload()
    await expect(anna.cards).to_have_count(9)


async def test_where_tabs_cannot_speak_the_one_that_played_last_has_the_saved_game(people: People) -> None:
    older = Loner(await people.person("Anna", script=WITHOUT_CHANNELS))
    await older.sits_down(saved({"hand": "4S QS KD"}, {"hand": "AS 3S"}, pile="JH"))
    newer = Loner(await people.another_tab(older.person))
    await newer.sits_down()
    await newer.lays("QS")
    await expect(older.person.text("idiot.elsewhere")).to_be_visible()
    await expect(newer.person.text("idiot.elsewhere")).to_have_count(0)


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
