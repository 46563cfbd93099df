"""What goes to one connection at one time becomes one write."""

from collections.abc import Sequence

import pytest

from gateway.together import Together


class Written:
    def __init__(self) -> None:
        self.writes: list[tuple[str, list[bytes]]] = []
        self.together = Together(self.write)

    def write(self, to: str, frames: Sequence[bytes]) -> None:
        self.writes.append((to, list(frames)))


def test_frames_of_one_connection_are_one_write_in_their_order() -> None:
    written = Written()
    with written.together:
        assert [written.together.gathers(*one) for one in (("a", b"1"), ("b", b"2"), ("a", b"3"))] == [
            True
        ] * 3
        assert written.writes == []
    assert written.writes == [("a", [b"1", b"3"]), ("b", [b"2"])]


def test_within_itself_it_does_nothing() -> None:
    written = Written()
    with written.together:
        written.together.gathers("a", b"1")
        with written.together:
            written.together.gathers("a", b"2")
        assert written.writes == []
    assert written.writes == [("a", [b"1", b"2"])]


def test_outside_of_it_nothing_is_gathered() -> None:
    written = Written()
    with written.together:
        pass
    assert not written.together.gathers("a", b"1")
    assert written.writes == []


def test_what_was_said_before_a_failure_is_written() -> None:
    written = Written()

    def speak_and_fail() -> None:
        with written.together:
            written.together.gathers("a", b"1")
            _ = 1 // 0

    with pytest.raises(ZeroDivisionError):
        speak_and_fail()
    assert written.writes == [("a", [b"1"])]


def test_a_connection_that_cannot_wait_gets_its_frames_at_once() -> None:
    written = Written()
    with written.together:
        written.together.gathers("a", b"1")
        assert list(written.together.take("a")) == [b"1"]
    assert written.writes == []
