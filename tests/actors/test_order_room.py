"""A room that plays order: what the game leaves to the room (order.md 2, 5, 7; room.md 3)."""

from pathlib import Path
from typing import Any

from actors.messages import AskHere, Join, Leave
from tests.support.house import House, Tab, applied, house, refused
from tests.support.loops import on_uvloop

NAMES = ("anna", "ben", "cia", "dan")


async def all_take(tabs: list[Tab]) -> None:
    for chip, tab in enumerate(tabs, 1):
        applied(await tab.acts(type="take", chip=chip))


async def play_a_street(tabs: list[Tab]) -> None:
    await all_take(tabs)
    for tab in tabs:
        applied(await tab.acts(type="yes", claim=table(tab)["claim"]))


async def play_a_deal(tabs: list[Tab]) -> None:
    for _ in range(4):
        await play_a_street(tabs)


def table(tab: Tab) -> dict[str, Any]:
    shown: dict[str, Any] = tab.view["table"]
    return shown


def hand(tab: Tab) -> list[str]:
    assert tab.own is not None
    cards: list[str] = tab.own["hand"]
    return cards


async def newcomer(home: House, name: str, beside: Tab) -> Tab:
    assert beside.room is not None
    tab = home.tab(name)
    applied(await tab.attach(beside.room))
    applied(await tab.does(Join(id="join", name=name)))
    return tab


@on_uvloop
async def test_a_reload_is_not_leaving_and_the_deal_waits(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("order", *NAMES)
        anna, ben, *_ = tabs
        await all_take(tabs)
        before, cards = table(ben), hand(anna)
        await anna.drop()
        await home.move(89)
        assert table(ben) == before
        again = home.tab("anna")
        assert anna.room is not None
        applied(await again.attach(anna.room))
        assert (table(again), hand(again)) == (before, cards)


@on_uvloop
async def test_ninety_seconds_of_silence_put_the_chip_back_and_clear_every_yes(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("order", *NAMES)
        anna, *others = tabs
        await all_take(tabs)
        for tab in others:
            applied(await tab.acts(type="yes", claim=table(tab)["claim"]))
        await anna.drop()
        await home.move(91)
        shown = table(others[0])
        assert (shown["pile"], shown["street"]) == ([1], 0)
        assert [one["has_yes"] for one in shown["standings"]] == [False] * 4


@on_uvloop
async def test_no_clock_ever_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, *_ = await home.game("order", *NAMES)
        version = anna.view["version"]
        await home.move(299)
        assert anna.clock is None
        assert anna.view["version"] == version


@on_uvloop
async def test_who_owes_a_chip_or_a_yes_for_five_minutes_may_be_asked_and_else_nobody(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("order", *NAMES)
        anna, ben, *_ = tabs
        await all_take(tabs)
        applied(await ben.acts(type="yes", claim=table(ben)["claim"]))
        await home.move(299)
        assert refused(await ben.does(AskHere(id="a", seat=anna.player))) == "not_askable"
        await home.move(2)
        assert refused(await anna.does(AskHere(id="b", seat=ben.player))) == "not_askable"
        applied(await ben.does(AskHere(id="c", seat=tabs[2].player)))
        await home.move(61)
        assert table(ben)["standings"][2]["has_left"]
        assert table(ben)["pile"] == [3]


@on_uvloop
async def test_the_next_deal_is_dealt_once_and_not_before_three_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("order", *NAMES)
        anna, ben, *_ = tabs
        await play_a_deal(tabs)
        showdown = anna.phase
        assert refused(await anna.acts(type="nextdeal")) == "too_early"
        await home.move(3)
        applied(await anna.acts(type="nextdeal"))
        assert refused(await ben.acts(phase=showdown, type="nextdeal")) == "stale"
        assert table(ben)["deal"] == 2


@on_uvloop
async def test_a_newcomer_looks_on_without_a_hand_and_is_dealt_in_next_time(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("order", *NAMES)
        eve = await newcomer(home, "eve", tabs[0])
        assert (hand(eve), eve.view["you"]["seat"]) == ([], 4)
        assert all(card not in home.record.raw[eve.connection][-1].decode() for card in hand(tabs[0]))
        await play_a_deal(tabs)
        await home.move(3)
        applied(await eve.acts(type="nextdeal"))
        assert len(hand(eve)) == 2
        assert table(eve)["chips"] == 5


@on_uvloop
async def test_at_a_full_table_the_first_in_line_gets_the_chair_of_a_leaver_for_the_next_deal(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("order", *"abcdefgh")
        eve = await newcomer(home, "eve", tabs[0])
        assert eve.view["you"] == {"player": eve.player, "seat": None, "in_line": 1}
        applied(await tabs[1].does(Leave(id="a", phase=tabs[1].phase)))
        assert eve.view["you"]["in_line"] is None
        playing = [tabs[0], *tabs[2:]]
        await play_a_deal(playing)
        await home.move(3)
        applied(await eve.acts(type="nextdeal"))
        assert table(eve)["chips"] == 8
        assert len(hand(eve)) == 2


@on_uvloop
async def test_who_left_and_returns_has_the_same_chair_and_no_hand_until_the_next_deal(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("order", *NAMES)
        ben = tabs[1]
        applied(await ben.does(Leave(id="a", phase=ben.phase)))
        applied(await ben.does(Join(id="b", name="ben")))
        assert (ben.view["you"]["seat"], hand(ben)) == (1, [])
        await play_a_deal([tabs[0], *tabs[2:]])
        await home.move(3)
        applied(await ben.acts(type="nextdeal"))
        assert len(hand(ben)) == 2
