"""Any course of a session: the engine agrees with a plain oracle, and the invariants of the rules hold."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engines.core import Context, RuleError, Seat, Step
from engines.order.events import DealStarted
from engines.order.model import Action, NextDeal, No, Options, Release, State, Take, Yes
from tests.support.order_hands import ORDER, cards_of
from tests.support.order_oracle import Oracle

SEATS = st.integers(0, 15)
"""Taken modulo the seats there are, or the seats there are a choice of."""
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Take, st.integers(-1, 9)),
    st.just(Release()),
    st.builds(Yes, st.integers(0, 5)),
    st.just(No()),
    st.just(NextDeal()),
)


class OrderMachine(RuleBasedStateMachine):
    oracle: Oracle
    state: State

    @initialize(
        seats=st.integers(3, 8),
        score=st.tuples(st.integers(0, 2), st.integers(0, 2)),
        secret=st.binary(min_size=32, max_size=32),
    )
    def start(self, seats: int, score: tuple[int, int], secret: bytes) -> None:
        self.secret, self.steps = secret, 0
        self.keys: list[str] = []
        self.claims = [0]
        self.oracle = Oracle(*score)
        for seat in range(seats):
            self.oracle.come(seat)
        step = ORDER.start(Options(), seats, self.chance())
        self.follow(replace(step, state=replace(step.state, right=score[0], wrong=score[1])))

    def chance(self) -> Context:
        return Context.for_step(self.secret, "order", self.steps)

    def follow(self, step: Step[State]) -> None:
        """Take the step; the oracle is shown a new deal."""
        self.state, self.steps = step.state, self.steps + 1
        for event in step.events:
            if isinstance(event, DealStarted):
                hands = {int(seat): self.state.seats[seat].hand for seat in event.seats}
                self.oracle.deal(hands, self.state.board)
        self.claims.append(self.state.claim)
        phase = ORDER.phase(self.state)
        if phase is not None and (not self.keys or self.keys[-1] != phase.key):
            self.keys.append(phase.key)

    def act(self, seat: int, action: Action) -> None:
        self.follow(ORDER.apply(self.state, Seat(seat), action, self.chance()))

    def is_(self, *stages: str) -> bool:
        return self.oracle.stage in stages

    def playing(self, pick: int) -> int:
        seats = sorted(self.oracle.hands)
        return seats[pick % len(seats)]

    @precondition(lambda self: self.is_("claiming") and self.oracle.pile())
    @rule(seat=SEATS, chip=SEATS)
    def one_takes(self, seat: int, chip: int) -> None:
        pile = sorted(self.oracle.pile())
        self.take(self.playing(seat), pile[chip % len(pile)])

    @precondition(lambda self: self.is_("claiming") and not self.oracle.complete())
    @rule()
    def all_take_who_hold_none(self) -> None:
        for seat in self.oracle.owing():
            self.take(seat, min(self.oracle.pile()))

    def take(self, seat: int, chip: int) -> None:
        self.act(seat, Take(chip))
        self.oracle.take(seat, chip)

    @precondition(lambda self: self.is_("claiming") and self.oracle.chip)
    @rule(pick=SEATS)
    def one_puts_back(self, pick: int) -> None:
        holding = sorted(self.oracle.chip)
        seat = holding[pick % len(holding)]
        self.act(seat, Release())
        self.oracle.release(seat)

    @precondition(lambda self: self.is_("claiming") and self.oracle.complete())
    @rule(pick=SEATS)
    def one_says_yes(self, pick: int) -> None:
        owing = self.oracle.owing()
        self.say(owing[pick % len(owing)])

    @precondition(lambda self: self.is_("claiming") and self.oracle.complete())
    @rule()
    def all_say_yes(self) -> None:
        for seat in self.oracle.owing():
            self.say(seat)

    @precondition(lambda self: self.is_("claiming"))
    @rule()
    def the_street_is_closed(self) -> None:
        """Else few sessions would see a showdown."""
        if not self.oracle.complete():
            self.all_take_who_hold_none()
        self.all_say_yes()

    def say(self, seat: int) -> None:
        self.act(seat, Yes(self.state.claim))
        self.oracle.say(seat)

    @precondition(lambda self: self.is_("claiming") and self.oracle.said)
    @rule(pick=SEATS)
    def one_takes_a_yes_back(self, pick: int) -> None:
        said = sorted(self.oracle.said)
        seat = said[pick % len(said)]
        self.act(seat, No())
        self.oracle.said.discard(seat)

    @precondition(lambda self: self.is_("result") and len(self.oracle.seated) >= 3)
    @rule(pick=SEATS)
    def one_asks_for_the_next_deal(self, pick: int) -> None:
        self.act(self.oracle.seated[pick % len(self.oracle.seated)], NextDeal())

    @precondition(lambda self: self.oracle.seated)
    @rule(pick=SEATS)
    def one_leaves(self, pick: int) -> None:
        seat = self.oracle.seated[pick % len(self.oracle.seated)]
        self.oracle.leave(seat)
        self.follow(ORDER.leave(self.state, Seat(seat), "left", self.chance()))

    @precondition(lambda self: not self.is_("over") and len(self.oracle.seated) < 8)
    @rule(pick=SEATS)
    def one_comes(self, pick: int) -> None:
        """A leaver to the same chair, or a newcomer to another."""
        away = [seat for seat in range(self.oracle.seats) if seat not in self.oracle.seated]
        choices = [*away, self.oracle.seats]
        seat = choices[pick % len(choices)]
        if seat == self.oracle.seats:
            self.follow(ORDER.join(self.state, self.chance()))
        else:
            self.follow(ORDER.rejoin(self.state, Seat(seat), self.chance()))
        self.oracle.come(seat)

    @rule(seat=SEATS, action=ACTIONS)
    def anything_else_is_refused(self, seat: int, action: Action) -> None:
        seat %= self.oracle.seats
        if self.oracle_allows(seat, action):
            return
        try:
            ORDER.apply(self.state, Seat(seat), action, self.chance())
        except RuleError:
            return
        raise AssertionError(f"{action} of {seat} was taken")

    def oracle_allows(self, seat: int, action: Action) -> bool:
        if isinstance(action, NextDeal):
            seated = self.oracle.seated
            return self.is_("result") and len(seated) >= 3 and seat in seated
        if not self.is_("claiming") or seat not in self.oracle.hands:
            return False
        match action:
            case Take(chip):
                return chip in self.oracle.pile()
            case Release():
                return seat in self.oracle.chip
            case Yes(claim):
                return claim == self.state.claim and seat in self.oracle.owing() and self.oracle.complete()
            case No():
                return seat in self.oracle.said

    @invariant()
    def the_engine_agrees_with_the_oracle(self) -> None:
        table, oracle = ORDER.table(self.state), self.oracle
        assert (table.stage, table.street) == (oracle.stage, oracle.street)
        assert (table.right, table.wrong) == (oracle.score["right"], oracle.score["wrong"])
        assert [s for s, one in enumerate(table.standings) if not one.has_left] == sorted(oracle.seated)
        for seat, one in enumerate(table.standings):
            assert list(one.earlier) == oracle.earlier.get(seat, [])
        assert {s for s, one in enumerate(table.standings) if one.has_yes} == oracle.said
        phase = ORDER.phase(self.state)
        assert (list(phase.awaited) if phase else []) == oracle.owing()
        if self.is_("claiming"):
            assert set(table.pile) == oracle.pile()
            assert {s: one.chip for s, one in enumerate(table.standings) if one.chip} == oracle.chip
            assert table.shown == ()
        else:
            assert table.verdict == oracle.verdict

    @invariant()
    def nobody_holds_a_chip_of_another_or_two(self) -> None:
        table = ORDER.table(self.state)
        held = [one.chip for one in table.standings if one.chip is not None]
        assert sorted([*held, *table.pile]) == list(range(1, table.chips + 1))

    @invariant()
    def every_card_of_the_deal_is_in_one_place(self) -> None:
        cards = cards_of(self.state)
        assert len(cards) == len(set(cards)) == 5 + 2 * sum(one.is_dealt for one in self.state.seats)

    @invariant()
    def no_phase_comes_back_and_no_order_has_the_number_of_another(self) -> None:
        assert len(self.keys) == len(set(self.keys))
        assert self.claims == sorted(self.claims)

    @invariant()
    def a_yes_needs_a_chip_in_every_hand(self) -> None:
        said = [one for one in self.state.seats if one.has_yes]
        assert not said or all(one.chip for one in self.state.seats if one.is_in)

    @invariant()
    def at_most_eight_have_a_chair(self) -> None:
        assert len(self.oracle.seated) <= 8

    @invariant()
    def the_game_ends_with_the_third_right_or_wrong_deal_and_not_before(self) -> None:
        outcome = ORDER.outcome(self.state)
        assert (outcome is not None) == (3 in (self.state.right, self.state.wrong))
        if outcome is not None:
            assert bool(outcome.winners) == (self.state.right == 3 and bool(self.oracle.seated))


OrderMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)
TestOrder = OrderMachine.TestCase
