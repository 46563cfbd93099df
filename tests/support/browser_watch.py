"""What a browser says, asks for and is told, all of it, while a test runs."""

import asyncio
import json
import re
from collections import defaultdict
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Dialog, Page, Request, Response, WebSocket
from playwright.async_api import Error as PageIsGone

SPY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`the content security policy forbade ${event.violatedDirective}: ${event.blockedURI}`));
window.a = () => console.error("a script in a text has run");
if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
  const moved = (what, element) => console.error(`${what} moves ${element.outerHTML.slice(0, 200)}`);
  // An animation that only shows or hides is a clock, not a motion.
  const isStill = (frame) => Object.keys(frame).every((name) =>
    ["visibility", "offset", "computedOffset", "easing", "composite"].includes(name));
  const isClock = ({ target, animationName }) => {
    const started = target.getAnimations({ subtree: true }).filter((each) => each.animationName === animationName);
    return started.length > 0 && started.every((each) => each.effect.getKeyframes().every(isStill));
  };
  document.addEventListener("animationstart", (event) => isClock(event) || moved(event.type, event.target), true);
  document.addEventListener("transitionrun", (event) => moved(event.type, event.target), true);
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    if (Number(options.duration) + Number(options.delay ?? 0) > 0) moved("script", this);
    return animate.call(this, frames, options);
  };
}
"""
"""Runs in every page before its own scripts. Whoever wants no motion, as nearly everybody in the tests, gets none."""

BETWEEN_FRAMES = "\x1e"
SERVER_GONE = re.compile(r"net::ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET)|WebSocket connection to .* failed")
"""What Chromium itself writes into the console when nobody answers: expected where a test ends the server."""

NOT_FOUND = re.compile(r"the server responded with a status of 404")
"""Expected where a page asks for a file of a build that is gone."""


class Watch:
    """One browser context.

    faults    console errors and warnings, exceptions, dialogs; nothing that a test has expected
    foreign   requests to any other origin
    received  each page's frames in order, as text, over all its connections, websocket or polling
    """

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.faults: list[str] = []
        self.foreign: list[str] = []
        self.requests: list[str] = []
        self.connections = 0
        self.expected: list[re.Pattern[str]] = []
        self.received: defaultdict[Page, list[str]] = defaultdict(list)
        self.views: defaultdict[Page, list[dict[str, Any]]] = defaultdict(list)
        self._host = urlsplit(origin).netloc
        self._news = asyncio.Event()
        context.on("console", self._console)
        context.on("weberror", lambda error: self._fault(f"exception: {error.error}"))
        context.on("dialog", self._dialog)
        context.on("request", self._request)
        context.on("response", self._polled)
        context.on("page", lambda page: page.on("websocket", lambda socket: self._websocket(page, socket)))

    def _hear(self, page: Page, frame: str) -> None:
        self.received[page].append(frame)
        if (view := view_in(frame)) is not None:
            self.views[page].append(view)
        self._news.set()
        self._news.clear()

    async def news(self) -> None:
        """Wait for the next frame to any of the pages."""
        await self._news.wait()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._fault(f"{message.type}: {message.text} ({message.location.get('url')})")

    async def _dialog(self, dialog: Dialog) -> None:
        self._fault(f"{dialog.type}: {dialog.message}")
        await dialog.dismiss()

    async def _polled(self, response: Response) -> None:
        """Where a websocket could not be opened, for instance just before a server is back, frames come so."""
        if "transport=polling" not in response.url or response.request.method != "GET":
            return
        with suppress(PageIsGone):
            for frame in (await response.text()).split(BETWEEN_FRAMES):
                self._hear(response.frame.page, frame)

    def _fault(self, text: str) -> None:
        if not any(pattern.search(text) for pattern in self.expected):
            self.faults.append(text)

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        self._address(request.url)

    def _address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != self._host:
            self.foreign.append(url)

    def _websocket(self, page: Page, websocket: WebSocket) -> None:
        self._address(websocket.url)
        self.connections += 1
        websocket.on("framereceived", lambda frame: self._hear(page, str(frame)))


def view_in(frame: str) -> dict[str, Any] | None:
    """The view that a Socket.IO frame carries, if it is one."""
    if not frame.startswith('42["view",'):
        return None
    view: dict[str, Any] = json.loads(frame[2:])[1]
    return view
