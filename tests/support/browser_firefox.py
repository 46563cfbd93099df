"""Firefox ESR without a window, driven by its own Marionette: geckodriver is in no archive of Debian's."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.support.browser_driver import Driver, OverMarionette, session
from tests.support.browser_program import NotYet, found, running, until

LANGUAGE = "sv"
WIDTH, HEIGHT = 500, 844
"""Headless Firefox knows nothing narrower."""
PREFERENCES = {
    "marionette.port": 0,  # any that is free; the profile then says which
    "intl.accept_languages": LANGUAGE,
    "ui.prefersReducedMotion": 1,
    # Nothing of its own accord: no updates, experiments, reports or greetings.
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.region.network.url": "",
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "toolkit.telemetry.server": "data:,",
}


class Firefox:
    language = LANGUAGE

    def __init__(self, port: int, log: Path) -> None:
        self._port = port
        self.log = log

    @contextmanager
    def tab(self) -> Iterator[Driver]:
        with closing(OverMarionette(self._port)) as line, session(line, WIDTH, HEIGHT) as driver:
            driver.go("about:blank")  # the tab is still the one of the session before
            yield driver


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """One that is gone at the end, with its profile and home in this folder."""
    program = found("firefox-esr")
    profile = folder / "profile"
    profile.mkdir()
    lines = (f'user_pref("{name}", {json.dumps(value)});\n' for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    log = folder / "firefox.log"
    command = (program, "-marionette", "-headless", "-no-remote", "-profile", str(profile))
    with running(*command, log=log, environment={"HOME": str(folder)}):
        yield Firefox(until(lambda: _port(profile), "waited for Firefox"), log)


def _port(profile: Path) -> int:
    try:
        return int((profile / "MarionetteActivePort").read_text())
    except (FileNotFoundError, ValueError) as error:
        raise NotYet(str(error)) from error
