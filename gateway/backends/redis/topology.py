"""Which node serves a key, and where that node is: one server, a master that sentinels know, or a cluster.

A cluster is asked for its slots when a node says MOVED or does not answer; whoever was misled has done nothing
and tries again (hazards.md 10). A sentinel's master is asked for at each connection.
"""

import asyncio
import binascii
import itertools
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from gateway.backends.redis.line import NotDone

Address = tuple[str, int]
SLOTS = 16_384

Ask = Callable[..., Awaitable[Any]]
"""One question to one address: `await ask(address, *words)`. Any: replies of any depth. Raises NotDone."""


class Topology(Protocol):
    async def look(self) -> None:
        """Find out who serves what. Raises NotDone."""
        ...

    def node_of(self, key: str) -> str: ...

    def has_changed(self) -> bool:
        """Whether other nodes serve than at first: a replica that took over may know less than its master did."""
        ...

    async def locate(self, node: str) -> Address:
        """Where to connect to; "" is any node. Raises NotDone."""
        ...

    def misled(self) -> None: ...

    async def close(self) -> None: ...


class Single:
    """One server, always at the same address."""

    def __init__(self, address: Address) -> None:
        self._address = address

    async def look(self) -> None:
        pass

    def node_of(self, key: str) -> str:  # noqa: ARG002 - it serves all
        return ""

    def has_changed(self) -> bool:
        return False

    async def locate(self, node: str) -> Address:  # noqa: ARG002 - there is one
        return self._address

    def misled(self) -> None:
        pass

    async def close(self) -> None:
        pass


class Sentinels(Single):
    """One master, whose address any of the sentinels knows."""

    def __init__(self, sentinels: list[Address], name: str, ask: Ask) -> None:
        super().__init__(sentinels[0])
        self._sentinels = sentinels
        self._name = name
        self._ask = ask

    async def look(self) -> None:
        await self.locate("")

    async def locate(self, node: str) -> Address:  # noqa: ARG002 - there is one
        for sentinel in self._sentinels:
            try:
                found = await self._ask(sentinel, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._name)
            except NotDone:
                continue
            if found is not None:
                host, port = found
                return host.decode(), int(port)
        raise NotDone


class Cluster:
    """Slots and their masters. A node's name is its address."""

    def __init__(self, seeds: list[Address], ask: Ask) -> None:
        self._seeds = seeds
        self._ask = ask
        self._masters: list[Address | None] = [None] * SLOTS
        self._first: set[Address | None] = set()
        self._turns = itertools.count()
        self._looking: asyncio.Task[None] | None = None

    async def look(self) -> None:
        known = dict.fromkeys([*(one for one in self._masters if one is not None), *self._seeds])
        for address in known:
            try:
                answer = await self._ask(address, "CLUSTER", "SLOTS")
            except NotDone:
                continue
            masters: list[Address | None] = [None] * SLOTS
            for first, last, (host, port, *_), *_replicas in answer:
                # A node that does not know its own name leaves it to whoever reached it.
                master = (host.decode() or address[0], port)
                masters[first : last + 1] = [master] * (last + 1 - first)
            self._masters = masters
            self._first = self._first or set(masters)
            return
        raise NotDone

    def node_of(self, key: str) -> str:
        master = self._masters[slot(key)]
        return "" if master is None else f"{master[0]} {master[1]}"

    def has_changed(self) -> bool:
        return not self._first.issuperset(self._masters)

    async def locate(self, node: str) -> Address:
        if node:
            host, _, port = node.rpartition(" ")
            return host, int(port)
        nodes = [one for one in dict.fromkeys(self._masters) if one is not None] or self._seeds
        return nodes[next(self._turns) % len(nodes)]  # another each time: one of them may be away

    def misled(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look_again())

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    async def _look_again(self) -> None:
        try:
            await self.look()
        except NotDone:
            await asyncio.sleep(0)  # whoever was misled asks again


def slot(key: str) -> int:
    """Redis Cluster's: CRC16 of what stands in the first braces.

    >>> slot("kortlek:room:{b7}:BCDFGH") == slot("kortlek:due:{b7}") == slot("b7")
    True
    """
    _, _, rest = key.partition("{")
    tag, brace, _ = rest.partition("}")
    return binascii.crc_hqx((tag if tag and brace else key).encode(), 0) % SLOTS
