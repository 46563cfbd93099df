/**
 * The computer players (11): simple choices among what the rules allow.
 *
 * They are given a view and nothing else; so they cannot look at hidden cards, at other hands or at the stock.
 */

import { type Card, isSpecial, rankOf, valueOf } from "./cards";
import { type Action, THREE, type View } from "./model";

/** A pile of more cards than this is worth a gamble rather than taking it. */
const WORTH_A_GAMBLE = 4;

/** What to do now. Only called where the seat is awaited. */
export function bot(view: View): Action {
  const { may } = view;
  if (may.exchange) return exchange(view);
  const [place] = may.turn;
  if (place !== undefined) return { type: "turn", index: place };
  if (may.lay.length > 0) return { type: "lay", cards: choice(view) };
  return { type: may.gamble && view.pile.length > WORTH_A_GAMBLE ? "gamble" : "take" };
}

/** How gladly one has a card in front, for the end: 10, then 2, then high ranks. */
export function lateWorth(card: Card): number {
  return rankOf(card) === "T" ? 100 : rankOf(card) === "2" ? 99 : valueOf(card);
}

/** The three best in front, one exchange after another; equals stay where they are. */
function exchange({ seat, hand, chairs }: View): Action {
  const { open } = chairs[seat]!;
  // The sort is stable and the open ones stand first, so the best three are the same after each exchange.
  const best = [...open, ...hand].sort((a, b) => lateWorth(b) - lateWorth(a)).slice(0, THREE);
  const up = hand.find((card) => best.includes(card));
  const down = open.find((card) => !best.includes(card));
  return up === undefined || down === undefined ? { type: "ready" } : { type: "exchange", hand: up, open: down };
}

/** A fourth card first; else the lowest ordinary rank, all of it; a single 2 or 10 only where nothing else fits. */
function choice({ may, pile, run }: View): Card[] {
  const groups = new Map<string, Card[]>();
  for (const card of [...may.lay].sort((a, b) => valueOf(a) - valueOf(b)))
    groups.set(rankOf(card), [...(groups.get(rankOf(card)) ?? []), card]);
  const topRank = rankOf(pile.at(-1) ?? "");
  const all = [...groups.values()];
  const burning = all.find(([card = "", ...more]) => 1 + more.length + (rankOf(card) === topRank ? run : 0) === 4);
  const ordinary = all.find(([card = ""]) => !isSpecial(card));
  return burning ?? ordinary ?? all[0]!.slice(0, 1);
}
