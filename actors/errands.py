"""What a hall has told its tables and heard of them. In memory only: after a restart all are asked again."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from actors.between import AnyHallMail, Reported, ToTable, Wants, Word
from actors.hall_state import HallState, HallTable
from actors.messages import RoomCode

AGAIN_S = 1.5
"""A word that a table has not taken is sent again."""
ASK_S = 15.0
"""A table that says nothing for so long is asked."""


class Sent(NamedTuple):
    number: int
    at: float


class Errands:
    """`reports` are the latest, of tables that are kept."""

    def __init__(self, send: Callable[[RoomCode, AnyHallMail], None]) -> None:
        self._send = send
        self.reports: dict[RoomCode, Reported] = {}
        self._heard_at: dict[RoomCode, float] = {}
        self._sent: dict[RoomCode, Sent] = {}
        self._astray: dict[RoomCode, int] = {}
        """Tables that think themselves this hall's, and the numbers of their last words."""

    def run(self, state: HallState, now: float) -> None:
        """Tell each table what it has not taken yet, and ask those that are silent."""
        for code in [code for code in self._sent if code not in state.tables]:
            self.forget(code)
        for table in _reached(state):
            if self._at(table) <= now:
                self._sent[table.code] = Sent(table.number, now)
                self._send(
                    table.code, ToTable(state.word(table), may_open=not table.is_open and table.is_going)
                )

    def next_at(self, state: HallState) -> float | None:
        """When `run` has something to do again."""
        return min(map(self._at, _reached(state)), default=None)

    def heard(self, state: HallState, report: Reported, now: float) -> bool:
        """Whether this is news. A table that is none of this hall's any more is astray."""
        code = report.table
        if not _is_reached(state, code):
            if report.number:
                self._astray[code] = report.number
            return False
        before = self.reports.get(code)
        if before is not None and (report.fence, report.version) < (before.fence, before.version):
            return False
        self._heard_at[code] = now
        if report.number:
            self.reports[code] = report
        return True

    @property
    def has_astray(self) -> bool:
        return bool(self._astray)

    def close_astray(self, state: HallState) -> None:
        """To be called with a state that has just been saved: an owner of the past knows none of the tables that its
        successor has opened, and has no say in them."""
        astray = [(code, number) for code, number in self._astray.items() if not _is_reached(state, code)]
        self._astray.clear()
        for code, number in astray:
            close = Word(state.code, number + 1, Wants.DISSOLVE, state.game_name, state.options, people=())
            self._send(code, ToTable(close))

    def forget(self, code: RoomCode) -> None:
        self.reports.pop(code, None)
        self._heard_at.pop(code, None)
        self._sent.pop(code, None)

    def somebody_plays(self, state: HallState) -> bool:
        """Whether anybody is connected at a table."""
        reports = [self.reports.get(table.code) for table in state.going()]
        return any(seat.is_here for report in reports if report is not None for seat in report.seats)

    def _at(self, table: HallTable) -> float:
        """When a table is to be told next."""
        sent, report = self._sent.get(table.code), self.reports.get(table.code)
        if sent is None or sent.number != table.number:
            return 0.0
        if report is None or report.number != table.number or not table.is_open or not table.is_going:
            return sent.at + AGAIN_S
        return max(sent.at, self._heard_at.get(table.code, 0.0)) + ASK_S


def _reached(state: HallState) -> Iterator[HallTable]:
    """Tables that have a room, or are to have one."""
    return (table for table in state.tables.values() if not table.is_closed)


def _is_reached(state: HallState, code: RoomCode) -> bool:
    return code in state.tables and not state.tables[code].is_closed
