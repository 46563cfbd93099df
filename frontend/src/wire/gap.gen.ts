/* Generated from build/schema/gap.json by "npm run types". Not to be edited. */

/**
 * How a round was settled.
 */
export type Verdict = "none" | "picked" | "reader_left" | "timeout" | "void_no_answers" | "void_reader_left";
export type Stage = "judging" | "laying" | "over" | "result" | "waiting";

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
export interface HasLaid {
  type: "haslaid";
  seat: number;
}
/**
 * Lay cards of the own hand, in the order in which the sentence reads them.
 */
export interface Lay {
  type: "lay";
  /**
   * @minItems 1
   * @maxItems 2
   */
  cards: number[];
}
/**
 * Everything one seat may do now; `rules.act` takes nothing else.
 *
 * lay   how many different cards of the hand; 0: none
 * pick  ids of answers; whoever may pick may also say none of them
 */
export interface May {
  lay: number;
  pick: number[];
  next_sentence: boolean;
}
/**
 * `missing` seats, or, if none, for somebody of the queue.
 */
export interface NextRoundWaits {
  type: "nextroundwaits";
  missing: number;
}
/**
 * Leave the result screen.
 */
export interface NextSentence {
  type: "nextsentence";
}
export interface Options {
  lay_s?: number;
  judge_percent?: number;
}
/**
 * What only its seat may see.
 *
 * hand    in order of dealing
 * answer  what it has laid in this round, in reading order
 * mine    which of the answers on the table that is
 */
export interface Own {
  hand: Phrase[];
  answer: string[];
  mine: number | null;
  may: May;
}
/**
 * An answer card with its text.
 */
export interface Phrase {
  card: number;
  text: string;
}
/**
 * Its turn to read had come while it was away: it reads later (2).
 */
export interface PassedOver {
  type: "passedover";
  seat: number;
}
/**
 * The reader names one answer.
 */
export interface Pick {
  type: "pick";
  answer: number;
}
/**
 * The reader says: none of them (4).
 */
export interface PickNone {
  type: "picknone";
}
/**
 * `answers` with their names; none of a void round.
 */
export interface RoundSettled {
  type: "roundsettled";
  verdict: Verdict;
  winner: number | null;
  phrases: string[];
  answers: Shown[];
}
/**
 * An answer as it lies on the table; `seat` only when the round is settled (10).
 */
export interface Shown {
  id: number;
  phrases: string[];
  seat: number | null;
}
export interface RoundStarted {
  type: "roundstarted";
  round: number;
  reader: number;
  sentence: Sentence;
}
/**
 * A sentence around its gaps: one gap between each two parts.
 *
 * >>> Sentence(("The box held ", ", and the other box ", ".")).gaps
 * 2
 */
export interface Sentence {
  parts: string[];
}
export interface SeatJoined {
  type: "seatjoined";
  seat: number;
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
 * has_laid  its answer of this round lies on the table
 * has_read  it has been the reader, or is now
 */
export interface Standing {
  points: number;
  has_laid: boolean;
  has_read: boolean;
  has_left: boolean;
}
/**
 * What everybody may see.
 *
 * rounds     how many the sitting has, as far as one knows now
 * answers    in the engine's order, from turning up on; with names in stage RESULT
 * winner     the seat whose answer was picked
 * missing    how many seats a new round still needs; only in stage WAITING
 * outcome    once the sitting is over; in stage WAITING what it is if the host ends it now (7)
 */
export interface Table {
  stage: Stage;
  round: number;
  rounds: number;
  reader: number | null;
  queue: number[];
  sentence: Sentence | null;
  answers: Shown[];
  verdict: Verdict | null;
  picked: number | null;
  winner: number | null;
  standings: Standing[];
  missing: number;
  outcome: Outcome | null;
}
/**
 * In the order of the table, which is the order of every view.
 */
export interface TurnedUp {
  type: "turnedup";
  answers: Shown[];
}
