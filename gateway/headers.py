"""The security headers of every answer: nothing inline, nothing foreign, no frame, no cache.

Pages are kept by nobody unless their handler says otherwise; static files do.
"""

from collections.abc import Awaitable, Callable

from aiohttp import web

from gateway.origins import Origins

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",  # no style attribute in markup; styles set from script (CSSOM) are allowed
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
)

_FIXED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_HSTS = "max-age=31536000"


def content_security_policy(origins: Origins) -> str:
    """Older Safari does not take 'self' for a websocket, so those addresses are spelt out."""
    sockets = [origin.replace("http", "ws", 1) for origin in origins.allowed]
    return "; ".join((*_POLICY, " ".join(("connect-src 'self'", *sockets))))


def security_headers(origins: Origins) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """For `app.on_response_prepare`, which errors and refusals pass through as well."""
    fixed = {**_FIXED, "Content-Security-Policy": content_security_policy(origins)}

    async def prepare(request: web.Request, response: web.StreamResponse) -> None:
        headers = response.headers
        headers["Server"] = "kortlek"  # aiohttp would name its version and Python's
        if response.status == 101:
            return
        headers.update(fixed)
        headers.setdefault("Cache-Control", "no-store")
        if origins.is_https(request):
            headers["Strict-Transport-Security"] = _HSTS

    return prepare
