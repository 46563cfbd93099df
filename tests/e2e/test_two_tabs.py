"""One player in several tabs: all show the seat, all may act, the first command counts (room.md 1)."""

import asyncio

from playwright.async_api import expect

from tests.support.browser_people import People


async def test_both_tabs_show_the_seat_and_the_first_card_counts(people: People) -> None:
    anna = await people.person("Anna")
    code = await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    slow = await people.another_tab(anna)
    road = await slow.road()
    await slow.go(f"/r/{code}")
    await expect(slow.cards).to_have_count(10)
    assert await slow.seen() == await anna.seen()

    *_, first, second = await anna.hand()
    await slow.choose(first)
    road.hold()
    await anna.lay(second)
    await slow.press_until(
        slow.button("rows.lay", card=first),
        lambda: expect(slow.text("rows.laying", card=first)).to_be_visible(timeout=150),
    )
    road.let_go()

    await expect(slow.text("refused.stale")).to_be_visible()
    await expect(slow.card(second)).to_have_count(0)
    await expect(slow.card(first)).to_be_visible()
    assert await slow.seen() == await anna.seen()


async def test_of_two_tabs_that_press_at_once_one_lays(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    code = await anna.open_table()
    await ben.come(code)
    await anna.start(seats=2)
    other = await people.another_tab(anna)
    await other.go(f"/r/{code}")
    await expect(other.cards).to_have_count(10)

    one, two = (await anna.hand())[:2]
    await asyncio.gather(anna.choose(one), other.choose(two))
    await asyncio.gather(
        anna.press_away(anna.button("rows.lay", card=one)),
        other.press_away(other.button("rows.lay", card=two)),
    )
    for tab in (anna, other):
        await expect(tab.cards).to_have_count(9)
        await expect(tab.text("waiting_for", names="Ben")).to_be_visible()
    assert await other.seen() == await anna.seen()


async def test_closing_one_of_two_tabs_leaves_the_seat_alive(people: People) -> None:
    anna, ben = await people.crowd("Anna", "Ben")
    code = await anna.open_table()
    await ben.come(code)
    other = await people.another_tab(anna)
    await other.go(f"/r/{code}")
    await expect(other.page.get_by_text("Ben", exact=True)).to_be_visible()
    await anna.page.close()
    await ben.press(ben.button("lobby.start_soon", n=2))
    await expect(other.cards).to_have_count(10, timeout=8_000)
    await expect(ben.page.get_by_text(ben.words.pattern("presence.away_left"))).to_have_count(0)


async def test_a_double_tap_lays_one_card(people: People) -> None:
    anna = await people.person("Anna")
    await anna.open_table()
    await anna.seat_bots(1)
    await anna.start(seats=2)
    *_, card = await anna.hand()
    await anna.choose(card)
    lay = anna.button("rows.lay", card=card)
    await anna.press_until(lay, lambda: expect(lay).to_have_count(0, timeout=50))
    box = await anna.confirm.bounding_box()
    assert box is not None
    for _ in range(10):
        await anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await expect(anna.text("rows.progress", deal=1, turn=2)).to_be_visible()
    await expect(anna.cards).to_have_count(9)
    await expect(anna.cards.and_(anna.page.get_by_role("radio", checked=True))).to_have_count(0)
    assert await anna.page.evaluate("visualViewport.scale") == 1
