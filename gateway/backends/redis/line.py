"""What crosses to Redis and comes back, without a word of the library: calls, replies, and what may go wrong.

There are two ways of failing, and they are never mixed up (hazards.md 1): for certain nothing has happened, or
nobody knows.
"""

import hashlib
from typing import Protocol

from msgspec import Struct

Word = str | bytes | int
Reply = int | bytes | None | list[bytes | None]


class Script(Struct, frozen=True):
    """A Lua script, run by its digest; Redis learns the text when it does not know the digest."""

    source: bytes
    digest: str

    @classmethod
    def of(cls, source: bytes) -> "Script":
        return cls(source, hashlib.sha1(source, usedforsecurity=False).hexdigest())


class Call(Struct, frozen=True):
    """One command. `key` decides which node it is for."""

    key: str
    words: tuple[Word, ...]
    script: Script | None = None

    def by_digest(self) -> tuple[Word, ...]:
        return self.words if self.script is None else ("EVALSHA", self.script.digest, *self.words)

    def by_source(self) -> tuple[Word, ...]:
        return self.words if self.script is None else ("EVAL", self.script.source, *self.words)


class NotDone(Exception):
    """For certain nothing has happened: it was not sent, or Redis refused it before it ran. `kind` is Redis's
    own word, or "away"."""

    def __init__(self, kind: str = "away") -> None:
        super().__init__(kind)
        self.kind = kind


class Unsure(Exception):
    """It was sent, and there is no answer: it may have run."""


Outcome = Reply | NotDone | Unsure


class Line(Protocol):
    """One connection to one node. It connects when it is used, and again when it is used after a loss."""

    async def exchange(self, commands: list[tuple[Word, ...]]) -> list[Outcome]:
        """Send them together; one outcome for each. Raises NotDone or Unsure if that is true of all."""
        ...

    async def read(self) -> Reply:
        """The next that comes by itself, however long it takes. Raises NotDone when the line is lost."""
        ...

    async def close(self) -> None: ...
