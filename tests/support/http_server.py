"""Serve an app on a free port of this machine, in the way the process does it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from gateway.listener import BACKLOG, runner


async def start(app: web.Application) -> tuple[web.AppRunner, str]:
    """The runner, to be cleaned up by the caller, and the base address: `http://127.0.0.1:<port>`."""
    app_runner = runner(app)
    await app_runner.setup()
    await web.TCPSite(app_runner, "127.0.0.1", 0, backlog=BACKLOG).start()
    port = app_runner.addresses[0][1]
    return app_runner, f"http://127.0.0.1:{port}"


@asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[str]:
    app_runner, url = await start(app)
    try:
        yield url
    finally:
        await app_runner.cleanup()
