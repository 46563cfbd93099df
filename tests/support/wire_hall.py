"""A phone in a hall, on real sockets, that does by itself what the client does: it goes to its table and back, and
finds another instance when its own is gone.

    phone = HallPhone("anna", code, connect, where=lambda: cluster.living())
    await phone.until(lambda: phone.table)
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from tests.support.wire_client import Wire
from tests.support.wire_person import PASSING, Address

ANSWER_S = 12.0
PAUSE_S = 0.1


class HallPhone:
    """`shown` is the last view of whatever it looks at, `table` where it sits, by its own view of that table."""

    def __init__(
        self,
        name: str,
        hall: str,
        connect: Callable[..., Awaitable[Wire]],
        where: Callable[[], Sequence[Address]],
        *,
        joins: bool = True,
    ) -> None:
        self.name = name
        self.hall = hall
        self.joins = joins
        self.looks_at = hall
        self.shown: dict[str, Any] = {}
        self.been_at: list[str] = []
        self._connect = connect
        self._where = where
        self._count = 0
        self._news = asyncio.Condition()
        self._life = asyncio.ensure_future(self._live())

    @property
    def table(self) -> str | None:
        room = self.shown.get("room")
        return room["code"] if room is not None and self.shown["you"]["seat"] is not None else None

    @property
    def plays(self) -> bool:
        return self.table is not None and self.shown["room"]["status"] == "playing"

    async def until(self, condition: Callable[[], object], within_s: float = 20.0) -> None:
        async with asyncio.timeout(within_s), self._news:
            await self._news.wait_for(lambda: condition() or self._life.done())
        if self._life.done():
            self._life.result()

    async def until_it_plays(self, game: str, within_s: float) -> None:
        await self.until(lambda: self.plays and self.shown["room"]["game"] == game, within_s)

    async def leaves(self) -> None:
        self._life.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._life

    async def says(self, client: Wire, **command: Any) -> dict[str, Any]:
        self._count += 1
        body = {"id": f"{self.name}-{self._count}", **command}
        while True:
            answer: dict[str, Any] = await client.answer(await client.call(body), ANSWER_S)
            if answer["type"] == "applied" or answer["code"] not in PASSING:
                return answer
            await asyncio.sleep(PAUSE_S)

    async def steers(self, **command: Any) -> dict[str, Any]:
        """As an organiser, on a connection of its own; the answer."""
        client = await self._opens(self._where()[-1])
        try:
            assert (await self.says(client, type="attach", room=self.hall))["type"] == "applied"
            answer = await self.says(client, **command)
            assert answer["type"] == "applied", answer
            return answer
        finally:
            await client.leave()

    # -- by itself

    async def _live(self) -> None:
        tries = 0
        while True:
            places = self._where()
            with contextlib.suppress(ConnectionError, OSError, TimeoutError):
                client = await self._opens(places[(hash(self.name) + tries) % len(places)])
                await self._follow(client)
            tries += 1
            await asyncio.sleep(PAUSE_S)

    async def _opens(self, where: Address) -> Wire:
        secret = (self.name * 43)[:43]
        return await self._connect(auth={"protocol": 1, "secret": secret}, at=where.url)

    async def _follow(self, client: Wire) -> None:
        """As long as the connection lasts."""
        await self._goes(client, self.looks_at)
        heard = 0
        while True:
            await client.until(lambda: len(client.received) > heard, within_s=60)  # noqa: B023 - awaited
            heard = len(client.received)
            notices = {notice["notice"] for notice in _take(client, "notice")}
            if "moved" in notices:  # its instance is leaving
                await client.leave()
                return
            if notices & {"hall", "closed"}:
                await self._goes(client, self.hall)
            shown = [*_take(client, "view"), *_take(client, "hall")]
            mine = [view for view in shown if _code(view) == self.looks_at]
            if mine:
                async with self._news:
                    self.shown = max(reversed(mine), key=lambda view: (view["fence"], view["version"]))
                    self._news.notify_all()
                await self._acts(client)

    async def _acts(self, client: Wire) -> None:
        if self.looks_at != self.hall:
            return
        you, stage = self.shown["you"], self.shown["hall"]["stage"]
        if self.joins and not you["has_joined"]:
            assert (await self.says(client, type="join", name=self.name))["type"] == "applied"
        elif you["table"] is not None and stage == "playing":
            await self._goes(client, you["table"])

    async def _goes(self, client: Wire, code: str) -> None:
        self.looks_at = code
        answer = await self.says(client, type="attach", room=code)
        if answer["type"] == "refused" and answer["code"] == "no_room" and code != self.hall:
            await self._goes(client, self.hall)
        elif code != self.hall and (not self.been_at or self.been_at[-1] != code):
            self.been_at.append(code)


def _take(client: Wire, event: str) -> list[dict[str, Any]]:
    """The payloads that have not been taken yet."""
    taken, client._events[event] = client._events[event], []
    return taken


def _code(view: dict[str, Any]) -> str:
    code: str = (view.get("room") or view["hall"])["code"]
    return code
