/**
 * A game as text, and back. What is read is not trusted: a save that was cut off, edited or written by another
 * version is refused whole, never mended.
 */

import { PACK, rankOf, runOf } from "./cards";
import { type Chair, SEATS, type Stage, type State, THREE } from "./model";
import { holdsCards } from "./table";

/** Raised when the shape or meaning of `State` changes. */
export const VERSION = 1;

export const written = (state: State): string => JSON.stringify({ version: VERSION, state });

/** The game in this text; null if there is none that could be played on. */
export function read(text: string): State | null {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(saved) || saved["version"] !== VERSION) return null;
  const state = saved["state"];
  return isState(state) && holdsTogether(state) ? state : null;
}

type Fields = Readonly<Record<string, unknown>>;
const STAGES: readonly unknown[] = ["exchange", "playing", "over"] satisfies Stage[];
const STATE_FIELDS = "burned chairs chance dealer idle pile stage step stock turn";
const CHAIR_FIELDS = "hand hidden isReady open place";

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const hasFields = (value: Fields, names: string): boolean => Object.keys(value).sort().join(" ") === names;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isCard = (value: unknown): boolean => PACK.includes(value as string);
const areCards = (value: unknown): boolean => Array.isArray(value) && value.every(isCard);

function isChair(value: unknown): value is Chair {
  if (!isRecord(value) || !hasFields(value, CHAIR_FIELDS)) return false;
  const { hand, hidden, isReady, open, place } = value;
  const isHidden = Array.isArray(hidden) && hidden.length === 3 && hidden.every((card) => card === null || isCard(card));
  return areCards(hand) && areCards(open) && isHidden && typeof isReady === "boolean" && (place === null || isCount(place));
}

/** The right fields, each of the right kind. */
function isState(value: unknown): value is State {
  if (!isRecord(value) || !hasFields(value, STATE_FIELDS)) return false;
  const { burned, chairs, chance, dealer, idle, pile, stage, step, stock, turn } = value;
  return (
    [burned, pile, stock].every(areCards) &&
    [chance, dealer, idle, step, turn].every(isCount) &&
    STAGES.includes(stage) &&
    Array.isArray(chairs) &&
    chairs.every(isChair)
  );
}

/** A whole pack, and a table at which somebody can go on. */
function holdsTogether(state: State): boolean {
  const { chairs, turn, dealer, stage, chance } = state;
  const cards = [...state.stock, ...state.pile, ...state.burned].concat(
    ...chairs.map(({ hand, open, hidden }) => [...hand, ...open, ...hidden.filter((card) => card !== null)]),
  );
  const places = chairs.flatMap(({ place }) => (place === null ? [] : [place])).sort();
  const isTurn = stage !== "playing" || (chairs[turn]?.place === null && chairs.filter(holdsCards).length > 1);
  return (
    chairs.length >= SEATS.min &&
    chairs.length <= SEATS.max &&
    turn < chairs.length &&
    dealer < chairs.length &&
    chance < 2 ** 32 &&
    cards.length === PACK.length &&
    new Set(cards).size === PACK.length &&
    chairs.every((chair) => holdsCards(chair) === (chair.place === null)) &&
    places.every((place, index) => place === index + 1) &&
    (stage === "exchange") === chairs.some(({ isReady }) => !isReady) &&
    // With stock left everybody holds three (6), and what burns does not stay on the pile (5).
    (state.stock.length === 0 || chairs.every(({ hand }) => hand.length >= THREE)) &&
    rankOf(state.pile.at(-1) ?? "") !== "T" &&
    runOf(state.pile) < 4 &&
    isTurn
  );
}
