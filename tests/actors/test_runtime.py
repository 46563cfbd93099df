"""pykka actors on the event loop: each point of hazards.md 7."""

import asyncio
import threading
from importlib.metadata import version
from typing import Any

import pykka
import pytest
from pykka import ActorDeadError, ActorRegistry
from pykka._envelope import Envelope

from actors import runtime
from actors.runtime import MESSAGES_PER_TURN, LoopActor, LoopFuture, MustAwait, stop_all
from tests.support.loops import on_both_loops, until


class Echo(LoopActor):
    """Answers with what it is told, and keeps a diary."""

    def __init__(self) -> None:
        super().__init__()
        self.diary: list[Any] = []
        self.letters: list[Any] = []

    def on_start(self) -> None:
        self.diary.append("started")

    def on_stop(self) -> None:
        self.diary.append("stopped")

    def on_receive(self, message: Any) -> Any:
        self.diary.append(message)
        if isinstance(message, BaseException):
            raise message
        if message == "hold":
            self.hold()
        return message

    def dead_letters(self, envelopes: list[Envelope[Any]]) -> None:
        super().dead_letters(envelopes)
        self.letters += [envelope.message for envelope in envelopes]


def actor_of(ref: pykka.ActorRef[Any]) -> Echo:
    actor = ref.actor_inbox.actor  # type: ignore[attr-defined]
    assert isinstance(actor, Echo)
    return actor


def test_the_private_names_of_pykka_that_are_used_exist() -> None:
    assert version("pykka") == "4.5.0"
    for name in ("_create_actor_inbox", "_create_future", "_start_actor_loop", "_handle_receive"):
        assert callable(getattr(pykka.Actor, name))
    for name in ("_actor_loop_setup", "_handle_failure", "_stop"):
        assert callable(getattr(pykka.Actor, name))


@on_both_loops
async def test_an_ask_is_awaited_without_blocking_the_loop() -> None:
    ref = Echo.start()
    ticks: list[int] = []
    asyncio.get_running_loop().call_soon(ticks.append, 1)
    assert await ref.ask("hello", block=False) == "hello"
    assert ticks
    await ref.stop(block=False)


@on_both_loops
async def test_on_start_comes_before_any_message_and_on_stop_after_all_of_them() -> None:
    ref = Echo.start()
    for message in ("a", "b"):
        ref.tell(message)
    assert await ref.stop(block=False) is True
    assert actor_of(ref).diary == ["started", "a", "b", "stopped"]


@on_both_loops
async def test_stopping_a_dead_actor_says_so() -> None:
    ref = Echo.start()
    await ref.stop(block=False)
    assert await ref.stop(block=False) is False
    with pytest.raises(ActorDeadError):
        ref.tell("too late")


@on_both_loops
async def test_futures_that_depend_on_others_can_be_awaited() -> None:
    ref = Echo.start()
    first, second = ref.ask([1, 2], block=False), ref.ask([3], block=False)
    assert await first.map(len) == 2
    assert await first.join(second) == [[1, 2], [3]]
    assert await first.filter(lambda n: n > 1) == [2]
    assert await first.reduce(lambda a, b: a + b) == 3
    await ref.stop(block=False)


@on_both_loops
async def test_a_blocking_read_on_the_loop_raises_at_once() -> None:
    ref = Echo.start()
    with pytest.raises(MustAwait):
        ref.ask("hello")
    with pytest.raises(MustAwait):
        ref.ask("hello", block=False).get()
    await ref.stop(block=False)


@on_both_loops
async def test_a_cancelled_asker_leaves_the_actor_and_other_askers_whole() -> None:
    ref = Echo.start()
    future = ref.ask("hello", block=False)

    async def ask() -> object:
        return await future

    cancelled, patient = asyncio.create_task(ask()), asyncio.create_task(ask())
    await asyncio.sleep(0)
    cancelled.cancel()
    assert await patient == "hello"
    assert await ref.ask("more", block=False) == "more"
    await ref.stop(block=False)


@on_both_loops
async def test_an_answer_set_twice_keeps_the_first() -> None:
    future: LoopFuture[int] = LoopFuture()
    future.set(1)
    future.set(2)
    future.set_exception((ValueError, ValueError(), None))
    assert await future == 1


@on_both_loops
async def test_an_exception_in_an_ask_goes_to_the_asker_and_the_actor_lives() -> None:
    ref = Echo.start()
    with pytest.raises(KeyError):
        await ref.ask(KeyError("x"), block=False)
    assert ref.is_alive()
    await ref.stop(block=False)


@on_both_loops
async def test_an_exception_in_a_tell_ends_the_actor_and_its_mail_is_handed_over() -> None:
    ref = Echo.start()
    ref.tell(KeyError("x"))
    ref.tell("unread")
    asked = ref.ask("unread too", block=False)
    with pytest.raises(ActorDeadError):
        await asked
    assert not ref.is_alive()
    assert actor_of(ref).letters == ["unread", "unread too"]


@on_both_loops
async def test_mail_put_after_the_end_is_handed_over_as_well() -> None:
    ref = Echo.start()
    await ref.stop(block=False)
    ref.actor_inbox.put(Envelope("late"))
    assert actor_of(ref).letters == ["late"]


@on_both_loops
async def test_a_held_actor_takes_no_message_and_a_stop_waits_too() -> None:
    ref = Echo.start()
    ref.tell("hold")
    ref.tell("behind")
    stopping = asyncio.ensure_future(_await(ref.stop(block=False)))
    for _ in range(5):
        await asyncio.sleep(0)
    assert actor_of(ref).diary == ["started", "hold"]
    actor_of(ref).release()
    assert await stopping is True
    assert actor_of(ref).diary == ["started", "hold", "behind", "stopped"]


async def _await(future: pykka.Future[bool]) -> bool:
    return await future


@on_both_loops
async def test_a_busy_inbox_lets_others_have_the_loop() -> None:
    ref = Echo.start()
    for n in range(MESSAGES_PER_TURN * 3):
        ref.tell(n)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    seen = len(actor_of(ref).diary) - 1
    assert 0 < seen < MESSAGES_PER_TURN * 3
    await ref.stop(block=False)


@on_both_loops
async def test_slow_messages_let_others_have_the_loop_after_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "SECONDS_PER_TURN", 0.0)
    ref = Echo.start()
    for n in range(3):
        ref.tell(n)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert actor_of(ref).diary != ["started", 0, 1, 2]
    await ref.stop(block=False)
    assert actor_of(ref).diary == ["started", 0, 1, 2, "stopped"]


@on_both_loops
async def test_a_foreign_thread_may_tell() -> None:
    ref = Echo.start()
    await asyncio.sleep(0)
    thread = threading.Thread(target=ref.tell, args=("from afar",))
    thread.start()
    thread.join()
    await until(lambda: "from afar" in actor_of(ref).diary)
    await ref.stop(block=False)


@on_both_loops
async def test_a_failing_on_start_ends_the_actor_before_any_message() -> None:
    class Stillborn(Echo):
        def on_start(self) -> None:
            raise RuntimeError("no")

    ref = Stillborn.start()
    ref.tell("hello")
    await until(lambda: not ref.is_alive())
    await until(lambda: actor_of(ref).letters == ["hello"])
    assert "hello" not in actor_of(ref).diary


@on_both_loops
async def test_stop_all_waits_for_the_others_and_counts_who_did_not_end() -> None:
    refs = [Echo.start() for _ in range(3)]
    refs[0].tell("hold")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await stop_all(0.05) == 1
    actor_of(refs[0]).release()
    await until(lambda: not any(ref.is_alive() for ref in refs))
    assert not [ref for ref in ActorRegistry.get_all() if ref in refs]


def test_a_base_exception_stops_the_actor_and_reaches_the_loop() -> None:
    async def run() -> None:
        ref = Echo.start()
        ref.tell(SystemExit(3))
        await asyncio.sleep(5)

    with pytest.raises(SystemExit):
        asyncio.run(run())


@on_both_loops
async def test_a_stop_behind_messages_of_the_same_turn_waits_for_what_they_began() -> None:
    class Careful(Echo):
        def on_turn_end(self) -> None:
            if self.diary[-1] == "work":
                self.diary.append("begun")
                self.hold()

    ref = Careful.start()
    ref.tell("work")
    stopping = asyncio.ensure_future(_await(ref.stop(block=False)))
    for _ in range(5):
        await asyncio.sleep(0)
    assert actor_of(ref).diary == ["started", "work", "begun"]
    actor_of(ref).release()
    assert await stopping is True
    assert actor_of(ref).diary[-1] == "stopped"
