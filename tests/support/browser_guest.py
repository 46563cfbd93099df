"""One person before a tab of Firefox or WebKit: what an eye and a mouse can do, by roles and words.

Less than `browser_person.Person` can, for browsers that Playwright does not drive. Roles and names are those that the
browser itself has computed, so what is pressed here is there for a screen reader as well.
"""

import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from tests.support.browser_driver import Driver, Element
from tests.support.browser_program import NotYet, until
from tests.support.browser_words import Words

CANDIDATES = {
    "button": "button, [role=button]",
    "checkbox": "[role=checkbox], input[type=checkbox]",
    "heading": "h1, h2, h3",
    "link": "a[href]",
    "radio": "[role=radio], input[type=radio]",
    "textbox": "input",
}
"""Where in a document a role may be; whether it is there the browser says."""

VISIBLE = (
    "return [...document.querySelectorAll(arguments[0])].filter((element) => element.checkVisibility());"
)
TEXT = "return document.body.innerText.replace(/\\s+/g, ' ');"
PLACE = """
const [element, isCorner] = arguments;
element.scrollIntoView({ block: "nearest", inline: "nearest" });
const { x, y, width, height } = element.getBoundingClientRect();
const point = isCorner ? [x + 10, y + 24] : [x + width / 2, y + height / 2];
const top = document.elementFromPoint(...point);
return { point, covered: element.contains(top) ? "" : String(top?.outerHTML).slice(0, 200) };
"""
LISTEN = """
if (window.kortlekFaults) return;
const faults = (window.kortlekFaults = []);
addEventListener("error", ({ message }) => faults.push(message));
addEventListener("unhandledrejection", ({ reason }) => faults.push(`unhandled: ${reason}`));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  faults.push(`the content security policy forbade ${violatedDirective}: ${blockedURI}`));
"""
HEARD = """
return [window.kortlekFaults ?? [], performance.getEntriesByType("resource").map(({ name }) => name)];
"""


class OtherBrowser(Protocol):
    """A running browser. It may be one for many tests: each has a server of its own, and so an origin of which the
    browser has kept nothing."""

    language: str
    """The one in which it asks for pages."""
    log: Path
    """What it has written; Firefox writes there of every script that fails."""

    def tab(self) -> AbstractContextManager[Driver]: ...


@dataclass(frozen=True)
class Target:
    """What can be named on a screen: a role, and a sentence of the client's."""

    role: str
    name: re.Pattern[str]

    def __str__(self) -> str:
        return f"{self.role} “{self.name.pattern}”"


class Guest:
    def __init__(self, driver: Driver, words: Words, site: str, log: Path) -> None:
        self.driver = driver
        self.words = words
        self.site = site
        self._log = log
        self._faults: list[str] = []
        self._asked: set[str] = set()

    # What is on the screen.

    def target(self, role: str, key: str, **params: object) -> Target:
        """With parameters missing, whatever stands in their place."""
        return Target(role, self.words.pattern(key, **params))

    def button(self, key: str, **params: object) -> Target:
        return self.target("button", key, **params)

    def names(self, target: Target) -> list[str]:
        """All that are on the screen now."""
        return [name for _, name in self._all(target)]

    def sees(self, target: Target) -> str:
        """Wait until it is there; its name."""
        return until(lambda: self._first(target)[1], f"waited for {target}")

    def sees_many(self, target: Target, count: int) -> list[str]:
        def look() -> list[str]:
            if len(names := self.names(target)) != count:
                raise NotYet(f"there are {names}")
            return names

        return until(look, f"waited for {count} times {target}")

    def reads(self, key: str, **params: object) -> None:
        """Wait until this sentence stands somewhere on the screen."""
        sentence = self.words.pattern(key, **params)

        def look() -> None:
            if not sentence.search(text := self.driver.run(TEXT)):
                raise NotYet(text)

        until(look, f"waited for “{sentence.pattern}”")

    # What a hand does.

    def go(self, path: str = "/") -> None:
        self._gather()
        self.driver.go(self.site + path)
        self.driver.run(LISTEN)

    def reload(self) -> None:
        self._gather()
        self.driver.reload()
        self.driver.run(LISTEN)

    def press(self, target: Target, *, corner: bool = False) -> None:
        """Wait until it lies open to the mouse, and click it: in its middle, or where a card in a fan is free."""
        until(lambda: self._press(target, corner=corner), f"tried to press {target}")

    def press_away(self, target: Target) -> None:
        """Press until it no longer says the same: within 300 ms of a change of meaning a press is ignored on
        purpose."""
        self.press(target)

        def again() -> None:
            if self.names(target):
                self._press(target, corner=False)
                raise NotYet("it is still there")

        until(again, f"pressed {target}")

    def choose(self, target: Target) -> None:
        """Press a card, and see it up."""
        self.press(target, corner=True)
        self._attribute(target, "aria-checked", "true")

    def photograph(self, folder: Path) -> None:
        """The screen as it is now: for whoever looks for the reason of a failure."""
        self.driver.photograph(folder / "0.png")

    def type(self, key: str, text: str) -> None:
        """Into the field with this label."""
        field = self.target("textbox", key)
        until(lambda: self.driver.type(self._first(field)[0], text), f"waited for {field}")

    # What its browser had to complain of.

    def check(self) -> None:
        """No script has failed, nothing was forbidden, and nobody but the own server was asked for anything."""
        self._gather()
        written = self._log.read_text(errors="replace").splitlines()
        self._faults += [line for line in written if line.startswith(f"JavaScript error: {self.site}")]
        assert not self._faults, self._faults
        host = urlsplit(self.site).netloc
        foreign = [url for url in self._asked if urlsplit(url).netloc not in {"", host}]
        assert not foreign, foreign

    def _gather(self) -> None:
        """Before a page is left: what has been heard on it."""
        faults, asked = self.driver.run(HEARD)
        self._faults += faults
        self._asked.update(asked)

    def _all(self, target: Target) -> list[tuple[Element, str]]:
        found = []
        for element in self.driver.run(VISIBLE, CANDIDATES[target.role]):
            name = " ".join(self.driver.name(element).split())
            if target.name.fullmatch(name) and self.driver.role(element) == target.role:
                found.append((element, name))
        return found

    def _first(self, target: Target) -> tuple[Element, str]:
        found = self._all(target)
        if not found:
            raise NotYet("it is not there")
        return found[0]

    def _press(self, target: Target, *, corner: bool) -> None:
        element, _ = self._first(target)
        place = self.driver.run(PLACE, element, corner)
        if place["covered"]:
            raise NotYet(f"over it lies {place['covered']}")
        self.driver.click(*place["point"])

    def _attribute(self, target: Target, name: str, value: str) -> None:
        def look() -> None:
            element, _ = self._first(target)
            if (
                now := self.driver.run("return arguments[0].getAttribute(arguments[1]);", element, name)
            ) != value:
                raise NotYet(f"{name} is {now}")

        until(look, f"waited for {name} of {target}")
