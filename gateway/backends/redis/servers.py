"""Redis itself: its URL, its connections, the library's errors. The only importer of `redis`.

A `Line` is one connection of the library, driven by hand: so it is known for certain whether a command was sent,
nothing is retried behind our backs, and a batch costs one write (hazards.md 1, 15).
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast
from urllib.parse import urlsplit

import hiredis
from redis.asyncio.connection import Connection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from gateway.backends.redis.line import Line, NotDone, Outcome, Reply, Unsure, Word
from gateway.backends.redis.replies import Arrived, LineLost, Replies
from gateway.backends.redis.topology import Address, Cluster, Sentinels, Single, Topology
from gateway.logs import EventLog

log = EventLog("redis")

TIMEOUT_S = 2.0

NOTHING_HAPPENED = frozenset(
    {"ASK", "BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MISCONF", "MOVED", "NOAUTH", "NOREPLICAS"}
    | {"NOSCRIPT", "OOM", "READONLY", "TRYAGAIN"}
)
"""Refusals that Redis gives before it changes anything. Another error may come from the middle of a script."""

NOT_THE_ONE = frozenset({"READONLY", "MASTERDOWN", "LOADING"})
"""This node does not serve, or not yet: the line is made anew, which asks for its address anew."""

_TROUBLE = (RedisError, OSError, TimeoutError)


class BadUrl(ValueError):
    """The URL of Redis cannot be understood."""


class Servers:
    """One Redis, however many nodes it has: `redis://`, `rediss://` (TLS),
    `redis+sentinel://host:port,host:port/master/db` and `redis+cluster://host:port,...`, the last two as `rediss+`
    too. What the library takes as a query (`ssl_ca_certs=`) may follow. Raises BadUrl."""

    def __init__(self, url: str, timeout_s: float = TIMEOUT_S) -> None:
        self._timeout_s = timeout_s
        scheme, _, kind = urlsplit(url).scheme.partition("+")
        credentials, _, hosts = urlsplit(url).netloc.rpartition("@")
        path = urlsplit(url).path.strip("/")
        name, _, number = path.partition("/") if kind == "sentinel" else ("", "", path)
        plain = f"{scheme}://{credentials}@localhost/{number}?{urlsplit(url).query}"
        try:
            self._options: dict[str, Any] = dict(parse_url(plain))  # Any: the library's keyword arguments
            addresses = [_address(host, 26379 if kind == "sentinel" else 6379) for host in hosts.split(",")]
            self._connection(addresses[0], self._options)
        except (ValueError, TypeError) as error:
            raise BadUrl(str(error)) from error
        self._topology: Topology
        if kind == "cluster":
            self._topology = Cluster(addresses, self._ask)
        elif kind == "sentinel" and name:
            self._topology = Sentinels(addresses, name, self._ask_sentinel)
        elif kind == "" and len(addresses) == 1:
            self._topology = Single(addresses[0])
        else:
            raise BadUrl("a Redis URL begins with redis://, redis+sentinel:// or redis+cluster://")

    async def open(self) -> None:
        """Find out who serves what. Raises NotDone."""
        await self._topology.look()

    def node_of(self, key: str) -> str:
        """The name of the node that serves a key, as far as is known."""
        return self._topology.node_of(key)

    def misled(self) -> None:
        """A node was not what it was thought to be, or does not answer."""
        self._topology.misled()

    def line(self, node: str, came_back: Callable[[], None] = lambda: None) -> Line:
        """A connection to the node, or, if it is "", to any."""
        is_first = not self._topology.has_changed()
        return RedisLine(
            lambda: self._topology.locate(node), self._connect, self._timeout_s, came_back, is_first=is_first
        )

    async def close(self) -> None:
        await self._topology.close()

    async def _connect(self, address: Address) -> Connection:
        connection = self._connection(address, self._options)
        await _open(connection)
        return connection

    async def _ask(self, address: Address, *words: Word) -> Reply:
        return await self._ask_with(self._options, address, *words)

    async def _ask_sentinel(self, address: Address, *words: Word) -> Reply:
        """A sentinel has no database and none of the master's credentials."""
        kept = {name: value for name, value in self._options.items() if name not in _OF_THE_MASTER}
        return await self._ask_with(kept, address, *words)

    async def _ask_with(self, options: Mapping[str, Any], address: Address, *words: Word) -> Reply:
        """One question on a connection of its own. Raises NotDone."""

        async def connect(to: Address) -> Connection:
            connection = self._connection(to, options)
            await _open(connection)
            return connection

        async def locate() -> Address:
            return address

        line = RedisLine(locate, connect, self._timeout_s, lambda: None)
        try:
            (outcome,) = await line.exchange([words])
        finally:
            await line.close()
        if isinstance(outcome, NotDone | Unsure):
            raise NotDone
        return outcome

    def _connection(self, address: Address, options: Mapping[str, Any]) -> Connection:
        kind = options.get("connection_class", Connection)
        rest = {name: value for name, value in options.items() if name != "connection_class"}
        ours = {
            "host": address[0],
            "port": address[1],
            "protocol": 2,
            "retry": Retry(NoBackoff(), 0),
            "socket_timeout": None,  # a line has one limit for all of an exchange
            "driver_info": None,
            "health_check_interval": 0,
        }
        connection: Connection = kind(**{**rest, **ours})
        return connection


_OF_THE_MASTER = ("username", "password", "db")


class RedisLine:
    """`Line` over a connection that the library opens and `Replies` reads. `came_back` is called after the first
    exchange of each connection but the first, before its outcomes are known to anybody; of the first too if the line
    takes another's place."""

    def __init__(
        self,
        locate: Callable[[], Awaitable[Address]],
        connect: Callable[[Address], Awaitable[Connection]],
        timeout_s: float,
        came_back: Callable[[], None],
        *,
        is_first: bool = True,
    ) -> None:
        self._locate = locate
        self._connect = connect
        self._timeout_s = timeout_s
        self._came_back = came_back
        self._connection: Connection | None = None
        self._replies: Replies | None = None
        self._was_connected = not is_first
        self._is_new = False

    async def exchange(self, commands: list[tuple[Word, ...]]) -> list[Outcome]:
        replies = await self._connected()
        try:
            async with asyncio.timeout(self._timeout_s):
                replies.send([hiredis.pack_command(one) for one in commands])  # type: ignore[arg-type]  # any length
                await replies.until(len(commands))
        except (LineLost, TimeoutError):
            arrived = replies.take(len(commands))
            await self._drop()
            return [_outcome(one) for one in arrived] + [Unsure()] * (len(commands) - len(arrived))
        except BaseException:
            await self._drop()
            raise
        outcomes = [_outcome(one) for one in replies.take(len(commands))]
        if any(isinstance(one, NotDone) and one.kind in NOT_THE_ONE for one in outcomes):
            await self._drop()
        elif self._is_new:
            self._is_new = False
            self._came_back()
        return outcomes

    async def read(self) -> Reply:
        if self._replies is None:
            raise NotDone
        try:
            await self._replies.until(1)
        except LineLost as error:
            await self._drop()
            raise NotDone from error
        (outcome,) = map(_outcome, self._replies.take(1))
        if isinstance(outcome, NotDone | Unsure):
            await self._drop()
            raise NotDone
        return outcome

    async def close(self) -> None:
        await self._drop()

    async def _connected(self) -> Replies:
        if self._replies is not None:
            if self._replies.is_usable():
                return self._replies
            await self._drop()  # closed while nothing was asked: what is not sent on it has not happened
        try:
            async with asyncio.timeout(self._timeout_s):
                connection = await self._connect(await self._locate())
        except _TROUBLE as error:
            raise NotDone from error
        self._connection = connection
        self._replies = Replies(_transport_of(connection))
        self._is_new = self._was_connected
        self._was_connected = True
        return self._replies

    async def _drop(self) -> None:
        connection, self._connection, self._replies = self._connection, None, None
        if connection is not None:
            await _shut(connection)


async def _open(connection: Connection) -> None:
    try:
        await connection.connect()  # type: ignore[no-untyped-call]
    except BaseException:
        await _shut(connection)
        raise


def _transport_of(connection: Connection) -> asyncio.Transport:
    """By a private name of the library: there is no other way to it, the version is pinned, and a test would tell."""
    writer = connection._writer  # noqa: SLF001
    if writer is None:
        raise NotDone
    return cast("asyncio.Transport", writer.transport)  # typed as only writing


async def _shut(connection: Connection) -> None:
    with contextlib.suppress(*_TROUBLE):
        await connection.disconnect(nowait=True)


def _outcome(arrived: Arrived) -> Outcome:
    if not isinstance(arrived, hiredis.HiredisError):
        return arrived
    kind = str(arrived).partition(" ")[0]
    if kind in NOTHING_HAPPENED:
        return NotDone(kind)
    log.error("redis_refuses", reason=kind)  # its place says nothing, its kind all
    return Unsure()


def _address(host: str, port: int) -> Address:
    """With a port or without.

    >>> _address("cards.example:7000", 6379), _address("[::1]", 6379)
    (('cards.example', 7000), ('::1', 6379))
    """
    parts = urlsplit(f"//{host}")
    if not parts.hostname:
        raise ValueError("a Redis URL names a host")
    return parts.hostname, parts.port or port
