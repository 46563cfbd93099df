"""aiohttp's websockets with JSON by msgspec and nothing between: the limit of our stack. No Socket.IO, no answers,
no back-pressure, nothing saved."""

import sys

import msgspec
import uvloop
from aiohttp import WSMsgType, web

from tests.bench.four_seat import SEATS
from tests.bench.plain_server import Table


class Play(msgspec.Struct):
    k: int


def main(port: int) -> None:
    tables: dict[str, tuple[Table, list[web.WebSocketResponse | None]]] = {}
    read, encode = msgspec.json.Decoder(tuple[str, Play]).decode, msgspec.json.encode

    async def sit(request: web.Request) -> web.WebSocketResponse:
        websocket = web.WebSocketResponse(compress=False)
        await websocket.prepare(request)
        table, sockets = tables.setdefault(request.query["table"], (Table(), [None] * SEATS))
        seat = int(request.query["seat"])
        sockets[seat] = websocket
        await websocket.send_str('["seated",{"own":null,"table":null}]')
        async for message in websocket:
            if message.type is not WSMsgType.TEXT:
                break
            _, play = read(message.data)
            table.play(seat, play.k)
            for viewer, other in enumerate(sockets):
                if other is not None:
                    await other.send_frame(encode(("view", table.view(viewer))), WSMsgType.TEXT)
        return websocket

    app = web.Application()
    app.router.add_get("/", sit)
    web.run_app(app, host="127.0.0.1", port=port, print=None, loop=uvloop.new_event_loop())


if __name__ == "__main__":
    main(int(sys.argv[1]))
