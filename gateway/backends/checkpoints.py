"""SQLite's log is folded into the file beside the loop, by a thread that does nothing else.

A checkpoint waits for the disk twice: about 20 ms, in which no table gets an answer when it is made by the
commit that happens to fill the log (measured: ADR 15). The thread has a connection of its own, takes no lock
that a commit needs, and its one call releases the GIL. Commits stay on the loop, where they belong (ADR 4).
"""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gateway.logs import EventLog

log = EventLog("checkpoints")

SAVES = 500
"""Between two of them: about two megabytes of log."""
MOST_PAGES = 20_000
"""80 MB of log: under saves without a pause it is never wholly folded, and a commit has to end it."""


class Checkpoints:
    """Of one file. Everything but the checkpoint itself happens on the loop's thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="checkpoint")
        self._running: asyncio.Future[None] | None = None
        self._saves = 0

    def saved(self, count: int) -> None:
        """So many saves are in the log."""
        self._saves += count
        if self._saves >= SAVES:
            self._begin()

    async def fold(self) -> None:
        """Bring what has been saved into the file, if there is anything."""
        if self._saves:
            self._begin()
        if self._running is not None:
            await self._running

    def close(self) -> None:
        """Wait for the one that runs."""
        self._thread.shutdown()

    def _begin(self) -> None:
        if self._running is None or self._running.done():
            self._saves = 0
            self._running = asyncio.get_running_loop().run_in_executor(self._thread, self._checkpoint)

    def _checkpoint(self) -> None:
        """A log that cannot be folded now is folded later; saves do not depend on it."""
        try:
            db = sqlite3.connect(self._path, isolation_level=None)
            try:
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
            finally:
                db.close()
        except sqlite3.Error as error:
            log.warning("checkpoint_failed", kind=type(error).__name__)
