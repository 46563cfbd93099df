"""WebKitGTK's small browser, of the engine that Safari has, on a screen that is only memory."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.browser import PHONE
from tests.support.browser_driver import HOST, Driver, OverHttp, session
from tests.support.browser_program import NotYet, found, running, until
from tests.support.server_process import free_port

LIBRARIES = Path("/usr/lib")
NO_MOTION = "[Settings]\ngtk-enable-animations=0\n"
"""What a page is told as `prefers-reduced-motion`."""
ARGUMENTS = ["--automation", "--full-screen"]
"""A window with a frame is never as narrow as a phone."""


class WebKit:
    language = "en"
    """That of a system without a locale."""

    def __init__(self, port: int, browser: Path, log: Path) -> None:
        self._port = port
        self._browser = browser
        self.log = log

    @contextmanager
    def tab(self) -> Iterator[Driver]:
        options = {"binary": str(self._browser), "args": ARGUMENTS}
        capabilities = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        with session(OverHttp(self._port), PHONE["width"], PHONE["height"], **capabilities) as driver:
            yield driver


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """One that is gone at the end, as is its screen, with its home in this folder."""
    driver, screen = found("WebKitWebDriver"), found("Xvfb")
    browser = next(LIBRARIES.glob("*/webkit2gtk-*/MiniBrowser"), None)
    if browser is None:
        pytest.skip("WebKitGTK's MiniBrowser is not installed; `.ci/test-needs` says how")
    settings = folder / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True)
    settings.write_text(NO_MOTION)
    log = folder / "webkit.log"
    port = free_port()
    environment = {"HOME": str(folder), "LC_ALL": "C.UTF-8"}
    with (
        _display(screen, log) as display,
        running(driver, "-p", str(port), log=log, environment={**environment, "DISPLAY": display}),
    ):
        until(lambda: _answers(port), "waited for WebKitWebDriver")
        yield WebKit(port, browser, log)


@contextmanager
def _display(program: str, log: Path) -> Iterator[str]:
    """A screen whose number is free: the X server chooses it itself and says which."""
    reading, writing = os.pipe()
    command = (program, "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
    with (
        os.fdopen(reading) as told,
        os.fdopen(writing, "w") as ours,
        running(*command, log=log, environment={}, pass_fds=(writing,)),
    ):
        ours.close()  # or reading would not end with the server
        number = told.readline().strip()
        assert number, log.read_text()
        yield f":{number}"


def _answers(port: int) -> None:
    try:
        socket.create_connection((HOST, port), timeout=1).close()
    except OSError as error:
        raise NotYet(str(error)) from error
