"""The default backend: one SQLite file, written inline on the loop, and no server to install.

All rooms that commit in one turn of the loop share one transaction; its result is known at once.
No other thread saves: beside a busy loop it would starve (hazards.md 8, with figures). WAL with
`synchronous=NORMAL` loses nothing acknowledged when the process dies in any way; `FULL` (a setting)
also covers a power cut. Deleted rooms are overwritten, so that names vanish with them.
"""

import asyncio
import fcntl
import heapq
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Literal

from actors.messages import RoomCode
from actors.ports import Claim, Commit, CommitResult, Delivery, StoreAway
from gateway.backend import BackendInUse, Outlet
from gateway.backends.checkpoints import MOST_PAGES, Checkpoints
from gateway.logs import EventLog

log = EventLog("embedded")

Synchronous = Literal["NORMAL", "FULL"]

# A save writes one page, the row's: nothing that changes with it is in an index, and a row with a snapshot fits
# where one in an index's tree (WITHOUT ROWID) would spill (ADR 15).
SCHEMA = """
CREATE TABLE IF NOT EXISTS saved_rooms (
    code TEXT PRIMARY KEY,
    fence INTEGER NOT NULL,
    version INTEGER NOT NULL,
    look_again REAL NOT NULL,
    snapshot BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS probe (written REAL NOT NULL);
"""
FROM_THE_FIRST_SCHEMA = """
BEGIN IMMEDIATE;
INSERT INTO saved_rooms SELECT code, fence, version, look_again, snapshot FROM rooms;
DROP TABLE rooms;
COMMIT;
"""

# A lower stored fence or version is the past; the same pair again is a retry of the same save.
SAVE = """
UPDATE saved_rooms SET fence = :fence, version = :version, snapshot = :snapshot, look_again = :look_again
WHERE code = :code AND (fence < :fence OR (fence = :fence AND version <= :version))
"""
DELETE = """
DELETE FROM saved_rooms
WHERE code = :code AND (fence < :fence OR (fence = :fence AND version <= :version))
"""

Pending = tuple[Commit, Callable[[CommitResult], None]]


class Embedded:
    """`Backend` over one file. Everything happens on the loop's thread."""

    def __init__(self, path: Path, outlet: Outlet, synchronous: Synchronous = "NORMAL") -> None:
        self._path = path
        self._outlet = outlet
        self._synchronous = synchronous
        self._lock: IO[bytes] | None = None
        self._db: sqlite3.Connection | None = None
        self._batch: list[Pending] = []
        self._is_failing = False
        self._has_deleted = False
        self._look_again: dict[RoomCode, float] = {}
        self._checkpoints = Checkpoints(path)

    async def open(self) -> None:
        """Open or create the file, and hold it alone. Raises BackendInUse, StoreAway."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock = self._path.with_name(self._path.name + ".lock").open("ab")
        except OSError as error:
            raise StoreAway(error.strerror) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise BackendInUse(str(self._path)) from error
        self._lock = lock
        try:
            db = sqlite3.connect(self._path, timeout=0, isolation_level=None, cached_statements=32)
            self._db = db
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(f"PRAGMA synchronous = {self._synchronous}")
            db.execute("PRAGMA secure_delete = ON")
            db.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
            db.executescript(SCHEMA)
            if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'rooms'").fetchone():
                db.executescript(FROM_THE_FIRST_SCHEMA)
            self._look_again = dict(db.execute("SELECT code, look_again FROM saved_rooms"))
        except sqlite3.Error as error:
            await self.close()
            raise StoreAway(str(error)) from error

    async def close(self) -> None:
        """Save what is pending, fold the log into the file, let go of it."""
        self._flush()
        self._checkpoints.close()
        if self._db is not None:
            self._db.close()
            self._db = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def is_ready(self) -> bool:
        """Whether a save would work. After a failure it is tried: an instance that is sent nothing because
        it is unready would never find out by itself."""
        if self._db is None:
            return False
        if self._is_failing:
            try:
                self._db.execute(
                    "INSERT OR REPLACE INTO probe (rowid, written) VALUES (1, ?)", (time.time(),)
                )
            except sqlite3.Error:
                return False
            self._is_failing = False
        return True

    # -- rooms (`actors.ports.RoomStore`)

    async def create(self, code: RoomCode, snapshot: bytes, look_again: float) -> int | None:
        fence = _milliseconds()
        try:
            self._open_db().execute(
                "INSERT INTO saved_rooms VALUES (?, ?, 0, ?, ?)", (code, fence, look_again, snapshot)
            )
        except sqlite3.IntegrityError:
            return None
        except sqlite3.Error as error:
            self._note(error)
            raise StoreAway(str(error)) from error
        self._look_again[code] = look_again
        return fence

    async def claim(self, code: RoomCode) -> Claim | None:
        try:
            row = (
                self._open_db()
                .execute(
                    "UPDATE saved_rooms SET fence = max(fence + 1, ?) WHERE code = ? RETURNING fence, snapshot",
                    (_milliseconds(), code),
                )
                .fetchone()
            )
        except sqlite3.Error as error:
            self._note(error)
            raise StoreAway(str(error)) from error
        return None if row is None else Claim(fence=row[0], snapshot=row[1])

    async def due(self, now: float, limit: int) -> tuple[RoomCode, ...]:
        await self._checkpoints.fold()
        if self._has_deleted:
            self._empty_the_log()
        codes = [code for code, look_again in self._look_again.items() if look_again <= now]
        return tuple(heapq.nsmallest(limit, codes, key=self._look_again.__getitem__))

    def speak(self, delivery: Delivery, lost: Callable[[], None]) -> None:  # noqa: ARG002 - never
        """At once: the file has one owner."""
        self._outlet.deliver(delivery)

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        """Save at the end of this turn of the loop, together with every other room's commit."""
        if not self._batch:
            asyncio.get_running_loop().call_soon(self._flush)
        self._batch.append((commit, done))

    # -- the log

    def _empty_the_log(self) -> None:
        """Names do not stay in it either. Almost all of it has just been folded. Raises StoreAway."""
        try:
            busy, _, _ = self._open_db().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            self._note(error)
            raise StoreAway(str(error)) from error
        self._has_deleted = bool(busy)

    # -- the batch

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        if not batch:
            return
        try:
            results = self._save([commit for commit, _ in batch])
        except (sqlite3.Error, StoreAway) as error:
            self._note(error)
            results = [self._save_alone(commit) for commit, _ in batch]
        else:
            self._is_failing = False
            self._checkpoints.saved(len(batch))
        for (commit, done), result in zip(batch, results, strict=True):
            if result is CommitResult.DONE:
                self._remember(commit)
            try:
                done(result)
                if result is CommitResult.DONE:
                    self._outlet.deliver(commit.delivery)
            except Exception:  # one room's trouble is not the others'
                log.exception("commit_result_not_heard", room=commit.code)

    def _remember(self, commit: Commit) -> None:
        if commit.snapshot is None:
            self._look_again.pop(commit.code, None)
        else:
            self._look_again[commit.code] = commit.look_again

    def _save_alone(self, commit: Commit) -> CommitResult:
        """One bad row must not fail the other rooms' saves."""
        try:
            return self._save([commit])[0]
        except (sqlite3.Error, StoreAway) as error:
            self._note(error)
            return CommitResult.FAILED

    def _save(self, commits: list[Commit]) -> list[CommitResult]:
        """One transaction. Raises, and then nothing of it is saved."""
        db = self._open_db()
        db.execute("BEGIN IMMEDIATE")
        try:
            results = [self._save_one(db, commit) for commit in commits]
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        return results

    def _save_one(self, db: sqlite3.Connection, commit: Commit) -> CommitResult:
        parameters = {
            "code": commit.code,
            "fence": commit.fence,
            "version": commit.version,
            "snapshot": commit.snapshot,
            "look_again": commit.look_again,
        }
        changed = db.execute(DELETE if commit.snapshot is None else SAVE, parameters).rowcount
        self._has_deleted |= commit.snapshot is None
        return CommitResult.DONE if changed else CommitResult.REFUSED

    def _open_db(self) -> sqlite3.Connection:
        if self._db is None:
            raise StoreAway("closed")
        return self._db

    def _note(self, error: Exception) -> None:
        """Say it once when it begins: a full disk is met by every room at once."""
        if not self._is_failing:
            log.error("store_failing", kind=type(error).__name__, reason=_reason(error))
        self._is_failing = True


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


def _reason(error: Exception) -> str:
    """SQLite's own name of what is wrong, e.g. SQLITE_FULL."""
    return getattr(error, "sqlite_errorname", "unknown")
