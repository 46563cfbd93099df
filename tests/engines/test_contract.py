"""What every registered engine promises, whatever its game (`engines.core.Engine`).

The games are played once, at random, with and without seats that leave and clocks that run out; each
test looks at their positions.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from engines.core import RuleError, Seat, view
from engines.registry import ENGINES
from tests.support.engine_games import Act, Deed, Expire, Game, Leave, Position, encode, play
from tests.support.engines import SUPPORT, GameSupport, Swap


@pytest.fixture(params=SUPPORT)
def support(request: pytest.FixtureRequest) -> GameSupport:
    return SUPPORT[request.param]


@cache
def games(name: str) -> list[list[Position]]:
    return [
        list(play(SUPPORT[name], seats, bytes([seats, faults]) * 16, faults=faults))
        for seats in SUPPORT[name].seat_counts
        for faults in (False, True)
    ]


def positions(support: GameSupport, *, at_most: int | None = None) -> list[Position]:
    """All positions of all games, or that many drawn from them."""
    played = [position for game in games(support.engine.name) for position in game]
    if at_most is None or len(played) <= at_most:
        return played
    return Random(at_most).sample(played, at_most)


def seats(game: Game) -> list[Seat]:
    return [Seat(seat) for seat in range(game.seats)]


def viewers(game: Game) -> list[Seat | None]:
    return [None, *seats(game)]


def refusal(game: Game, seat: Seat, action: Any) -> StrEnum | None:
    """The code with which the action is refused; None if it is not."""
    try:
        game.attempt(Act(seat, action))
    except RuleError as error:
        return error.code
    return None


def test_every_engine_is_registered_under_its_name_and_is_tested_here() -> None:
    assert [engine.name for engine in ENGINES.values()] == list(ENGINES)
    assert set(SUPPORT) == set(ENGINES)
    assert all(min(game.seat_counts) == game.engine.seats[0] for game in SUPPORT.values())
    assert all(max(game.seat_counts) == game.engine.seats[-1] for game in SUPPORT.values())


# Moves.


def test_what_a_view_says_its_seat_may_do_applies_and_all_else_is_refused_without_effect(
    support: GameSupport,
) -> None:
    tried = {"applied": 0, "refused": 0}
    for position in positions(support, at_most=150):
        game = position.game
        before = encode(game.state)
        for seat in seats(game):
            hinted = support.hinted(game.engine.own(game.state, seat))
            candidates = support.candidates(game.state, seat)
            assert [action for action in hinted if action not in candidates] == []
            for action in candidates:
                code = refusal(game, seat, action)
                assert (code is None) == (action in hinted), (seat, action)
                assert code is None or isinstance(code, StrEnum)
                tried["refused" if code else "applied"] += 1
        assert encode(game.state) == before
    assert min(tried.values()) > 100


def test_an_awaited_seat_has_something_to_do_and_a_seat_that_left_has_not(support: GameSupport) -> None:
    for position in positions(support):
        game = position.game
        phase = game.engine.phase(game.state)
        assert phase is not None
        assert list(phase.awaited) == sorted(phase.awaited)
        for seat in phase.awaited:
            assert support.hinted(game.engine.own(game.state, seat))
        for seat in game.gone:
            assert seat not in phase.awaited
            assert not support.hinted(game.engine.own(game.state, seat))


def test_each_accepted_action_changes_what_a_spectator_sees(support: GameSupport) -> None:
    for position in positions(support):
        if isinstance(position.deed, Act):
            table = position.game.engine.table
            assert encode(table(position.game.state)) != encode(table(position.taken.step.state))


def test_cards_are_conserved(support: GameSupport) -> None:
    for position in positions(support):
        before = sorted(support.cards_of(position.game.state), key=repr)
        after = sorted(support.cards_of(position.taken.step.state), key=repr)
        assert len(after) == len(set(after))
        assert after == before or position.taken.drew


def test_a_bot_does_what_its_seat_may_do(support: GameSupport) -> None:
    if not support.engine.has_bots:
        pytest.skip("no bots in this game")
    for position in positions(support):
        game = position.game
        for seat in game.engine.phase(game.state).awaited:  # type: ignore[union-attr]  # it is not over
            sees = view(game.engine, game.state, seat)
            assert support.engine.bot(sees) in support.hinted(sees.own)


# Phases and ends.


def test_the_key_of_a_phase_never_comes_back(support: GameSupport) -> None:
    for game in games(support.engine.name):
        past: list[str] = []
        for position in game:
            phase = support.engine.phase(position.game.state)
            assert phase is not None
            if not past or past[-1] != phase.key:
                assert phase.key not in past
                past.append(phase.key)


def test_the_number_of_what_is_under_way_only_rises_and_reaches_a_second(support: GameSupport) -> None:
    """The deal, the sentence, the enemy: what a soft end lets a table finish."""
    reached = 0
    for game in games(support.engine.name):
        before = 0
        for position in game:
            phase = position.game.engine.phase(position.game.state)
            assert phase is not None
            if phase.part is not None:
                assert phase.part >= max(before, 1)
                before = phase.part
        reached = max(reached, before)
    assert reached > 1


def test_a_score_is_made_of_what_everybody_sees_and_has_points_for_each_seat_or_for_none(
    support: GameSupport,
) -> None:
    for position in positions(support, at_most=150):
        game = position.game
        score = game.engine.score(game.engine.table(game.state))
        assert len(score.points) in {0, game.seats}
        assert score.done >= 0


def test_whoever_leads_has_not_left_unless_everybody_has_and_leads_as_the_outcome_says(
    support: GameSupport,
) -> None:
    """The outcome ranks those who have left as well; whoever leads is the best placed of the others."""
    for played in games(support.engine.name):
        end = played[-1].game.after(played[-1].deed)
        state = end.state
        score, outcome = support.engine.score(support.engine.table(state)), support.engine.outcome(state)
        assert outcome is not None
        if not score.points:
            assert score.leads == ()
            continue
        assert outcome.places is not None
        stayed = [seat for seat in seats(end) if seat not in end.gone] or seats(end)
        best = min(outcome.places[seat] for seat in stayed)
        assert score.leads == tuple(seat for seat in stayed if outcome.places[seat] == best)


def test_a_game_has_an_outcome_exactly_when_it_waits_for_nothing(support: GameSupport) -> None:
    for game in games(support.engine.name):
        assert [position for position in game if support.engine.outcome(position.game.state)] == []
        end = game[-1].taken.step.state
        assert support.engine.phase(end) is None
        assert support.engine.outcome(end) is not None


def expired_for_ever(game: Game) -> Game:
    for _ in range(2000):
        phase = game.engine.phase(game.state)
        if phase is None or phase.limit_s is None:
            break
        game = game.after(Expire())
    return game


def test_a_game_whose_clock_always_runs_out_ends(support: GameSupport) -> None:
    for seats in support.seat_counts:
        game = Game.start(support.engine, support.options, seats, bytes(32))
        phase = support.engine.phase(game.state)
        if phase is None or phase.limit_s is None:
            pytest.skip("no clock in this game")
        assert support.engine.outcome(expired_for_ever(game).state) is not None


def test_when_everybody_leaves_no_step_is_endless_and_the_clock_still_ends_the_game(
    support: GameSupport,
) -> None:
    for position in positions(support, at_most=12):
        game = position.game
        for seat in seats(game):
            assert len(game.attempt(Leave(seat, "silent")).step.events) < 100
            game = game.after(Leave(seat, "silent"))
        phase = game.engine.phase(game.state)
        if phase is not None and phase.limit_s is not None:
            assert phase.awaited == ()
            assert game.engine.outcome(expired_for_ever(game).state) is not None


# Values.


def types_in(kind: inspect.Type) -> list[inspect.Type]:
    """The type and all types reachable from it."""
    found: list[inspect.Type] = []
    todo: list[Any] = [kind]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo += part
        elif isinstance(part, inspect.Field):
            todo.append(part.type)
        elif isinstance(part, inspect.Type) and not any(part is other for other in found):
            found.append(part)
            todo += [getattr(part, name) for name in part.__struct_fields__]
    return found


@pytest.mark.parametrize("part", ["Options", "State", "Action", "Event", "Table", "Own"])
def test_no_type_can_hold_anything_mutable_or_without_order(support: GameSupport, part: str) -> None:
    kinds = types_in(inspect.type_info(getattr(support.engine, part)))
    structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
    assert structs
    assert [kind for kind in structs if not kind.cls.__struct_config__.frozen] == []
    loose = (
        inspect.CollectionType,  # list, set, frozenset, and tuples of any length
        inspect.DictType,
        inspect.AnyType,
        inspect.ByteArrayType,
        inspect.CustomType,
    )
    assert [
        kind for kind in kinds if isinstance(kind, loose) and not isinstance(kind, inspect.VarTupleType)
    ] == []


@pytest.mark.parametrize("part", ["Options", "Action"])
def test_what_comes_from_outside_is_decoded_with_unknown_fields_forbidden(
    support: GameSupport, part: str
) -> None:
    for kind in types_in(inspect.type_info(getattr(support.engine, part))):
        if isinstance(kind, inspect.StructType):
            assert kind.forbid_unknown_fields
            assert part == "Options" or kind.tag == kind.tag.lower()  # type: ignore[union-attr]


def test_everything_survives_json(support: GameSupport) -> None:
    engine = support.engine
    for position in positions(support, at_most=150):
        state, deed = position.game.state, position.deed
        values = [
            (state, engine.State),
            (engine.table(state), engine.Table),
            *((engine.own(state, seat), engine.Own) for seat in seats(position.game)),
            *((event, engine.Event) for event in position.taken.step.events),
            *((event, engine.Event) for _, event in position.taken.step.private),
        ]
        if isinstance(deed, Act):
            values.append((deed.action, engine.Action))
        for value, kind in values:
            assert msgspec.json.decode(encode(value), type=kind) == value


# Chance.


def test_same_secret_and_same_deeds_make_the_same_bytes(support: GameSupport) -> None:
    for played in games(support.engine.name):
        first = played[0].game
        again = Game.start(support.engine, support.options, first.seats, first.secret)
        for position in played:
            assert encode(again.state) == encode(position.game.state)
            assert encode(again.attempt(position.deed).step) == encode(position.taken.step)
            again = again.after(position.deed)


def test_another_secret_deals_other_cards(support: GameSupport) -> None:
    deals = [
        encode(Game.start(support.engine, support.options, seats, bytes([secret]) * 32).state)
        for seats in support.seat_counts
        for secret in range(10)
    ]
    assert len(set(deals)) == len(deals)


# Secrets.


def test_no_view_shows_a_card_whose_place_its_viewer_may_not_know(support: GameSupport) -> None:
    for position in positions(support, at_most=200):
        game = position.game
        for viewer in viewers(game):
            shown = support.cards_in(view(game.engine, game.state, viewer))
            secrets = support.secrets(game.state, viewer)
            assert set(shown).isdisjoint(secrets), (viewer, shown, secrets)


def test_nothing_a_viewer_gets_depends_on_what_it_may_not_know(support: GameSupport) -> None:
    """Exchange all that is secret for another deal that is possible from where the viewer sits: its
    view, the phase, and its refusals stay the same to the byte; and so does what the same players then
    do, until the rules turn something up or chance is drawn."""
    compared = {"views": 0, "steps": 0, "refusals": 0}
    rng = Random("exchange")
    for position in positions(support, at_most=120):
        game = position.game
        for viewer in rng.sample(viewers(game), 2):
            state, swap = support.exchange(game.state, viewer, rng)
            if encode(state) == encode(game.state):
                continue
            other = game.with_state(state)
            assert sees(other, viewer) == sees(game, viewer)
            compared["views"] += 1
            for deed in deeds_here(support, game, rng):
                there = translated(support, deed, swap)
                if shows(support, game, deed, viewer) or shows(support, other, there, viewer):
                    continue
                here_taken, there_taken = game.attempt(deed), other.attempt(there)
                assert here_taken.drew == there_taken.drew
                if here_taken.drew:
                    continue
                assert heard(here_taken.step, viewer) == heard(there_taken.step, viewer)
                assert sees(game.after(deed), viewer) == sees(other.after(there), viewer)
                compared["steps"] += 1
            if viewer is not None:
                for action in support.candidates(game.state, viewer):
                    assert refusal(other, viewer, action) == refusal(game, viewer, action)
                    compared["refusals"] += 1
    assert min(compared.values()) > 100


def translated(support: GameSupport, deed: Deed, swap: Swap) -> Deed:
    """The deed as the same player would do it in the exchanged deal."""
    return Act(deed.seat, support.translate(deed.action, swap)) if isinstance(deed, Act) else deed


def shows(support: GameSupport, game: Game, deed: Deed, viewer: Seat | None) -> bool:
    """Whether the deed, by the rules, lets the viewer know something that was secret."""
    return support.reveals(game.attempt(deed).step, viewer)


def sees(game: Game, viewer: Seat | None) -> bytes:
    return encode([view(game.engine, game.state, viewer), game.engine.phase(game.state)])


def heard(step: Any, viewer: Seat | None) -> bytes:
    return encode([step.events, [event for seat, event in step.private if seat == viewer]])


def deeds_here(support: GameSupport, game: Game, rng: Random) -> list[Deed]:
    """Something each seat may do here, each seat's leaving, and the clock."""
    may = {seat: support.hinted(game.engine.own(game.state, seat)) for seat in seats(game)}
    acts = [Act(seat, rng.choice(actions)) for seat, actions in may.items() if actions]
    leaves = [Leave(seat, "left") for seat in seats(game)]
    phase = game.engine.phase(game.state)
    clock = [Expire()] if phase is not None and phase.limit_s is not None else []
    return [*acts, *leaves, *clock]
