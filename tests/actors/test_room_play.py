"""A game in a room, from the lobby to the end screen and back."""

from pathlib import Path

from actors.messages import Again, Start
from tests.support.house import applied, house, refused
from tests.support.loops import on_uvloop


@on_uvloop
async def test_the_host_starts_at_once_and_everybody_gets_an_own_hand(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("rows", "anna", "ben")
        assert anna.view["room"]["status"] == "playing"
        assert set(anna.view["own"]["hand"]).isdisjoint(ben.view["own"]["hand"])
        assert anna.view["table"] == ben.view["table"]


@on_uvloop
async def test_a_game_of_two_runs_to_its_end_and_again_leads_back_to_the_lobby(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        tabs = await home.game("rows", "anna", "ben")
        while tabs[0].view["room"]["status"] == "playing":
            for tab in tabs:
                may = tab.view["own"]["may"]
                if may["lay"]:
                    applied(await tab.acts(type="lay", card=may["lay"][0]))
                elif may["take"]:
                    applied(await tab.acts(type="takerow", row=0))
                elif may["next_deal"]:
                    await home.move(8)
                    applied(await tab.acts(type="nextdeal"))
        assert tabs[0].view["room"]["ending"] == "finished"
        assert tabs[0].view["table"]["outcome"]["winners"]
        applied(await tabs[1].does(Again(id="again", phase=tabs[1].phase)))
        assert tabs[0].view["room"]["status"] == "lobby"
        assert [seat["name"] for seat in tabs[0].view["room"]["seats"]] == ["anna", "ben"]
        assert tabs[0].view["table"] is None


@on_uvloop
async def test_a_second_game_in_the_room_deals_other_cards(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("baton", "anna", "ben")
        first = anna.view["own"]
        while anna.view["room"]["status"] == "playing":
            holder = anna.view["table"]["holder"]
            applied(await (anna, _)[holder].acts(type="pass"))
        applied(await anna.does(Again(id="again", phase=anna.phase)))
        applied(await anna.does(Start(id="more", phase=anna.phase)))
        assert anna.view["own"] != first


@on_uvloop
async def test_a_command_for_a_phase_gone_by_is_stale(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, _ = await home.game("baton", "anna", "ben")
        old = anna.phase
        applied(await anna.acts(type="pass"))
        assert refused(await anna.acts(phase=old, type="pass")) == "stale"


@on_uvloop
async def test_a_move_that_the_rules_bar_changes_nothing_at_all(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        before, count = ben.view, len(ben.views)
        assert refused(await ben.acts(type="pass")) == "not_awaited"
        assert refused(await anna.acts(type="fly")) == "bad_action"
        assert refused(await anna.acts(type="pass", to=1)) == "bad_action"
        applied(await ben.attach(ben.room or before["room"]["code"]))
        assert ben.view["version"] == before["version"]
        assert len(ben.views) == count + 1


@on_uvloop
async def test_bots_lay_at_once_and_wait_for_the_person(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        (anna,) = await home.game("rows", "anna", bots=3)
        assert [standing["has_laid"] for standing in anna.view["table"]["standings"]] == [
            False,
            True,
            True,
            True,
        ]
        await home.move(3600 * 3)
        assert anna.view["table"]["turn"] == 1
        assert anna.view["room"]["clock"] is None


@on_uvloop
async def test_private_events_reach_their_seat_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        anna, ben = await home.game("baton", "anna", "ben")
        assert [event["mark"] for event in anna.view["private"]] == [anna.view["own"]["mark"]]
        assert [event["mark"] for event in ben.view["private"]] == [ben.view["own"]["mark"]]
