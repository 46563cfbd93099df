"""The room: one actor that owns one room's state.

A turn of the actor folds its messages into a draft, touching nothing; then there is one commit for
all of them, and the inbox is held until its result is known. What was computed becomes true, is
answered and is shown only once it is saved (hazards.md 1). The rules are elsewhere: `commands` says
what a command does, `presence` who is here, `timers` which clocks run, `view` what is seen.
"""

import logging
from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from pykka._envelope import Envelope

from actors import commands, presence, timers
from actors.answers import Code, Refusal, Refused
from actors.clock import Clock, Handle
from actors.messages import (
    Attached,
    Connection,
    Detached,
    Digest,
    Due,
    PlayerId,
    RoomMessage,
    Spawned,
    Told,
)
from actors.ports import Commit, Delivery, NoticeKind, NoticeTo, Reply, RoomPort
from actors.runtime import LoopActor
from actors.saving import Saving
from actors.seats import PEOPLE_WITHOUT_CHAIR
from actors.state import SNAPSHOT_VERSION, RoomState, Saved, encode_snapshot
from actors.turn import Owed, Turn, Viewers
from engines.core import AnyEngine, RuleError

log = logging.getLogger("kortlek.room")

INBOX_S = 5.0
"""A command that waited longer is refused: its sender has long sent it again."""
PAUSE_AFTER_FAULT_S = 1.0
RECOUNT_S = 1.0
"""A changed number of onlookers is shown at most this often: their coming is no commit."""
FAULTS_ON_ONE_COMMAND = 3
FAULTS_KEPT = 64
LATE_ENOUGH_TO_GIVE_BACK_S = 0.5


class RoomActor(LoopActor):
    """One room. Started with the state it was loaded with, under the fence it was claimed with."""

    def __init__(
        self,
        state: RoomState,
        fence: int,
        engines: Mapping[str, AnyEngine],
        clock: Clock,
        port: RoomPort,
    ) -> None:
        super().__init__()
        self.state = state
        self.fence = fence
        self._engines = engines
        self._clock = clock
        self._port = port
        self._saving = Saving(port, clock, self)
        self._now_turn = Turn(state)
        self._attached: dict[PlayerId, dict[Connection, None]] = {}
        self._silent_s: dict[PlayerId, float] = {}
        self._presence_changed = True
        self._touched: dict[PlayerId, float] = {}
        self._spawning: list[Told] = []
        self._faults: Counter[str] = Counter()
        self._timer: Handle | None = None
        self._recount: Handle | None = None
        self._count_shown = 0
        self._retry_at: float | None = None

    # -- messages

    def on_start(self) -> None:
        """Nobody is connected to a room that has just been loaded, and its clocks stand still."""
        self._now_turn.draft = presence.recover(self.state, self._clock.now())

    def on_receive(self, message: RoomMessage) -> None:
        self._now_turn.messages.append(message)
        match message:
            case Told():
                self._told(message)
            case Attached():
                self._attach(message)
            case Detached(player=player, connection=connection, silent_s=silent_s):
                self._forget(player, connection, silent_s)
            case Digest(attachments=attachments):
                self._meet(attachments)
            case Due():
                self._fire()
            case Spawned():
                self._spawned(message)

    def _told(self, told: Told) -> None:
        turn, now = self._now_turn, self._clock.now()
        known = turn.draft.answer_to(told.player, told.command.id)
        if known is not None:
            turn.owed.append(Owed(told.reply_to, version=known.version, detail=known.detail))
        elif told.player in turn.draft.removed:
            turn.refuse(told.reply_to, Code.REMOVED)
        elif now - told.stamp > INBOX_S:
            turn.refuse(told.reply_to, Code.BUSY)
        else:
            self._touched[told.player] = now
            self._apply(told, now)

    def _apply(self, told: Told, now: float) -> None:
        """Compute one command's effect; whatever is raised on the way changes nothing."""
        turn = self._now_turn
        try:
            done = commands.apply(turn.draft, self._engines, told, now, self._port.new_secret)
        except Refusal as refusal:
            turn.owed.append(Owed(told.reply_to, refusal.answer))
            return
        except RuleError as error:
            turn.refuse(told.reply_to, str(error.code))
            return
        except Exception:
            if self._is_hopeless(told.command.id):
                raise
            turn.refuse(told.reply_to, Code.INTERNAL)
            return
        if done.spawn:
            self._spawning.append(told)
            if len(self._spawning) == 1:
                self._port.spawn(self.state.code, self.state.game_name, bytes(self.state.options))
            return
        if done.evicted is not None:
            self._evict(*done.evicted)
        if done.played.state is not turn.draft:
            turn.take(done.played)
            self._remember(told, done.detail)
        turn.owed.append(Owed(told.reply_to, detail=done.detail))

    def _remember(self, told: Told, detail: str | None) -> None:
        turn = self._now_turn
        known = {*self._attached, told.player}
        turn.draft = turn.draft.remember(told.player, told.command.id, self.state.version + 1, detail, known)

    def _attach(self, message: Attached) -> None:
        turn, player = self._now_turn, message.player
        if player in turn.draft.removed:
            turn.refuse(message.reply_to, Code.REMOVED)
        elif player not in self._attached and not self._may_look_on(player):
            turn.refuse(message.reply_to, Code.ROOM_FULL)
        else:
            self._presence_changed = True
            self._attached.setdefault(player, {})[message.reply_to.connection] = None
            self._silent_s.pop(player, None)
            turn.owed.append(Owed(message.reply_to))
            turn.resync.append((player, message.reply_to.connection))

    def _meet(self, attachments: tuple[tuple[PlayerId, Connection], ...]) -> None:
        turn = self._now_turn
        self._presence_changed = True
        for player, connection in attachments:
            if player not in turn.draft.removed:
                self._attached.setdefault(player, {})[connection] = None
                turn.resync.append((player, connection))

    def _may_look_on(self, player: PlayerId) -> bool:
        return self.state.chair_of(player) is not None or self._spectators() < PEOPLE_WITHOUT_CHAIR

    def _forget(self, player: PlayerId, connection: Connection, silent_s: float) -> None:
        connections = self._attached.get(player)
        if connections is None or connection not in connections:
            return  # an older connection, of a player who has a newer one
        del connections[connection]
        if not connections:
            self._presence_changed = True
            del self._attached[player]
            self._silent_s[player] = silent_s

    def _evict(self, player: PlayerId, notice: NoticeKind) -> None:
        if connections := self._attached.pop(player, None):
            self._presence_changed = True
            self._now_turn.notices.append(NoticeTo(tuple(connections), notice))

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

    # -- clocks

    def _fire(self) -> None:
        turn, now = self._now_turn, self._clock.now()
        if self._recount is not None and self._spectators() != self._count_shown:
            turn.resync += [(p, c) for p, connections in self._attached.items() for c in connections]
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

    def _arm(self, ring_at: float | None = None) -> None:
        """Set the room's one timer to its next deadline, or to `ring_at` after trouble."""
        if self._timer is not None:
            self._timer.cancel()
        when = timers.next_firing(self.state) if ring_at is None else ring_at
        self._timer = None if when is None else self._clock.call_at(when, self._ring)

    def _ring(self) -> None:
        if self.is_alive:
            self.actor_ref.tell(Due())

    # -- the end of a turn

    def on_turn_end(self) -> None:
        turn = self._now_turn
        if not turn.messages and turn.draft is self.state:
            return
        if not (turn.is_closing or turn.is_resting):
            now = self._clock.now()
            if self._presence_changed or turn.draft.chairs is not self.state.chairs:
                turn.draft = presence.settle(turn.draft, self._attached, self._silent_s, now)
                self._presence_changed = False
                self._silent_s.clear()
            turn.take(commands.settle(turn.draft, self._engines, now))
        if turn.draft is self.state and not turn.is_closing:
            self._send_unsaved()
        else:
            self._save()

    def _save(self) -> None:
        turn = self._now_turn
        turn.draft = replace(turn.draft, version=self.state.version + 1)
        snapshot = None if turn.is_closing else encode_snapshot(Saved(SNAPSHOT_VERSION, turn.draft))
        everybody = [(player, tuple(connections)) for player, connections in self._attached.items()]
        if turn.is_closing or turn.is_resting:
            gone = tuple(c for _, connections in everybody for c in connections)
            turn.notices.append(NoticeTo(gone, "closed" if turn.is_closing else "moved"))
            everybody = []
        delivery = self._delivery(everybody)
        look_again = timers.look_again(turn.draft, self._clock.now())
        self.hold()
        self._saving.begin(
            Commit(self.state.code, self.fence, turn.draft.version, snapshot, look_again, delivery)
        )

    def _send_unsaved(self) -> None:
        """Refusals, repeats' answers and asked-for views: nothing new, so nothing to save."""
        turn = self._now_turn
        if turn.owed or turn.resync or turn.notices:
            asked: dict[PlayerId, list[Connection]] = {}
            for player, connection in turn.resync:
                if connection in self._attached.get(player, ()):
                    asked.setdefault(player, []).append(connection)
            self._port.deliver(self._delivery([(p, tuple(c)) for p, c in asked.items()]))
        if self._spectators() != self._count_shown and self._recount is None:
            self._recount = self._clock.call_at(self._clock.now() + RECOUNT_S, self._ring)
        if any(isinstance(message, Due) for message in turn.messages):
            self._arm(self._retry_at)
            self._retry_at = None
        self._now_turn = Turn(self.state)

    def _delivery(self, viewers: Viewers) -> Delivery:
        turn, engine = self._now_turn, self._engines[self._now_turn.draft.game_name]
        spectators = self._spectators()
        if len(viewers) == len(self._attached):
            self._count_shown = spectators
        return turn.delivery(engine, self.fence, viewers, spectators, self._clock.now())

    def _spectators(self) -> int:
        draft = self._now_turn.draft
        return sum(draft.chair_of(player) is None for player in self._attached)

    # -- what becomes of the commit (`saving.Saver`)

    def saved(self, elapsed_s: float) -> None:
        turn = self._now_turn
        self.state = turn.draft
        self._now_turn = Turn(self.state)
        if turn.is_closing or turn.is_resting:
            self.release()
            self.actor_ref.stop(block=False)
            return
        if elapsed_s > LATE_ENOUGH_TO_GIVE_BACK_S:
            self._now_turn.draft = timers.shift(self.state, elapsed_s)
        self._arm()
        self.release()

    def overruled(self) -> None:
        """The room lives elsewhere now: its gateways send everything again (hazards.md 1)."""
        messages = [*self._now_turn.messages, *(envelope.message for envelope in self.die())]
        self._port.moved(self.state.code, messages)

    def given_up(self) -> None:
        """Nothing has been saved and nothing has happened; who is connected is compared anew."""
        log.error("commit_given_up", extra={"fields": {"room": self.state.code}})
        self._refuse_turn(Code.UNAVAILABLE)
        self._presence_changed = True  # the draft that knew of it is gone
        self._now_turn = Turn(self.state)
        self._arm(ring_at=self._clock.now() + PAUSE_AFTER_FAULT_S)
        self.release()

    def unsure(self) -> None:
        log.error("commit_unsure", extra={"fields": {"room": self.state.code}})
        self._refuse_turn(Code.UNSURE)

    # -- failure and the end

    def _is_hopeless(self, what: str) -> bool:
        """A bug, caught: logged without a card, counted. Three on one command end the actor."""
        log.error("room_fault", extra={"fields": {"room": self.state.code}}, exc_info=True)  # noqa: LOG014 - called in one
        self._port.failed("command")
        if len(self._faults) > FAULTS_KEPT:
            self._faults.clear()
        self._faults[what] += 1
        return self._faults[what] >= FAULTS_ON_ONE_COMMAND

    def _refuse_turn(self, code: Code) -> None:
        """Answer whatever this turn still owes: refusals as they are, the rest with the code."""
        turn = self._now_turn
        said = {owed.to: owed.refused for owed in turn.owed}
        waiting = [m.reply_to for m in turn.messages if isinstance(m, Told | Attached)]
        waiting += [told.reply_to for told in self._spawning if told.reply_to not in waiting]
        self._spawning, turn.owed, turn.messages = [], [], []
        if waiting:
            self._port.deliver(Delivery(tuple(Reply(to, said.get(to) or Refused(code)) for to in waiting)))

    def on_stop(self) -> None:
        self._end(has_failed=False)

    def on_failure(self, *_exc_info: Any) -> None:
        self._refuse_turn(Code.RETRY)
        self._end(has_failed=True)

    def _end(self, *, has_failed: bool) -> None:
        self._saving.abandon()
        for handle in (self._timer, self._recount):
            if handle is not None:
                handle.cancel()
        self._port.ended(self.state.code, self.fence, has_failed=has_failed)

    def dead_letters(self, envelopes: list[Envelope[Any]]) -> None:
        """What this actor will not handle is answered: send it again, another incarnation will."""
        super().dead_letters(envelopes)
        waiting = [e.message for e in envelopes if isinstance(e.message, Told | Attached)]
        if waiting:
            retry = Refused(Code.RETRY)
            self._port.deliver(Delivery(tuple(Reply(message.reply_to, retry) for message in waiting)))
