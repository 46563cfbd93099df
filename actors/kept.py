"""What rooms and halls have in common: a code, a version, and the answers that were given."""

from typing import NamedTuple

from msgspec import Struct

from actors.messages import PlayerId, RoomCode

ANSWERS_KEPT = 32
"""Answers to applied commands that are kept for each player (room.md 5)."""


class Answered(NamedTuple):
    """An applied command: its id, the version that holds it, and the answer's detail."""

    id: str
    version: int
    detail: str | None = None


class Kept(Struct, frozen=True, kw_only=True):
    """What lies in the store under a code.

    version     rises by one with each commit
    answered    player -> the last 32 answers, a line each: newline, id, version, detail. Text, because every
                commit writes all of them and nobody reads more than one
    """

    code: RoomCode
    version: int = 0
    answered: dict[str, str] = {}

    def answers_kept(self, player: str) -> list[Answered]:
        """The kept answers of a player, oldest first."""
        return [_answered(line) for line in self.answered.get(player, "").splitlines() if line]

    def answer_to(self, player: PlayerId, command: str) -> Answered | None:
        """The kept answer to a command that was applied before."""
        lines = self.answered.get(player, "")
        start = lines.find(f"\n{command} ")
        return None if start < 0 else _answered(lines[start + 1 :].partition("\n")[0])

    def with_answer(self, player: PlayerId, command: str, version: int, detail: str | None) -> dict[str, str]:
        """What `answered` is with one more."""
        lines = f"{self.answered.get(player, '')}\n{command} {version} {detail or ''}"
        if lines.count("\n") > ANSWERS_KEPT:
            lines = lines[lines.index("\n", 1) :]
        return {**self.answered, player: lines}


def _answered(line: str) -> Answered:
    command, version, detail = line.split(" ")
    return Answered(command, int(version), detail or None)
