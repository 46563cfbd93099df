"""The hall: one actor that folds its messages into a draft, as a room does, and looks after its tables.

What happens is elsewhere: `hall_deeds` says what a command does, `hall_rounds` who sits where, `hall_view` what is
seen, `errands` what each table is to be told. Here are presence, pace, and the end.
"""

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from actors import hall_deeds, hall_rounds
from actors.answers import Code
from actors.attending import AttendingActor
from actors.between import NoTable, Reported
from actors.clock import Clock
from actors.errands import Errands
from actors.hall_commands import LookFor
from actors.hall_rounds import AWAY_S
from actors.hall_state import HALL_SNAPSHOT_VERSION, HallStage, HallState, SavedHall, encode_hall
from actors.hall_view import HallViews, you_of
from actors.messages import Connection, Due, PlayerId, RoomCode, RoomMessage, Told
from actors.ports import Delivery, RoomPort, SeatFrame
from actors.timers import RETURN_AFTER_RESTART_S, SHUTOFF_S
from actors.turn import HallTurn, Owed, Viewers
from engines.core import AnyEngine

SHOW_S: Mapping[HallStage, float] = {
    HallStage.GATHERING: 0.5,
    HallStage.PLAYING: 1.0,
    HallStage.OVER: 2.0,
}
"""All who look see what is new at most this often; after a round everybody sees all tables."""
MOST_CONNECTED = 2_000
"""Whoever comes when so many look must have joined before."""
PACED_FROM = 100
PACE_S = 0.05
"""With so many people a turn takes what has come in this time, if it saves or hears tables: joining costs the same
however many are here, and two hundred tables that report each second cost twenty turns."""


class HallActor(AttendingActor[HallState]):
    """One hall. Started with the state it was loaded with, under a new fence."""

    _now_turn: HallTurn
    said_kept = 4_096
    """What a whole company has asked for in the seconds in which it may be asked again."""

    def __init__(
        self, saved: SavedHall, fence: int, engines: Mapping[str, AnyEngine], clock: Clock, port: RoomPort
    ) -> None:
        super().__init__(saved.hall, fence, clock, port)
        self._engines = engines
        self._errands = Errands(port.send)
        self._gone: dict[PlayerId, float] = {}
        """Who waits for a chair without a connection, and since when."""
        self._looked: set[PlayerId] = set()
        self._looked_until: dict[PlayerId, float] = {}
        """Who looks at the hall, and until when others did a moment ago, wherever they have a chair."""
        self._looks_for: dict[PlayerId, str] = {}
        self._has_news = False
        self._shows_all = False
        self._show_at = 0.0

    # -- what `committing` asks for

    def _new_turn(self, state: HallState) -> HallTurn:
        return HallTurn(state)

    def saved(self, elapsed_s: float) -> None:
        for told in self._now_turn.done:
            self._keep_in_memory(told, Owed(told.reply_to, version=self._now_turn.draft.version))
        super().saved(elapsed_s)

    def _snapshot(self, draft: HallState, now: float) -> bytes:
        return encode_hall(SavedHall(HALL_SNAPSHOT_VERSION, now, draft))

    def _look_again(self, draft: HallState, now: float) -> float:
        return now + SHUTOFF_S if draft.shutoff is None else draft.shutoff

    def _next_firing(self) -> float | None:
        state = self.state
        times = [self._errands.next_at(state), state.shutoff]
        times.append(min(self._gone.values()) + AWAY_S if self._gone else None)
        times.append(next(iter(self._looked_until.values())) + AWAY_S if self._looked_until else None)
        times.append(self._show_at if self._has_news else None)
        return min((time for time in times if time is not None), default=None)

    def _shifted(self, seconds: float) -> HallState:
        shutoff = self.state.shutoff
        return self.state if shutoff is None else replace(self.state, shutoff=shutoff + seconds)

    def _viewers(self, without: list[PlayerId]) -> Viewers:  # noqa: ARG002 - nobody is evicted
        """Those whose own part has changed, and who has asked; at times everybody."""
        if self._shows_all:
            return self._audience.viewers()
        turn, before, reports = self._now_turn, self.state, self._errands.reports
        asked = {player for player, _ in turn.resync}
        now, all_may = turn.draft.people, turn.draft.tables is not before.tables
        all_may |= turn.draft.organisers is not before.organisers
        return [
            (player, connections)
            for player, connections in self._audience.viewers()
            if player in asked
            or (
                (all_may or now.get(player) is not before.people.get(player))
                and you_of(turn.draft, reports, player) != you_of(before, reports, player)
            )
        ]

    def _delivery(self, viewers: Viewers, *, to_all: bool) -> Delivery:  # noqa: ARG002 - `_shows_all` knows
        turn, now = self._now_turn, self._clock.now()
        whose = (turn.draft.code, self.fence, turn.draft.version)
        replies, notices = turn.replies(self.fence), tuple(turn.notices)
        if not viewers:
            return Delivery(*whose, replies, notices=notices)
        views = HallViews(turn.draft, self._engines, self._errands.reports, self.fence, now, self._looks)
        frames: dict[bytes, list[Connection]] = {}
        for player, connections in viewers:
            frames.setdefault(views.own(player, self._looks_for.get(player, "")), []).extend(connections)
        return Delivery(
            *whose,
            replies,
            public=views.public(),
            frames=tuple(SeatFrame(tuple(to), own) for own, to in frames.items()),
            notices=notices,
        )

    def _said_unsaved(self) -> None:
        now = self._clock.now()
        self._errands.run(self.state, now)
        self._arm()
        only_reports = all(isinstance(message, Reported) for message in self._now_turn.messages)
        if only_reports and self._is_paced:
            self.hold()
            self._clock.call_at(now + PACE_S, self._go_on)

    def _is_saved(self, now: float) -> None:
        self._errands.close_astray(self.state)
        self._errands.run(self.state, now)
        self._arm()
        if self._is_paced:
            self._clock.call_at(now + PACE_S, self._go_on)
        else:
            self.release()

    @property
    def _is_paced(self) -> bool:
        return len(self.state.people) >= PACED_FROM

    def _go_on(self) -> None:
        if self.is_alive:
            self.release()

    def _is_closed(self) -> None:
        self._errands.run(self._now_turn.draft, self._clock.now())

    # -- messages

    def on_start(self) -> None:
        """Nobody is connected, and no table has been heard."""
        if self.state.shutoff is not None:
            until = max(self.state.shutoff, self._clock.now() + RETURN_AFTER_RESTART_S)
            self._now_turn.draft = replace(self.state, shutoff=until)

    def on_receive(self, message: RoomMessage) -> None:
        if self._attends(message):
            return
        match message:
            case Due():
                self._fire()
            case Reported():
                self._hear(message)
            case NoTable():
                self._no_table(message.table)

    def _bars(self, player: PlayerId) -> Code | None:  # noqa: ARG002 - nobody
        return None

    def _do(self, told: Told, now: float) -> None:
        turn = self._now_turn
        chance = Random(self._port.new_secret())  # noqa: S311 - seeded with a secret
        done = hall_deeds.apply(
            turn.draft, self._engines, told, self._errands.reports, chance, now, self._looks
        )
        if isinstance(told.command, LookFor):
            self._looks_for[told.player] = told.command.text
            self._shows(told.player)
        if done is turn.draft:
            self._say(told, Owed(told.reply_to, version=turn.draft.version))
            return
        turn.draft = done
        self._shows(told.player)
        self._audience.has_changed = self._has_news = True
        if told.player in done.organisers:
            answered = done.with_answer(told.player, told.command.id, self.state.version + 1, None)
            turn.draft = replace(done, answered=answered)
        else:  # coming and going: fifteen hundred people's would be half of what is saved each time
            turn.done.append(told)
        turn.owed.append(Owed(told.reply_to))

    def _shows(self, player: PlayerId) -> None:
        """Whoever does something sees what comes of it at once."""
        self._now_turn.resync += [(player, each) for each in self._audience.connections_of(player)]

    def _hear(self, report: Reported) -> None:
        turn = self._now_turn
        before = turn.draft
        if self._errands.heard(before, report, self._clock.now()):
            if report.number:
                turn.draft = hall_rounds.reported(before, report)
            else:
                self._no_table(report.table)
            self._has_news = True
            self._audience.has_changed |= turn.draft is not before  # somebody may be the hall's again
        turn.is_proof |= self._errands.has_astray

    def _no_table(self, code: RoomCode) -> None:
        self._errands.forget(code)
        self._now_turn.draft = hall_rounds.gone(self._now_turn.draft, code)
        self._audience.has_changed = self._has_news = True

    def _may_look_on(self, player: PlayerId) -> bool:
        known = player in self.state.people or player in self.state.organisers
        return known or len(self._audience.connected) < MOST_CONNECTED

    # -- clocks

    def _fire(self) -> None:
        turn, now = self._now_turn, self._clock.now()
        draft = turn.draft
        if draft.shutoff is not None and draft.shutoff <= now:
            codes = [table.code for table in draft.going()]
            turn.draft = hall_rounds.dissolve(draft, codes)
            turn.is_closing = True

    def _conclude(self, now: float) -> None:
        """Who is here is compared, latecomers are seated, the round may be over; what is new is shown in time."""
        turn = self._now_turn
        if self._audience.has_changed:
            turn.draft = self._compared(turn.draft, now)
            self._audience.has_changed = False
            self._has_news = True
        turn.draft = self._aged(turn.draft, now)
        turn.draft = hall_rounds.settle(turn.draft, self._errands.reports)
        turn.draft = self._in_use(turn.draft, now)
        if turn.draft is not self.state:
            self._has_news = True
        self._shows_all = self._has_news and now >= self._show_at
        if self._shows_all:
            self._has_news, self._show_at = False, now + SHOW_S[turn.draft.stage]
            everybody = self._audience.viewers()
            turn.resync = [(player, each) for player, connections in everybody for each in connections]

    def _compared(self, state: HallState, now: float) -> HallState:
        """People in the hall with the connections that are live; those at tables are the tables' business."""
        connected, back = self._audience.connected, []
        kept = {player: until for player, until in self._looked_until.items() if player not in connected}
        self._looked_until = kept | dict.fromkeys(self._looked - connected.keys(), now)
        self._looked = set(connected)
        for person in state.people.values():
            if person.table is not None or person.id in connected:
                self._gone.pop(person.id, None)
                if person.is_away and person.id in connected:
                    back.append(person)
            elif not person.is_away:
                self._gone.setdefault(person.id, now)
        return _with(state, {person.id: replace(person, is_away=False) for person in back})

    def _looks(self, player: PlayerId) -> bool:
        return player in self._audience.connected or player in self._looked_until

    def _aged(self, state: HallState, now: float) -> HallState:
        """Who has been gone for too long is away."""
        unseen = [player for player, until in self._looked_until.items() if until + AWAY_S <= now]
        for player in unseen:
            del self._looked_until[player]
        self._has_news |= bool(unseen)
        late = [player for player, since in self._gone.items() if since + AWAY_S <= now]
        for player in late:
            del self._gone[player]
        people = [state.people[player] for player in late if player in state.people]
        return _with(state, {person.id: replace(person, is_away=True) for person in people})

    def _in_use(self, state: HallState, now: float) -> HallState:
        """Forty-five minutes count from the moment when the last person has gone, here and at the tables."""
        here = self._audience.connected
        is_used = any(player in state.people or player in state.organisers for player in here)
        if not is_used:
            is_used = self._errands.somebody_plays(state)
        if is_used:
            return state if state.shutoff is None else replace(state, shutoff=None)
        return replace(state, shutoff=now + SHUTOFF_S) if state.shutoff is None else state


def _with(state: HallState, people: Mapping[PlayerId, object]) -> HallState:
    return replace(state, people={**state.people, **people}) if people else state
