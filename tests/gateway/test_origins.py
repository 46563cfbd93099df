"""Foreign pages are kept out on every transport and request; proxies are believed if we trust them."""

from ipaddress import ip_network

import pytest
from aiohttp import ClientSession, WSServerHandshakeError, web

from gateway.headers import content_security_policy, security_headers
from gateway.origins import Origins, guard
from gateway.socket_server import SOCKET_PATH
from tests.support.http_server import serving
from tests.support.loops import on_uvloop
from tests.support.polling_client import POLL_QUERY, PollingClient
from tests.support.socket_desk import CALM, ORIGIN, served
from tests.support.wire_client import SOCKET_QUERY, wire_clients

STRANGERS = [
    "https://evil.example",
    "null",
    "http://play.example",
    "https://play.example:8443",
    "https://play.example.evil.example",
    "https://evilplay.example",
    "https://sub.play.example",
    "https://PLAY.example",
    "https://play.example/",
    "https://play.example, https://evil.example",
    "*",
    "",
]


@pytest.mark.parametrize("origin", STRANGERS)
@on_uvloop
async def test_a_foreign_origin_is_refused_by_polling_by_websocket_and_within_a_session(origin: str) -> None:
    async with served() as s, ClientSession() as session:
        client = await PollingClient.knock(session, s.url, ORIGIN)
        foreign = {"Origin": origin}
        for address in (f"{s.url}{POLL_QUERY}", client.address):
            async with session.get(address, headers=foreign) as response:
                assert response.status == 403
                assert "sid" not in await response.text()
                assert "Access-Control-Allow-Origin" not in response.headers
        async with session.post(client.address, data="3", headers=foreign) as response:
            assert response.status == 403
        for address in (f"{s.url}{SOCKET_QUERY}", f"{s.url}{SOCKET_QUERY}&sid={client.sid}"):
            with pytest.raises(WSServerHandshakeError) as refused:
                await session.ws_connect(address, headers=foreign)
            assert refused.value.status == 403
        assert s.desk.here == s.desk.opened_  # the session itself is none the worse
        assert len(s.server.eio.sockets) == 1


@on_uvloop
async def test_a_websocket_without_an_origin_is_refused() -> None:
    async with served() as s, wire_clients(s.url, None) as connect:
        with pytest.raises(WSServerHandshakeError) as refused:
            await connect()
        assert refused.value.status == 403


@on_uvloop
async def test_a_polling_get_may_come_without_an_origin_unless_another_site_asks() -> None:
    async with served() as s, ClientSession() as session:
        for site, status in ((None, 200), ("same-origin", 200), ("cross-site", 403), ("same-site", 403)):
            headers = {} if site is None else {"Sec-Fetch-Site": site}
            async with session.get(f"{s.url}{POLL_QUERY}", headers=headers) as response:
                assert response.status == status


@on_uvloop
async def test_two_origins_in_one_request_must_both_be_ours() -> None:
    async with served() as s:
        raw = await s.tcp()
        await raw.write(
            f"GET {POLL_QUERY} HTTP/1.1\r\nHost: test\r\nOrigin: {ORIGIN}\r\n"
            "Origin: https://evil.example\r\n\r\n".encode()
        )
        assert "403" in await raw.line()


@on_uvloop
async def test_forwarded_headers_widen_nothing() -> None:
    async with served() as s, ClientSession() as session:
        forged = {
            "Origin": "https://evil.example",
            "Host": "evil.example",
            "X-Forwarded-Host": "evil.example",
            "X-Forwarded-Proto": "https",
        }
        async with session.get(f"{s.url}{POLL_QUERY}", headers=forged) as response:
            assert response.status == 403


@on_uvloop
async def test_each_public_origin_is_admitted() -> None:
    origins = Origins.parse([ORIGIN, "http://localhost:8080"])
    async with served(CALM, origins=origins) as s:
        for origin in origins.allowed:
            async with wire_clients(s.url, origin) as connect:
                await connect()


@pytest.mark.parametrize(
    "wrong",
    [
        "*",
        "",
        "null",
        "play.example",
        "https://",
        "https://play.example/",
        "https://play.example/path",
        "https://PLAY.example",
        "https://play.example:443",
        "https://user@play.example",
        "ws://play.example",
        "ftp://play.example",
    ],
)
def test_a_setting_that_no_browser_would_send_is_refused_at_the_start(wrong: str) -> None:
    with pytest.raises(ValueError, match="not an origin"):
        Origins.parse([wrong])


def test_without_any_origin_the_server_does_not_start() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Origins.parse([])


# Pages other than the socket.


async def ok(_request: web.Request) -> web.Response:
    return web.Response(text="page")


def pages(origins: Origins) -> web.Application:
    async def address(request: web.Request) -> web.Response:
        return web.Response(text=origins.client_address(request))

    async def kept(_request: web.Request) -> web.Response:
        return web.Response(headers={"Cache-Control": "public, max-age=31536000, immutable"})

    app = web.Application(middlewares=[guard(origins, SOCKET_PATH)])
    app.on_response_prepare.append(security_headers(origins))
    app.router.add_get("/", ok)
    app.router.add_post("/", ok)
    app.router.add_get("/address", address)
    app.router.add_get("/asset.js", kept)
    return app


@on_uvloop
async def test_a_page_may_be_linked_from_anywhere_but_changed_from_our_own_pages_only() -> None:
    async with serving(pages(Origins.parse([ORIGIN]))) as url, ClientSession() as session:
        for method, origin, status in (
            ("GET", "https://evil.example", 200),
            ("POST", "https://evil.example", 403),
            ("POST", "null", 403),
            ("POST", ORIGIN, 200),
        ):
            async with session.request(method, url, headers={"Origin": origin}) as response:
                assert response.status == status
        async with session.post(url, headers={"Sec-Fetch-Site": "cross-site"}) as response:
            assert response.status == 403


@pytest.mark.parametrize(
    ("trusted", "forwarded", "address"),
    [
        ([], None, "127.0.0.1"),
        ([], "203.0.113.9", "127.0.0.1"),
        (["10.0.0.0/8"], "203.0.113.9", "127.0.0.1"),
        (["127.0.0.0/8"], None, "127.0.0.1"),
        (["127.0.0.0/8"], "203.0.113.9", "203.0.113.9"),
        (["127.0.0.0/8"], "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (["127.0.0.0/8", "10.0.0.0/8"], "198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"),
        (["127.0.0.0/8"], "203.0.113.9, rubbish", "127.0.0.1"),
        (["127.0.0.0/8"], "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (["127.0.0.0/8"], "::ffff:203.0.113.9", "203.0.113.9"),
        (["127.0.0.0/8"], "", "127.0.0.1"),
    ],
)
@on_uvloop
async def test_the_address_is_the_last_hop_that_is_no_proxy_of_ours(
    trusted: list[str], forwarded: str | None, address: str
) -> None:
    async with serving(pages(Origins.parse([ORIGIN], trusted))) as url, ClientSession() as session:
        headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
        async with session.get(f"{url}/address", headers=headers) as response:
            assert await response.text() == address


@on_uvloop
async def test_limits_count_by_the_forwarded_address_of_a_trusted_proxy() -> None:
    origins = Origins.parse([ORIGIN], ["127.0.0.1/32"])
    async with served(CALM, origins=origins) as s, wire_clients(s.url, ORIGIN) as connect:
        await connect(headers={"X-Forwarded-For": "203.0.113.9"})
        assert s.desk.addresses == ["203.0.113.9"]


def test_networks_of_proxies_are_parsed_once() -> None:
    assert Origins.parse([ORIGIN], ["10.0.0.0/8"]).trusted == (ip_network("10.0.0.0/8"),)


# Headers.


@on_uvloop
async def test_every_answer_carries_the_security_headers_errors_too() -> None:
    async with serving(pages(Origins.parse([ORIGIN]))) as url, ClientSession() as session:
        for path, status in (("/", 200), ("/none", 404), ("/socket.io/", 403)):
            async with session.get(f"{url}{path}", headers={"Origin": "null"}) as response:
                headers = response.headers
                assert response.status == status
                assert headers["X-Content-Type-Options"] == "nosniff"
                assert headers["Referrer-Policy"] == "no-referrer"
                assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
                assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
                assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]
                assert headers["Cache-Control"] == "no-store"
                assert headers["Server"] == "kortlek"
                assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
                assert "Strict-Transport-Security" not in headers


def test_the_policy_lets_in_nothing_inline_and_nothing_foreign() -> None:
    policy = content_security_policy(Origins.parse([ORIGIN, "http://localhost:8080"]))
    directives = dict(directive.split(" ", 1) for directive in policy.split("; "))
    assert directives["default-src"] == "'none'"
    assert directives["connect-src"] == "'self' wss://play.example ws://localhost:8080"
    assert not [word for word in ("unsafe", "*", "http:", "https:") if word in policy]


@on_uvloop
async def test_what_a_handler_says_about_caching_stands() -> None:
    async with serving(pages(Origins.parse([ORIGIN]))) as url, ClientSession() as session:
        response = await session.get(f"{url}/asset.js")
        assert "immutable" in response.headers["Cache-Control"]


@pytest.mark.parametrize(("trusted", "sent"), [(["127.0.0.0/8"], "max-age=31536000"), ([], None)])
@on_uvloop
async def test_hsts_is_sent_over_https_only_and_only_trusted_proxies_say_so(
    trusted: list[str], sent: str | None
) -> None:
    async with serving(pages(Origins.parse([ORIGIN], trusted))) as url, ClientSession() as session:
        response = await session.get(url, headers={"X-Forwarded-Proto": "https"})
        assert response.headers.get("Strict-Transport-Security") == sent
