"""When a table reports to its hall: on a change, when asked, and at most once a second."""

from collections.abc import Callable

from msgspec.structs import replace

from actors.between import Reported
from actors.clock import Clock, Handle
from actors.messages import RoomCode

REPORT_S = 1.0


class Reporter:
    """One table's. `make` says what is durable there now, or None where there is no hall."""

    def __init__(
        self,
        clock: Clock,
        make: Callable[[], tuple[RoomCode, Reported] | None],
        send: Callable[[RoomCode, Reported], None],
    ) -> None:
        self._clock = clock
        self._make = make
        self._send = send
        self._handle: Handle | None = None
        self._sent_at = -REPORT_S
        self._sent: Reported | None = None

    def soon(self, *, is_asked: bool = False) -> None:
        """Something may have changed; if `is_asked` it is said even if nothing has."""
        if is_asked:
            self._sent = None
        if self._handle is None:
            when = max(self._clock.now(), self._sent_at + REPORT_S)
            self._handle = self._clock.call_at(when, self._report)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    def _report(self) -> None:
        self._handle = None
        made = self._make()
        if made is None:
            return
        hall, report = made
        same = replace(report, fence=0, version=0)
        if same != self._sent:
            self._sent, self._sent_at = same, self._clock.now()
            self._send(hall, report)
