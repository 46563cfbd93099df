"""The registry is made where it is asked for, says what happened, and is shown to who has the token."""

import pytest
from aiohttp import ClientSession, web

from gateway.metrics import Metrics, metrics_page
from tests.support.http_server import serving
from tests.support.loops import on_uvloop, until
from tests.support.socket_desk import ORIGIN, served
from tests.support.wire_client import wire_clients


def test_two_servers_in_one_process_do_not_share_a_registry() -> None:
    first, second = Metrics(), Metrics()
    first.refusals.labels("busy").inc()
    assert first.value("refusals_total", code="busy") == 1
    assert second.value("refusals_total", code="busy") == 0


def test_the_page_is_prometheus_text_with_the_process_in_it() -> None:
    text = Metrics().render().decode()
    assert "# TYPE kortlek_connections gauge" in text
    assert "process_resident_memory_bytes" in text


@on_uvloop
async def test_connections_are_counted_by_transport_and_by_how_they_ended() -> None:
    async with served() as s, wire_clients(s.url, ORIGIN) as connect:
        ann, bo = await connect(), await connect()
        assert s.metrics.value("connections", transport="websocket") == 2
        await ann.leave()
        await bo.send("x")
        await until(s.is_clean)
        assert s.metrics.value("connections", transport="websocket") == 0
        assert (s.ended("left"), s.ended("bad_frame"), s.bad_frames("engineio")) == (1, 1, 1)


@on_uvloop
async def test_the_page_does_not_exist_for_who_has_no_token() -> None:
    app = web.Application()
    app.router.add_get("/metrics", metrics_page(Metrics(), "t0ken"))
    async with serving(app) as url, ClientSession() as session:
        for header, status in (
            (None, 404),
            ("Bearer wrong", 404),
            ("Bearer ", 404),
            ("t0ken", 404),
            ("Bearer t0ken", 200),
        ):
            headers = {} if header is None else {"Authorization": header}
            async with session.get(f"{url}/metrics", headers=headers) as response:
                assert response.status == status


def test_an_empty_token_is_no_token() -> None:
    with pytest.raises(ValueError, match="token"):
        metrics_page(Metrics(), "")
