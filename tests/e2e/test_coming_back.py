"""Reloads, the back button, and phones that slept: one comes back to the same table."""

import re

from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_people import People

SOON_MS = 5_000


async def test_a_result_is_still_there_after_a_reload(people: People, crowd: Crowd) -> None:
    code, ben = await crowd.deal_with_bots(1)
    await ben.play_deal()
    phone = await people.person("Ben")
    await phone.come_as(ben, code)
    result = phone.page.get_by_role("region", name=phone.words("rows.deal_over", deal=1), exact=True)
    await expect(result).to_be_visible()
    before = await result.inner_text()
    await phone.page.reload()
    await expect(result).to_have_text(before, use_inner_text=True)
    await phone.press_away(phone.button("rows.next"))
    await expect(phone.cards).to_have_count(10)


async def test_back_leads_to_the_shelf_and_forward_to_the_table(people: People) -> None:
    anna = await people.person("Anna")
    code = await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    seen = await anna.seen()
    await anna.page.go_back()
    await expect(anna.button("shelf.open")).to_be_visible()
    await expect(anna.page).to_have_title(f"Kortlek · {anna.words('shelf.title')}")
    await anna.page.go_forward()
    await expect(anna.cards).to_have_count(10)
    assert await anna.seen() == seen
    assert anna.code == code
    await anna.lay(seen.hand[-1])


async def test_a_phone_that_slept_shows_the_present_turn_when_it_wakes(people: People, crowd: Crowd) -> None:
    """The connection has died in its sleep without a word (known fault 29)."""
    phone = await people.person("Anna")
    road = await phone.road()
    code, (ben,) = await crowd.open_table("Ben")
    await phone.come(code)
    await ben.start()
    await expect(phone.cards).to_have_count(10)
    await phone.lay()
    road.cut()
    await ben.lay()
    await ben.until(lambda view: view["table"]["turn"] == 2 or view["table"]["stage"] == "row")
    assert len(phone.watch.views[phone.page]) > 0
    connections = road.connections
    await phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await phone.until_view(lambda view: view["version"] == ben.view["version"])
    await expect(phone.page.get_by_text(phone.words.pattern("waiting_for"))).to_have_count(0, timeout=SOON_MS)
    assert road.connections == connections + 1


async def test_a_page_that_was_frozen_goes_on_where_the_table_is(people: People, crowd: Crowd) -> None:
    phone = await people.person("Anna")
    code, (ben,) = await crowd.open_table("Ben")
    await phone.come(code)
    await ben.start()
    await expect(phone.cards).to_have_count(10)
    await phone.lay()
    devtools = await phone.page.context.new_cdp_session(phone.page)
    await devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    await ben.lay()
    await ben.until(lambda view: view["table"]["turn"] == 2 or view["table"]["stage"] == "row")
    await devtools.send("Page.setWebLifecycleState", {"state": "active"})
    await expect(phone.page.get_by_text(phone.words.pattern("waiting_for"))).to_have_count(0, timeout=SOON_MS)


async def test_what_is_sent_ahead_of_the_connection_is_sent_once(people: People, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(1)
    anna = await people.person("Anna")
    sent: list[str] = []
    anna.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    await anna.come_as(host, code)
    await expect(anna.cards).to_have_count(10)
    await anna.lay()
    assert [re.sub(r'[{"].*', "", frame) for frame in sent if frame != "3"] == ["40", "420[", "421["]
