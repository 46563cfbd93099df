"""What a room needs from outside, as protocols. The gateway implements them; tests do too.

Nothing leaves a room but through `RoomPort`, and nothing that is new leaves it before its commit
is durable (hazards.md 1).
"""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Literal, Protocol

from msgspec import Struct

from actors.answers import Answer
from actors.between import AnyHallMail
from actors.messages import Attachments, Connection, ReplyTo, RoomCode, RoomMessage


class Reply(Struct, frozen=True, gc=False):
    """An answer on its way to the connection that asked."""

    to: ReplyTo
    answer: Answer


class SeatFrame(Struct, frozen=True, gc=False):
    """The part of a view that belongs to one viewer, as encoded members of a JSON object
    (`"you":{…},"own":{…}`), and the connections it goes to."""

    to: tuple[Connection, ...]
    own: bytes


NoticeKind = Literal["closed", "removed", "elsewhere", "moved", "hall"]


class NoticeTo(Struct, frozen=True, gc=False):
    """A notice to connections that stop looking at the room."""

    to: tuple[Connection, ...]
    notice: NoticeKind


class Delivery(Struct, frozen=True):
    """All that one commit sends, in order: replies, then views, then notices.

    `public` holds the members that every viewer gets (`"fence":…,"room":{…},"table":{…}`), encoded
    once. No secret of one seat is in another's frame: `own` is made per viewer before it gets here.

    Under `fence` and `version` the room `code` says this; what is lower than the highest pair seen is the
    past. Without a room (fence 0) it is an answer of the house, which anybody may give.
    """

    code: RoomCode = RoomCode("")
    fence: int = 0
    version: int = 0
    replies: tuple[Reply, ...] = ()
    public: bytes = b""
    frames: tuple[SeatFrame, ...] = ()
    notices: tuple[NoticeTo, ...] = ()


class Commit(Struct, frozen=True):
    """One save. `look_again` is the server time (s) by which somebody must look at the room even if
    its owner is gone; `snapshot` None deletes the room."""

    code: RoomCode
    fence: int
    version: int
    snapshot: bytes | None
    look_again: float
    delivery: Delivery
    is_repair: bool = False
    """A state that was durable already, saved again because the store may have lost it: it may be
    written where no record is (hazards.md 2)."""


class CommitResult(Enum):
    DONE = "done"
    """Durable. The port sends the delivery right after the callback returns."""
    REFUSED = "refused"
    """A higher fence has been seen: this room lives elsewhere now."""
    FAILED = "failed"
    """For certain nothing was saved."""
    UNKNOWN = "unknown"
    """Sent, and no answer: it may have been saved."""


class Claim(Struct, frozen=True):
    """A room taken into possession under a new fence, with its last snapshot."""

    fence: int
    snapshot: bytes


class Elsewhere(Struct, frozen=True):
    """The room has a living owner, which is to be asked."""

    owner: str


class HandedOver(Struct, frozen=True):
    """A room that has ended here so that it can live elsewhere: the fence under which it lived, and who looked
    at it, so that nobody is seen away there before their gateways have spoken."""

    fence: int
    looking: Attachments


class RoomStore(Protocol):
    """Where rooms lie. Results may come later (Redis) or at once (SQLite on the loop)."""

    def claim(self, code: RoomCode) -> Awaitable[Claim | Elsewhere | None]:
        """Take a room under a new fence, unless another instance lives and owns it; None if there is no such
        room. Raises StoreAway."""
        ...

    def create(self, code: RoomCode, snapshot: bytes, look_again: float) -> Awaitable[int | None]:
        """Save a new room; its first fence, or None if the code is taken. Raises StoreAway."""
        ...

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None:
        """Save under the fence; `done` is called on the loop, exactly once, then the delivery goes
        out if the result is DONE."""
        ...

    def due(self, now: float, limit: int) -> Awaitable[tuple[RoomCode, ...]]:
        """Rooms whose `look_again` has passed and that no other living instance owns, the oldest first."""
        ...

    def speak(self, delivery: Delivery, lost: Callable[[], None]) -> None:
        """Send what needs no save, if the room is still owned here; else nothing is sent, and `lost` is
        called on the loop: a higher fence exists (hazards.md 9)."""
        ...


class StoreAway(Exception):
    """The store cannot be reached or refuses to work; nothing has happened."""


class RoomPort(Protocol):
    """What a room actor is given."""

    def commit(self, commit: Commit, done: Callable[[CommitResult], None]) -> None: ...

    def deliver(self, delivery: Delivery, lost: Callable[[], None] | None = None) -> None:
        """Send what needs no save: refusals, repeats' answers, views of the committed state. `lost` is called
        later instead, if this room turns out to live elsewhere."""
        ...

    def spawn(self, origin: RoomCode, game: str, options: bytes) -> None:
        """Open another table; the room gets `Spawned`."""
        ...

    def send(self, code: RoomCode, mail: AnyHallMail) -> None:
        """Between a hall and its tables: best effort."""
        ...

    def new_secret(self) -> bytes:
        """256 fresh bits, from a cryptographic generator."""
        ...

    def failed(self, where: str) -> None:
        """A bug was caught (counted; logged where it was caught)."""
        ...

    def moved(self, code: RoomCode, messages: Sequence[RoomMessage]) -> None:
        """The room lives elsewhere, or will; these messages have had no effect and are to be sent again."""
        ...

    def ended(self, code: RoomCode, fence: int, looking: Attachments, *, has_failed: bool) -> None:
        """The actor of that fence handles nothing any more; who was looking at its room."""
        ...


class Outlet(Protocol):
    """The gateway, as rooms see it."""

    def deliver(self, delivery: Delivery) -> None:
        """Send what needs no save."""
        ...

    def attachments(self, code: RoomCode) -> Attachments:
        """The connections here that look at this room."""
        ...


class Counters(Protocol):
    """What the supervisor reports; the gateway makes metrics of it."""

    def room_failed(self, where: str) -> None: ...

    def commit_ended(self, result: CommitResult) -> None: ...
