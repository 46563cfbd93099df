"""The room: one actor that folds its messages into a draft, touching nothing.

`committing` makes the draft true once it is durable. The rules are elsewhere: `commands` says what a
command does, `presence` who is here, `timers` which clocks run, `view` what is seen.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import Mapping

from msgspec.structs import replace

from actors import commands, presence, timers
from actors.answers import PASSING, Code, Refusal, Refused
from actors.clock import Clock, Handle
from actors.committing import PAUSE_AFTER_FAULT_S, CommittingActor
from actors.messages import (
    Attached,
    Detached,
    Digest,
    Due,
    GatewayGone,
    PlayerId,
    Repair,
    RoomMessage,
    Spawned,
    Told,
)
from actors.ports import Delivery, RoomPort
from actors.seats import PEOPLE_WITHOUT_CHAIR
from actors.state import SNAPSHOT_VERSION, RoomState, Saved, encode_snapshot
from actors.turn import Owed, RoomTurn, Viewers
from engines.core import AnyEngine, RuleError

log = logging.getLogger("kortlek.room")

INBOX_S = 5.0
"""A command that waited longer than this for its turn is refused as busy: nothing has happened."""
FAULTS_ON_ONE_COMMAND = 3
FAULTS_KEPT = 64
SAID_KEPT = 256
RECOUNT_S = 1.0
"""A changed number of onlookers is shown at most this often: their coming is no commit."""


class RoomActor(CommittingActor[RoomState]):
    """One room. Started with the state it was loaded with, saved at `saved_at`, under a new fence."""

    _now_turn: RoomTurn

    def __init__(
        self, saved: Saved, fence: int, engines: Mapping[str, AnyEngine], clock: Clock, port: RoomPort
    ) -> None:
        super().__init__(saved.room, fence, clock, port)
        self._saved_at = saved.at
        self._engines = engines
        self._recount: Handle | None = None
        self._said: OrderedDict[tuple[PlayerId, str], Owed] = OrderedDict()
        self._touched: dict[PlayerId, float] = {}
        self._faults: Counter[str] = Counter()

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
        if self._onlookers(self._now_turn.draft) != self._audience.count_shown and self._recount is None:
            self._recount = self._clock.call_at(self._clock.now() + RECOUNT_S, self._ring)

    def _onlookers(self, state: RoomState) -> int:
        return self._audience.others_than({chair.id for chair in state.chairs})

    def _end(self, *, has_failed: bool) -> None:
        if self._recount is not None:
            self._recount.cancel()
        super()._end(has_failed=has_failed)

    # -- messages

    def on_start(self) -> None:
        """Nobody is connected to a room that has just been loaded, and its clocks stand still."""
        self._now_turn.draft = presence.recover(self.state, self._saved_at, self._clock.now())

    def on_receive(self, message: RoomMessage) -> None:
        self._now_turn.messages.append(message)
        match message:
            case Told():
                self._told(message)
            case Attached():
                self._attach(message)
            case Detached(player=player, connection=connection, silent_s=silent_s):
                self._audience.detach(player, connection, self._clock.now() - silent_s)
            case Digest():
                self._meet(message)
            case GatewayGone(gateway=gateway, silent_s=silent_s):
                self._audience.detach_gateway(gateway, self._clock.now() - silent_s)
            case Repair():
                self._now_turn.is_repair = True
            case Due():
                self._fire()
            case Spawned():
                self._spawned(message)

    def _told(self, told: Told) -> None:
        turn, now, command = self._now_turn, self._clock.now(), told.command
        known = turn.draft.answer_to(told.player, command.id)
        said = self._said.get((told.player, command.id))
        if known is not None:
            turn.owed.append(Owed(told.reply_to, version=known.version, detail=known.detail))
        elif said is not None:
            turn.owed.append(said.to_again(told.reply_to))
        elif told.player in turn.draft.removed:
            turn.refuse(told.reply_to, Code.REMOVED)
        elif now - told.stamp > INBOX_S:
            turn.refuse(told.reply_to, Code.BUSY)
        else:
            if turn.draft.chair_of(told.player) is not None:
                self._touched[told.player] = now
            self._apply(told, now)

    def _apply(self, told: Told, now: float) -> None:
        """Compute one command's effect; whatever is raised on the way changes nothing."""
        turn = self._now_turn
        try:
            done = commands.apply(turn.draft, self._engines, told, now, self._port.new_secret)
        except Refusal as refusal:
            self._refuse(told, refusal.answer)
            return
        except RuleError as error:
            self._refuse(told, Refused(str(error.code)))
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
            turn.evicted.append(done.evicted)
        if done.played.state is turn.draft:
            self._say(told, Owed(told.reply_to, version=turn.draft.version, detail=done.detail))
            return
        turn.take(done.played)
        self._remember(told, done.detail)
        turn.owed.append(Owed(told.reply_to, detail=done.detail))

    def _refuse(self, told: Told, refused: Refused) -> None:
        self._say(told, Owed(told.reply_to, refused))

    def _say(self, told: Told, owed: Owed) -> None:
        """Answer what changes nothing, and remember it in memory, so that a repeat gets the same answer
        and is not judged anew (room.md 5)."""
        self._now_turn.owed.append(owed)
        if owed.refused is None or owed.refused.code not in PASSING:
            self._said[told.player, told.command.id] = owed
            if len(self._said) > SAID_KEPT:
                self._said.popitem(last=False)

    def _remember(self, told: Told, detail: str | None) -> None:
        turn = self._now_turn
        known = {*self._audience.connected, told.player}
        version = self.state.version + 1
        turn.draft = turn.draft.remember(told.player, told.command.id, version, detail, known)

    def _attach(self, message: Attached) -> None:
        turn, player = self._now_turn, message.player
        if player in turn.draft.removed:
            turn.refuse(message.reply_to, Code.REMOVED)
        elif player not in self._audience.connected and not self._may_look_on(player):
            turn.refuse(message.reply_to, Code.ROOM_FULL)
        else:
            self._audience.attach(player, message.reply_to.connection)
            turn.owed.append(Owed(message.reply_to))
            turn.resync.append((player, message.reply_to.connection))

    def _meet(self, digest: Digest) -> None:
        turn, audience = self._now_turn, self._audience
        if digest.gateway:
            present = {connection for _, connection in digest.attachments}
            audience.detach_gateway(digest.gateway, self._clock.now(), but=present)
        for player, connection in digest.attachments:
            if player in turn.draft.removed:
                continue
            if digest.wants_views or not audience.knows(player, connection):
                turn.resync.append((player, connection))
            audience.attach(player, connection)

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

    def _is_hopeless(self, what: str) -> bool:
        """A bug, caught: logged without a card, counted. Three on one command end the actor."""
        log.error("room_fault", extra={"fields": {"room": self.state.code}}, exc_info=True)  # noqa: LOG014 - called in one
        self._port.failed("command")
        if len(self._faults) > FAULTS_KEPT:
            self._faults.clear()
        self._faults[what] += 1
        return self._faults[what] >= FAULTS_ON_ONE_COMMAND
