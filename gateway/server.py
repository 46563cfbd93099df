"""The aiohttp application: the socket, the pages, health and readiness, the headers of every answer."""

from collections.abc import Callable

from aiohttp import web

from gateway.headers import security_headers
from gateway.metrics import Metrics, metrics_page
from gateway.origins import Origins, guard
from gateway.pages import Pages
from gateway.socket_server import SOCKET_PATH, Application, SocketServer


def build(
    sockets: SocketServer,
    application: Application,
    pages: Pages,
    origins: Origins,
    metrics: Metrics,
    metrics_token: str | None,
    is_ready: Callable[[], bool],
) -> web.Application:
    """Everything that is served on the one port."""
    app = web.Application(middlewares=[guard(origins, SOCKET_PATH)])
    app.on_response_prepare.append(security_headers(origins))

    async def health(_request: web.Request) -> web.Response:
        return web.Response(text="ok")

    async def ready(_request: web.Request) -> web.Response:
        return web.Response(text="ready") if is_ready() else web.Response(text="not ready", status=503)

    app.router.add_get("/health", health)
    app.router.add_get("/ready", ready)
    if metrics_token is not None:
        app.router.add_get("/metrics", metrics_page(metrics, metrics_token))
    sockets.serve(app, application)
    pages.add_routes(app)
    return app
