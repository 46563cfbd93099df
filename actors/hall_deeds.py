"""What each command does to a hall: one match over the closed set, pure but for the chance it is given."""

from collections.abc import Container, Mapping
from random import Random
from typing import assert_never

from msgspec import Raw
from msgspec.structs import replace

from actors import hall_rounds, names, play
from actors.answers import Code, Refusal
from actors.between import Announced, What
from actors.hall_commands import (
    Announce,
    CountDown,
    DissolveTable,
    EndRound,
    LeaveHall,
    LookFor,
    NameOrganiser,
    OrganisersCommand,
    Plan,
    SeatEveryone,
    SeatWaiting,
)
from actors.hall_rounds import Looks, Reports
from actors.hall_state import MOST_PEOPLE, HallState, Person
from actors.messages import Join, PlayerId, RoomCode, Told
from engines.core import AnyEngine


def apply(  # noqa: C901, PLR0911, PLR0912 - one flat match over the closed set of commands
    state: HallState,
    engines: Mapping[str, AnyEngine],
    told: Told,
    reports: Reports,
    chance: Random,
    now: float,
    looks: Looks,
) -> HallState:
    """The effect of one command. Raises Refusal, and then nothing has happened."""
    player, command = told.player, told.command
    if isinstance(command, Join):
        return _join(state, player, command.name)
    if isinstance(command, LeaveHall):
        return _leave(state, player)
    if not isinstance(command, OrganisersCommand):
        raise Refusal(Code.MALFORMED)  # a room's
    if player not in state.organisers:
        raise Refusal(Code.NOT_ORGANISER)
    engine = engines[state.game_name]
    match command:
        case NameOrganiser(player=named):
            return _name(state, PlayerId(named))
        case Plan(game=game, options=options):
            return _plan(state, engines, game, bytes(options))
        case SeatEveryone(phase=phase):
            _same(state, phase)
            return hall_rounds.seat_everyone(state, engine, reports, chance, now, looks=looks)
        case SeatWaiting(phase=phase):
            _same(state, phase)
            return hall_rounds.seat_waiting(state, engine, chance)
        case EndRound(phase=phase, at_once=at_once):
            _same(state, phase)
            return hall_rounds.end(state, at_once=at_once)
        case DissolveTable(table=table):
            here = {person.id for person in hall_rounds.present(state, reports, now, looks)}
            return _dissolve(state, RoomCode(table), here)
        case Announce(what=what):
            return _announce(state, what)
        case CountDown(seconds=seconds):
            return hall_rounds.say_to_all(replace(state, ends_at=now + seconds if seconds else None))
        case LookFor():
            return state
        case _:
            assert_never(command)


def _same(state: HallState, phase: str) -> None:
    if phase != state.phase:
        raise Refusal(Code.STALE)


def _join(state: HallState, player: PlayerId, raw_name: str) -> HallState:
    """A place in the hall; a chair that is kept stays. Where the hall is full, somebody who is away makes room."""
    name = names.clean(raw_name)
    if name is None:
        raise Refusal(Code.BAD_NAME)
    person = state.people.get(player)
    if person is not None:
        if person.table is not None:
            return state
        back = replace(person, name=name, is_away=False, rests=False)
        return state if back == person else replace(state, people={**state.people, player: back})
    if len(state.people) >= MOST_PEOPLE:
        absent = next(
            (each.id for each in state.people.values() if each.is_away and each.table is None), None
        )
        if absent is None:
            raise Refusal(Code.HALL_FULL)
        state = state.without_person(absent)
    number = state.gone.get(player, state.joined + 1)
    return replace(
        state,
        people={**state.people, player: Person(player, number, name)},
        gone={each: kept for each, kept in state.gone.items() if each != player},
        joined=max(number, state.joined),
    )


def _leave(state: HallState, player: PlayerId) -> HallState:
    if player not in state.people:
        return state
    return hall_rounds.take_from(state, player, rests=True).without_person(player)


def _name(state: HallState, player: PlayerId) -> HallState:
    if player not in state.people:
        raise Refusal(Code.NOT_JOINED)
    if player in state.organisers:
        return state
    return replace(state, organisers=(*state.organisers, player))


def _plan(state: HallState, engines: Mapping[str, AnyEngine], game: str, options: bytes) -> HallState:
    engine = engines.get(game)
    if engine is None:
        raise Refusal(Code.NO_SUCH_GAME)
    whole = play.whole_options(engine, options)
    same = game == state.game_name and bytes(whole) == bytes(state.options)
    return state if same else replace(state, game_name=game, options=Raw(whole))


def _dissolve(state: HallState, code: RoomCode, here: Container[PlayerId]) -> HallState:
    table = state.tables.get(code)
    if table is None or not table.is_going:
        raise Refusal(Code.NO_TABLE)
    away = [player for player in table.people if player not in here]
    return hall_rounds.dissolve(state, [code], away)


def _announce(state: HallState, what: What) -> HallState:
    number = 1 if state.announced is None else state.announced.number + 1
    return hall_rounds.say_to_all(replace(state, announced=Announced(number, what)))
