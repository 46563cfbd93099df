"""What a backend is: where rooms lie and how deliveries travel. Two implementations are meant:
`backends/embedded.py` (SQLite in this process) and Redis (many instances).

Results may come later, may be unknown, and every save carries a fence (hazards.md 1, 2): the actors
above are written for that, so a backend that answers at once is only the easy case.
"""

from typing import Protocol

from actors.ports import Delivery, RoomStore


class Backend(RoomStore, Protocol):
    """A `RoomStore` with a life of its own."""

    async def open(self) -> None:
        """Ready to claim and save. Raises BackendInUse if the store has an owner already."""
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

    def deliver(self, delivery: Delivery) -> None: ...
