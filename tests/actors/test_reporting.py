"""A table reports what has changed, and at most once a second."""

from actors.between import Reported
from actors.messages import RoomCode
from actors.reporting import Reporter
from tests.support.manual_clock import ManualClock

HALL, TABLE = RoomCode("KVR7TDB"), RoomCode("KVR7TD")


class Desk:
    """A reporter, and what has been sent."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.version = 1
        self.phase = "1:lay"
        self.sent: list[Reported] = []
        self.reporter = Reporter(self.clock, self._make, lambda _hall, report: self.sent.append(report))

    def _make(self) -> tuple[RoomCode, Reported]:
        return HALL, Reported(TABLE, 1, self.version, 1, "playing", self.phase)

    def changes(self, phase: str) -> None:
        self.version, self.phase = self.version + 1, phase
        self.reporter.soon()

    def passes(self, seconds: float) -> None:
        self.clock.move_to(self.clock.now() + seconds)


def test_the_first_change_is_reported_at_once_and_those_after_it_a_second_later_as_one() -> None:
    desk = Desk()
    desk.reporter.soon()
    desk.passes(0)
    for phase in ("2:lay", "3:lay", "4:lay"):
        desk.changes(phase)
        desk.passes(0.2)
    assert [report.phase for report in desk.sent] == ["1:lay"]
    desk.passes(0.5)
    assert [report.phase for report in desk.sent] == ["1:lay", "4:lay"]


def test_a_save_that_changes_nothing_to_report_is_not_reported_unless_somebody_asks() -> None:
    desk = Desk()
    desk.changes("1:lay")
    desk.passes(2)
    desk.changes("1:lay")
    desk.passes(2)
    assert len(desk.sent) == 1
    desk.reporter.soon(is_asked=True)
    desk.passes(2)
    assert len(desk.sent) == 2


def test_nothing_is_reported_once_it_has_stopped() -> None:
    desk = Desk()
    desk.reporter.soon()
    desk.reporter.stop()
    desk.passes(2)
    assert desk.sent == []
