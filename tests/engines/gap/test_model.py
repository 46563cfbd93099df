"""Any course of a sitting: the engine agrees with a plain oracle, and the invariants of the rules hold."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engines.core import Context, LeaveReason, RuleError, Seat, Step
from engines.gap.deck import deck
from engines.gap.events import GameOver, RoundSettled, RoundStarted, TurnedUp
from engines.gap.model import Action, Lay, NextSentence, Options, Pick, PickNone, Stage, State
from tests.support.gap_hands import GAP, cards_of
from tests.support.gap_oracle import Oracle

SEATS = st.integers(0, 11)
"""Taken modulo the seats there are, or the seats there are a choice of."""
WHY: st.SearchStrategy[LeaveReason] = st.sampled_from(("left", "silent", "removed"))
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Lay, st.lists(st.integers(0, 510), max_size=3).map(tuple)),
    st.builds(Pick, st.integers(0, 9)),
    st.just(PickNone()),
    st.just(NextSentence()),
)


class GapMachine(RuleBasedStateMachine):
    oracle: Oracle
    state: State

    @initialize(
        seats=st.integers(3, 12),
        secret=st.binary(min_size=32, max_size=32),
        short=st.booleans(),
        away=st.sets(st.integers(1, 11), max_size=3),
    )
    def start(self, seats: int, secret: bytes, short: bool, away: set[int]) -> None:  # noqa: FBT001 - drawn
        """Some sittings have so few cards in the pile that the used ones come back soon."""
        self.secret, self.steps = secret, 0
        self.keys: list[str] = []
        self.told: list[int] = []
        self.oracle = Oracle(seats, away)
        self.follow(GAP.start(Options(), seats, self.chance()))
        if short:
            self.state = replace(self.state, pile=self.state.pile[: 2 * seats])
        self.all_cards = set(cards_of(self.state))

    def chance(self) -> Context:
        return Context.for_step(self.secret, "gap", self.steps, tuple(map(Seat, self.oracle.here())))

    def follow(self, step: Step[State]) -> None:
        """Take the step, and show the oracle what it cannot know: the sentence and the new hands."""
        self.state, self.steps = step.state, self.steps + 1
        self.settled = sum(isinstance(event, RoundSettled) for event in step.events)
        for event in step.events:
            match event:
                case RoundStarted():
                    assert self.state.sentence is not None
                    self.told.append(self.state.sentence)
                    gaps = deck().sentences[self.state.sentence].gaps
                    self.oracle.dealt(event.reader, gaps, [list(hand) for hand in self.state.hands])
                case TurnedUp():
                    assert event.answers == GAP.table(self.state).answers
                case GameOver():
                    assert event.outcome == GAP.outcome(self.state)
        phase = GAP.phase(self.state)
        if phase is not None and (not self.keys or self.keys[-1] != phase.key):
            self.keys.append(phase.key)

    def is_(self, *stages: str) -> bool:
        return self.oracle.stage in stages

    def act(self, seat: int, action: Action) -> None:
        self.follow(GAP.apply(self.state, Seat(seat), action, self.chance()))

    @precondition(lambda self: self.is_("laying"))
    @rule(seat=SEATS, order=st.permutations(range(6)))
    def one_lays(self, seat: int, order: list[int]) -> None:
        owing = self.oracle.owing()
        self.lay(owing[seat % len(owing)], order)

    @precondition(lambda self: self.is_("laying"))
    @rule(order=st.permutations(range(6)))
    def all_lay(self, order: list[int]) -> None:
        for seat in self.oracle.owing():
            self.lay(seat, order)

    def lay(self, seat: int, order: list[int]) -> None:
        hand = self.oracle.hands[seat]
        cards = [hand[place] for place in order if place < len(hand)][: self.oracle.gaps]
        self.oracle.lay(seat, cards)
        self.act(seat, Lay(tuple(cards)))

    @precondition(lambda self: self.is_("judging"))
    @rule(pick=SEATS)
    def the_reader_picks(self, pick: int) -> None:
        answer = self.state.answers[pick % len(self.state.answers)]
        self.oracle.settle(answer.seat)
        self.act(self.oracle.reader, Pick(answer.id))
        assert self.settled == 1

    @precondition(lambda self: self.is_("judging"))
    @rule()
    def the_reader_picks_none(self) -> None:
        reader = self.oracle.reader
        self.oracle.settle(None)
        self.act(reader, PickNone())

    @precondition(lambda self: self.is_("result") and self.oracle.present())
    @rule(seat=SEATS)
    def one_goes_on(self, seat: int) -> None:
        present = self.oracle.present()
        self.oracle.go_on()
        self.act(present[seat % len(present)], NextSentence())

    @precondition(lambda self: self.is_("laying", "judging", "result"))
    @rule()
    def the_clock_runs_out(self) -> None:
        self.oracle.clock()
        self.follow(GAP.expire(self.state, self.chance()))

    @precondition(lambda self: not self.is_("over"))
    @rule(seat=SEATS)
    def a_connection_is_lost_or_comes_back(self, seat: int) -> None:
        seat %= len(self.oracle.points)
        self.oracle.away ^= {seat}
        phase = GAP.phase(self.state)
        assert phase is not None
        if set(phase.until_here) & set(self.oracle.here()):
            self.oracle.go_on()
            self.follow(GAP.expire(self.state, self.chance()))
            assert not self.is_("waiting")

    @precondition(lambda self: not self.is_("over"))
    @rule(seat=SEATS, why=WHY)
    def one_leaves(self, seat: int, why: LeaveReason) -> None:
        seat %= len(self.oracle.points)
        if seat not in self.oracle.left:
            self.oracle.leave(seat, is_silent=why == "silent")
        self.follow(GAP.leave(self.state, Seat(seat), why, self.chance()))

    @precondition(lambda self: not self.is_("over") and self.oracle.left)
    @rule(pick=SEATS)
    def one_comes_back(self, pick: int) -> None:
        seat = sorted(self.oracle.left)[pick % len(self.oracle.left)]
        self.oracle.come_back(seat)
        self.follow(GAP.rejoin(self.state, Seat(seat), self.chance()))

    @precondition(lambda self: not self.is_("over") and len(self.oracle.points) < 12)
    @rule()
    def one_joins_late(self) -> None:
        self.oracle.join()
        self.follow(GAP.join(self.state, self.chance()))

    @rule(seat=SEATS, action=ACTIONS)
    def anything_else_is_refused(self, seat: int, action: Action) -> None:
        seat %= len(self.oracle.points)
        if self.oracle.allows(seat, action):
            return
        try:
            GAP.apply(self.state, Seat(seat), action, self.chance())
        except RuleError:
            return
        raise AssertionError(f"{action} of {seat} was taken")

    @invariant()
    def the_engine_agrees_with_the_oracle(self) -> None:
        table, oracle = GAP.table(self.state), self.oracle
        assert table.stage == oracle.stage
        assert list(table.queue) == oracle.queue
        assert list(self.state.points) == oracle.points
        assert [list(hand) for hand in self.state.hands] == oracle.hands
        assert {s for s, standing in enumerate(table.standings) if standing.has_laid} == set(oracle.laid)
        phase = GAP.phase(self.state)
        assert (list(phase.awaited) if phase else []) == oracle.owing()
        if oracle.stage in ("judging", "result"):
            assert {answer.seat: list(answer.cards) for answer in self.state.answers} == oracle.laid

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        cards = cards_of(self.state)
        assert len(cards) == len(set(cards))
        assert set(cards) == self.all_cards

    @invariant()
    def nobody_reads_twice_and_no_sentence_or_phase_comes_back(self) -> None:
        assert len(self.oracle.readers) == len(set(self.oracle.readers))
        assert len(self.told) == len(set(self.told))
        assert len(self.keys) == len(set(self.keys))

    @invariant()
    def no_name_is_on_the_table_before_the_verdict(self) -> None:
        if self.state.stage is not Stage.RESULT:
            assert {answer.seat for answer in GAP.table(self.state).answers} <= {None}

    @invariant()
    def the_sitting_ends_when_nobody_has_still_to_read(self) -> None:
        if self.is_("over"):
            assert self.oracle.queue == []
            assert set(self.oracle.readers) >= set(self.oracle.present())
            most = max(self.oracle.points)
            outcome = GAP.outcome(self.state)
            assert outcome is not None
            assert list(outcome.winners) == [s for s, p in enumerate(self.oracle.points) if p == most]


GapMachine.TestCase.settings = settings(max_examples=50, stateful_step_count=60, deadline=None)
TestGap = GapMachine.TestCase
