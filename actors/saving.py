"""One commit in flight: the same bytes again until its fate is known, with honest answers meanwhile.

*failed* (nothing saved, for certain): 50 ms doubling to 1 s, given up after ten seconds.
*unknown* (it may have been saved): the same until done or refused; after ten seconds those who wait
are told so, once, and never that it was refused (hazards.md 1). Once unknown, a later attempt that fails
for certain says nothing of the earlier one.
"""

from typing import Protocol

from msgspec.structs import replace

from actors.clock import Clock, Handle
from actors.ports import Commit, CommitResult, RoomPort

GIVE_UP_S = 10.0
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 1.0


class Saver(Protocol):
    """What the room hears of its commit. Exactly one of the first three ends it."""

    def saved(self, elapsed_s: float) -> None: ...

    def overruled(self) -> None:
        """A higher fence exists: the room lives elsewhere."""
        ...

    def given_up(self, elapsed_s: float) -> None:
        """Nothing was saved; the old state goes on."""
        ...

    def unsure(self) -> None:
        """Ten seconds have passed and it may or may not be saved."""
        ...


class Saving:
    """Carries one commit at a time to the port."""

    def __init__(self, port: RoomPort, clock: Clock, saver: Saver) -> None:
        self._port = port
        self._clock = clock
        self._saver = saver
        self._commit: Commit | None = None
        self._since = 0.0
        self._pause_s = FIRST_PAUSE_S
        self._may_be_saved = False
        self._is_unsure = False
        self._retry: Handle | None = None

    def begin(self, commit: Commit) -> None:
        if self._commit is not None:
            raise RuntimeError("a commit is in flight already")
        self._commit = commit
        self._since = self._clock.now()
        self._pause_s = FIRST_PAUSE_S
        self._may_be_saved = False
        self._is_unsure = False
        self._send()

    def abandon(self) -> None:
        """The room has ended; whatever comes back is ignored."""
        self._commit = None
        if self._retry is not None:
            self._retry.cancel()

    def _send(self) -> None:
        commit = self._commit
        if commit is not None:
            self._port.commit(commit, lambda result: self._hear(commit, result))

    def _hear(self, commit: Commit, result: CommitResult) -> None:
        if commit is not self._commit:
            return  # of an incarnation gone by
        elapsed = self._clock.now() - self._since
        match result:
            case CommitResult.DONE:
                self._commit = None
                self._saver.saved(elapsed)
            case CommitResult.REFUSED:
                self._commit = None
                self._saver.overruled()
            case CommitResult.FAILED if elapsed >= GIVE_UP_S and not self._may_be_saved:
                self._commit = None
                self._saver.given_up(elapsed)
            case CommitResult.FAILED | CommitResult.UNKNOWN:
                self._may_be_saved |= result is CommitResult.UNKNOWN
                if elapsed >= GIVE_UP_S and not self._is_unsure:
                    self._is_unsure = True
                    self._saver.unsure()
                    self._commit = replace(commit, delivery=replace(commit.delivery, replies=()))
                self._again()

    def _again(self) -> None:
        self._retry = self._clock.call_at(self._clock.now() + self._pause_s, self._send)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
