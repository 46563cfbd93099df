"""Rounds of a hall as a model: whatever comes in whatever order, nobody has two chairs and the numbers agree."""

from itertools import combinations, count
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec import Raw
from msgspec.structs import replace

from actors import hall_deeds, hall_rounds
from actors.answers import Refusal
from actors.between import Reported, SeatReport, Wants, Word
from actors.hall_commands import LeaveHall
from actors.hall_state import HallStage, HallState, Person
from actors.messages import Connection, Join, PlayerId, ReplyTo, RoomCode, RoomCommand, Told
from actors.seating import sizes
from engines.core import Score
from engines.registry import ENGINES
from tests.support.hall_house import nobody_looks

ENGINE = ENGINES["order"]
NAMES = tuple(PlayerId(f"p{n:02}") for n in range(20))


class Table:
    """What a table of the hall would be: it takes words, whoever it is told of sits, and people leave. In a game that
    is `closed` newcomers stand in line."""

    def __init__(self, word: Word) -> None:
        self.word = word
        self.sits = [invited.id for invited in word.people]
        self.line: list[PlayerId] = []
        self.closed = False
        self.version = 1

    def hears(self, word: Word) -> None:
        if word.number > self.word.number:
            named = [invited.id for invited in word.people]
            before = {invited.id for invited in self.word.people}
            self.sits = [player for player in self.sits if player in named]
            self.line = [player for player in self.line if player in named]
            coming = self.line if self.closed else self.sits
            coming += [player for player in named if player not in before]
            self.word, self.version = word, self.version + 1

    def turns(self, *, closed: bool) -> None:
        self.closed, self.version = closed, self.version + 1
        if not closed:
            self.sits, self.line = [*self.sits, *self.line], []

    def reports(self, code: RoomCode) -> Reported:
        over = self.word.wants in {Wants.STOP, Wants.FINISH}
        seats = tuple(SeatReport(player, player, None, is_awaited=False) for player in self.sits)
        free = 0 if over or self.closed else max(0, ENGINE.seats.stop - 1 - len(self.sits))
        status = "over" if over else "playing"
        score = Score(1, 1, 3)
        return Reported(
            code,
            1,
            self.version,
            self.word.number,
            status,
            "1",
            0.0,
            seats,
            tuple(self.line),
            tuple(self.line),
            free,
            score=score,
        )


class Rounds(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.hall = HallState(
            code=RoomCode("KVR7TDB"), game_name="order", options=Raw(b"{}"), organisers=(NAMES[0],)
        )
        self.tables: dict[RoomCode, Table] = {}
        self.reports: dict[RoomCode, Reported] = {}
        self.chance = Random(1)
        self.codes = (RoomCode(f"{n:06}") for n in count())

    def told(self, player: PlayerId, command: RoomCommand) -> None:
        told = Told(player, ReplyTo(Connection("x.1"), 1), 0.0, command)
        self.change(hall_deeds.apply(self.hall, ENGINES, told, self.reports, self.chance, 0.0, nobody_looks))

    def change(self, hall: HallState) -> None:
        self.hall = hall_rounds.settle(hall, self.reports)

    def new_code(self) -> RoomCode:
        return next(self.codes)

    # -- people

    @rule(player=st.sampled_from(NAMES))
    def joins(self, player: PlayerId) -> None:
        self.told(player, Join(id="j", name=player))

    @rule(player=st.sampled_from(NAMES))
    def leaves_the_hall(self, player: PlayerId) -> None:
        self.told(player, LeaveHall(id="l"))

    @rule(player=st.sampled_from(NAMES), is_away=st.booleans())
    def comes_or_goes(self, player: PlayerId, *, is_away: bool) -> None:
        person = self.hall.people.get(player)
        if person is not None and person.table is None:
            self.change(self.hall.with_person(player, is_away=is_away))

    # -- the organiser

    @rule()
    def everyone_is_seated(self) -> None:
        waits = len(hall_rounds.present(self.hall, self.reports, 0.0, nobody_looks))
        try:
            seated = hall_rounds.seat_everyone(
                self.hall, ENGINE, self.reports, self.chance, 0.0, self.new_code, looks=nobody_looks
            )
        except Refusal:
            assert self.hall.stage is HallStage.PLAYING or not sizes(waits, ENGINE.seats, 4)
            return
        assert sum(len(t.people) for t in seated.going()) == sum(sizes(waits, ENGINE.seats, 4))
        self.change(seated)

    @rule()
    def who_waits_is_seated(self) -> None:
        try:
            self.change(hall_rounds.seat_waiting(self.hall, ENGINE, self.chance, self.new_code))
        except Refusal:
            assert self.hall.stage is not HallStage.PLAYING or len(self.hall.waiting()) < ENGINE.seats.start

    @precondition(lambda self: self.hall.going())
    @rule(data=st.data())
    def a_table_is_dissolved(self, data: st.DataObject) -> None:
        table = data.draw(st.sampled_from(self.hall.going()))
        self.change(hall_rounds.dissolve(self.hall, [table.code]))

    @precondition(lambda self: self.hall.stage is HallStage.PLAYING)
    @rule(at_once=st.booleans())
    def the_round_is_to_end(self, *, at_once: bool) -> None:
        self.change(hall_rounds.end(self.hall, at_once=at_once))

    # -- tables

    @precondition(lambda self: self.hall.tables)
    @rule(data=st.data(), is_heard=st.booleans())
    def a_word_reaches_its_table(self, data: st.DataObject, *, is_heard: bool) -> None:
        """And its report, or not."""
        table = data.draw(st.sampled_from([*self.hall.tables.values()]))
        if table.is_closed:
            return
        word = self.hall.word(table)
        if word.wants is Wants.DISSOLVE:
            self.tables.pop(table.code, None)
            if is_heard:
                self.change(hall_rounds.gone(self.hall, table.code, self.new_code))
            return
        self.tables.setdefault(table.code, Table(word)).hears(word)
        if is_heard:
            self.hear(table.code)

    @precondition(lambda self: self.tables)
    @rule(data=st.data())
    def somebody_leaves_a_table(self, data: st.DataObject) -> None:
        code = data.draw(st.sampled_from([*self.tables]))
        table = self.tables[code]
        if table.sits:
            table.sits.remove(data.draw(st.sampled_from(table.sits)))
            table.version += 1

    @precondition(lambda self: self.tables)
    @rule(data=st.data())
    def a_table_is_lost(self, data: st.DataObject) -> None:
        """Nobody is sent elsewhere who is not there, and what a table has reached in its round stays."""
        code = data.draw(st.sampled_from([*self.tables]))
        del self.tables[code]
        before = self.hall.tables.get(code)
        if before is None:
            return
        self.reports.pop(code, None)
        self.change(hall_rounds.gone(self.hall, code, self.new_code))
        if before.is_going and before.is_open:
            assert not {person.id for person in self.hall.waiting()} & {*before.people}
            assert not any(self.hall.people[player].table for player in before.people)
        if before.is_going and before.result is not None:
            assert self.hall.tables[code].result == before.result

    @rule(closed=st.booleans())
    def everything_is_said_and_heard(self, *, closed: bool) -> None:
        """And games begin meanwhile that take nobody, or end."""
        for table in self.tables.values():
            table.turns(closed=closed)
        for _ in range(4):
            for code, kept in [*self.hall.tables.items()]:
                if kept.is_closed:
                    continue
                if kept.wants is Wants.DISSOLVE:
                    self.tables.pop(code, None)
                    self.change(hall_rounds.gone(self.hall, code, self.new_code))
                else:
                    word = self.hall.word(self.hall.tables[code])
                    self.tables.setdefault(code, Table(word)).hears(word)
                    self.hear(code)
        reached = {code: kept for code, kept in self.hall.tables.items() if not kept.is_closed}
        for code, kept in reached.items():  # whoever has a table has a chair there
            assert sorted(self.tables[code].sits) == sorted(kept.people)
        assert set(reached) <= set(self.tables)

    def hear(self, code: RoomCode) -> None:
        report = self.tables[code].reports(code)
        self.reports[code] = report
        self.change(hall_rounds.reported(self.hall, report))

    # -- always

    @invariant()
    def nobody_has_two_chairs_and_the_hall_agrees_with_its_tables(self) -> None:
        seated = [player for table in self.hall.going() for player in table.people]
        assert len(seated) == len(set(seated))
        for player in seated:
            assert player in self.hall.people
        for person in self.hall.people.values():
            if person.table is None:
                assert person.id not in seated
            else:
                assert person.id in self.hall.tables[person.table].people
                assert self.hall.tables[person.table].is_going

    @invariant()
    def nobody_is_kept_at_a_table_that_has_no_room(self) -> None:
        for table in self.hall.tables.values():
            assert not (table.is_closed and table.people)
            assert table.is_over or not table.is_closed

    @invariant()
    def a_round_that_plays_has_a_table_that_is_not_over(self) -> None:
        if self.hall.stage is HallStage.PLAYING:
            assert any(not table.is_over for table in self.hall.going())


TestRounds = Rounds.TestCase
TestRounds.settings = settings(max_examples=120, stateful_step_count=50, deadline=None)


def test_whoever_was_just_disconnected_at_a_table_is_seated_in_the_next_round() -> None:
    hall = HallState(code=RoomCode("KVR7TDB"), game_name="order", options=Raw(b"{}"), organisers=())
    people = {player: Person(player, n, player) for n, player in enumerate(NAMES[:4])}
    hall = hall_rounds.seat_everyone(
        replace(hall, people=people), ENGINE, {}, Random(1), 0.0, looks=nobody_looks
    )
    (table,) = hall.going()
    seats = tuple(
        SeatReport(player, player, away_since, is_awaited=False)
        for player, away_since in zip(NAMES, (None, None, 90.0, 60.0), strict=False)
    )
    reports = {table.code: Reported(table.code, 1, 1, 1, "playing", seats=seats)}
    assert [person.id for person in hall_rounds.present(hall, reports, 100.0, nobody_looks)] == list(
        NAMES[:3]
    )


def test_whoever_leaves_the_hall_and_comes_back_still_meets_strangers_first() -> None:
    hall = HallState(code=RoomCode("KVR7TDB"), game_name="twelve", options=Raw(b"{}"), organisers=())

    def told(hall: HallState, player: PlayerId, command: RoomCommand) -> HallState:
        message = Told(player, ReplyTo(Connection("x.1"), 1), 0.0, command)
        return hall_deeds.apply(hall, ENGINES, message, {}, Random(1), 0.0, looks=nobody_looks)

    nine, engine, past = NAMES[:9], ENGINES["twelve"], set[frozenset[PlayerId]]()
    for seed in range(3):
        for player in nine:
            hall = told(told(hall, player, LeaveHall(id="l")), player, Join(id="j", name=player))
        hall = hall_rounds.seat_everyone(hall, engine, {}, Random(seed), 0.0, looks=nobody_looks)
        pairs = {frozenset(pair) for table in hall.going() for pair in combinations(table.people, 2)}
        assert not pairs & past
        past |= pairs
        hall = replace(hall, stage=HallStage.OVER)
    assert hall.joined == len(nine)


def test_a_hall_that_plays_all_day_remembers_its_last_rounds_and_no_more() -> None:
    hall = HallState(code=RoomCode("KVR7TDB"), game_name="order", options=Raw(b"{}"), organisers=())
    hall = replace(hall, people={player: Person(player, n, player) for n, player in enumerate(NAMES[:6])})
    for seed in range(hall_rounds.ROUNDS_KEPT + 3):
        hall = replace(hall, stage=HallStage.OVER)
        hall = hall_rounds.seat_everyone(hall, ENGINE, {}, Random(seed), 0.0, looks=nobody_looks)
    assert len(hall.past) == hall_rounds.ROUNDS_KEPT
    assert all(sorted(sum(tables, ())) == list(range(6)) for tables in hall.past)


def test_no_more_latecomers_are_sent_to_a_table_than_it_takes() -> None:
    hall = HallState(code=RoomCode("KVR7TDB"), game_name="order", options=Raw(b"{}"), organisers=())
    people = {player: Person(player, n, player) for n, player in enumerate(NAMES[:3])}
    hall = hall_rounds.seat_everyone(
        replace(hall, people=people), ENGINE, {}, Random(1), 0.0, looks=nobody_looks
    )
    (table,) = hall.going()
    late = {player: Person(player, n, player) for n, player in enumerate(NAMES[3:6], 3)}
    hall = replace(hall, people={**hall.people, **late})
    seats = tuple(SeatReport(player, player, None, is_awaited=False) for player in NAMES[:3])
    report = Reported(table.code, 1, 1, 1, "playing", seats=seats, takes=2)
    hall = hall_rounds.settle(hall, {table.code: report})
    assert [person.id for person in hall.waiting()] == [NAMES[5]]
    assert len(hall.tables[table.code].people) == 5
