"""Firefox and WebKitGTK: the shelf, a turn at a table, a reload, and a game without the server. Everything else is
tested in Chromium; this says that nothing they lack is needed."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.support.browser_firefox import firefox
from tests.support.browser_guest import Guest, OtherBrowser, Target
from tests.support.browser_idiot import KEY, PAGE, saved
from tests.support.browser_program import NotYet, until
from tests.support.browser_webkit import webkit
from tests.support.browser_words import Words
from tests.support.server_process import ServerProcess
from tests.support.server_process import server as running_server

GAMES = ("gap", "idiot", "order", "rows", "twelve")
WORKER = "return navigator.serviceWorker.ready.then(({ active }) => active.state);"


@pytest.fixture(scope="session", params=[firefox, webkit], ids=["firefox", "webkit"])
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherBrowser]:
    """Started once: under load that takes longer than a test."""
    start: Callable[[Path], AbstractContextManager[OtherBrowser]] = request.param
    with start(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture
def server(tmp_path: Path, client_build: Path) -> Iterator[ServerProcess]:
    """One of each test's own: another port is another origin, of which the browser remembers nothing."""
    with running_server(tmp_path, STATIC=str(client_build)) as process:
        yield process


@pytest.fixture
def guest(other: OtherBrowser, server: ServerProcess) -> Iterator[Guest]:
    """Somebody whose browser must have nothing to complain of at the end."""
    with other.tab() as driver:
        guest = Guest(driver, Words(other.language), server.url, other.log)
        yield guest
        guest.check()


def test_the_shelf_is_there_in_the_browser_s_language(guest: Guest, other: OtherBrowser) -> None:
    guest.go()
    guest.sees(guest.button("shelf.open"))
    for game in GAMES:
        guest.sees(guest.target("heading", f"{game}.title"))
        guest.reads(f"{game}.pitch")
    assert guest.driver.run("return document.documentElement.lang") == other.language


def test_a_turn_of_rows_is_played_against_a_bot_by_hand(guest: Guest) -> None:
    sits_down_with_a_bot(guest)
    card = max(int(guest.words.read("rows.card_spoken", name)["card"]) for name in guest.names(hand(guest)))
    guest.choose(guest.target("radio", "rows.card_spoken", card=card))  # the highest of ten asks for no row
    guest.press_away(guest.button("rows.lay", card=card))
    guest.reads("rows.progress", deal=1, turn=2)
    guest.sees_many(hand(guest), 9)


def test_a_reload_in_the_middle_of_the_game_returns_to_the_same_seat(guest: Guest) -> None:
    cards = sits_down_with_a_bot(guest)
    guest.reload()
    assert guest.sees_many(hand(guest), 10) == cards


def test_idiot_is_dealt_exchanged_and_played_without_the_server(guest: Guest, server: ServerProcess) -> None:
    guest.go()
    until(lambda: has_everything(guest), "waited for the service worker")
    server.stop()
    guest.go(PAGE)
    guest.press_away(guest.button("idiot.deal", n=2))
    given = guest.sees_many(guest.target("checkbox", "card.spoken"), 3)[0]
    got = guest.words.read("idiot.open_card", guest.sees(guest.button("idiot.open_card")))["card"]
    guest.press(guest.target("checkbox", "card.spoken"))
    guest.press(guest.button("idiot.open_card"))
    guest.press_away(guest.button("idiot.exchange"))
    guest.sees(guest.button("idiot.open_card", card=given))
    assert got in guest.names(guest.target("checkbox", "card.spoken"))
    guest.press_away(guest.button("idiot.ready"))

    # What comes next is chance; a kept game says which card is the last.
    guest.driver.run(
        "localStorage.setItem(...arguments);", KEY, saved({"hand": "QS"}, {"hand": "AS"}, pile="JH")
    )
    guest.go(PAGE)
    guest.choose(guest.target("checkbox", "card.spoken"))
    guest.press_away(guest.button("idiot.lay"))
    guest.sees(guest.target("heading", "idiot.won"))


def hand(guest: Guest) -> Target:
    return guest.target("radio", "rows.card_spoken")


def sits_down_with_a_bot(guest: Guest) -> list[str]:
    """From the shelf to a running game; the cards in the hand."""
    guest.go()
    guest.press(guest.button("shelf.open"))
    guest.press(guest.button("rows.title"))
    guest.type("name.label", "Anna")
    guest.press(guest.button("lobby.sit"))
    guest.press(guest.button("lobby.seat_bot"))
    guest.reads("bot_name", number=1)
    guest.press_away(guest.button("lobby.start", n=2))
    return guest.sees_many(hand(guest), 10)


def has_everything(guest: Guest) -> None:
    if (state := guest.driver.run(WORKER)) != "activated":
        raise NotYet(state)
