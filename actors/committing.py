"""How a turn's draft becomes true: one commit at a time, whatever the store does (hazards.md 1).

The subclass folds messages into `_now_turn` and says in `_conclude` what follows from them. Here the
draft is saved with the inbox held; once it is durable it is the state, its clock is armed, and its
answers and views go out. Nothing computed becomes true, is answered or is shown before that.
"""

import logging
from abc import abstractmethod
from typing import Any, Generic

from msgspec.structs import replace
from pykka._envelope import Envelope

from actors.answers import Code, Refused
from actors.audience import Audience
from actors.clock import Clock, Handle
from actors.messages import Attached, Due, PlayerId, Told
from actors.ports import Commit, Delivery, NoticeTo, Reply, RoomPort
from actors.runtime import LoopActor
from actors.saving import Saving
from actors.turn import StateT, Turn, Viewers

log = logging.getLogger("kortlek.room")

PAUSE_AFTER_FAULT_S = 1.0
LATE_ENOUGH_TO_GIVE_BACK_S = 0.5


class CommittingActor(LoopActor, Generic[StateT]):
    """Owns a state, its audience and its one timer. Implements `saving.Saver`."""

    _now_turn: Turn[StateT]

    def __init__(self, state: StateT, fence: int, clock: Clock, port: RoomPort) -> None:
        super().__init__()
        self.state = state
        self.fence = fence
        self._clock = clock
        self._port = port
        self._saving = Saving(port, clock, self)
        self._now_turn = self._new_turn(state)
        self._audience = Audience()
        self._spawning: list[Told] = []
        self._timer: Handle | None = None
        self._retry_at: float | None = None
        self._has_failed = False
        self._lost_s = 0.0
        """Time of saves that were given up since the last one that succeeded."""

    # -- for subclasses

    @abstractmethod
    def _new_turn(self, state: StateT) -> Turn[StateT]: ...

    @abstractmethod
    def _conclude(self, now: float) -> None:
        """What follows from this turn's messages; may change the draft."""

    @abstractmethod
    def _snapshot(self, draft: StateT, now: float) -> bytes:
        """What is saved of it."""

    @abstractmethod
    def _look_again(self, draft: StateT, now: float) -> float:
        """By when somebody must look at it even if its owner is gone."""

    @abstractmethod
    def _next_firing(self) -> float | None:
        """When the timer must ring for the state as it is, or None."""

    @abstractmethod
    def _shifted(self, seconds: float) -> StateT:
        """The state, its deadlines later by so much."""

    @abstractmethod
    def _delivery(self, viewers: Viewers, *, to_all: bool) -> Delivery:
        """What this turn says, with a view for each of these."""

    def _viewers(self, without: list[PlayerId]) -> Viewers:
        """Who gets a view with this turn's save."""
        return self._audience.viewers(without=without)

    def _said_unsaved(self) -> None:
        """A turn that has changed nothing has said what it had to say."""

    def _is_saved(self, now: float) -> None:  # noqa: ARG002 - for those who count
        """The draft has become the state; messages are taken again."""
        self.release()

    def _is_closed(self) -> None:
        """Its record has been deleted."""

    # -- the timer

    def _arm(self, ring_at: float | None = None) -> None:
        """Set the one timer to the next deadline, or to `ring_at` after trouble."""
        if self._timer is not None:
            self._timer.cancel()
        when = self._next_firing() if ring_at is None else ring_at
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
        if turn.draft is self.state and not turn.must_save:
            self._send_unsaved()
        else:
            self._save()

    def _save(self) -> None:
        turn, now = self._now_turn, self._clock.now()
        turn.draft = replace(turn.draft, version=self.state.version + 1)
        snapshot = None if turn.is_closing else self._snapshot(turn.draft, now)
        viewers: Viewers = []
        if turn.is_ending:
            everybody = tuple(c for _, connections in self._audience.viewers() for c in connections)
            turn.notices.append(NoticeTo(everybody, turn.last_word if turn.is_closing else "moved"))
        else:
            viewers = self._viewers(without=[player for player, _ in turn.evicted])
            for player, notice in turn.evicted:
                turn.notices.append(NoticeTo(self._audience.connections_of(player), notice))
        delivery = self._delivery(viewers, to_all=True)
        look_again = self._look_again(turn.draft, now)
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
        self._said_unsaved()
        if any(isinstance(message, Due) for message in turn.messages):
            self._arm(self._retry_at)
            self._retry_at = None
        self._now_turn = self._new_turn(self.state)

    # -- what becomes of the commit (`saving.Saver`)

    def saved(self, elapsed_s: float) -> None:
        turn = self._now_turn
        self.state = turn.draft
        self._audience.settled()
        for player, _ in turn.evicted:
            self._audience.drop(player)
        self._now_turn = self._new_turn(self.state)
        if turn.is_ending:
            if turn.is_closing:
                self._is_closed()
            self.release()
            self.actor_ref.stop(block=False)
            return
        self._lost_s = 0.0
        self._give_back(elapsed_s)
        self._arm()
        self._is_saved(self._clock.now())

    def _lost(self) -> None:
        """What was to be said without a save was not: somebody else owns the room."""
        if self.is_alive:
            self.overruled()

    def overruled(self) -> None:
        """It lives elsewhere now: its gateways send everything again (hazards.md 1)."""
        messages = [*self._now_turn.messages, *(envelope.message for envelope in self.die())]
        self._port.moved(self.state.code, messages)

    def given_up(self, elapsed_s: float) -> None:
        """Nothing has been saved and nothing has happened; who is connected is compared anew."""
        log.error("commit_given_up", extra={"fields": {"room": self.state.code}})
        self._refuse_turn(Code.UNAVAILABLE)
        self._audience.has_changed = True  # the draft that knew of it is gone
        self._now_turn = self._new_turn(self.state)
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
            self._now_turn.draft = self._shifted(elapsed_s)

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
        if self._timer is not None:
            self._timer.cancel()
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
