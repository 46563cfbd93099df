/**
 * The nouns of idiot: the state, what may be done, what has happened, what a seat sees.
 *
 * Nothing here decides anything; section numbers are those of the game's rules. All of it is plain data,
 * so that a save is its JSON.
 */

import type { Card } from "./cards";

export const SEATS = { min: 2, max: 5 } as const;
/** Cards of each kind that a seat is dealt, and to how many a hand is drawn up (2, 6). */
export const THREE = 3;
/** Turns without anybody going out after which the game is declared drawn (11). */
export const PATIENCE = 2000;

/** From where a seat plays now: strictly one after another (4). */
export type Zone = "hand" | "open" | "hidden";
export type Stage = "exchange" | "playing" | "over";

export interface Chair {
  readonly hand: readonly Card[];
  readonly open: readonly Card[];
  /** Three places that keep their position; null where the card has been turned (9). */
  readonly hidden: readonly (Card | null)[];
  readonly isReady: boolean;
  /** 1 for the first to go out; null while it holds cards. */
  readonly place: number | null;
}

/** The whole game. Every card of the pack is in exactly one place of it. */
export interface State {
  /** The generator after the shuffle; the next game's shuffle goes on from it. */
  readonly chance: number;
  readonly dealer: number;
  readonly stage: Stage;
  readonly chairs: readonly Chair[];
  /** Face down; the last one is on top. */
  readonly stock: readonly Card[];
  /** Face up; the last one is on top. */
  readonly pile: readonly Card[];
  readonly burned: readonly Card[];
  /** Whose turn it is; the dealer before play begins. */
  readonly turn: number;
  /** Actions taken so far. */
  readonly step: number;
  /** Turns since somebody went out. */
  readonly idle: number;
}

export type Action =
  | { readonly type: "exchange"; readonly hand: Card; readonly open: Card }
  | { readonly type: "ready" }
  | { readonly type: "lay"; readonly cards: readonly Card[] }
  | { readonly type: "turn"; readonly index: number }
  | { readonly type: "take" }
  | { readonly type: "gamble" };

export type Event =
  | { readonly type: "exchanged"; readonly seat: number; readonly up: Card; readonly down: Card }
  | { readonly type: "began"; readonly seat: number }
  | { readonly type: "laid"; readonly seat: number; readonly cards: readonly Card[]; readonly from: Zone | "stock" }
  | { readonly type: "burned"; readonly seat: number; readonly how: "ten" | "four"; readonly count: number }
  | { readonly type: "drew"; readonly seat: number; readonly count: number }
  | { readonly type: "took"; readonly seat: number; readonly count: number }
  /** Turned up, it did not fit: it and the pile have gone to the hand. */
  | { readonly type: "failed"; readonly seat: number; readonly card: Card; readonly from: "hidden" | "stock"; readonly count: number }
  | { readonly type: "wentout"; readonly seat: number; readonly place: number }
  /** `idiot` is null where the game was declared drawn. */
  | { readonly type: "ended"; readonly idiot: number | null };

export type Code =
  | "over"
  | "not_exchanging"
  | "still_exchanging"
  | "already_ready"
  | "not_your_turn"
  | "not_in_hand"
  | "not_open"
  | "not_in_zone"
  | "one_rank"
  | "too_low"
  | "not_hidden_zone"
  | "no_such_place"
  | "can_play"
  | "no_stock";

/** A move the rules refuse; nothing has happened. The words for the code are the screen's. */
export class RuleError extends Error {
  readonly code: Code;
  constructor(code: Code) {
    super(code);
    this.code = code;
  }
}

export interface Step {
  readonly state: State;
  readonly events: readonly Event[];
}

/** A stretch in which a fixed set of actions is possible; its key never repeats within a game. */
export interface Phase {
  readonly key: string;
  readonly awaited: readonly number[];
}

/** What is public about one seat. Of hidden cards only which places still hold one. */
export interface ChairView {
  readonly hand: number;
  readonly open: readonly Card[];
  readonly hidden: readonly boolean[];
  readonly isReady: boolean;
  readonly place: number | null;
}

/** Everything a seat may do now. */
export interface May {
  readonly exchange: boolean;
  readonly zone: Zone | null;
  /** The cards of the zone that fit; those of one rank go down together. */
  readonly lay: readonly Card[];
  /** The hidden places of which one has to be chosen. */
  readonly turn: readonly number[];
  readonly take: boolean;
  readonly gamble: boolean;
}

/** What one seat sees (12). */
export interface View {
  readonly seat: number;
  readonly stage: Stage;
  readonly turn: number;
  readonly step: number;
  readonly chairs: readonly ChairView[];
  readonly stock: number;
  readonly pile: readonly Card[];
  readonly run: number;
  readonly burned: number;
  readonly idiot: number | null;
  readonly hand: readonly Card[];
  readonly may: May;
}
