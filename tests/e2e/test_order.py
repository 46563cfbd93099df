"""Order: four at a table, a right deal and a wrong one, a reload in the middle, somebody who leaves."""

from typing import Any

from playwright.async_api import expect

from tests.support.browser_crowd import Crowd
from tests.support.browser_order import Circle, Hand, act, circle_of, take
from tests.support.browser_people import People


async def test_four_play_a_right_deal_and_a_wrong_one_with_a_reload_and_a_leaver(
    people: People, crowd: Crowd
) -> None:
    circle = await circle_of(people, crowd)
    anna = circle.person

    await circle.street()
    await circle.claim([1, 2, 3, 4])
    await comes_back_to_the_same_table(circle)
    await circle.agree()
    await circle.street()
    await circle.claim(circle.chips(right=True) or [])
    await expect_no_name_of_a_hand(circle)
    await circle.agree()
    await expect_showdown(circle, "right", hands=4)

    await anna.press_away(anna.button("order.next"))
    await circle.street()
    await dan_leaves_after_he_has_agreed(circle)
    await circle.agree()
    await circle.street()
    wrong = circle.chips(right=False)
    await circle.claim(wrong or [1, 2, 3])
    await circle.agree()
    await expect_showdown(circle, "wrong" if wrong else "right", hands=3)


async def comes_back_to_the_same_table(circle: Circle) -> None:
    anna, hand = circle.person, circle.hand
    before = [await hand.own_cards.inner_text(), await hand.pile.inner_text()]
    chips = [await hand.seat(index).inner_text() for index in range(4)]
    await anna.page.reload()
    await expect(anna.button("order.put_back", chip=1)).to_be_visible()
    await expect(anna.button("order.yes")).to_be_visible()
    assert [await hand.own_cards.inner_text(), await hand.pile.inner_text()] == before
    assert [await hand.seat(index).inner_text() for index in range(4)] == chips


async def dan_leaves_after_he_has_agreed(circle: Circle) -> None:
    """The others' yes falls with his, the street stays open, and his chip lies in the pile again."""
    anna, hand = circle.person, circle.hand
    *_, dan = circle.others
    await circle.claim([2, 3, 1, 4])
    await circle.others_agree()
    await expect(anna.text("order.hint_some", n=3, of=4)).to_be_visible()
    await dan.does(type="leave", phase=dan.view["room"]["phase"])
    circle.others.remove(dan)
    await expect(hand.seat(3)).to_contain_text(anna.words("presence.left"))
    await expect(hand.seat(3)).to_contain_text(anna.words("order.before", chips="4"))
    await expect(anna.button("order.take", chip=4)).to_be_visible()
    await expect(anna.text("order.hint_all")).to_be_visible()
    assert anna.view["table"]["street"] == 1


async def expect_no_name_of_a_hand(circle: Circle) -> None:
    text = await circle.person.page.locator("main").inner_text()
    names = [
        circle.person.words.pattern(f"order.name.{name}") for name in ("pair", "two_pairs", "full", "high")
    ]
    assert not [name.pattern for name in names if name.search(text)]


async def expect_showdown(circle: Circle, verdict: str, hands: int) -> None:
    """All hands in the order of their chips, each with its own two cards and the five that count."""
    anna = circle.person
    region = anna.page.get_by_role("region", name=anna.words(f"order.verdict.{verdict}"), exact=True)
    await expect(region).to_be_visible()
    table: dict[str, Any] = anna.view["table"]
    assert table["verdict"] == verdict
    lines = region.locator("li.line")
    await expect(lines).to_have_count(hands)
    for line, shown in zip(await lines.all(), table["shown"], strict=True):
        seat = anna.view["room"]["seats"][shown["seat"]]
        await expect(line).to_contain_text(anna.words("order.chip", chip=shown["chip"]))
        await expect(line).to_contain_text(anna.words("you") if shown["seat"] == 0 else seat["name"])
        misplaced = not shown["lowest"] <= shown["chip"] <= shown["highest"]
        await expect(line.locator(".where:not(.equal)")).to_have_count(int(misplaced))


async def test_a_chip_moved_after_the_first_yes_is_confirmed_and_clears_every_yes(
    people: People, crowd: Crowd
) -> None:
    circle = await circle_of(people, crowd, language="sv")
    anna, hand = circle.person, circle.hand
    await circle.claim([2, 1, 3, 4])
    await circle.others_agree()
    await expect(anna.text("order.hint_some", n=3, of=4)).to_be_visible()

    mine = anna.button("order.put_back", chip=2)
    await anna.press_until(
        mine, lambda: expect(mine).to_have_attribute("aria-pressed", "true", timeout=1_000)
    )
    await expect(anna.text("order.hint_armed", n=3)).to_be_visible()
    assert anna.view["table"]["standings"][0]["chip"] == 2
    await anna.press_away(anna.button("order.put_back_clears", chip=2, n=3))
    await expect(anna.button("order.take", chip=2)).to_be_visible()
    assert [standing["has_yes"] for standing in anna.view["table"]["standings"]] == [False] * 4
    await expect(hand.seat(1)).not_to_contain_text(anna.words("order.said_yes"))


async def test_a_yes_to_an_order_that_has_changed_meanwhile_is_refused_in_words(
    people: People, crowd: Crowd
) -> None:
    anna = await people.person("Anna", language="fr")
    road = await anna.road()
    code, others = await crowd.open_table_of("order", "Ben", "Cia", "Dan")
    await anna.come(code)
    await others[0].start()
    hand = Hand(anna)
    await hand.take(4)
    for player, chip in zip(others, (1, 2, 3), strict=True):
        await take(player, chip)
    await expect(anna.button("order.yes")).to_be_visible()

    road.hold()
    await act(others[0], type="release")
    await take(others[0], 1)
    await anna.press_until(
        anna.button("order.yes"),
        lambda: expect(anna.confirm).to_have_attribute("aria-busy", "true", timeout=500),
    )
    road.let_go()
    await expect(anna.text("refused.order_changed")).to_be_visible()
    assert not anna.view["table"]["standings"][3]["has_yes"]
    await hand.say_yes()
    await anna.until_view(lambda view: view["table"]["standings"][3]["has_yes"])


async def test_ones_own_yes_can_be_taken_back(people: People, crowd: Crowd) -> None:
    circle = await circle_of(people, crowd)
    anna = circle.person
    await circle.claim([1, 2, 3, 4])
    await circle.hand.say_yes()
    await anna.press_away(anna.button("order.no"))
    await expect(anna.button("order.yes")).to_be_visible()


async def test_cards_that_lie_face_down_are_seen_while_a_finger_is_held_on_them(
    people: People, crowd: Crowd
) -> None:
    circle = await circle_of(people, crowd, device=None)
    anna, cards = circle.person, circle.hand.own_cards
    open_text = await cards.locator(".sr").inner_text()
    await anna.press(anna.button("order.turn_down"))
    await expect(cards.locator(".sr")).to_have_text(anna.words("order.cards_down"))
    await anna.page.reload()
    await expect(cards.locator(".sr")).to_have_text(anna.words("order.cards_down"))
    await anna.button("order.hold").hover()
    await anna.page.mouse.down()
    await expect(cards.locator(".sr")).to_have_text(open_text)
    await anna.page.mouse.up()
    await expect(cards.locator(".sr")).to_have_text(anna.words("order.cards_down"))
    await anna.button("order.hold").focus()
    await anna.page.keyboard.down(" ")
    await expect(cards.locator(".sr")).to_have_text(open_text)
    await anna.page.keyboard.up(" ")
    await expect(cards.locator(".sr")).to_have_text(anna.words("order.cards_down"))


async def test_a_newcomer_sees_the_table_and_gets_cards_at_the_next_deal(
    people: People, crowd: Crowd
) -> None:
    code, others = await crowd.open_table_of("order", "Ben", "Cia", "Dan")
    await others[0].start()
    eve = await people.person("Eve")
    await eve.go(f"/r/{code}")
    await eve.press(eve.button("watching.ask"))
    await eve.page.get_by_role("dialog").get_by_label(eve.words("name.label")).fill("Eve")
    await eve.press(eve.page.get_by_role("dialog").get_by_role("button", name=eve.words("watching.ask")))
    await expect(eve.text("order.hint_newcomer")).to_be_visible()
    await expect(Hand(eve).own_cards).to_have_count(0)
    for _ in range(4):
        for player, chip in zip(others, (1, 2, 3), strict=True):
            await take(player, chip)
        for player in others:
            view = await player.until(lambda view: view["own"]["may"]["yes"] is not None)
            await act(player, type="yes", claim=view["own"]["may"]["yes"])
    await eve.press_away(eve.button("order.next"))
    await expect(Hand(eve).own_cards).to_be_visible()
    await expect(eve.button("order.take", chip=4)).to_be_visible()


async def test_the_ranking_of_hands_is_one_press_away(people: People, crowd: Crowd) -> None:
    circle = await circle_of(people, crowd, language="sv")
    anna = circle.person
    await anna.press(anna.button("order.ranking"))
    sheet = anna.page.get_by_role("dialog")
    await expect(sheet.get_by_role("listitem")).to_have_count(9)
    await expect(sheet.get_by_role("listitem").first).to_contain_text(anna.words("order.category.9"))
    await anna.close_sheet()


async def test_the_focus_stays_on_a_chip_that_somebody_else_was_quicker_to_take(
    people: People, crowd: Crowd
) -> None:
    circle = await circle_of(people, crowd, device=None)
    anna = circle.person
    await anna.button("order.take", chip=3).focus()
    await take(circle.others[0], 3)
    taken = anna.page.get_by_role("button", name=anna.words("order.held", chip=3, name="Ben"), exact=True)
    await expect(taken).to_be_focused()
    await anna.page.keyboard.press("Enter")
    await anna.page.keyboard.press("Tab")
    await expect(anna.button("order.take", chip=4)).to_be_focused()
    await anna.page.keyboard.press("Enter")
    await expect(anna.button("order.put_back", chip=4)).to_be_focused()
    assert anna.view["table"]["standings"][1]["chip"] == 3


async def test_who_leaves_for_good_is_told_what_it_costs_and_may_come_back_for_the_next_deal(
    people: People, crowd: Crowd
) -> None:
    circle = await circle_of(people, crowd)
    anna = circle.person
    await circle.hand.take(2)
    menu = await anna.open_menu()
    await anna.press(menu.get_by_role("button", name=anna.words("leave.label"), exact=True))
    await expect(anna.text("order.leave_ask")).to_be_visible()
    await anna.press_away(
        menu.get_by_role("group").get_by_role("button", name=anna.words("leave.label"), exact=True)
    )
    await expect(anna.text("order.seat_lost")).to_be_visible()
    await expect(circle.hand.own_cards).to_have_count(0)
    await anna.press_away(anna.button("watching.return"))
    await expect(anna.text("order.hint_newcomer")).to_be_visible()
