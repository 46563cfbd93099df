"""The little of WebDriver that the tests need, by both ways in which it is spoken here: HTTP, and Firefox's Marionette.

Both take the same commands under the same names with the same values. The libraries for them are not taken: Mozilla's
imports what Python 3.13 no longer has, and each brings more packages with it than there are commands here.
"""

import http.client
import json
import socket
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from tests.support.browser_program import PATIENCE_S, NotYet

HOST = "127.0.0.1"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key by which WebDriver tells an element from other objects."""
GONE = {"no such element", "stale element reference"}

Element: TypeAlias = dict[str, str]
"""Comes out of `Driver.run` and goes back into the same page, nothing else."""


class DriverError(Exception):
    """What a driver answers to a command that it could not do."""


class Line(Protocol):
    """A way to a driver."""

    def ask(self, command: str, **values: Any) -> Any: ...


class OverHttp:
    """WebDriver as the standard has it."""

    _PATHS: Mapping[str, tuple[str, str]] = {
        "NewSession": ("POST", ""),
        "DeleteSession": ("DELETE", ""),
        "SetWindowRect": ("POST", "/window/rect"),
        "Navigate": ("POST", "/url"),
        "Refresh": ("POST", "/refresh"),
        "ExecuteScript": ("POST", "/execute/sync"),
        "GetComputedRole": ("GET", "/element/{id}/computedrole"),
        "GetComputedLabel": ("GET", "/element/{id}/computedlabel"),
        "ElementSendKeys": ("POST", "/element/{id}/value"),
        "PerformActions": ("POST", "/actions"),
        "TakeScreenshot": ("GET", "/screenshot"),
    }

    def __init__(self, port: int) -> None:
        self._port = port
        self._session = ""

    def ask(self, command: str, **values: Any) -> Any:
        method, path = self._PATHS[command]
        body = json.dumps(values) if method == "POST" else None
        with closing(http.client.HTTPConnection(HOST, self._port, timeout=PATIENCE_S)) as connection:
            connection.request(method, f"/session{self._session}{path.format_map(values)}", body)
            answer = connection.getresponse()
            value = json.load(answer)["value"]
        if answer.status != http.client.OK:
            raise _error(value)
        if command == "NewSession":
            self._session = f"/{value['sessionId']}"
        return value


class OverMarionette:
    """Firefox's own: one connection, and before each message in JSON its length and a colon."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=PATIENCE_S)
        self._stream = self._socket.makefile("rb")
        self._number = 0
        self._read()  # it begins with who it is

    def ask(self, command: str, **values: Any) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", values]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self._read()
        assert number == self._number
        if error is not None:
            raise _error(error)
        return result.get("value", result)

    def close(self) -> None:
        self._stream.close()
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while (byte := self._stream.read(1)) != b":":
            if not byte:
                raise DriverError("Firefox has hung up")
            length += byte
        return json.loads(self._stream.read(int(length)))


def _error(told: Mapping[str, str]) -> Exception:
    kind = NotYet if told["error"] in GONE else DriverError
    return kind(f"{told['error']}: {told['message']}")


class Driver:
    """One tab. What names an element that is gone raises `NotYet`."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def go(self, url: str) -> None:
        self._line.ask("Navigate", url=url)

    def reload(self) -> None:
        self._line.ask("Refresh")

    def run(self, script: str, *arguments: Any) -> Any:
        """The body of a function; a promise is waited for."""
        return self._line.ask("ExecuteScript", script=script, args=arguments)

    def role(self, element: Element) -> str:
        """As this browser tells it to a screen reader."""
        return str(self._line.ask("GetComputedRole", id=element[ELEMENT]))

    def name(self, element: Element) -> str:
        """The accessible name, from the same source."""
        return str(self._line.ask("GetComputedLabel", id=element[ELEMENT]))

    def type(self, element: Element, text: str) -> None:
        self._line.ask("ElementSendKeys", id=element[ELEMENT], text=text)

    def click(self, x: float, y: float) -> None:
        """The mouse goes to this point of the window, down and up: all that the page sees is real."""
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._line.ask("PerformActions", actions=[mouse])

    def photograph(self, path: Path) -> None:
        path.write_bytes(b64decode(self._line.ask("TakeScreenshot", full=False)))


@contextmanager
def session(line: Line, width: int, height: int, **capabilities: Any) -> Iterator[Driver]:
    """A session with a window of this size."""
    line.ask("NewSession", capabilities={"alwaysMatch": capabilities})
    try:
        line.ask("SetWindowRect", width=width, height=height)
        yield Driver(line)
    finally:
        line.ask("DeleteSession")
