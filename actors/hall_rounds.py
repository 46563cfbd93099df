"""Rounds of a hall: seating, latecomers, what tables report, the end. Pure functions from one state to the next."""

from collections.abc import Callable, Container, Mapping
from functools import partial
from random import Random

from msgspec.structs import replace

from actors.answers import Code, Refusal
from actors.between import Reported, Wants
from actors.codes import new_code
from actors.hall_state import HallStage, HallState, HallTable, Person, Result
from actors.messages import PlayerId, RoomCode
from actors.seating import TABLES, meetings, sizes, spread
from actors.state import Status
from engines.core import AnyEngine

Reports = Mapping[RoomCode, Reported]
NewCode = Callable[[], RoomCode]
Looks = Callable[[PlayerId], bool]
"""Whether somebody looks at the hall, or did a moment ago."""
ROUNDS_KEPT = 20
"""Of which it is known who sat with whom: it is in every save."""
AWAY_S = 15.0
"""Without a connection for so long: away, and not seated. A killed instance's people are back by then."""


def seat_everyone(
    state: HallState,
    engine: AnyEngine,
    reports: Reports,
    chance: Random,
    now: float,
    code: NewCode = new_code,
    *,
    looks: Looks,
) -> HallState:
    """The next round: whoever is here sits at a table, as far as the numbers allow. Tables of the round before are
    dissolved."""
    if state.stage is HallStage.PLAYING:
        raise Refusal(Code.GAME_RUNNING)
    gathered = {person.id for person in present(state, reports, now, looks)}
    state = dissolve(state, [table.code for table in state.going()])
    people = {
        each.id: replace(each, rests=False, is_away=each.id not in gathered) for each in state.people.values()
    }
    past = (*state.past, ())[-ROUNDS_KEPT:]
    state = replace(state, people=people, stage=HallStage.PLAYING, round=state.round + 1, places=0, past=past)
    return _seat(replace(state, announced=None, ends_at=None), engine, chance, code, TABLES)


def seat_waiting(state: HallState, engine: AnyEngine, chance: Random, code: NewCode = new_code) -> HallState:
    """More tables in the running round."""
    _must_play(state)
    return _seat(state, engine, chance, code, TABLES - len(state.going()))


def present(state: HallState, reports: Reports, now: float, looks: Looks) -> list[Person]:
    """Who is here, or was a moment ago: in the hall, whether they have a table or not, or at a table, also without a
    chair there. Of a table that has not reported nobody is taken for away."""
    missed = {
        (table.code, seat.id)
        for table in state.going()
        if (report := reports.get(table.code)) is not None
        for seat in report.seats
        if seat.away_since is not None and now - seat.away_since >= AWAY_S and not looks(seat.id)
    }
    looking_on = lookers(state, reports)
    return [
        person
        for person in state.people.values()
        if (not person.is_away if person.table is None else (person.table, person.id) not in missed)
        or person.id in looking_on
    ]


def lookers(state: HallState, reports: Reports) -> set[PlayerId]:
    """Who looks on at a table without a chair there."""
    heard = (reports.get(table.code) for table in state.going())
    return {player for report in heard if report is not None for player in report.lookers}


def _must_play(state: HallState) -> None:
    if state.stage is not HallStage.PLAYING:
        raise Refusal(Code.NO_GAME)


def _seat(state: HallState, engine: AnyEngine, chance: Random, code: NewCode, most: int) -> HallState:
    waiting = {person.number: person for person in state.waiting()}
    table_sizes = sizes(len(waiting), engine.seats, engine.best_seats, most)
    if not table_sizes:
        raise Refusal(Code.TOO_FEW, max(engine.seats.start - len(waiting), 0))
    seating = spread(tuple(waiting), table_sizes, meetings(state.past), chance)
    tables, people = dict(state.tables), dict(state.people)
    for place, numbers in enumerate(seating.tables, state.places + 1):
        room = code()
        sitting = tuple(waiting[number].id for number in numbers)
        tables[room] = HallTable(room, place, state.game_name, state.options, sitting)
        people.update((player, replace(people[player], table=room)) for player in sitting)
    together = (*state.past[-1], *seating.tables)
    places = state.places + len(seating.tables)
    return replace(state, tables=tables, people=people, places=places, past=(*state.past[:-1], together))


# -- single tables


def want(state: HallState, codes: list[RoomCode], wants: Wants) -> HallState:
    """Of each of these tables."""
    tables = dict(state.tables)
    for code in codes:
        table = tables[code]
        tables[code] = replace(table, wants=wants, number=table.number + 1)
    return replace(state, tables=tables)


def dissolve(state: HallState, codes: list[RoomCode], away: Container[PlayerId] = ()) -> HallState:
    """Their people are in the hall again; who is not `away` is here until it is seen that they are not."""
    state = _freed(state, codes, away)
    closed = {code for code in codes if state.tables[code].is_closed}
    tables = {code: table for code, table in state.tables.items() if code not in closed}
    open_ones = [code for code in codes if code not in closed]
    return want(replace(state, tables=tables), open_ones, Wants.DISSOLVE)


def _freed(state: HallState, codes: list[RoomCode], away: Container[PlayerId]) -> HallState:
    people, tables = dict(state.people), dict(state.tables)
    for code in codes:
        for player in tables[code].people:
            people[player] = replace(people[player], table=None, is_away=player in away)
        tables[code] = replace(tables[code], people=())
    return replace(state, people=people, tables=tables)


def say_to_all(state: HallState) -> HallState:
    """The hall has something new for every table."""
    tables = {
        code: replace(table, number=table.number + 1) if table.is_going else table
        for code, table in state.tables.items()
    }
    return replace(state, tables=tables)


def end(state: HallState, *, at_once: bool) -> HallState:
    _must_play(state)
    wants = Wants.STOP if at_once else Wants.FINISH
    codes = [t.code for t in state.going() if t.wants is Wants.PLAY or (at_once and not t.is_over)]
    return want(state, codes, wants)


def take_from(state: HallState, player: PlayerId, *, rests: bool, is_away: bool = False) -> HallState:
    """This person has no chair any more."""
    person = state.people[player]
    table = None if person.table is None else state.tables.get(person.table)
    if table is not None:
        people = tuple(other for other in table.people if other != player)
        state = state.with_table(table.code, people=people, number=table.number + 1)
    return state.with_person(player, table=None, rests=rests, is_away=is_away, left=person.table)


# -- what tables say


def reported(state: HallState, report: Reported) -> HallState:
    """Make the state agree with what a table has reported, having taken the present word."""
    table = state.tables.get(report.table)
    if table is None or not table.is_going:
        return state
    if not table.is_open:
        state = state.with_table(table.code, is_open=True)
    if report.number != table.number:
        return state
    lapsed = {seat.id for seat in report.seats if seat.has_lapsed}.difference(report.line)
    known = {seat.id for seat in report.seats}.union(report.line)
    for player in table.people:
        if player not in known:
            state = take_from(state, player, rests=True)
        elif player in report.stranded:  # who was silent is seated again on coming
            state = take_from(state, player, rests=False, is_away=player in lapsed)
    table = state.tables[table.code]
    result = table.result if report.score is None else Result(report.score, report.names)
    is_over = table.wants is not Wants.PLAY and report.status != Status.PLAYING.value
    is_result = is_over or report.status == Status.OVER.value
    if is_over != table.is_over or (is_result and result != table.result):
        state = state.with_table(table.code, is_over=is_over, result=result if is_result else table.result)
    return state


def gone(state: HallState, code: RoomCode, new: NewCode = new_code) -> HallState:
    """There is no room under this code. A table that nobody has heard of yet is opened under another one. One that was
    there has closed because nobody had been at it for long: whoever is here all the same is seen, or comes. What it
    has reached stays."""
    table = state.tables.get(code)
    if table is None or table.is_closed:
        return state
    if table.is_going and not table.is_open:
        return renamed(state, code, new())
    if table.is_going:
        state = _freed(state, [code], away=table.people)
        if table.is_over or table.result is not None:
            return state.with_table(code, is_over=True, is_closed=True)
    return replace(state, tables={c: t for c, t in state.tables.items() if c != code})


def renamed(state: HallState, code: RoomCode, to: RoomCode) -> HallState:
    """The code was somebody else's."""
    tables = {c: t for c, t in state.tables.items() if c != code}
    tables[to] = replace(state.tables[code], code=to, number=1, is_open=False)
    people = {
        player: replace(person, table=to) if person.table == code else person
        for player, person in state.people.items()
    }
    return replace(state, tables=tables, people=people)


# -- what follows from any change


def settle(state: HallState, reports: Reports) -> HallState:
    """Latecomers have chairs; the round is over when every table is."""
    if state.stage is not HallStage.PLAYING:
        return state
    state = _seat_latecomers(state, reports)
    if all(table.is_over for table in state.going()):
        state = replace(state, stage=HallStage.OVER, ends_at=None)
    return state


def _seat_latecomers(state: HallState, reports: Reports) -> HallState:
    """The next chair that a running table may give, at the table with the fewest people."""
    takes = {}
    for table in state.going():
        report = reports.get(table.code)
        if (
            report is not None
            and report.takes
            and report.number == table.number
            and table.wants is Wants.PLAY
        ):
            takes[table.code] = report.takes
    if not takes:  # asked first: tables are fewer than people
        return state
    for person in state.waiting():
        free = [code for code, chairs in takes.items() if chairs > 0]
        if not free:
            break
        theirs = [code for code in free if person.id not in reports[code].stranded]
        if not theirs:
            continue
        code = min(theirs, key=partial(_suits, state, person))
        takes[code] -= 1
        table = state.tables[code]
        state = state.with_table(code, people=(*table.people, person.id), number=table.number + 1)
        state = state.with_person(person.id, table=code)
        state = replace(state, past=_sat(state, table, person))
    return state


def _suits(state: HallState, person: Person, code: RoomCode) -> tuple[bool, int, int]:
    """The lower the better."""
    table = state.tables[code]
    return code == person.left, len(table.people), table.place


def _sat(state: HallState, table: HallTable, newcomer: Person) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Who sat together, the newcomer with everybody there."""
    pairs = tuple(tuple(sorted((state.people[other].number, newcomer.number))) for other in table.people)
    return (*state.past[:-1], (*state.past[-1], *pairs))
