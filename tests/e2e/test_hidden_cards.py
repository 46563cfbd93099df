"""The canary that watches every test here: does it sing?"""

import copy

from tests.support.browser_canary import Heard, View, leaks
from tests.support.browser_crowd import Crowd, highest, lowest


async def test_a_card_shown_too_early_is_found(crowd: Crowd) -> None:
    code, (anna, ben) = await crowd.open_table("Anna", "Ben")
    await anna.start()
    eve = await crowd.look_at(code)
    low, high = await anna.lay(lowest), await ben.lay(highest)
    for player in (anna, ben, eve):
        await player.until(lambda view: view["table"]["turn"] == 2 or view["table"]["unplaced"])

    told = [player.client.events("view") for player in (anna, ben, eve)]
    assert leaks(map(Heard, told)) == []
    for listener in range(len(told)):
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


async def test_a_hole_card_of_order_shown_before_the_showdown_is_found(crowd: Crowd) -> None:
    code, players = await crowd.open_table_of("order", "Anna", "Ben", "Cia")
    await players[0].start()
    eve = await crowd.look_at(code)
    for player in (*players, eve):
        await player.until(lambda view: view["table"] is not None)
    told = [player.client.events("view") for player in (*players, eve)]
    assert leaks(map(Heard, told)) == []
    hole = players[1].view["own"]["hand"][0]
    for listener in (0, 2, 3):
        changed = copy.deepcopy(told)
        changed[listener][-1]["events"].append({"type": "tip", "best": hole})
        assert leaks(map(Heard, changed)) != []
