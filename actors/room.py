"""The room: one actor that folds its messages into a draft, touching nothing.

`committing` makes the draft true once it is durable. The rules are elsewhere: `commands` says what a
command does, `presence` who is here, `timers` which clocks run, `view` what is seen.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from actors import commands, hall_table, presence, timers
from actors.answers import Code
from actors.attending import AttendingActor
from actors.between import NoTable, Reported, ToTable, Wants, Word
from actors.clock import Clock, Handle
from actors.committing import PAUSE_AFTER_FAULT_S
from actors.messages import Due, PlayerId, RoomCode, RoomMessage, Spawned, Told
from actors.ports import Delivery, RoomPort
from actors.reporting import Reporter
from actors.seats import PEOPLE_WITHOUT_CHAIR
from actors.state import SNAPSHOT_VERSION, RoomState, Saved, encode_snapshot
from actors.turn import Owed, RoomTurn, Viewers
from engines.core import AnyEngine

RECOUNT_S = 1.0
"""A changed number of onlookers is shown at most this often: their coming is no commit."""


class RoomActor(AttendingActor[RoomState]):
    """One room. Started with the state it was loaded with, saved at `saved_at`, under a new fence."""

    _now_turn: RoomTurn

    def __init__(
        self, saved: Saved, fence: int, engines: Mapping[str, AnyEngine], clock: Clock, port: RoomPort
    ) -> None:
        super().__init__(saved.room, fence, clock, port)
        self._saved_at = saved.at
        self._engines = engines
        self._recount: Handle | None = None
        self._asked_by: RoomCode | None = None
        self._reporter = Reporter(clock, self._report, port.send)
        self._touched: dict[PlayerId, float] = {}

    # -- what `committing` asks for

    def _new_turn(self, state: RoomState) -> RoomTurn:
        return RoomTurn(state)

    def _snapshot(self, draft: RoomState, now: float) -> bytes:
        return encode_snapshot(Saved(SNAPSHOT_VERSION, now, draft))

    def _look_again(self, draft: RoomState, now: float) -> float:
        return timers.look_again(draft, now)

    def _next_firing(self) -> float | None:
        return timers.next_firing(self.state)

    def _shifted(self, seconds: float) -> RoomState:
        return timers.shift(self.state, seconds)

    def _delivery(self, viewers: Viewers, *, to_all: bool) -> Delivery:
        turn, engine = self._now_turn, self._engines[self._now_turn.draft.game_name]
        onlookers = self._onlookers(turn.draft)
        if to_all:
            self._audience.count_shown = onlookers
        return turn.delivery(engine, self.fence, viewers, onlookers, self._clock.now())

    def _said_unsaved(self) -> None:
        if self.state.hall is not None and self._now_turn.has_comers:
            self._reporter.soon()
        if self._onlookers(self._now_turn.draft) != self._audience.count_shown and self._recount is None:
            self._recount = self._clock.call_at(self._clock.now() + RECOUNT_S, self._ring)

    def _onlookers(self, state: RoomState) -> int:
        return self._audience.others_than({chair.id for chair in state.chairs})

    def _end(self, *, has_failed: bool) -> None:
        if self._recount is not None:
            self._recount.cancel()
        self._reporter.stop()
        super()._end(has_failed=has_failed)

    # -- messages

    def on_start(self) -> None:
        """Nobody is connected to a room that has just been loaded, and its clocks stand still."""
        self._now_turn.draft = presence.recover(self.state, self._saved_at, self._clock.now())

    def on_receive(self, message: RoomMessage) -> None:
        if self._attends(message):
            return
        match message:
            case Due():
                self._fire()
            case Spawned():
                self._spawned(message)
            case ToTable(word=word):
                self._hear(word)

    def _bars(self, player: PlayerId) -> Code | None:
        return Code.REMOVED if player in self._now_turn.draft.removed else None

    def _do(self, told: Told, now: float) -> None:
        turn = self._now_turn
        if turn.draft.chair_of(told.player) is not None:
            self._touched[told.player] = now
        done = commands.apply(turn.draft, self._engines, told, now, self._port.new_secret)
        if done.spawn:
            self._spawning.append(told)
            if len(self._spawning) == 1:
                self._port.spawn(self.state.code, self.state.game_name, bytes(self.state.options))
            return
        if done.evicted is not None:
            turn.evicted.append(done.evicted)
        if done.played.state is turn.draft:
            self._say(told, Owed(told.reply_to, version=turn.draft.version, detail=done.detail))
            return
        turn.take(done.played)
        self._remember(told, done.detail)
        turn.owed.append(Owed(told.reply_to, detail=done.detail))

    def _remember(self, told: Told, detail: str | None) -> None:
        turn = self._now_turn
        known = {*self._audience.connected, told.player}
        version = self.state.version + 1
        turn.draft = turn.draft.remember(told.player, told.command.id, version, detail, known)

    def _may_look_on(self, player: PlayerId) -> bool:
        has_chair = self.state.chair_of(player) is not None
        return has_chair or self._onlookers(self.state) < PEOPLE_WITHOUT_CHAIR

    def _spawned(self, message: Spawned) -> None:
        turn, waiting = self._now_turn, self._spawning
        self._spawning = []
        if message.code is not None:
            turn.draft = replace(turn.draft, other_table=message.code)
        for told in waiting:
            if message.code is None:
                turn.refuse(told.reply_to, Code.UNAVAILABLE)
            else:
                self._remember(told, message.code)
                turn.owed.append(Owed(told.reply_to, detail=message.code))

    # -- its hall

    def _hear(self, word: Word) -> None:
        turn, now = self._now_turn, self._clock.now()
        self._asked_by = word.hall
        self._reporter.soon(is_asked=True)
        if turn.draft.hall is None or turn.draft.hall.hall != word.hall:
            return  # a stranger's
        if word.wants is Wants.DISSOLVE:
            turn.is_closing, turn.last_word = True, "hall"
        else:
            turn.evicted += [(player, "hall") for player in hall_table.sent_back(turn.draft, word)]
            turn.take(hall_table.hear(turn.draft, self._engines[turn.draft.game_name], word, now))

    def _report(self) -> tuple[RoomCode, Reported] | None:
        hall = self.state.hall.hall if self.state.hall is not None else None
        asked, self._asked_by = self._asked_by, None
        to = asked or hall
        if to is None:
            return None
        engine = self._engines[self.state.game_name]
        return to, hall_table.report(self.state, engine, self.fence, to, self._audience.connected)

    def _is_saved(self, now: float) -> None:
        super()._is_saved(now)
        if self.state.hall is not None:
            self._reporter.soon()

    def _is_closed(self) -> None:
        if self.state.hall is not None:
            self._port.send(self.state.hall.hall, NoTable(self.state.code))

    # -- clocks

    def _fire(self) -> None:
        turn, now = self._now_turn, self._clock.now()
        if self._recount is not None and self._onlookers(self._now_turn.draft) != self._audience.count_shown:
            turn.resync += [(p, c) for p, connections in self._audience.viewers() for c in connections]
        self._recount = None
        for name in timers.due(turn.draft, now):
            if name not in turn.draft.deadlines:
                continue  # an earlier one of this turn has settled it
            if name in ("shutoff", "keep"):
                self._shut_off(name)
                return
            self._fire_one(name, now)

    def _fire_one(self, name: str, now: float) -> None:
        turn = self._now_turn
        engine = self._engines[turn.draft.game_name]
        kind, _, seat = name.partition(":")
        if kind == "askable" and engine.question_after_s is not None:
            may_ask = self._touched.get(PlayerId(seat), 0.0) + engine.question_after_s
            if may_ask > now:  # touches are no commits: only now does the deadline hear of them
                turn.draft = timers.with_deadline(turn.draft, name, may_ask)
                return
        try:
            turn.take(commands.fire(turn.draft, engine, name, now, self._port.new_secret))
        except Exception:
            if self._is_hopeless(name):
                raise
            self._retry_at = now + PAUSE_AFTER_FAULT_S

    def _shut_off(self, name: str) -> None:
        """Forty-five minutes with nobody seated: the room ends, but for a lone person's game with bots,
        whose actor rests until its owner returns or seven days have passed (room.md 4)."""
        turn = self._now_turn
        draft = turn.draft
        if name == "shutoff" and draft.is_lone_game and draft.stopped_at is not None:
            keep = draft.deadlines.get("keep", draft.stopped_at + timers.KEEP_S)
            turn.draft = timers.with_deadline(timers.without(draft, "shutoff"), "keep", keep)
            turn.is_resting = True
        else:
            turn.is_closing = True

    def _conclude(self, now: float) -> None:
        """Who is here is compared, the line moves up, somebody is host, the clocks agree."""
        turn, audience = self._now_turn, self._audience
        if audience.has_changed or turn.evicted or turn.draft.chairs is not self.state.chairs:
            evicted = {player for player, _ in turn.evicted}
            connected = [player for player in audience.connected if player not in evicted]
            turn.draft = presence.settle(turn.draft, connected, audience.last_byte, now)
            audience.has_changed = False
        turn.take(commands.settle(turn.draft, self._engines, now))
