"""How a turn's draft becomes true: one commit at a time, whatever the store does (hazards.md 1).

The subclass folds messages into `_now_turn` and says in `_conclude` what follows from them. Here the
draft is saved with the inbox held; once it is durable it is the state, its clock is armed, and its
answers and views go out. Nothing computed becomes true, is answered or is shown before that.
"""

import logging
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from pykka._envelope import Envelope

from actors import timers
from actors.answers import Code, Refused
from actors.audience import Audience
from actors.clock import Clock, Handle
from actors.messages import Attached, Due, Told
from actors.ports import Commit, Delivery, NoticeTo, Reply, RoomPort
from actors.runtime import LoopActor
from actors.saving import Saving
from actors.state import SNAPSHOT_VERSION, Saved, encode_snapshot
from actors.turn import Turn, Viewers
from engines.core import AnyEngine

log = logging.getLogger("kortlek.room")

PAUSE_AFTER_FAULT_S = 1.0
RECOUNT_S = 1.0
"""A changed number of onlookers is shown at most this often: their coming is no commit."""
LATE_ENOUGH_TO_GIVE_BACK_S = 0.5


class CommittingActor(LoopActor):
    """Owns a room's state, its audience and its one timer. Implements `saving.Saver`."""

    def __init__(
        self,
        saved: Saved,
        fence: int,
        engines: Mapping[str, AnyEngine],
        clock: Clock,
        port: RoomPort,
    ) -> None:
        super().__init__()
        self.state = saved.room
        self.fence = fence
        self._saved_at = saved.at
        self._engines = engines
        self._clock = clock
        self._port = port
        self._saving = Saving(port, clock, self)
        self._now_turn = Turn(self.state)
        self._audience = Audience()
        self._spawning: list[Told] = []
        self._timer: Handle | None = None
        self._recount: Handle | None = None
        self._retry_at: float | None = None
        self._has_failed = False
        self._lost_s = 0.0
        """Time of saves that were given up since the last one that succeeded."""

    @abstractmethod
    def _conclude(self, now: float) -> None:
        """What follows from this turn's messages; may change the draft."""

    # -- the timer

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
        if not turn.is_ending:
            self._conclude(self._clock.now())
        if turn.draft is self.state and not turn.is_closing and not turn.is_repair:
            self._send_unsaved()
        else:
            self._save()

    def _save(self) -> None:
        turn, now = self._now_turn, self._clock.now()
        turn.draft = replace(turn.draft, version=self.state.version + 1)
        snapshot = None if turn.is_closing else encode_snapshot(Saved(SNAPSHOT_VERSION, now, turn.draft))
        viewers: Viewers = []
        if turn.is_ending:
            everybody = tuple(c for _, connections in self._audience.viewers() for c in connections)
            turn.notices.append(NoticeTo(everybody, "closed" if turn.is_closing else "moved"))
        else:
            viewers = self._audience.viewers(without=[player for player, _ in turn.evicted])
            for player, notice in turn.evicted:
                turn.notices.append(NoticeTo(self._audience.connections_of(player), notice))
        delivery = self._delivery(viewers, to_all=True)
        look_again = timers.look_again(turn.draft, now)
        self.hold()
        version, is_repair = turn.draft.version, turn.is_repair
        self._saving.begin(
            Commit(self.state.code, self.fence, version, snapshot, look_again, delivery, is_repair)
        )

    def _send_unsaved(self) -> None:
        """Refusals, repeats' answers and asked-for views: nothing new, so nothing to save."""
        turn = self._now_turn
        self._audience.settled()
        if turn.owed or turn.resync:
            viewers = turn.asked_for(self._audience.connected)
            to_all = len(viewers) == len(self._audience.connected)
            self._port.deliver(self._delivery(viewers, to_all=to_all), self._lost)
        if self._onlookers() != self._audience.count_shown and self._recount is None:
            self._recount = self._clock.call_at(self._clock.now() + RECOUNT_S, self._ring)
        if any(isinstance(message, Due) for message in turn.messages):
            self._arm(self._retry_at)
            self._retry_at = None
        self._now_turn = Turn(self.state)

    def _delivery(self, viewers: Viewers, *, to_all: bool) -> Delivery:
        turn, engine = self._now_turn, self._engines[self._now_turn.draft.game_name]
        onlookers = self._onlookers()
        if to_all:
            self._audience.count_shown = onlookers
        return turn.delivery(engine, self.fence, viewers, onlookers, self._clock.now())

    def _onlookers(self) -> int:
        return self._audience.onlookers(self._now_turn.draft)

    # -- what becomes of the commit (`saving.Saver`)

    def saved(self, elapsed_s: float) -> None:
        turn = self._now_turn
        self.state = turn.draft
        self._audience.settled()
        for player, _ in turn.evicted:
            self._audience.drop(player)
        self._now_turn = Turn(self.state)
        if turn.is_ending:
            self.release()
            self.actor_ref.stop(block=False)
            return
        self._lost_s = 0.0
        self._give_back(elapsed_s)
        self._arm()
        self.release()

    def _lost(self) -> None:
        """What was to be said without a save was not: somebody else owns the room."""
        if self.is_alive:
            self.overruled()

    def overruled(self) -> None:
        """The room lives elsewhere now: its gateways send everything again (hazards.md 1)."""
        messages = [*self._now_turn.messages, *(envelope.message for envelope in self.die())]
        self._port.moved(self.state.code, messages)

    def given_up(self, elapsed_s: float) -> None:
        """Nothing has been saved and nothing has happened; who is connected is compared anew."""
        log.error("commit_given_up", extra={"fields": {"room": self.state.code}})
        self._refuse_turn(Code.UNAVAILABLE)
        self._audience.has_changed = True  # the draft that knew of it is gone
        self._now_turn = Turn(self.state)
        self._lost_s += elapsed_s
        self._give_back(self._lost_s)
        self._arm(ring_at=self._clock.now() + PAUSE_AFTER_FAULT_S)
        self.release()

    def unsure(self) -> None:
        log.error("commit_unsure", extra={"fields": {"room": self.state.code}})
        self._refuse_turn(Code.UNSURE)

    def _give_back(self, elapsed_s: float) -> None:
        """Time in which the room could not save is added to its deadlines (DESIGN.md 3)."""
        if elapsed_s > LATE_ENOUGH_TO_GIVE_BACK_S:
            self._now_turn.draft = timers.shift(self.state, elapsed_s)

    # -- failure and the end

    def _refuse_turn(self, code: Code) -> None:
        """Answer whatever this turn still owes: refusals as they are, the rest with the code."""
        turn = self._now_turn
        said = {owed.to: owed.refused for owed in turn.owed}
        waiting = [m.reply_to for m in turn.messages if isinstance(m, Told | Attached)]
        waiting += [told.reply_to for told in self._spawning if told.reply_to not in waiting]
        self._spawning, turn.owed, turn.messages = [], [], []
        if waiting:
            replies = tuple(Reply(to, said.get(to) or Refused(code)) for to in waiting)
            self._port.deliver(Delivery(replies=replies))

    def on_stop(self) -> None:
        self._end(has_failed=False)

    def on_failure(self, *_exc_info: Any) -> None:
        self._has_failed = True
        self._refuse_turn(Code.RETRY)
        self._end(has_failed=True)

    def _end(self, *, has_failed: bool) -> None:
        self._saving.abandon()
        for handle in (self._timer, self._recount):
            if handle is not None:
                handle.cancel()
        self._port.ended(self.state.code, self.fence, self._audience.attachments(), has_failed=has_failed)

    def dead_letters(self, envelopes: list[Envelope[Any]]) -> None:
        """What this actor will not handle and somebody waits for: another incarnation will, here or elsewhere.
        After a failure they are told to send it again, so that a message that kills is not handed round."""
        super().dead_letters(envelopes)
        waiting = [e.message for e in envelopes if isinstance(e.message, Told | Attached)]
        if not self._has_failed:
            self._port.moved(self.state.code, waiting)
        elif waiting:
            retry = Refused(Code.RETRY)
            self._port.deliver(Delivery(replies=tuple(Reply(message.reply_to, retry) for message in waiting)))
