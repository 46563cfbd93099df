/* Generated from build/schema/order.json by "npm run types". Not to be edited. */

/**
 * What five cards are called, by strength (4).
 */
export type Category = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export type Verdict = "right" | "void" | "wrong";
export type Stage = "claiming" | "over" | "result";

export interface DealEnded {
  type: "dealended";
  verdict: Verdict;
  right: number;
  wrong: number;
}
export interface DealStarted {
  type: "dealstarted";
  deal: number;
  seats: number[];
}
export interface GameOver {
  type: "gameover";
  outcome: Outcome;
}
/**
 * How a finished game ended: `winners` (all seats for a shared victory, none for a loss) and
 * `places` per seat in standard ranking (1, 1, 3), or None where the game ranks nobody.
 */
export interface Outcome {
  winners: number[];
  places: number[] | null;
}
/**
 * Everything one seat may do now; `rules.act` takes nothing else. `yes` is the claim to name.
 */
export interface May {
  take: number[];
  release: boolean;
  yes: number | null;
  no: boolean;
  next_deal: boolean;
}
/**
 * Leave the showdown.
 */
export interface NextDeal {
  type: "nextdeal";
}
/**
 * Take the own yes back.
 */
export interface No {
  type: "no";
}
/**
 * There are none: one rule set and no clock (room.md 2).
 */
export interface Options {
  tsType?: "unknown";
}
/**
 * What only its seat may see: its two cards, as they were dealt, without a name.
 */
export interface Own {
  hand: string[];
  may: May;
}
/**
 * Put the own chip back in the pile.
 */
export interface Release {
  type: "release";
}
export interface Released {
  type: "released";
  seat: number;
  chip: number;
}
/**
 * The seat has taken its own yes back.
 */
export interface SaidNo {
  type: "saidno";
  seat: number;
}
export interface SaidYes {
  type: "saidyes";
  seat: number;
}
/**
 * A newcomer, who gets cards at the next deal.
 */
export interface SeatJoined {
  type: "seatjoined";
  seat: number;
}
export interface SeatLeft {
  type: "seatleft";
  seat: number;
  why: "left" | "removed" | "silent";
  chip: number | null;
}
/**
 * Its owner is back, as a newcomer (5).
 */
export interface SeatRetaken {
  type: "seatretaken";
  seat: number;
}
/**
 * One hand at the showdown.
 *
 * lowest   and `highest`: the chips, among those held, that would have been right for it. Equal hands share
 *          them, and only relative order counts (3)
 * level    0 for the weakest hands, 1 for the next …; equal hands have the same
 * kickers_decide  another shown hand has the same name, so the kickers are worth saying (4)
 */
export interface Shown {
  seat: number;
  chip: number;
  hand: string[];
  strength: Strength;
  level: number;
  lowest: number;
  highest: number;
  kickers_decide: boolean;
}
/**
 * Two hands are as strong as each other iff category, ranks and kickers are equal (4).
 *
 * ranks    those that give the hand its name, in the order in which they are compared
 * kickers  the rest, likewise
 * five     the cards that count: those of `ranks` first
 */
export interface Strength {
  category: Category;
  ranks: number[];
  kickers: number[];
  five: string[];
}
/**
 * All hands are turned up at once, in the order of the chips.
 */
export interface ShownDown {
  type: "showndown";
  shown: Shown[];
}
/**
 * What is public about one seat; the fields are those of `SeatState`.
 *
 * is_in  it claims a place in this deal. Neither this nor `has_left`: it gets cards at the next deal
 */
export interface Standing {
  chip: number | null;
  earlier: (number | null)[];
  has_yes: boolean;
  is_dealt: boolean;
  is_in: boolean;
  has_left: boolean;
}
/**
 * The chips 1 … `chips` lie in the pile, and nobody holds one.
 */
export interface StreetOpened {
  type: "streetopened";
  street: number;
  cards: string[];
  chips: number;
}
/**
 * What everybody may see.
 *
 * board      the common cards that lie open
 * pile       the chips that nobody holds, ascending
 * claim      number of the present order, which a yes has to name
 * right      and `wrong`: deals so far, of `goal`
 * standings  by seat
 * shown      all hands at once, in the order of the chips, from the showdown to the next deal
 */
export interface Table {
  stage: Stage;
  deal: number;
  street: number;
  board: string[];
  chips: number;
  pile: number[];
  claim: number;
  right: number;
  wrong: number;
  goal: number;
  standings: Standing[];
  shown: Shown[];
  verdict: Verdict | null;
  outcome: Outcome | null;
}
/**
 * Take a chip from the pile; the own one, if any, goes back in the same step.
 */
export interface Take {
  type: "take";
  chip: number;
}
export interface Took {
  type: "took";
  seat: number;
  chip: number;
  put_back: number | null;
}
/**
 * Say that the order is right. `claim` is the number of the order that is meant.
 */
export interface Yes {
  type: "yes";
  claim: number;
}
/**
 * The order has changed, so what these seats had said yes to is no more (2.1).
 */
export interface YesCleared {
  type: "yescleared";
  seats: number[];
}
