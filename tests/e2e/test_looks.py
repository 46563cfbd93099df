"""Every screen, light and dark, large and small: axe finds nothing grave, nothing is too wide.

Pictures of all of them are left in `build/screens-e2e/`, to be looked at.
"""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from playwright.async_api import expect

from tests.support.browser_crowd import Crowd, Player
from tests.support.browser_look import faults_of
from tests.support.browser_people import People
from tests.support.browser_person import Person

Screen: TypeAlias = Callable[[Person, Crowd], Awaitable[None]]
SCREENS: dict[str, Screen] = {}
LANGUAGES = ("sv", "fr", "en")
LEISURELY = {"lay_s": 120}


def screen(way: Screen) -> Screen:
    SCREENS[way.__name__] = way
    return way


@screen
async def shelf(eve: Person, _crowd: Crowd) -> None:
    await eve.go()
    await expect(eve.button("shelf.open")).to_be_visible()


@screen
async def shelf_code(eve: Person, _crowd: Crowd) -> None:
    await eve.go()
    await eve.press(eve.button("shelf.have_code"))
    await eve.page.get_by_label(eve.words("shelf.code")).fill("KV7")
    await eve.press(eve.button("shelf.enter"))
    await expect(eve.text("shelf.code_short")).to_be_visible()


@screen
async def game_page(eve: Person, _crowd: Crowd) -> None:
    await eve.go(f"/games/rows?lang={eve.words.language}")
    await expect(eve.page.get_by_role("heading", level=1)).to_be_visible()


@screen
async def what_is_stored(eve: Person, _crowd: Crowd) -> None:
    await eve.go(f"/about/storage?lang={eve.words.language}")
    await expect(eve.page.get_by_role("table").first).to_be_visible()


@screen
async def nowhere(eve: Person, _crowd: Crowd) -> None:
    await eve.go(f"/about/missing?lang={eve.words.language}")
    await expect(eve.page.get_by_role("heading", level=1)).to_be_visible()


@screen
async def offline(eve: Person, _crowd: Crowd) -> None:
    await eve.go(f"/about/offline?lang={eve.words.language}")
    await expect(eve.page.get_by_role("heading", level=1)).to_be_visible()


@screen
async def which_game(eve: Person, _crowd: Crowd) -> None:
    await eve.go()
    await eve.press(eve.button("shelf.open"))
    await expect(eve.page.get_by_role("dialog")).to_be_visible()


@screen
async def idiot(eve: Person, _crowd: Crowd) -> None:
    await eve.go("/play/idiot")
    await expect(eve.button("idiot.deal", n=2)).to_be_visible()


@screen
async def no_room(eve: Person, _crowd: Crowd) -> None:
    await eve.go("/r/BBBBBB")
    await expect(eve.text("gate.no_room.text")).to_be_visible()


@screen
async def name(eve: Person, crowd: Crowd) -> None:
    code, _ = await crowd.open_table("Ada", "Björn", "Zoë")
    await eve.go(f"/r/{code}")
    await eve.press(eve.button("lobby.sit"))
    await expect(eve.text("name.missing")).to_be_visible()


@screen
async def lobby(eve: Person, _crowd: Crowd) -> None:
    await eve.open_table()
    await eve.seat_bots(2)


@screen
async def lobby_full(eve: Person, crowd: Crowd) -> None:
    code, players = await crowd.open_table(*(f"Person number {n}" for n in range(9)), "W" * 24)
    await crowd.stand_in_line(code, "Late")
    await eve.come_as(players[0], code)
    await expect(eve.button("lobby.open_another")).to_be_visible()


@screen
async def share(eve: Person, _crowd: Crowd) -> None:
    await eve.open_table()
    await eve.press(eve.button("lobby.qr"))
    await expect(eve.page.get_by_role("img", name=eve.words("share.link"))).to_be_visible()


@screen
async def rules(eve: Person, crowd: Crowd) -> None:
    await at_a_table_with_a_bot(eve, crowd)
    await eve.press(eve.button("rules"))
    await expect(eve.page.get_by_role("dialog").get_by_role("heading").nth(1)).to_be_visible()


@screen
async def menu(eve: Person, crowd: Crowd) -> None:
    await at_a_table_with_a_bot(eve, crowd)
    await eve.open_menu()


@screen
async def my_move(eve: Person, crowd: Crowd) -> None:
    await at_a_table_with_a_bot(eve, crowd)


@screen
async def selected(eve: Person, crowd: Crowd) -> None:
    await at_a_table_with_a_bot(eve, crowd)
    await eve.choose((await eve.hand())[6])


@screen
async def waiting(eve: Person, crowd: Crowd) -> None:
    code, (host, *_others) = await crowd.open_table(
        "Ada", "Björn", "Zoë", "Christopher-Alexander", **LEISURELY
    )
    await host.start()
    await eve.come_as(host, code)
    await expect(eve.cards).to_have_count(10)
    await eve.lay((await eve.hand())[-1])
    await expect(eve.page.get_by_role("timer")).to_be_visible()


@screen
async def ten_players(eve: Person, crowd: Crowd) -> None:
    code, (host, *others) = await crowd.open_table(*(f"{n}. Person" for n in range(1, 11)), **LEISURELY)
    await host.start()
    await eve.come_as(host, code)
    for player in others[:4]:
        await player.lay()
    await expect(eve.cards).to_have_count(10)
    await eve.choose((await eve.hand())[4])


@screen
async def row_choice(eve: Person, crowd: Crowd) -> None:
    await owes_a_row(eve, crowd)
    await eve.press(eve.button("rows.choose_row", row=2))
    await expect(
        eve.page.get_by_role("button", name=eve.words.pattern("rows.take_row", row=2))
    ).to_be_visible()


@screen
async def others_row_choice(eve: Person, crowd: Crowd) -> None:
    """Looked at by an onlooker."""
    code, _ = await asked_for_a_row(crowd)
    await eve.go(f"/r/{code}")
    await expect(eve.text("watching.looking_on")).to_be_visible()


@screen
async def somebody_away(eve: Person, crowd: Crowd) -> None:
    code, (host, other, _) = await crowd.open_table("Ada", "Björn", "Zoë", **LEISURELY)
    await host.start()
    await eve.come_as(host, code)
    await other.client.leave()
    await expect(eve.page.get_by_text(eve.words.pattern("presence.away_left")).first).to_be_visible()


@screen
async def result(eve: Person, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(bots=9)
    await host.play_deal()
    await eve.come_as(host, code)
    await expect(eve.button("rows.next")).to_be_enabled()


@screen
async def over(eve: Person, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(bots=5)
    await host.play_game()
    await eve.come_as(host, code)
    await expect(eve.button("again")).to_be_visible()


@screen
async def ended(eve: Person, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(bots=2)
    await host.lay()
    await host.does(type="end", phase=host.view["room"]["phase"])
    await eve.come_as(host, code)
    await expect(eve.button("again")).to_be_visible()


@screen
async def shared_lobby(eve: Person, crowd: Crowd) -> None:
    code, _ = await crowd.open_table("Ada", "Björn")
    await eve.go(f"/r/{code}/stage")
    await expect(eve.text("stage.lobby")).to_be_visible()


def shared(game: str) -> Screen:
    async def shared_table(eve: Person, crowd: Crowd) -> None:
        code, (host, *_) = await crowd.open_table_of(game, "Ada", "Björn", "Zoë")
        await host.start()
        await eve.go(f"/r/{code}/stage")
        await expect(eve.page.locator(".fit > *").first).to_be_visible()

    return shared_table


SCREENS |= {f"shared_{game}": shared(game) for game in ("rows", "twelve", "order", "gap")}


async def at_a_table_with_a_bot(eve: Person, crowd: Crowd) -> None:
    code, host = await crowd.deal_with_bots(bots=3)
    await host.turn()
    await eve.come_as(host, code)
    await expect(eve.cards).to_have_count(9)


async def asked_for_a_row(crowd: Crowd) -> tuple[str, Player]:
    """Deal until the lowest of fourteen cards is the host's: seven times in ten it is."""
    code, host = await crowd.deal_with_bots(bots=1)
    while True:
        await host.lay()
        await host.until(lambda view: view["own"]["laid"] is None or view["own"]["may"]["take"])
        if host.view["own"]["may"]["take"]:
            return code, host
        await host.start()


async def owes_a_row(eve: Person, crowd: Crowd) -> None:
    code, host = await asked_for_a_row(crowd)
    await eve.come_as(host, code)
    await expect(eve.text("rows.tap_row")).to_be_visible()


@pytest.mark.parametrize(("number", "name"), [pytest.param(*each, id=each[1]) for each in enumerate(SCREENS)])
async def test_a_screen_is_fit_to_be_seen(people: People, crowd: Crowd, number: int, name: str) -> None:
    eve = await people.person("Eve", language=LANGUAGES[number % len(LANGUAGES)])
    await SCREENS[name](eve, crowd)
    faults = await faults_of(eve.page, name)
    assert not faults, "\n".join(faults)
