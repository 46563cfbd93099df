/* Generated from build/schema/twelve.json by "npm run types". Not to be edited. */

/**
 * All that may be said (8).
 */
export type Phrase = "gladly" | "rather_not";
export type Stage = "abandoned" | "lost" | "naming" | "paying" | "playing" | "won";
export type Loss = "empty_hand" | "unpaid";
/**
 * A solo victory by its flips (6).
 */
export type Medal = "bronze" | "gold" | "silver";
export type Kill = "exact" | "over";
/**
 * Why twelve refuses a move, beside `core.Code`.
 */
export type TwelveCode =
  | "all_yielded"
  | "flip_over"
  | "no_flip"
  | "no_jester_played"
  | "no_such_play"
  | "not_at_the_table"
  | "not_playing"
  | "nothing_due"
  | "only_flip"
  | "said_already"
  | "tavern_empty"
  | "yield_alone";

/**
 * The seat has to pay so much; 0 when the shield holds.
 */
export interface BlowDealt {
  type: "blowdealt";
  seat: number;
  due: number;
}
/**
 * What is public about one seat.
 */
export interface Chair {
  cards: number;
  has_yielded: boolean;
  has_left: boolean;
  said: Phrase | null;
}
/**
 * Cards drawn from the tavern, per seat.
 */
export interface Dealt {
  type: "dealt";
  counts: number[];
}
/**
 * Private: which cards they were.
 */
export interface Drew {
  type: "drew";
  cards: string[];
}
/**
 * The enemy and how the fight stands.
 *
 * left       health that is left
 * blow       what its attack still is after the shield
 * blocked    spades that a jester would make count
 * is_immune  it cancels the power of its suit
 */
export interface Enemy {
  card: string;
  health: number;
  attack: number;
  left: number;
  damage: number;
  shield: number;
  blow: number;
  blocked: number;
  is_immune: boolean;
}
/**
 * The next card of the castle is turned up.
 */
export interface EnemyCame {
  type: "enemycame";
  card: string;
}
/**
 * Exactly: face down on top of the tavern. Otherwise into the discard, as the whole field in any case.
 */
export interface EnemyFell {
  type: "enemyfell";
  card: string;
  is_exact: boolean;
}
/**
 * Solo: a jester from aside; the whole hand goes, eight new cards come (6).
 */
export interface Flip {
  type: "flip";
}
/**
 * Solo: a hand thrown away face up, and so many new cards.
 */
export interface Flipped {
  type: "flipped";
  cards: string[];
  drawn: number;
}
/**
 * `stage` says how; `loss` why it was lost; `medal` is a solo victory's.
 */
export interface GameOver {
  type: "gameover";
  stage: Stage;
  outcome: Outcome;
  beaten: number;
  loss: Loss | null;
  medal: Medal | null;
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
 * So many cards went unseen from the shuffled discard under the tavern.
 */
export interface Healed {
  type: "healed";
  cards: number;
}
/**
 * The enemy's immunity is gone. `shield` is what spades count from now on that did not before.
 */
export interface JesterPlayed {
  type: "jesterplayed";
  seat: number;
  shield: number;
}
/**
 * What one seat has played in one turn, as it lies in the field.
 */
export interface Laid {
  seat: number;
  cards: string[];
}
/**
 * After a jester: which seat takes the next turn (2.4).
 */
export interface Name {
  type: "name";
  seat: number;
}
/**
 * A jester's player gives the next turn, perhaps to itself.
 */
export interface Named {
  type: "named";
  seat: number;
  by: number;
}
/**
 * There is one set of rules, and no clock (room.md 2).
 */
export interface Options {
  tsType?: "unknown";
}
/**
 * What only its seat may see.
 *
 * hand       by rank
 * plays      legal plays with what comes of them
 * yields     it may yield; if it is its turn to play and it may not, `yield_bar` says why
 * yield_loss the table would lose by it at once
 * payments   cards it may pay with now
 * names      seats it may give the next turn to
 * says       what it may say now
 * flip       it may flip a jester
 */
export interface Own {
  hand: string[];
  plays: Preview[];
  yields: boolean;
  yield_bar: TwelveCode | null;
  yield_loss: Loss | null;
  payments: Payment[];
  names: number[];
  says: Phrase[];
  flip: boolean;
}
/**
 * A play with what will come of it, as it will really happen.
 *
 * attack   the sum of the cards
 * damage   doubled by clubs that count; 0 for a jester
 * healed   cards that go from the discard under the tavern
 * drawn    cards that the table draws
 * shield   what the shield grows by now; for a jester, what was blocked and counts from now on
 * blocked  spades that count only after a jester
 * dead     suits of the play whose power the enemy cancels
 * kill     whether the enemy falls, and how
 * due      what is then to be paid; 0 after a kill or a jester
 * left     what the rest of the hand is worth, before any card is drawn
 * loss     the table would lose by it at once; None also where a card yet to be drawn decides
 */
export interface Preview {
  cards: string[];
  attack: number;
  damage: number;
  healed: number;
  drawn: number;
  shield: number;
  blocked: number;
  dead: string;
  kill: Kill | null;
  due: number;
  left: number;
  loss: Loss | null;
}
/**
 * A card that may be paid, its value, and what is left to pay after it.
 */
export interface Payment {
  card: string;
  value: number;
  left: number;
}
export interface Paid {
  type: "paid";
  seat: number;
  card: string;
  left: number;
}
/**
 * One card toward the blow (4).
 */
export interface Pay {
  type: "pay";
  card: string;
}
/**
 * Play these cards of the own hand together; in which order they are named does not matter.
 */
export interface Play {
  type: "play";
  /**
   * @minItems 1
   * @maxItems 4
   */
  cards: string[];
}
export interface Played {
  type: "played";
  seat: number;
  cards: string[];
}
export interface Said {
  type: "said";
  seat: number;
  phrase: Phrase;
}
/**
 * The one thing that may be said, while a jester's choice is open (8).
 */
export interface Say {
  type: "say";
  phrase: Phrase;
}
/**
 * Its hand lies in the discard now.
 */
export interface SeatLeft {
  type: "seatleft";
  seat: number;
  why: "left" | "removed" | "silent";
  cards: string[];
}
/**
 * Spades have counted; `shield` is the sum against this enemy.
 */
export interface Shielded {
  type: "shielded";
  by: number;
  shield: number;
}
/**
 * The jesters aside: how many are left, and the medal that a victory would bring now.
 */
export interface Solo {
  jesters: number;
  medal: Medal;
}
/**
 * `left` is the health that the enemy still has.
 */
export interface Struck {
  type: "struck";
  damage: number;
  left: number;
}
/**
 * What everybody may see.
 *
 * beaten   enemies that have fallen
 * enemy    None once all have
 * to_come  ranks of the enemies after the present one, in order: their suits are nobody's to know
 * field    what has been played against the enemy, in order
 * known    the cards on top of the tavern that everybody saw land there, the top first
 * discard  sorted by suit and rank
 * turn     whose turn it is
 * due      what that seat still has to pay; `paid` the cards that lie for it
 * solo     in the solo game only
 * loss     why, once it is lost
 */
export interface Table {
  stage: Stage;
  beaten: number;
  enemy: Enemy | null;
  to_come: string[];
  field: Laid[];
  tavern: number;
  known: string[];
  discard: string[];
  limit: number;
  chairs: Chair[];
  turn: number;
  due: number;
  paid: string[];
  solo: Solo | null;
  loss: Loss | null;
  outcome: Outcome | null;
}
/**
 * Also the further turn after a kill.
 */
export interface TurnBegan {
  type: "turnbegan";
  seat: number;
}
/**
 * Play nothing this turn, and take the blow.
 */
export interface Yield {
  type: "yield";
}
export interface Yielded {
  type: "yielded";
  seat: number;
}
