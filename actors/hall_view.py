"""The one way from a hall's state, and what its tables have reported, to what somebody sees.

`public` is for everybody and encoded once; `own` is one of a few parts, the same for all of whom the same is true.
No card comes near: tables are what they report, which is made of what their spectators see.
"""

from collections import Counter
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from actors import names
from actors.between import Reported
from actors.hall_rounds import Looks, Reports, lookers
from actors.hall_shapes import (
    HallOwn,
    HallPublic,
    HallTables,
    HallView,
    HallYouView,
    PersonView,
    ReachedView,
    SizeView,
    TableView,
)
from actors.hall_state import HallStage, HallState, HallTable, Person, Result
from actors.messages import PlayerId, RoomCode
from engines.core import AnyEngine

FOUND = 20


_encode = msgspec.json.Encoder().encode


class HallViews:
    """The parts of one delivery, each made when somebody needs it, and made once."""

    def __init__(
        self,
        state: HallState,
        engines: Mapping[str, AnyEngine],
        reports: Reports,
        fence: int,
        now: float,
        looks: Looks,
    ) -> None:
        self._state = state
        self._engines = engines
        self._reports = reports
        self._fence = fence
        self._now = now
        self._looks = looks
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
        people = self._count(going)
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

    def _count(self, going: list[HallTable]) -> int:
        """Who is in the hall or at a table, as in `hall_rounds.present`, but for who was there a moment ago."""
        missed = {
            (table.code, seat.id)
            for table in going
            if (report := self._reports.get(table.code)) is not None
            for seat in report.seats
            if not seat.is_here and not self._looks(seat.id)
        }
        looking_on = lookers(self._state, self._reports)
        people = self._state.people.values()
        here = sum(not p.is_away if p.table is None else (p.table, p.id) not in missed for p in people)
        unseen = (self._state.people.get(player) for player in looking_on)
        return here + sum(p is not None and p.table is None and p.is_away for p in unseen)

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
            people = self._called(table)
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

    def _called(self, table: HallTable) -> tuple[str, ...]:
        """Who sits, or sat, at a table that cannot be asked."""
        if table.is_closed:
            return () if table.result is None else table.result.names
        called = names.numbered(self._state.people[player].name for player in table.people)
        return tuple(names.shown(*each) for each in called)

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
