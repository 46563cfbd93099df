"""Who may speak to us from a browser, and from where a request really comes.

Allowed origins are an explicit list. No header widens it: what proxies add is believed only from
trusted proxies, and only for the address and the scheme.
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from yarl import URL

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

UNKNOWN = "unknown"
"""The address of a peer without one (a unix socket)."""


class Origins(msgspec.Struct, frozen=True):
    """The settings `PUBLIC_ORIGINS` and `TRUSTED_PROXIES`, parsed."""

    allowed: tuple[str, ...]
    trusted: tuple[Network, ...] = ()

    @classmethod
    def parse(cls, public_origins: Sequence[str], trusted_proxies: Sequence[str] = ()) -> "Origins":
        """Raise ValueError unless each origin is one, written as browsers write it, and there is one.

        >>> Origins.parse(["https://play.example"]).admits("https://play.example")
        True
        """
        if not public_origins:
            raise ValueError("at least one public origin is needed")
        for text in public_origins:
            if not _is_origin(text):
                raise ValueError(f"not an origin (https://host, without a path): {text}")
        return cls(tuple(public_origins), tuple(ip_network(text) for text in trusted_proxies))

    def admits(self, origin: str | None) -> bool:
        """Whether a page of this origin may talk to us; 'null' and None are none of ours."""
        return origin in self.allowed

    def is_trusted(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)

    def client_address(self, request: web.BaseRequest) -> str:
        """The address that limits count by: for IPv6 its /64, which is what one household has.

        From the right, the first address of X-Forwarded-For that is not a proxy of ours; so nothing
        that a client writes into that header matters.
        """
        peer = _peer(request)
        if peer is None:
            return UNKNOWN
        if self.is_trusted(peer):
            for hop in reversed(",".join(request.headers.getall("X-Forwarded-For", ())).split(",")):
                address = _address(hop.strip())
                if address is None:
                    break
                peer = address
                if not self.is_trusted(address):
                    break
        return str(ip_network((peer, 64), strict=False)) if isinstance(peer, IPv6Address) else str(peer)

    def is_https(self, request: web.BaseRequest) -> bool:
        """Whether the browser came over TLS, to us or to a trusted proxy."""
        if request.secure:
            return True
        peer = _peer(request)
        forwarded = request.headers.get("X-Forwarded-Proto", "").split(",")[0].strip()
        return peer is not None and self.is_trusted(peer) and forwarded == "https"


def guard(origins: Origins, socket_path: str) -> Middleware:
    """Refuse foreign pages: on each request of the socket's transports and on all that changes something.

    Browsers send no Origin with a GET to their own origin, so a polling GET may come without one,
    unless it says itself that another site asks; a websocket may not.
    """

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        is_socket = request.path.startswith(socket_path)
        if is_socket or request.method not in {"GET", "HEAD"}:
            sent = request.headers.getall("Origin", [])
            if sent:
                is_ours = all(map(origins.admits, sent))
            else:
                site = request.headers.get("Sec-Fetch-Site", "same-origin")
                is_ours = "Upgrade" not in request.headers and site == "same-origin"
            if not is_ours:
                raise web.HTTPForbidden(text="foreign origin")
        return await handler(request)

    return check


def _is_origin(text: str) -> bool:
    try:
        url = URL(text)
        return url.scheme in {"http", "https"} and str(url.origin()) == text
    except ValueError:
        return False


def _peer(request: web.BaseRequest) -> Address | None:
    name = request.transport.get_extra_info("peername") if request.transport is not None else None
    return _address(name[0]) if name else None


def _address(text: str) -> Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
