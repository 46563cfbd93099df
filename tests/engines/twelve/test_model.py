"""Any course of a game: the engine agrees with a plain oracle, and the invariants of the rules hold."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engines.core import Context, RuleError, Seat, Step, shuffle
from engines.twelve.cards import by_suit, worth
from engines.twelve.model import Action, Flip, Name, Options, Pay, Phrase, Play, Say, Stage, State, Yield
from engines.twelve.seen import Kill, Preview
from tests.support.twelve_hands import PACK, TWELVE, cards_of, hinted
from tests.support.twelve_oracle import Oracle

PICK = st.integers(0, 999)
"""Taken modulo what there is a choice of."""
CARDS = st.sampled_from(PACK)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Play, st.lists(CARDS, min_size=1, max_size=4).map(tuple)),
    st.builds(Pay, CARDS),
    st.builds(Name, st.integers(0, 3)),
    st.builds(Say, st.sampled_from(Phrase)),
    st.sampled_from([Yield(), Flip()]),
)
OVER = (Stage.WON, Stage.LOST, Stage.ABANDONED)


class TwelveMachine(RuleBasedStateMachine):
    oracle: Oracle
    state: State

    @initialize(
        seats=st.integers(1, 4),
        secret=st.binary(min_size=32, max_size=32),
        gone=st.integers(0, 11),
        thrown=st.integers(0, 22),
    )
    def start(self, seats: int, secret: bytes, gone: int, thrown: int) -> None:
        """A game in which so many enemies have fallen already and so many cards been thrown away, so that some
        games are won and some taverns run dry."""
        self.secret, self.steps, self.keys = secret, 0, [""]
        state = TWELVE.start(Options(), seats, self.chance()).state
        order = [state.enemy, *state.castle]
        self.state = replace(
            state,
            enemy=order[gone],
            castle=tuple(order[gone + 1 :]),
            tavern=state.tavern[thrown:],
            discard=by_suit((*order[:gone], *state.tavern[:thrown])),
        )
        hands = [list(hand) for hand in state.hands]
        self.oracle = Oracle(hands, order[gone:], list(self.state.tavern), state.seat)
        self.oracle.discard += self.state.discard
        self.pack = sorted(cards_of(state))

    def chance(self) -> Context:
        return Context.for_step(self.secret, "twelve", self.steps)

    def follow(self, step: Step[State]) -> None:
        self.state, self.steps = step.state, self.steps + 1
        phase = TWELVE.phase(self.state)
        if phase is not None and self.keys[-1] != phase.key:
            assert phase.key not in self.keys
            self.keys.append(phase.key)

    def act(self, action: Action, seat: int | None = None) -> None:
        who = self.state.seat if seat is None else Seat(seat)
        self.follow(TWELVE.apply(self.state, who, action, self.chance()))

    def is_(self, *stages: Stage) -> bool:
        return self.state.stage in stages

    @precondition(lambda self: self.is_(Stage.PLAYING) and self.oracle.hands[self.state.seat])
    @rule(pick=PICK)
    def one_plays(self, pick: int) -> None:
        previews = TWELVE.own(self.state, self.state.seat).plays
        self.play(previews[pick % len(previews)])

    @precondition(lambda self: self.is_(Stage.PLAYING) and self.oracle.hands[self.state.seat])
    @rule()
    def one_plays_what_hurts_most(self) -> None:
        """So that enemies fall."""
        self.play(
            max(TWELVE.own(self.state, self.state.seat).plays, key=lambda play: (play.damage, play.cards))
        )

    def play(self, preview: Preview) -> None:
        before, seat, healed = self.state, self.state.seat, self.healed(preview)
        self.act(Play(preview.cards))
        self.oracle.play(preview.cards, healed)
        self.came_true(before, seat, preview)

    def healed(self, preview: Preview) -> list[str]:
        """Which cards a heart will bring back, in order: the one thing that the oracle cannot know."""
        pile = list(self.state.discard)
        shuffle(pile, self.chance().rng)
        return pile[: preview.healed]

    def came_true(self, before: State, seat: Seat, preview: Preview) -> None:
        """What the preview said is what happened, counted from the cards themselves."""
        held = sum(map(len, self.state.hands)) - sum(map(len, before.hands))
        assert preview.drawn == held + len(preview.cards)
        if preview.kill is None:
            assert self.state.damage - before.damage == preview.damage
            assert self.state.shield - before.shield == preview.shield
            assert len(before.discard) - len(self.state.discard) == preview.healed
            if self.is_(Stage.PAYING):
                assert self.state.due == preview.due
        else:
            assert (self.state.tavern[:1] == (before.enemy,)) == (preview.kill is Kill.EXACT)
        if preview.loss is not None:
            assert (self.state.stage, self.state.loss) == (Stage.LOST, preview.loss)
        elif self.is_(Stage.LOST):
            assert preview.drawn > 0
        left = [card for card in before.hands[seat] if card not in preview.cards]
        assert preview.left == worth(left)

    @precondition(lambda self: self.is_(Stage.PLAYING) and self.oracle.may_yield())
    @rule()
    def one_yields(self) -> None:
        if self.oracle.hands[self.state.seat]:
            self.act(Yield())
            self.oracle.yields()

    @precondition(lambda self: self.is_(Stage.PAYING) and self.oracle.can_pay())
    @rule(pick=PICK)
    def one_pays(self, pick: int) -> None:
        hand = self.state.hands[self.state.seat]
        card = hand[pick % len(hand)]
        self.act(Pay(card))
        self.oracle.pay(card)

    @precondition(lambda self: not self.is_(*OVER) and self.oracle.flippable())
    @rule()
    def a_jester_is_flipped(self) -> None:
        self.act(Flip())
        self.oracle.flip()

    @precondition(lambda self: self.is_(Stage.NAMING))
    @rule(pick=PICK)
    def one_is_named(self, pick: int) -> None:
        active = [seat for seat in self.oracle.seats if seat not in self.oracle.gone]
        seat = active[pick % len(active)]
        self.act(Name(seat))
        self.oracle.begin(seat)

    @precondition(lambda self: self.is_(Stage.NAMING))
    @rule(pick=PICK)
    def one_says_something(self, pick: int) -> None:
        active = [seat for seat in self.oracle.seats if seat not in self.oracle.gone]
        seat = active[pick % len(active)]
        phrase = Phrase.GLADLY if self.state.said[seat] is not Phrase.GLADLY else Phrase.RATHER_NOT
        self.act(Say(phrase), seat)

    @rule(pick=PICK)
    def one_leaves(self, pick: int) -> None:
        if pick % 7 == 0:  # seldom, or no game would come far
            seat = pick % len(self.oracle.seats)
            self.oracle.leave(seat)
            self.follow(TWELVE.leave(self.state, Seat(seat), "left", self.chance()))

    @rule(seat=st.integers(0, 3), action=ACTIONS)
    def anything_else_is_refused_and_changes_nothing(self, seat: int, action: Action) -> None:
        seat %= len(self.oracle.seats)
        before = self.state
        may = hinted(TWELVE.own(self.state, Seat(seat)))
        in_order = Play(tuple(sorted(action.cards))) if isinstance(action, Play) else action
        if in_order in [Play(tuple(sorted(m.cards))) if isinstance(m, Play) else m for m in may]:
            return
        with pytest.raises(RuleError):
            TWELVE.apply(self.state, Seat(seat), action, self.chance())
        assert self.state == before

    @invariant()
    def the_engine_and_the_oracle_agree(self) -> None:
        state, plain = self.state, self.oracle
        assert state.stage == plain.stage
        assert [sorted(hand) for hand in state.hands] == [sorted(hand) for hand in plain.hands]
        assert [state.enemy] * bool(state.enemy) + list(state.castle) == plain.enemies
        assert list(state.tavern) == plain.tavern
        assert sorted(state.discard) == sorted(plain.discard)
        assert list(state.tavern[: state.known]) == plain.on_top
        assert [laid.cards for laid in state.field] == plain.plays
        if not self.is_(*OVER):
            assert (state.seat, max(0, state.due)) == (plain.seat, max(0, plain.due))
            fight = (state.damage, state.shield, state.blocked, not state.is_immune)
            assert fight == (plain.damage, plain.shield, plain.mute_shield, plain.broken)

    @invariant()
    def a_turn_offers_exactly_what_the_rules_list(self) -> None:
        if self.is_(Stage.PLAYING):
            own = TWELVE.own(self.state, self.state.seat)
            assert {tuple(sorted(play.cards)) for play in own.plays} == self.oracle.legal()
            assert own.yields == self.oracle.may_yield()
            assert own.flip == self.oracle.flippable()
            assert own.plays or own.flip

    @invariant()
    def every_card_is_somewhere_and_no_hand_is_too_large(self) -> None:
        """Test 12."""
        assert sorted(cards_of(self.state)) == self.pack
        assert max(map(len, self.state.hands)) <= self.state.limit

    @invariant()
    def who_began_to_pay_can_pay_to_the_end(self) -> None:
        if self.is_(Stage.PAYING) and self.state.paid:
            assert worth(self.state.hands[self.state.seat]) >= self.state.due


TestTwelve = TwelveMachine.TestCase
TestTwelve.settings = settings(max_examples=150, stateful_step_count=60, deadline=None)
