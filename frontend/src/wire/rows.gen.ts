/* Generated from build/schema/rows.json by "npm run types". Not to be edited. */

/**
 * How a card came into its row.
 */
export type How = "chosen" | "joined" | "policy" | "sixth";
export type Stage = "laying" | "over" | "result" | "row";

/**
 * Both per seat: heads of this deal, heads of the game so far.
 */
export interface DealScored {
  type: "dealscored";
  deal: number;
  gains: number[];
  totals: number[];
}
export interface DealStarted {
  type: "dealstarted";
  deal: number;
  rows: number[];
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
 * Says that a seat has laid, never what.
 */
export interface Laid {
  type: "laid";
  seat: number;
  by_policy: boolean;
}
/**
 * Where a card would go if it were placed now: as which card of which row.
 *
 * `place` is 2 to 6; the sixth takes the five before it.
 */
export interface Landing {
  row: number;
  place: number;
  took: number[];
  heads: number;
}
/**
 * Lay one card of the own hand face down.
 */
export interface Lay {
  type: "lay";
  card: number;
}
/**
 * Everything one seat may do now; `rules.act` takes nothing else.
 */
export interface May {
  lay: number[];
  take: number[];
  next_deal: boolean;
}
/**
 * Leave the result screen.
 */
export interface NextDeal {
  type: "nextdeal";
}
export interface Options {
  lay_s?: number;
}
/**
 * What only its seat may see.
 *
 * hand      ascending
 * laid      its card on the table that is not placed yet
 * landings  for each card of the hand, as the rows are now; None would have to take a row
 */
export interface Own {
  hand: number[];
  laid: number | null;
  may: May;
  landings: (Landing | null)[];
}
export interface Placed {
  type: "placed";
  placing: Placing;
}
/**
 * One card that has come into a row, and what its owner had to take.
 */
export interface Placing {
  card: number;
  seat: number;
  row: number;
  how: How;
  took: number[];
  heads: number;
}
export interface Row {
  cards: number[];
  heads: number;
}
export interface RowAsked {
  type: "rowasked";
  seat: number;
  card: number;
}
export interface SeatLeft {
  type: "seatleft";
  seat: number;
  why: "left" | "removed" | "silent";
}
export interface SeatRetaken {
  type: "seatretaken";
  seat: number;
}
/**
 * What is public about one seat.
 *
 * total    heads of the game so far, those of this deal included
 * gain     heads of this deal so far; on the result screen, of the deal just scored
 * has_laid its card of this turn lies on the table and is not placed yet
 * has_left given up for good: the bot's policy lays for it
 */
export interface Standing {
  total: number;
  gain: number;
  has_laid: boolean;
  has_left: boolean;
}
/**
 * What everybody may see.
 *
 * `placings` are those of the turn being placed or, between turns, of the last turn. Undone from the
 * last to the first (a card that took puts `took` back, another leaves its row's end) they lead back
 * to the rows before that turn, so a client can play the turn again from this alone.
 *
 * goal       heads with which a seat ends the game
 * standings  by seat
 * chooser    who has to choose a row now
 * unplaced   turned up and waiting for that choice, ascending; the first is the chooser's
 * outcome    once the game is over
 */
export interface Table {
  stage: Stage;
  deal: number;
  turn: number;
  goal: number;
  rows: Row[];
  standings: Standing[];
  chooser: number | null;
  unplaced: Upturned[];
  placings: Placing[];
  outcome: Outcome | null;
}
/**
 * A card that has been turned up and not yet placed.
 */
export interface Upturned {
  card: number;
  seat: number;
}
/**
 * Choose the row that a card lower than every row's end takes.
 */
export interface TakeRow {
  type: "takerow";
  row: number;
}
export interface TurnedUp {
  type: "turnedup";
  turn: number;
  cards: Upturned[];
}
