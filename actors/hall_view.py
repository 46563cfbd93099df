"""The one way from a hall's state, and what its tables have reported, to what somebody sees.

`public` is for everybody and encoded once; `own` is one of a few parts, the same for all of whom the same is true.
No card comes near: tables are what they report, which is made of what their spectators see.
"""

from collections import Counter
from collections.abc import Mapping

import msgspec
from msgspec import Raw, Struct

from actors import names
from actors.between import Announced, Reported
from actors.hall_rounds import Reports
from actors.hall_state import HallStage, HallState, HallTable, Person, Result
from actors.messages import PlayerId, RoomCode
from engines.core import AnyEngine

FOUND = 20


class SizeView(Struct, frozen=True):
    """So many tables of this size."""

    size: int
    tables: int


class HallView(Struct, frozen=True):
    """The hall's public part.

    phase     the key that commands must name
    people    how many are here, in the hall and at tables
    waiting   how many of them have no chair
    tables    of this round; `over` how many of them have ended their game; they may play another until the round is over
    plan      how those would be spread who would be seated now; `left_over` are too few or too many
    left_s    of the countdown
    """

    code: str
    stage: HallStage
    phase: str
    round: int
    game: str
    options: Raw
    min_seats: int
    max_seats: int
    people: int
    waiting: int
    tables: int
    over: int
    plan: tuple[SizeView, ...]
    left_over: int
    announced: Announced | None
    left_s: float | None


class HallYouView(Struct, frozen=True):
    """What the hall knows of this viewer. `table`: where the chair is; attach to it. `place` and `status` are that
    table's, as in `TableView`."""

    has_joined: bool
    is_organiser: bool
    rests: bool
    table: str | None
    place: int | None = None
    status: str | None = None


class ReachedView(Struct, frozen=True):
    """What a table has reached, so far or in the end (`engines.core.Score`).

    leaders   where everybody plays for themselves: what they are called who lead, or have won, of those still there;
              `points` are theirs. Empty where all play together
    rank      of the table among all of the round, 1 for the best; None where tables are not compared: everybody
              plays for themselves, or not all play the same game
    """

    done: int
    failed: int
    goal: int
    leaders: tuple[str, ...]
    points: int
    rank: int | None


class TableView(Struct, frozen=True):
    """A table of the round, as it was last heard of. There are two hundred of them in one view: short.

    place      its number on the screen
    status     `opening` until it is heard of, `lobby`, `playing`, `over`
    since_s    for how long it has been in its phase
    people     what they are called who sit there, twins with a number; `awaited` and `away` are indexes of these
    is_short   fewer sit there than its game takes
    """

    code: str
    place: int
    game: str
    status: str
    phase: str
    since_s: float
    people: tuple[str, ...]
    awaited: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    is_short: bool = False
    reached: ReachedView | None = None


class PersonView(Struct, frozen=True):
    """Somebody in the hall; `place` is the table's number."""

    id: str
    name: str
    is_here: bool
    place: int | None


class HallPublic(Struct, frozen=True):
    fence: int
    version: int
    hall: HallView


class HallOwn(Struct, frozen=True):
    """`people` are for organisers."""

    you: HallYouView
    people: tuple[PersonView, ...] | None


class HallTables(Struct, frozen=True):
    """For everybody once the round is over, and public then; before that for organisers, and for those who look on
    without having joined."""

    tables: tuple[TableView, ...] | None


_encode = msgspec.json.Encoder().encode


class HallViews:
    """The parts of one delivery, each made when somebody needs it, and made once."""

    def __init__(
        self, state: HallState, engines: Mapping[str, AnyEngine], reports: Reports, fence: int, now: float
    ) -> None:
        self._state = state
        self._engines = engines
        self._reports = reports
        self._fence = fence
        self._now = now
        self._shown: HallTables | None = None
        self._made: dict[tuple[HallYouView, str | None], bytes] = {}

    def public(self) -> bytes:
        """`"fence":…,"version":…,"hall":…` for everybody, and the tables of a round that is over."""
        public = HallPublic(self._fence, self._state.version, self._hall())
        return _members(public, self._tables()) if self._is_over else _members(public)

    def own(self, player: PlayerId, text: str) -> bytes:
        """`"you":…,"people":…`, and the tables while they are not public; `text` is what an organiser looks for."""
        you = you_of(self._state, self._reports, player)
        key = (you, text if you.is_organiser else None)
        made = self._made.get(key)
        if made is None:
            own = HallOwn(you, self._people(text) if you.is_organiser else None)
            sees_tables = you.is_organiser or not you.has_joined
            tables = self._tables() if sees_tables else HallTables(None)
            made = self._made[key] = _members(own) if self._is_over else _members(own, tables)
        return made

    @property
    def _is_over(self) -> bool:
        return self._state.stage is HallStage.OVER

    def _hall(self) -> HallView:
        state, now = self._state, self._now
        engine = self._engines[state.game_name]
        going = state.going()
        waiting = len(state.waiting())
        people = sum(person.is_in_hall for person in state.people.values())
        people += sum(_here(table, self._reports.get(table.code)) for table in going)
        to_seat = waiting if state.stage is HallStage.PLAYING else people
        plan = state.plan(engine, to_seat)
        sizes = Counter(plan)
        return HallView(
            code=state.code,
            stage=state.stage,
            phase=state.phase,
            round=state.round,
            game=state.game_name,
            options=state.options,
            min_seats=engine.seats.start,
            max_seats=engine.seats.stop - 1,
            people=people,
            waiting=waiting,
            tables=len(going),
            over=sum(_status(table, self._reports.get(table.code)) == "over" for table in going),
            plan=tuple(SizeView(size, sizes[size]) for size in sorted(sizes, reverse=True)),
            left_over=to_seat - sum(plan),
            announced=state.announced,
            left_s=None if state.ends_at is None else max(0.0, round(state.ends_at - now, 2)),
        )

    def _tables(self) -> HallTables:
        if self._shown is None:
            going = self._state.going()
            results = {table.code: result for table in going if (result := self._result(table)) is not None}
            ranks = _ranks(going, results)
            self._shown = HallTables(
                tuple(self._table(table, _reached(results, ranks, table.code)) for table in going)
            )
        return self._shown

    def _result(self, table: HallTable) -> Result | None:
        """In the end, or so far."""
        report = self._reports.get(table.code)
        if table.is_over or report is None:
            return table.result
        return None if report.score is None else Result(report.score, report.names)

    def _table(self, table: HallTable, reached: ReachedView | None) -> TableView:
        report = self._reports.get(table.code)
        if report is None:
            called = names.numbered(self._state.people[player].name for player in table.people)
            people = tuple(names.shown(*each) for each in called)
            status = _status(table, report)
            return TableView(table.code, table.place, table.game, status, "", 0.0, people, reached=reached)
        seats = [seat for seat in report.seats if not seat.has_lapsed]
        return TableView(
            code=table.code,
            place=table.place,
            game=table.game,
            status=_status(table, report),
            phase=report.phase,
            since_s=max(0.0, round(self._now - report.since, 1)) if report.since else 0.0,
            people=tuple(seat.name for seat in seats),
            awaited=tuple(index for index, seat in enumerate(seats) if seat.is_awaited),
            away=tuple(index for index, seat in enumerate(seats) if not seat.is_here),
            is_short=not table.is_over and len(seats) < self._engines[table.game].seats.start,
            reached=reached,
        )

    def _people(self, text: str) -> tuple[PersonView, ...]:
        wanted = text.strip().casefold()
        found = []
        for person in self._state.people.values():
            if wanted in person.name.casefold():
                found.append(self._person(person))
                if len(found) == FOUND:
                    break
        return tuple(found)

    def _person(self, person: Person) -> PersonView:
        table = None if person.table is None else self._state.tables.get(person.table)
        return PersonView(person.id, person.name, not person.is_away, None if table is None else table.place)


def _members(*parts: Struct) -> bytes:
    """Of one JSON object, without its braces."""
    return b",".join(_encode(part)[1:-1] for part in parts)


def you_of(state: HallState, reports: Reports, player: PlayerId) -> HallYouView:
    """The way to a table is shown once the table is there."""
    person = state.people.get(player)
    is_organiser = player in state.organisers
    if person is None:
        return HallYouView(has_joined=False, is_organiser=is_organiser, rests=False, table=None)
    table = None if person.table is None else state.tables.get(person.table)
    if table is None or not table.is_open or not table.is_going:
        return HallYouView(has_joined=True, is_organiser=is_organiser, rests=person.rests, table=None)
    return HallYouView(
        has_joined=True,
        is_organiser=is_organiser,
        rests=person.rests,
        table=table.code,
        place=table.place,
        status=_status(table, reports.get(table.code)),
    )


def _ranks(tables: list[HallTable], results: Mapping[RoomCode, Result]) -> dict[RoomCode, int]:
    """Of the tables that can be compared."""
    if len({table.game for table in tables}) != 1 or any(result.score.points for result in results.values()):
        return {}
    furthest = sorted((result.score.standing for result in results.values()), reverse=True)
    return {code: 1 + furthest.index(result.score.standing) for code, result in results.items()}


def _reached(
    results: Mapping[RoomCode, Result], ranks: Mapping[RoomCode, int], code: RoomCode
) -> ReachedView | None:
    result = results.get(code)
    if result is None:
        return None
    score = result.score
    leaders = tuple(result.names[seat] for seat in score.leads)
    points = score.points[score.leads[0]] if score.leads else 0
    return ReachedView(score.done, score.failed, score.goal, leaders, points, ranks.get(code))


def _status(table: HallTable, report: Reported | None) -> str:
    if table.is_over:
        return "over"
    return "opening" if report is None else report.status


def _here(table: HallTable, report: Reported | None) -> int:
    return len(table.people) if report is None else sum(seat.is_here for seat in report.seats)
