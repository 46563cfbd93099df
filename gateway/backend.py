"""What a backend is: where rooms lie and how deliveries travel. There are two: `backends/embedded.py` (SQLite
in this process) and `backends/redis/` (many instances).

Results may come later, may be unknown, and every save carries a fence (hazards.md 1, 2): the actors
above are written for that, so a backend that answers at once is only the easy case.
"""

from collections.abc import Sequence
from typing import NewType, Protocol

from msgspec import Struct

from actors.clock import Clock
from actors.messages import RoomCode
from actors.ports import Delivery, HandedOver, RoomStore

InstanceId = NewType("InstanceId", str)
"""One run of one process: eight hexadecimal digits, new at every start."""


class Backend(RoomStore, Protocol):
    """A `RoomStore` with a life of its own."""

    async def open(self) -> None:
        """Ready to claim and save. Raises BackendInUse if the store has an owner already, StoreAway."""
        ...

    async def close(self) -> None:
        """Everything handed over has been saved; nothing is taken any more."""
        ...

    def is_ready(self) -> bool:
        """Whether it could save now, for readiness."""
        ...


class BackendInUse(Exception):
    """Another process owns this store; two owners would overwrite each other."""


class Outlet(Protocol):
    """Takes what a commit sends, once it is durable."""

    def deliver(self, delivery: Delivery) -> None:
        """To the connections of this instance; those of others are passed over."""
        ...


class SharedOutlet(Outlet, Protocol):
    def letters(self, delivery: Delivery) -> Sequence[tuple[InstanceId, bytes]]:
        """The same delivery for the connections of other instances: one letter to each."""
        ...


class Owner(Struct, frozen=True):
    """Who owns a room, by its record; `instance` is empty between two owners."""

    instance: InstanceId
    fence: int


class Member(Struct, frozen=True):
    """A living instance, as its last heartbeat described it."""

    instance: InstanceId
    is_draining: bool = False
    rooms: int = 0
    connections: int = 0


class Listener(Protocol):
    """What an instance hears of the others; called on the loop."""

    def heard(self, letter: bytes) -> None: ...

    def left(self, instance: InstanceId, silent_s: float) -> None:
        """Its heartbeat has ended: `silent_s` ago it was last heard."""
        ...

    def had_gap(self) -> None:
        """Letters to this instance may have been lost."""
        ...

    def store_fell_back(self) -> None:
        """The store may have lost what it had acknowledged: live rooms are to be saved again (hazards.md 2)."""
        ...


class SharedBackend(Backend, Protocol):
    """A backend that several instances share."""

    instance: InstanceId
    listener: Listener
    """Set before `open`."""

    @property
    def clock(self) -> Clock:
        """The store's time, the same on every instance."""
        ...

    def send(self, to: InstanceId, letter: bytes) -> None:
        """Best effort: letters may be lost, and are never out of order between two instances."""
        ...

    def is_alive(self, instance: InstanceId) -> bool: ...

    def members(self) -> tuple[Member, ...]:
        """Everybody alive, this instance too."""
        ...

    async def owner_of(self, code: RoomCode) -> Owner | None:
        """By the record, read anew; None if there is no such room. Raises StoreAway."""
        ...

    async def release(self, code: RoomCode, left: HandedOver, to: InstanceId) -> bool:
        """Give a room up, its actor having ended, and offer it to another instance; False if it was not ours
        any more. Raises StoreAway."""
        ...

    def drain(self) -> None:
        """Let the others know that this instance is leaving, and learn who they are."""
        ...
