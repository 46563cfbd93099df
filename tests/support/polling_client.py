"""An Engine.IO v4 client over HTTP long-polling that keeps every packet it was sent."""

import json
from typing import Self

from aiohttp import ClientResponse, ClientSession

POLL_QUERY = "/socket.io/?EIO=4&transport=polling"


class PollingClient:
    """`received` are all packets in order; nothing polls but `poll`."""

    def __init__(self, session: ClientSession, url: str, origin: str) -> None:
        self.received: list[str] = []
        self.sid = ""
        self._session = session
        self._base = f"{url}{POLL_QUERY}"
        self._headers = {"Origin": origin}

    @classmethod
    async def open(cls, session: ClientSession, url: str, origin: str) -> Self:
        """Engine.IO's handshake only."""
        client = cls(session, url, origin)
        await client.poll()
        client.sid = json.loads(client.received[0][1:])["sid"]
        return client

    @classmethod
    async def knock(cls, session: ClientSession, url: str, origin: str, auth: str = "") -> Self:
        """A connection that is let in; `auth` is JSON, as the whole server wants it."""
        client = await cls.open(session, url, origin)
        await client.post(f"40{auth}")
        await client.poll()
        return client

    @property
    def address(self) -> str:
        return f"{self._base}&sid={self.sid}" if self.sid else self._base

    async def poll(self) -> list[str]:
        """The packets of one GET; a status other than 200 is a ConnectionError."""
        async with self._session.get(self.address, headers=self._headers) as response:
            if response.status != 200:
                raise ConnectionError(response.status)
            packets = (await response.text()).split("\x1e")
        self.received += packets
        return packets

    async def post(self, *packets: str) -> int:
        """The status of one POST."""
        response = await self.post_body("\x1e".join(packets).encode())
        return response.status

    async def post_body(self, body: object, **headers: str) -> ClientResponse:
        async with self._session.post(
            self.address, data=body, headers={**self._headers, **headers}
        ) as response:
            await response.read()
            return response
