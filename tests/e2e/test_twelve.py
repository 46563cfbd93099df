"""Twelve alone, from the shelf to a loss that says how far it went."""

from playwright.async_api import expect

from tests.support.browser_people import People
from tests.support.browser_twelve import Fighter


async def test_somebody_alone_plays_to_a_loss_and_uses_both_jesters(people: People) -> None:
    anna = await people.person("Anna", device="Pixel 7")
    fighter = Fighter(anna)
    await anna.open_table("twelve")
    await expect(anna.text("twelve.no_bots")).to_be_visible()
    await fighter.sits_down(seats=1)
    await expect(fighter.cards).to_have_count(8)

    while anna.view["room"]["status"] == "playing":
        await plays_badly(fighter)

    assert fighter.table["solo"]["jesters"] == 0
    await expect(anna.page.get_by_role("heading", name=anna.words("twelve.lost"))).to_be_visible()
    await expect(fighter.says("twelve.progress", n=fighter.table["beaten"])).to_be_visible()
    await expect(
        anna.page.get_by_role("region").get_by_text(anna.words("twelve.beaten", n=fighter.table["beaten"]))
    ).not_to_have_count(0)
    await anna.press_away(anna.button("again"))
    await expect(anna.button("lobby.start", n=1)).to_be_visible()


async def plays_badly(fighter: Fighter) -> None:
    """The least of all plays, the dearest of all payments, a jester only where nothing else is left."""
    own = fighter.own
    if own["payments"]:
        await fighter.pays(max(own["payments"], key=lambda payment: payment["value"])["card"])
    elif own["plays"]:
        await fighter.plays(*min(own["plays"], key=lambda play: play["damage"])["cards"])
    else:
        await fighter.flips()
