/** A table of idiot in one line. Cards are written with spaces between; what is not named has been burned. */

import { PACK } from "../../src/idiot/cards";
import { type Action, type Card, type Chair, type Code, type Event, RuleError, type State, apply } from "../../src/idiot";

interface Held {
  hand?: string;
  open?: string;
  /** "-" is a place whose card has been turned. */
  hidden?: string;
}

export const cards = (text = ""): Card[] => text.split(" ").filter((card) => card !== "");

function chairOf({ hand, open, hidden = "" }: Held): Chair {
  const places = [...cards(hidden), "-", "-", "-"].slice(0, 3);
  const held = { hand: cards(hand), open: cards(open), hidden: places.map((card) => (card === "-" ? null : card)) };
  return { ...held, isReady: true, place: null };
}

/** Somebody plays. The last card of `stock` and `pile` is the one on top. */
export function table(held: Held[], { pile = "", stock = "", turn = 0 } = {}): State {
  const chairs = held.map(chairOf);
  const seen = new Set([...cards(pile), ...cards(stock), ...chairs.flatMap(({ hand, open, hidden }) => [...hand, ...open, ...hidden])]);
  return {
    chance: 1,
    dealer: chairs.length - 1,
    stage: "playing",
    chairs,
    stock: cards(stock),
    pile: cards(pile),
    burned: PACK.filter((card) => !seen.has(card)),
    turn,
    step: 7,
    idle: 0,
  };
}

export const lay = (text: string): Action => ({ type: "lay", cards: cards(text) });

/** Actions of whoever's turn it is, one after another. */
export const after = (state: State, ...actions: Action[]): State =>
  actions.reduce((before, action) => apply(before, before.turn, action).state, state);

export const told = (state: State, action: Action): readonly Event[] => apply(state, state.turn, action).events;

/** The code with which this is refused; null if it is not. */
export function refused(state: State, action: Action, seat = state.turn): Code | null {
  try {
    apply(state, seat, action);
    return null;
  } catch (error) {
    if (error instanceof RuleError) return error.code;
    throw error;
  }
}

/** Where each of the 52 cards is. */
export function everyCard({ chairs, stock, pile, burned }: State): Card[] {
  const held = chairs.flatMap(({ hand, open, hidden }) => [...hand, ...open, ...hidden.filter((card) => card !== null)]);
  return [...held, ...stock, ...pile, ...burned].sort();
}
