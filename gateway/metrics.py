"""What the server counts, in one registry that is made where the process is built.

Label values come from closed sets of ours (endings, codes, command types, games), never from a
client, so the number of series is bounded and no name can get in.
"""

import hmac
from collections.abc import Awaitable, Callable
from typing import Literal

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from actors.ports import CommitResult

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
BYTES = (128, 256, 512, 1024, 2048, 4096, 8192, 16384)


class Metrics:
    """All series of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.connections = self._gauge("connections", "Open connections.", "transport")
        self.connections_refused = self._counter("connections_refused", "Handshakes refused.", "reason")
        self.connections_ended = self._counter("connections_ended", "Connections ended.", "reason")
        self.bad_frames = self._counter(
            "bad_frames", "Frames and requests that are not of our protocol.", "kind"
        )
        self.commands = self._counter("commands", "Commands by type and result.", "type", "result")
        self.refusals = self._counter("refusals", "Refused commands by code.", "code")
        self.command_seconds = self._histogram("command_seconds", "From receipt to answer.", SECONDS)
        self.view_bytes = self._histogram("view_bytes", "Size of one view sent.", BYTES)
        self.rooms = self._gauge("rooms", "Rooms living here.")
        self.commits = self._counter("commits", "Commits of rooms by result.", "result")
        self.commands_routed = self._counter(
            "commands_routed", "Commands sent to another instance, which owns their room."
        )
        self.commands_resent = self._counter("commands_resent", "Routed commands without an answer in time.")
        self.rooms_sought = self._counter("rooms_sought", "Rooms whose owner was read from the store.")
        self.rooms_handed_over = self._counter("rooms_handed_over", "Rooms given to others in a drain.")
        self.resyncs = self._counter("resyncs", "Rooms whose views were asked for or sent again.")
        self.bus_gaps = self._counter("bus_gaps", "Times when letters to this instance may have been lost.")
        self.letters_read = self._counter("letters_read", "Letters from other instances.")
        self.letter_bytes_read = self._counter("letter_bytes_read", "Bytes of these letters.")
        self.letters_refused = self._counter("letters_refused", "Letters that were not read.", "reason")
        self.letters_lost = self._counter("letters_lost", "Letters that could not be sent.")
        self.bus_seconds = self._histogram("bus_seconds", "A letter to oneself, there and back.", SECONDS)
        self.store_seconds = self._histogram("store_seconds", "One exchange with the store.", SECONDS)
        self.store_calls = self._counter("store_calls", "Calls in these exchanges.")
        self.claims = self._counter("claims", "Rooms claimed, by what came of it.", "result")
        self.rooms_lost = self._counter("rooms_lost", "Rooms that others claimed while this instance lived.")
        self.saves_refused = self._counter("saves_refused", "Saves refused because a higher fence exists.")
        self.store_fell_back = self._counter("store_fell_back", "Times when the store had lost something.")
        self.actor_failures = self._counter("actor_failures", "Exceptions caught in rooms.", "kind")

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, namespace="kortlek", registry=self.registry)

    def _gauge(self, name: str, text: str, *labels: str) -> Gauge:
        return Gauge(name, text, labels, namespace="kortlek", registry=self.registry)

    def _histogram(self, name: str, text: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, text, namespace="kortlek", registry=self.registry, buckets=buckets)

    def value(self, name: str, **labels: str) -> float:
        """One sample as it is now, 0 if it was never touched: `value("bad_frames_total", kind="json")`."""
        return self.registry.get_sample_value(f"kortlek_{name}", labels) or 0.0

    def render(self) -> bytes:
        return generate_latest(self.registry)


class RoomCounters:
    """Implements `rooms.Counters`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        # Children of a metric are slow to look up, and every move commits.
        self._commits = {result: metrics.commits.labels(result.value) for result in CommitResult}

    def room_failed(self, where: str) -> None:
        self._metrics.actor_failures.labels(where).inc()

    def commit_ended(self, result: CommitResult) -> None:
        self._commits[result].inc()


class RedisCounters:
    """Implements `backends.redis.backend.Counters`."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def batch(self, size: int, took_s: float) -> None:
        self._metrics.store_calls.inc(size)
        self._metrics.store_seconds.observe(took_s)

    def bus_gap(self) -> None:
        self._metrics.bus_gaps.inc()

    def claim(self, result: Literal["taken", "elsewhere", "none", "away"]) -> None:
        self._metrics.claims.labels(result).inc()

    def echo(self, latency_s: float) -> None:
        self._metrics.bus_seconds.observe(latency_s)

    def fell_back(self) -> None:
        self._metrics.store_fell_back.inc()

    def letter_lost(self) -> None:
        self._metrics.letters_lost.inc()

    def room_lost(self) -> None:
        self._metrics.rooms_lost.inc()

    def save_refused(self) -> None:
        self._metrics.saves_refused.inc()


def metrics_page(metrics: Metrics, token: str) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A page for `Authorization: Bearer <token>`; anybody else is told that there is none."""
    if not token:
        raise ValueError("the metrics page needs a token")
    expected = f"Bearer {token}".encode()

    async def page(request: web.Request) -> web.Response:
        given = request.headers.get("Authorization", "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, expected):
            raise web.HTTPNotFound
        return web.Response(body=metrics.render(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return page
