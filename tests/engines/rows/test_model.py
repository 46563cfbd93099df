"""Any course of a game: the engine agrees with a plain oracle, and the invariants of the rules hold."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engines.core import Context, RuleError, Seat, Step
from engines.rows.events import DealStarted, RowAsked
from engines.rows.model import Action, Lay, NextDeal, Options, Stage, State, TakeRow
from tests.support.rows_hands import PACK, ROWS, cards_of
from tests.support.rows_oracle import Oracle

SEATS = st.integers(0, 9)
"""Taken modulo the seats there are, or the seats there are a choice of."""
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Lay, st.integers(0, 105)),
    st.builds(TakeRow, st.integers(-1, 4)),
    st.just(NextDeal()),
)


class RowsMachine(RuleBasedStateMachine):
    oracle: Oracle
    state: State

    @initialize(
        totals=st.lists(st.integers(0, 65), min_size=2, max_size=10),
        secret=st.binary(min_size=32, max_size=32),
    )
    def start(self, totals: list[int], secret: bytes) -> None:
        """A game whose seats have these totals already, so that some games end soon."""
        self.secret, self.steps = secret, 0
        self.keys: list[str] = []
        self.asked: list[tuple[int, int]] = []
        self.oracle = Oracle(list(totals))
        step = ROWS.start(Options(), len(totals), self.chance())
        self.follow(replace(step, state=replace(step.state, totals=tuple(totals))))

    def chance(self) -> Context:
        return Context.for_step(self.secret, "rows", self.steps)

    def follow(self, step: Step[State]) -> None:
        """Take the step; a new deal is shown to the oracle before its left seats lay."""
        self.state, self.steps = step.state, self.steps + 1
        for event in step.events:
            if isinstance(event, DealStarted):
                self.oracle.new_deal(self.dealt_hands(), [[card] for card in event.rows])
            if isinstance(event, RowAsked):
                self.asked.append((self.state.deal, self.state.turn))
        phase = ROWS.phase(self.state)
        if phase is not None and (not self.keys or self.keys[-1] != phase.key):
            self.keys.append(phase.key)

    def dealt_hands(self) -> list[list[int]]:
        laid = [[] if card is None else [card] for card in self.state.laid]
        return [sorted([*hand, *more]) for hand, more in zip(self.state.hands, laid, strict=True)]

    def act(self, seat: int, action: Action) -> None:
        self.follow(ROWS.apply(self.state, Seat(seat), action, self.chance()))

    def is_(self, *stages: str) -> bool:
        return self.oracle.stage in stages

    @precondition(lambda self: self.is_("laying") and self.oracle.owing())
    @rule(seat=SEATS, card=st.integers(0, 9))
    def one_lays(self, seat: int, card: int) -> None:
        owing = self.oracle.owing()
        self.lay(owing[seat % len(owing)], card)

    @precondition(lambda self: self.is_("laying"))
    @rule(cards=st.lists(st.integers(0, 9), min_size=10, max_size=10))
    def all_lay(self, cards: list[int]) -> None:
        for seat in self.oracle.owing():
            self.lay(seat, cards[seat])

    def lay(self, seat: int, pick: int) -> None:
        hand = self.oracle.hands[seat]
        card = hand[pick % len(hand)]
        self.act(seat, Lay(card))
        self.oracle.lay(seat, card)
        self.oracle.go_on()

    @precondition(lambda self: self.is_("row") and self.oracle.owing())
    @rule(row=st.integers(0, 3))
    def the_chooser_takes(self, row: int) -> None:
        self.act(self.oracle.chooser(), TakeRow(row))
        self.oracle.take(row)
        self.oracle.go_on()

    @precondition(lambda self: self.is_("result") and not self.oracle.abandoned())
    @rule(seat=SEATS)
    def one_asks_for_the_next_deal(self, seat: int) -> None:
        playing = [seat for seat in self.oracle.seats if seat not in self.oracle.left]
        self.act(playing[seat % len(playing)], NextDeal())

    @precondition(lambda self: not self.is_("over"))
    @rule()
    def the_clock_runs_out(self) -> None:
        if not self.is_("result"):
            self.oracle.clock()
        self.follow(ROWS.expire(self.state, self.chance()))

    @rule(seat=SEATS)
    def one_leaves(self, seat: int) -> None:
        seat %= len(self.oracle.seats)
        if seat not in self.oracle.left:
            self.oracle.left.append(seat)
            self.oracle.go_on()
        self.follow(ROWS.leave(self.state, Seat(seat), "left", self.chance()))

    @precondition(lambda self: self.oracle.left)
    @rule(pick=SEATS)
    def one_comes_back(self, pick: int) -> None:
        seat = self.oracle.left.pop(pick % len(self.oracle.left))
        self.oracle.go_on()
        self.follow(ROWS.rejoin(self.state, Seat(seat), self.chance()))

    @rule(seat=SEATS, action=ACTIONS)
    def anything_else_is_refused(self, seat: int, action: Action) -> None:
        seat %= len(self.oracle.seats)
        match action:
            case Lay(card):
                allowed = self.is_("laying") and card in self.oracle.hands[seat]
            case TakeRow(row):
                allowed = self.is_("row") and row in range(4)
            case NextDeal():
                allowed = self.is_("result") and seat not in self.oracle.left
        if allowed and (seat in self.oracle.owing() or isinstance(action, NextDeal)):
            return
        try:
            ROWS.apply(self.state, Seat(seat), action, self.chance())
        except RuleError:
            return
        raise AssertionError(f"{action} of {seat} was taken")

    @invariant()
    def the_engine_agrees_with_the_oracle(self) -> None:
        table, oracle = ROWS.table(self.state), self.oracle
        assert (table.stage, table.deal, table.turn) == (oracle.stage, oracle.deal, oracle.turn)
        assert [list(row.cards) for row in table.rows] == oracle.rows
        assert [standing.total for standing in table.standings] == oracle.totals
        assert [standing.gain for standing in table.standings] == oracle.gains
        assert [s for s in oracle.seats if table.standings[s].has_laid] == sorted(oracle.laid)
        assert [list(hand) for hand in self.state.hands] == oracle.hands
        phase = ROWS.phase(self.state)
        assert (list(phase.awaited) if phase else []) == oracle.owing()

    @invariant()
    def rows_ascend_and_hold_one_to_five_cards(self) -> None:
        for row in self.state.rows:
            assert 1 <= len(row) <= 5
            assert list(row) == sorted(row)

    @invariant()
    def every_dealt_card_is_in_one_place(self) -> None:
        cards = cards_of(self.state)
        assert len(cards) == len(set(cards)) == 10 * len(self.state.hands) + 4
        assert set(cards) <= set(PACK)

    @invariant()
    def a_turn_asks_for_one_row_at_most_and_no_phase_comes_back(self) -> None:
        assert len(self.asked) == len(set(self.asked))
        assert len(self.keys) == len(set(self.keys))

    @invariant()
    def the_game_ends_only_between_deals(self) -> None:
        if max(self.oracle.totals) >= 66 and self.state.stage in (Stage.LAYING, Stage.ROW):
            assert ROWS.outcome(self.state) is None
        outcome = ROWS.outcome(self.state)
        if outcome is not None:
            assert self.state.turn == 10
            fewest = min(self.oracle.totals)
            assert list(outcome.winners) == [s for s in self.oracle.seats if self.oracle.totals[s] == fewest]


RowsMachine.TestCase.settings = settings(max_examples=50, stateful_step_count=50, deadline=None)
TestRows = RowsMachine.TestCase
