"""What the rules of gap ask of the room: clocks, lost connections, latecomers, and that nothing is told
before its time on any way to a browser."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest

from actors.messages import Act, End, Join, Leave, Remove
from engines.gap.deck import lines
from tests.support.house import House, Tab, applied, house, refused
from tests.support.loops import on_uvloop

NAMES = ("anna", "ben", "cleo", "dan")


def stage(tab: Tab) -> str:
    told: str = tab.view["table"]["stage"]
    return told


def reader(tabs: list[Tab]) -> Tab:
    seat: int = tabs[0].view["table"]["reader"]
    return tabs[seat]


def owing(tabs: list[Tab]) -> list[Tab]:
    return [tab for tab in tabs if tab.own is not None and tab.own["may"]["lay"]]


def top(tab: Tab) -> list[int]:
    """The first cards of the hand, as many as there are gaps."""
    assert tab.own is not None
    return [phrase["card"] for phrase in tab.own["hand"][: tab.own["may"]["lay"]]]


async def lay(*tabs: Tab) -> None:
    for tab in tabs:
        applied(await tab.acts(type="lay", cards=top(tab)))


async def whole_round(home: House, tabs: list[Tab]) -> None:
    """All lay, none is picked, and the next sentence is asked for."""
    await lay(*owing(tabs))
    applied(await reader(tabs).acts(type="picknone"))
    await home.move(3)
    applied(await tabs[0].acts(type="nextsentence"))


@on_uvloop
async def test_a_sitting_of_four_has_four_readers_and_an_end(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        readers = []
        while tabs[0].view["room"]["status"] == "playing":
            readers.append(reader(tabs).name)
            await whole_round(home, tabs)
        assert readers == list(NAMES)
        assert tabs[0].view["room"]["ending"] == "finished"
        assert tabs[0].view["table"]["outcome"]["places"] == [1, 1, 1, 1]


@on_uvloop
async def test_the_last_answer_sends_one_frame_to_each_tab_with_the_same_table(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        onlooker = home.tab("onlooker")
        assert tabs[0].room is not None
        applied(await onlooker.attach(tabs[0].room))
        *early, last = owing(tabs)
        await lay(*early)
        counts = [len(tab.views) for tab in (*tabs, onlooker)]
        commits = len(home.store.commits)
        await lay(last)
        assert [len(tab.views) for tab in (*tabs, onlooker)] == [count + 1 for count in counts]
        assert len(home.store.commits) == commits + 1
        tables = [json.dumps([tab.view["table"], tab.view["events"]]) for tab in (*tabs, onlooker)]
        assert len(set(tables)) == 1
        assert stage(tabs[0]) == "judging"


@on_uvloop
async def test_before_its_time_nothing_that_leaves_the_server_tells_more_than_who_has_laid(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Frames, answers and logs, until all have laid: an answer's text is in its owner's frames alone. Then,
    until the verdict: no frame joins a seat to an answer."""
    with caplog.at_level(logging.DEBUG):
        async with house(tmp_path) as home:
            tabs = await home.game("gap", *NAMES)
            deck = set(lines("answers.txt"))
            *early, last = owing(tabs)
            for tab in early:
                mine = set(texts_of(tab))
                answer = applied(await tab.acts(type="lay", cards=top(tab)))
                assert answer.detail is None
                for other in tabs:
                    if other is not tab:
                        assert deck & strings(other.view) == set(texts_of(other))
                        assert mine.isdisjoint(strings(other.view))
            await lay(last)
            for tab in tabs:
                assert {answer["seat"] for answer in tab.view["table"]["answers"]} == {None}
                for event in tab.view["events"]:
                    assert {answer["seat"] for answer in event.get("answers", [])} <= {None}
            assert not deck & {record.getMessage() for record in caplog.records}
            assert "laid" not in caplog.text


def texts_of(tab: Tab) -> list[str]:
    """What a tab may know: its hand and its own answer."""
    assert tab.own is not None
    return [phrase["text"] for phrase in tab.own["hand"]] + list(tab.own["answer"])


def strings(value: Any) -> set[str]:  # Any: a frame as it came
    found, todo = set(), [value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            todo += part.values()
        elif isinstance(part, list):
            todo += part
        elif isinstance(part, str):
            found.add(part)
    return found


@on_uvloop
async def test_the_top_cards_of_lost_connections_go_in_when_all_others_have_laid(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        *early, lost = owing(tabs)
        await lost.drop()
        await home.move(30)
        assert stage(tabs[0]) == "laying"
        await lay(*early)
        await home.move(0)
        assert stage(tabs[0]) == "judging"
        assert len(tabs[0].view["table"]["answers"]) == 3


@on_uvloop
async def test_who_is_back_within_ten_seconds_lays_for_itself(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        *early, lost = owing(tabs)
        await lay(*early)
        await lost.drop()
        await home.move(9)
        assert lost.room is not None
        applied(await lost.attach(lost.room))
        await home.move(9)
        assert stage(tabs[0]) == "laying"
        await lay(lost)
        assert stage(tabs[0]) == "judging"


@on_uvloop
async def test_ninety_seconds_of_silence_lay_the_top_card_and_then_leave(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES, options={"lay_s": 180})
        *_, lost = owing(tabs)
        await lost.drop()
        await home.move(89)
        assert tabs[0].seat_of(lost)["presence"] == "away"
        assert not tabs[0].view["table"]["standings"][3]["has_laid"]
        await home.move(1)
        assert tabs[0].seat_of(lost)["presence"] == "left"
        assert tabs[0].view["table"]["standings"][3]["has_laid"]
        await lay(*[tab for tab in owing(tabs) if tab is not lost])
        assert len(tabs[0].view["table"]["answers"]) == 3


@on_uvloop
async def test_a_click_and_the_clock_at_the_same_moment_make_one_result(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        await lay(*owing(tabs))
        anna = tabs[0]
        assert anna.clock == {"left_s": 75.0, "limit_s": 75.0}
        await home.move(75)
        picks = msgspec.json.encode({"type": "pick", "answer": anna.view["table"]["answers"][1]["id"]})
        key = anna.tell(Act(id="pick", phase=anna.phase, action=msgspec.Raw(picks)))
        home.clock.move_to(home.clock.now() + 0.25)
        await home.settle()
        applied(home.record.answers[key])
        assert stage(anna) == "result"
        assert anna.view["table"]["verdict"] == "picked"
        assert sum(standing["points"] for standing in anna.view["table"]["standings"]) == 1


@on_uvloop
async def test_a_verdict_that_comes_after_the_clock_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        await lay(*owing(tabs))
        old = tabs[0].phase
        await home.move(76)
        assert tabs[0].view["table"]["verdict"] == "timeout"
        assert refused(await tabs[0].acts(phase=old, type="picknone")) == "stale"
        await home.move(21)
        assert stage(tabs[0]) == "laying"
        assert reader(tabs).name == "ben"


@on_uvloop
async def test_a_latecomer_sits_down_at_once_and_plays_from_the_next_sentence(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        eve = home.tab("eve")
        assert tabs[0].room is not None
        applied(await eve.attach(tabs[0].room))
        applied(await eve.does(Join(id="join", name="eve")))
        assert eve.own is not None
        assert (eve.view["you"]["seat"], eve.own["hand"]) == (4, [])
        await whole_round(home, tabs)
        assert eve.own is not None
        assert len(eve.own["hand"]) == 6
        assert eve.view["table"]["queue"] == [2, 3, 4]


@on_uvloop
async def test_a_sitting_of_two_waits_for_ever_and_goes_on_with_a_third(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", "anna", "ben", "cleo")
        await whole_round(home, tabs)
        applied(await tabs[0].does(Leave(id="leave", phase=tabs[0].phase)))
        await lay(*owing(tabs))
        applied(await tabs[1].acts(type="picknone"))
        await home.move(21)
        assert stage(tabs[1]) == "waiting"
        assert tabs[1].clock is None
        await home.move(600)
        assert stage(tabs[1]) == "waiting"
        dan = home.tab("dan")
        assert tabs[1].room is not None
        applied(await dan.attach(tabs[1].room))
        applied(await dan.does(Join(id="join", name="dan")))
        assert stage(dan) == "laying"
        assert (dan.view["table"]["reader"], dan.view["table"]["queue"]) == (2, [3])


@on_uvloop
async def test_a_host_who_ends_a_sitting_of_two_leaves_the_standing_to_be_seen(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", "anna", "ben", "cleo")
        await lay(*owing(tabs))
        answer = next(a["id"] for a in tabs[0].view["table"]["answers"])
        applied(await tabs[0].acts(type="pick", answer=answer))
        applied(await tabs[0].does(Remove(id="remove", seat=tabs[2].player)))
        await home.move(21)
        assert stage(tabs[0]) == "waiting"
        applied(await tabs[0].does(End(id="end", phase=tabs[0].phase)))
        assert tabs[0].view["room"]["ending"] == "ended_by_host"
        assert len(tabs[0].view["table"]["outcome"]["winners"]) == 1


@on_uvloop
async def test_a_queue_that_is_away_is_waited_for_and_reads_as_soon_as_it_is_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", "anna", "ben", "cleo")
        await lay(*owing(tabs))
        applied(await tabs[0].acts(type="picknone"))
        await tabs[1].drop()
        await tabs[2].drop()
        await home.move(21)
        assert stage(tabs[0]) == "waiting"
        assert tabs[2].room is not None
        applied(await tabs[2].attach(tabs[2].room))
        await home.move(0)
        assert stage(tabs[0]) == "laying"
        assert (tabs[0].view["table"]["reader"], tabs[0].view["table"]["queue"]) == (2, [1])


@on_uvloop
async def test_a_sitting_survives_a_restart_in_the_middle_of_a_round(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("gap", *NAMES)
        await lay(owing(tabs)[0])
        before, code = tabs[0].view["table"], tabs[0].room
    assert code is not None
    async with house(tmp_path) as home:
        back = [home.tab(name) for name in NAMES]
        for tab in back:
            applied(await tab.attach(code))
        assert back[0].view["table"] == before
        await lay(*owing(back))
        assert stage(back[0]) == "judging"
