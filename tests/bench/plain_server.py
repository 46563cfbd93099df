"""Plain python-socketio as it is usually used: one emit a seat, state in memory, nothing saved."""

import sys
from typing import Any

import msgspec
import socketio
import uvloop
from aiohttp import web

from tests.bench.four_seat import LOG, PUBLIC_CARDS, SEATS, first_hands, played

# Any: payloads of a library without types.
PUBLIC = {"cards": msgspec.to_builtins(PUBLIC_CARDS), "log": list(LOG)}
ROOM = {
    "code": "BCDFGH", "status": "playing", "phase": "1:play", "game": "bench", "min_seats": 4, "max_seats": 4,
    "seats": [{"id": f"player-{n:018d}", "name": f"Player {n}", "presence": "here", "is_host": n == 0} for n in range(SEATS)],
}  # fmt: skip
"""About what our view says of the room."""


class Table:
    def __init__(self) -> None:
        self.m = self.top = 0
        self.hands = list(first_hands())
        self.sids: list[str | None] = [None] * SEATS

    def play(self, seat: int, k: int) -> None:
        self.hands[seat] = played(self.hands[seat], seat, k)
        self.m += 1
        self.top = k

    def view(self, seat: int) -> dict[str, Any]:
        table = {"m": self.m, "top": self.top, **PUBLIC, "counts": [len(hand) for hand in self.hands]}
        return {"room": ROOM, "table": table, "own": {"hand": list(self.hands[seat])}}


def main(port: int) -> None:
    sio = socketio.AsyncServer(async_mode="aiohttp", ping_interval=10, ping_timeout=10)
    tables: dict[str, Table] = {}
    seats: dict[str, tuple[Table, int]] = {}

    @sio.event  # type: ignore[untyped-decorator]
    async def connect(sid: str, _environ: dict[str, Any], auth: dict[str, Any]) -> None:
        table = tables.setdefault(auth["table"], Table())
        table.sids[auth["seat"]] = sid
        seats[sid] = (table, auth["seat"])

    @sio.event  # type: ignore[untyped-decorator]
    async def play(sid: str, message: dict[str, Any]) -> dict[str, str]:
        table, seat = seats[sid]
        table.play(seat, message["k"])
        for viewer, other in enumerate(table.sids):
            await sio.emit("view", table.view(viewer), to=other)
        return {"type": "applied"}

    app = web.Application()
    sio.attach(app)
    web.run_app(app, host="127.0.0.1", port=port, print=None, loop=uvloop.new_event_loop())


if __name__ == "__main__":
    main(int(sys.argv[1]))
