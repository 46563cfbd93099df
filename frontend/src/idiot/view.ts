/** The only way from a state to what somebody sees: no hidden card, not even one's own, and no stock (12). */

import { runOf } from "./cards";
import type { State, View } from "./model";
import { may } from "./rules";
import { idiotOf } from "./table";

export function view(state: State, seat: number): View {
  return {
    seat,
    stage: state.stage,
    turn: state.turn,
    step: state.step,
    chairs: state.chairs.map(({ hand, open, hidden, isReady, place }) => ({
      hand: hand.length,
      open,
      hidden: hidden.map((card) => card !== null),
      isReady,
      place,
    })),
    stock: state.stock.length,
    pile: state.pile,
    run: runOf(state.pile),
    burned: state.burned.length,
    idiot: idiotOf(state),
    hand: state.chairs[seat]!.hand,
    may: may(state, seat),
  };
}
