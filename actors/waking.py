"""From what lies in the store to a living actor, and what is saved of a room or a hall that is new.

A code's length tells which of the two it names (`codes`).
"""

import logging
from collections.abc import Mapping

import msgspec
import pykka
from msgspec.structs import replace

from actors import hall_table, play, timers
from actors.answers import Code, Refusal
from actors.between import Word
from actors.clock import Clock
from actors.codes import is_hall_code
from actors.hall import HallActor
from actors.hall_state import HALL_SNAPSHOT_VERSION, HallState, SavedHall, decode_hall, encode_hall
from actors.messages import PlayerId, RoomCode
from actors.ports import RoomPort
from actors.room import RoomActor
from actors.state import SNAPSHOT_VERSION, RoomState, Saved, decode_snapshot, encode_snapshot
from actors.timers import SHUTOFF_S
from engines.core import AnyEngine

log = logging.getLogger("kortlek.rooms")

Either = Saved | SavedHall
AnyRef = pykka.ActorRef[RoomActor] | pykka.ActorRef[HallActor]


class New(msgspec.Struct, frozen=True):
    """Something to be created: its record."""

    saved: Either
    snapshot: bytes
    look_again: float


def new_room(code: RoomCode, engine: AnyEngine, options: bytes, now: float) -> New:
    """Raises Refusal."""
    state = RoomState(code=code, game_name=engine.name, options=play.whole_options(engine, options))
    return _new_room(timers.stop(state, now), now)


def new_table(code: RoomCode, engine: AnyEngine, word: Word, now: float) -> New:
    """A hall's, with chairs for its people. Raises Refusal."""
    return _new_room(hall_table.opened(code, engine, word, now), now)


def new_hall(code: RoomCode, engine: AnyEngine, options: bytes, organiser: PlayerId, now: float) -> New:
    """Raises Refusal."""
    state = HallState(
        code=code,
        game_name=engine.name,
        options=play.whole_options(engine, options),
        organisers=(organiser,),
        shutoff=now + SHUTOFF_S,
    )
    saved = SavedHall(HALL_SNAPSHOT_VERSION, now, state)
    return New(saved, encode_hall(saved), now + SHUTOFF_S)


def of_game(engines: Mapping[str, AnyEngine], game: str) -> AnyEngine:
    """Raises Refusal."""
    engine = engines.get(game)
    if engine is None:
        raise Refusal(Code.NO_SUCH_GAME)
    return engine


def load(code: RoomCode, snapshot: bytes, engines: Mapping[str, AnyEngine]) -> Either:
    """A saved room or hall. A room's game is decoded by its engine; one that no engine of today can read is given up,
    the room and its chairs stay."""
    if is_hall_code(code):
        return decode_hall(snapshot)
    saved = decode_snapshot(snapshot)
    room = saved.room
    if room.game is None:
        return saved
    engine = engines[room.game_name]
    if room.game.engine_version != engine.version:
        log.error("game_of_another_version", extra={"fields": {"room": room.code}})
        return replace(saved, room=play.to_lobby(room))
    state = msgspec.convert(room.game.state, engine.State)
    return replace(saved, room=replace(room, game=replace(room.game, state=state)))


def animate(
    saved: Either, fence: int, engines: Mapping[str, AnyEngine], clock: Clock, port: RoomPort
) -> AnyRef:
    if isinstance(saved, SavedHall):
        return HallActor.start(saved, fence, engines, clock, port)
    return RoomActor.start(saved, fence, engines, clock, port)


def _new_room(state: RoomState, now: float) -> New:
    saved = Saved(SNAPSHOT_VERSION, now, state)
    return New(saved, encode_snapshot(saved), timers.look_again(state, now))
