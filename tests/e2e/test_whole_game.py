"""One person and three bots: a game of rows from the shelf to its end, and back to the lobby."""

from playwright.async_api import expect

from tests.support.browser_crowd import dearest
from tests.support.browser_people import People
from tests.support.browser_person import Person


async def test_a_person_plays_three_bots_to_the_end(people: People) -> None:
    anna = await people.person("Anna", device="Pixel 7")
    code = await anna.open_table()
    await anna.seat_bots(3)
    await anna.start(seats=4)

    while await plays_a_deal_badly(anna) != "over":
        await anna.press_away(anna.button("rows.next"))
        await expect(anna.cards).to_have_count(10)
        await expect(anna.text("rows.progress", deal=anna.view["table"]["deal"], turn=1)).to_be_visible()

    await sees_the_places(anna)
    await anna.press_away(anna.button("again"))
    await expect(anna.button("lobby.start", n=4)).to_be_visible()
    assert anna.code == code


async def plays_a_deal_badly(person: Person) -> str:
    """Ten cards, each the dearest there is, so that the game ends soon; the stage after it."""
    for turn in range(1, 11):
        await expect(
            person.text("rows.progress", deal=person.view["table"]["deal"], turn=turn)
        ).to_be_visible()
        await person.lay(dearest(person.view["own"]))
        view = await person.until_view(lambda view: view["own"]["may"]["take"] or view["own"]["laid"] is None)
        if view["own"]["may"]["take"]:
            heads = [row["heads"] for row in view["table"]["rows"]]
            await person.take_row(heads.index(max(heads)))
            await person.until_view(lambda view: not view["own"]["may"]["take"])
    return str(person.view["table"]["stage"])


async def sees_the_places(person: Person) -> None:
    standings = person.view["table"]["standings"]
    outcome = person.view["table"]["outcome"]
    lines = await person.page.get_by_role("region").get_by_role("listitem").all_inner_texts()
    assert len(lines) == 4
    places = [int(line.split()[1]) for line in lines]
    assert places == sorted(outcome["places"])
    assert max(standing["total"] for standing in standings) >= 66
