"""The default backend: one SQLite file, written inline on the loop, and no server to install.

All rooms that commit in one turn of the loop share one transaction; its result is known at once.
There is no second thread: beside a busy loop it would starve (hazards.md 8, with figures). WAL with
`synchronous=NORMAL` loses nothing acknowledged when the process dies in any way; `FULL` (a setting)
also covers a power cut. Deleted rooms are overwritten, so that names vanish with them.
"""

import asyncio
import fcntl
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Literal

from actors.messages import RoomCode
from actors.ports import Claim, Commit, CommitResult, Delivery, StoreAway
from gateway.backend import BackendInUse, Outlet
from gateway.logs import EventLog

log = EventLog("embedded")

Synchronous = Literal["NORMAL", "FULL"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY,
    fence INTEGER NOT NULL,
    version INTEGER NOT NULL,
    snapshot BLOB NOT NULL,
    look_again REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS rooms_look_again ON rooms (look_again);
CREATE TABLE IF NOT EXISTS probe (written REAL NOT NULL);
"""

# A lower stored fence or version is the past; the same pair again is a retry of the same save.
SAVE = """
UPDATE rooms SET fence = :fence, version = :version, snapshot = :snapshot, look_again = :look_again
WHERE code = :code AND (fence < :fence OR (fence = :fence AND version <= :version))
"""
DELETE = """
DELETE FROM rooms
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
            db.executescript(SCHEMA)
        except sqlite3.Error as error:
            await self.close()
            raise StoreAway(str(error)) from error

    async def close(self) -> None:
        """Save what is pending, fold the log into the file, let go of it."""
        self._flush()
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
                "INSERT INTO rooms VALUES (?, ?, 0, ?, ?)", (code, fence, snapshot, look_again)
            )
        except sqlite3.IntegrityError:
            return None
        except sqlite3.Error as error:
            self._note(error)
            raise StoreAway(str(error)) from error
        return fence

    async def claim(self, code: RoomCode) -> Claim | None:
        try:
            row = (
                self._open_db()
                .execute(
                    "UPDATE rooms SET fence = max(fence + 1, ?) WHERE code = ? RETURNING fence, snapshot",
                    (_milliseconds(), code),
                )
                .fetchone()
            )
        except sqlite3.Error as error:
            self._note(error)
            raise StoreAway(str(error)) from error
        return None if row is None else Claim(fence=row[0], snapshot=row[1])

    async def due(self, now: float, limit: int) -> tuple[RoomCode, ...]:
        try:
            db = self._open_db()
            if self._has_deleted:
                self._has_deleted = False
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # names do not stay in the log either
            rows = db.execute(
                "SELECT code FROM rooms WHERE look_again <= ? ORDER BY look_again LIMIT ?", (now, limit)
            ).fetchall()
        except sqlite3.Error as error:
            self._note(error)
            raise StoreAway(str(error)) from error
        return tuple(RoomCode(code) for (code,) in rows)

    def speak(self, delivery: Delivery, lost: Callable[[], None]) -> None:  # noqa: ARG002 - never
        """At once: the file has one owner."""
        self._outlet.deliver(delivery)

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        """Save at the end of this turn of the loop, together with every other room's commit."""
        if not self._batch:
            asyncio.get_running_loop().call_soon(self._flush)
        self._batch.append((commit, done))

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
        for (commit, done), result in zip(batch, results, strict=True):
            try:
                done(result)
                if result is CommitResult.DONE:
                    self._outlet.deliver(commit.delivery)
            except Exception:  # one room's trouble is not the others'
                log.exception("commit_result_not_heard", room=commit.code)

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
