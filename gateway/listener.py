"""How the process listens to HTTP, and how it stops: in five seconds, with nothing acknowledged undone."""

import logging
from collections.abc import Awaitable, Callable

from aiohttp import web

from gateway.logs import AccessLog
from gateway.socket_server import SocketServer

BACKLOG = 1024
"""aiohttp's 128 drops connections when everybody comes back at once; for `TCPSite(backlog=…)`."""
IDLE_S = 50.0
"""A connection without a request, or without a whole one, is closed after this; a balancer that keeps
connections to us open must give them up earlier."""


def runner(app: web.Application) -> web.AppRunner:
    """The runner of our app. Signals are ours: aiohttp would close the listener before a balancer knows."""
    return web.AppRunner(
        app,
        handle_signals=False,
        shutdown_timeout=0.5,  # aiohttp waits this long twice
        keepalive_timeout=IDLE_S,
        lingering_time=1.0,  # how long a body nobody wants is read and thrown away
        access_log_class=AccessLog,
        access_log=logging.getLogger("kortlek.access"),
    )


async def shut_down(
    server_runner: web.AppRunner, server: SocketServer, finish_commits: Callable[[], Awaitable[None]]
) -> None:
    """After the drain: accept nothing more, let answers out, end all connections, stop."""
    for site in list(server_runner.sites):
        await site.stop()
    await finish_commits()
    await server.end_all()
    await server_runner.cleanup()
