/**
 * What is picked from the hand. Few cards lie one by one; of many, those of a rank lie on each other, and a tap
 * picks all of them, a further one each time one fewer. Suits never matter, so nothing is lost.
 */

import { type Card, rankOf, valueOf } from "../../idiot";

/** As many as a narrow phone shows side by side. */
const ONE_BY_ONE = 8;

/** The hand in order, in heaps of one or of a rank. */
export function heaps(hand: readonly Card[]): readonly (readonly Card[])[] {
  const sorted = [...hand].sort((a, b) => valueOf(a) - valueOf(b));
  if (sorted.length <= ONE_BY_ONE) return sorted.map((card) => [card]);
  return [...new Set(sorted.map(rankOf))].map((rank) => sorted.filter((card) => rankOf(card) === rank));
}

/** After a tap on a heap. Cards of another rank begin anew. */
export function tapped(picked: readonly Card[], heap: readonly Card[]): readonly Card[] {
  const [first] = heap;
  const goes = picked.filter((card) => first !== undefined && rankOf(card) === rankOf(first));
  const others = goes.filter((card) => !heap.includes(card));
  const before = goes.length - others.length;
  return [...others, ...heap.slice(0, before === 0 ? heap.length : before - 1)];
}
