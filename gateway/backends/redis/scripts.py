"""The Lua scripts beside this file, and the order of their arguments. Each script's head describes it."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from actors.messages import RoomCode
from actors.ports import Commit, HandedOver
from gateway import letters
from gateway.backend import InstanceId
from gateway.backends.redis.keys import Keys, bucket
from gateway.backends.redis.line import Call, Reply, Script, Word

FOLDER = Path(__file__).with_name("scripts")

Letters = Sequence[tuple[InstanceId, bytes]]

_encode = msgspec.json.Encoder().encode


class Scripts:
    """Calls of one instance."""

    def __init__(self, keys: Keys, instance: InstanceId) -> None:
        self._keys = keys
        self._instance = instance
        self._scripts = {path.stem: Script.of(path.read_bytes()) for path in FOLDER.glob("*.lua")}

    def create(self, code: RoomCode, snapshot: bytes, look_again: float) -> Call:
        watchers = _encode([self._instance])
        return self._of_room("create", code, code, self._instance, snapshot, _seconds(look_again), watchers)

    def read(self, code: RoomCode) -> Call:
        """Its owner and its fence, each None where there is none."""
        key = self._keys.room(code)
        return Call(key, ("HMGET", key, "owner", "fence"))

    def claim(self, code: RoomCode, fence: int) -> Call:
        owns = letters.encode(letters.Owns(self._instance, code, 0)).removesuffix(b"0}")
        channels = self._keys.channel(InstanceId(""))
        return self._of_record("claim", code, str(fence), self._instance, owns, channels)

    def save(self, commit: Commit, sent: Letters, *, may_create: bool) -> Call:
        """This instance is among those that are told of a new owner: people at it may look at the room."""
        watchers = list(dict.fromkeys([self._instance, *(instance for instance, _ in sent)]))
        published: list[Word] = []
        for instance, letter in sent:
            published += (self._keys.channel(instance), letter)
        return self._of_room(
            "save",
            commit.code,
            commit.code,
            self._instance,
            str(commit.fence),
            commit.version,
            _seconds(commit.look_again),
            "1" if may_create else "",
            commit.snapshot or b"",
            _encode(watchers),
            *published,
        )

    def release(self, code: RoomCode, left: HandedOver, to: InstanceId) -> Call:
        channel = self._keys.channel(to) if to else ""
        offer = letters.encode(letters.Offer(self._instance, code, left.looking))
        return self._of_record("release", code, str(left.fence), channel, offer)

    def check(self, code: RoomCode, fence: int) -> Call:
        return self._of_record("check", code, str(fence))

    def due(self, number: int, now: float, limit: int) -> Call:
        key = self._keys.due(number)
        return self._call("due", (key,), _seconds(now), limit, self._keys.rooms(number))

    def heartbeat(self, lease_ms: int, info: bytes) -> Call:
        return self._call("heartbeat", (self._keys.beats, self._keys.info), self._instance, lease_ms, info)

    def leave(self) -> Call:
        return self._call("leave", (self._keys.beats, self._keys.info), self._instance)

    def publish(self, to: InstanceId, letter: bytes) -> Call:
        """Always by the same node, so that letters keep their order."""
        return Call(self._keys.beats, ("PUBLISH", self._keys.channel(to), letter))

    def _of_record(self, name: str, code: RoomCode, *arguments: Word) -> Call:
        return self._call(name, (self._keys.room(code),), *arguments)

    def _of_room(self, name: str, code: RoomCode, *arguments: Word) -> Call:
        return self._call(name, (self._keys.room(code), self._keys.due(bucket(code))), *arguments)

    def _call(self, name: str, keys: tuple[str, ...], *arguments: Word) -> Call:
        return Call(keys[0], (len(keys), *keys, *arguments), self._scripts[name])


def listed(reply: object) -> list[bytes]:
    """A script's reply: all of them answer with a list of strings."""
    if not isinstance(reply, list):
        raise TypeError(f"a script answered {type(reply).__name__}")
    return reply


def said(reply: Reply) -> bytes:
    """The first word of a script's reply."""
    return listed(reply)[0]


def _seconds(when: float) -> str:
    return f"{when:.3f}"
