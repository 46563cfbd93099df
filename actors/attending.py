"""Who looks at a room or a hall, and how commands are answered there, whatever they do.

The subclass says what a command does (`_do`) and whom it does not let in (`_bars`).
"""

import logging
from abc import abstractmethod
from collections import Counter, OrderedDict

from actors.answers import PASSING, Code, Refusal, Refused
from actors.clock import Clock
from actors.committing import CommittingActor
from actors.messages import (
    Attached,
    Detached,
    Digest,
    GatewayGone,
    PlayerId,
    Repair,
    RoomMessage,
    Told,
)
from actors.ports import RoomPort
from actors.turn import Owed, StateT
from engines.core import RuleError

log = logging.getLogger("kortlek.room")

INBOX_S = 5.0
"""A command that waited longer than this for its turn is refused as busy: nothing has happened."""
FAULTS_ON_ONE_COMMAND = 3
FAULTS_KEPT = 64


class AttendingActor(CommittingActor[StateT]):
    """Takes the messages that rooms and halls have in common."""

    said_kept = 256
    """Answers that are kept in memory."""

    def __init__(self, state: StateT, fence: int, clock: Clock, port: RoomPort) -> None:
        super().__init__(state, fence, clock, port)
        self._said: OrderedDict[tuple[PlayerId, str], Owed] = OrderedDict()
        self._faults: Counter[str] = Counter()

    # -- for subclasses

    @abstractmethod
    def _do(self, told: Told, now: float) -> None:
        """One command's effect on the draft, and its answer. Raises Refusal or RuleError, and then nothing has
        happened."""

    @abstractmethod
    def _bars(self, player: PlayerId) -> Code | None:
        """Why this player may say nothing here and see nothing."""

    def _may_look_on(self, player: PlayerId) -> bool:  # noqa: ARG002 - for those who count
        """Whether there is room for one more who looks."""
        return True

    # -- messages

    def _attends(self, message: RoomMessage) -> bool:
        """Take a message of the kinds that are handled here."""
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
            case _:
                return False
        return True

    def _told(self, told: Told) -> None:
        turn, now, command = self._now_turn, self._clock.now(), told.command
        known = turn.draft.answer_to(told.player, command.id)
        said = self._said.get((told.player, command.id))
        bar = self._bars(told.player)
        if known is not None:
            turn.owed.append(Owed(told.reply_to, version=known.version, detail=known.detail))
        elif said is not None:
            turn.owed.append(said.to_again(told.reply_to))
        elif bar is not None:
            turn.refuse(told.reply_to, bar)
        elif now - told.stamp > INBOX_S:
            turn.refuse(told.reply_to, Code.BUSY)
        else:
            self._apply(told, now)

    def _apply(self, told: Told, now: float) -> None:
        """Compute one command's effect; whatever is raised on the way changes nothing."""
        try:
            self._do(told, now)
        except Refusal as refusal:
            self._refuse(told, refusal.answer)
        except RuleError as error:
            self._refuse(told, Refused(str(error.code)))
        except Exception:
            if self._is_hopeless(told.command.id):
                raise
            self._now_turn.refuse(told.reply_to, Code.INTERNAL)

    def _refuse(self, told: Told, refused: Refused) -> None:
        self._say(told, Owed(told.reply_to, refused))

    def _say(self, told: Told, owed: Owed) -> None:
        """Answer what changes nothing, and remember it in memory, so that a repeat gets the same answer
        and is not judged anew (room.md 5)."""
        self._now_turn.owed.append(owed)
        if owed.refused is None or owed.refused.code not in PASSING:
            self._keep_in_memory(told, owed)

    def _keep_in_memory(self, told: Told, owed: Owed) -> None:
        self._said[told.player, told.command.id] = owed
        if len(self._said) > self.said_kept:
            self._said.popitem(last=False)

    def _attach(self, message: Attached) -> None:
        turn, player = self._now_turn, message.player
        if (bar := self._bars(player)) is not None:
            turn.refuse(message.reply_to, bar)
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
            if self._bars(player) is not None:
                continue
            if digest.wants_views or not audience.knows(player, connection):
                turn.resync.append((player, connection))
            audience.attach(player, connection)

    def _is_hopeless(self, what: str) -> bool:
        """A bug, caught: logged without a card, counted. Three on one command end the actor."""
        log.error("room_fault", extra={"fields": {"room": self.state.code}}, exc_info=True)  # noqa: LOG014 - called in one
        self._port.failed("command")
        if len(self._faults) > FAULTS_KEPT:
            self._faults.clear()
        self._faults[what] += 1
        return self._faults[what] >= FAULTS_ON_ONE_COMMAND
