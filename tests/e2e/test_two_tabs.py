"""One player in several tabs: all show the seat, all may act, the first command counts (room.md 1)."""

import asyncio
import time

from playwright.async_api import expect

from tests.support.browser_crowd import Crowd, Player
from tests.support.browser_people import People
from tests.support.browser_person import SETTLED_MS, Person

PRESS_AT = """(button, instant) => new Promise((done) =>
  setTimeout(() => { button.click(); done(); }, instant - Date.now()))"""
READY_S = 0.6
"""By then the client takes presses again, 300 ms after a card has been chosen."""


async def test_both_tabs_show_the_seat_and_the_first_card_counts(people: People, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(1)
    quick = await people.person("Anna")
    slow = await people.another_tab(quick)
    road = await slow.road()
    await sees_the_hand(host, code, quick, slow)
    assert await slow.seen() == await quick.seen()

    *_, first, second = await quick.hand()
    await slow.choose(first)
    road.hold()
    await quick.turn_to()
    await quick.lay(second)
    await slow.turn_to()
    await slow.press_until(
        slow.button("rows.lay", card=first),
        lambda: expect(slow.text("rows.laying", card=first)).to_be_visible(timeout=SETTLED_MS),
    )
    road.let_go()

    await expect(slow.text("refused.stale")).to_be_visible()
    await expect(slow.card(second)).to_have_count(0)
    await expect(slow.card(first)).to_be_visible()
    assert await slow.seen() == await quick.seen()


async def test_of_two_tabs_that_press_at_once_one_lays(people: People, crowd: Crowd) -> None:
    code, (host, _) = await crowd.open_table("Anna", "Ben")
    await host.start()
    one = await people.person("Anna")
    other = await people.another_tab(one)
    await sees_the_hand(host, code, one, other)

    low, next_to_it, *_ = await one.hand()
    await other.choose(next_to_it)
    await one.turn_to()
    await one.choose(low)
    instant = 1000 * (time.time() + READY_S)
    await asyncio.gather(*(tab.confirm.evaluate(PRESS_AT, instant) for tab in (one, other)))
    for tab in (one, other):
        await expect(tab.cards).to_have_count(9)
        await expect(tab.text("waiting_for", names="Ben")).to_be_visible()
    assert await other.seen() == await one.seen()


async def test_closing_one_of_two_tabs_leaves_the_seat_alive(people: People, crowd: Crowd) -> None:
    code, (host, ben) = await crowd.open_table("Anna", "Ben")
    await host.start()
    one = await people.person("Anna")
    other = await people.another_tab(one)
    await sees_the_hand(host, code, one, other)
    await host.client.leave()
    await one.page.close()
    await other.lay()
    await ben.until(lambda view: view["table"]["standings"][0]["has_laid"])
    assert [seat["presence"] for seat in ben.view["room"]["seats"]] == ["here", "here"]


async def sees_the_hand(player: Player, code: str, *tabs: Person) -> None:
    for tab in tabs:
        await tab.come_as(player, code)
        await expect(tab.cards).to_have_count(10)
