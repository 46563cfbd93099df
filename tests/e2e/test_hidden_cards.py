"""The canary that watches every test here: does it sing?"""

import copy

from playwright.async_api import expect

from tests.support.browser_canary import Heard, View, leaks
from tests.support.browser_people import People


async def test_a_card_shown_too_early_is_found(people: People) -> None:
    anna, ben, eve = await people.crowd("Anna", "Ben", "Eve")
    code = await anna.open_table()
    await ben.come(code)
    await anna.start(seats=2)
    await eve.go(f"/r/{code}")
    await expect(eve.text("watching.looking_on")).to_be_visible()
    low, high = await anna.lay(), (await ben.hand())[-1]
    await anna.until_view(lambda view: view["table"]["standings"][0]["has_laid"])
    await eve.until_view(lambda view: view["table"]["standings"][0]["has_laid"])
    await ben.lay(high)
    await eve.until_view(
        lambda view: not view["table"]["standings"][0]["has_laid"] or view["table"]["unplaced"]
    )

    told = [person.watch.views[person.page] for person in (anna, ben, eve)]
    assert leaks(map(Heard, told)) == []
    for listener in range(3):
        for card in {low, high} - set(hand_of(told[listener])):
            assert leaks(map(Heard, with_a_leak(told, listener, card))) != []


def hand_of(views: list[View]) -> list[int]:
    first = next(view for view in views if view["table"] is not None)
    return [] if first["own"] is None else list(first["own"]["hand"])


def with_a_leak(told: list[list[View]], listener: int, card: int) -> list[list[View]]:
    """One listener was told of a card in the first view of the deal, in a field that no one has heard of."""
    changed = copy.deepcopy(told)
    view = next(view for view in changed[listener] if view["table"] is not None)
    view["private"].append({"type": "tip", "best": card})
    return changed
