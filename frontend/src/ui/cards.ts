/**
 * Playing cards by their short names: rank and suit, "AS", "TD", "2C"; jesters are "X1" and "X2".
 * What they are called aloud, and what is printed in the corner, is the language's.
 */

import { type Key, t } from "../i18n/index.svelte";

export type Suit = "S" | "H" | "D" | "C";

/** What of the name stands for the rank: "T"; "X" for a jester. */
export const rankOf = (card: string): string => card.charAt(0);

export const isJester = (card: string): boolean => rankOf(card) === "X";

/** The suit; null for a jester, which has none. */
export const suitOf = (card: string): Suit | null => (isJester(card) ? null : (card.charAt(1) as Suit));

/** "10", "J": as printed in the corner. Nothing for a jester, which is drawn there. */
export const indexOf = (card: string): string => {
  const rank = rankOf(card);
  if ("AJQK".includes(rank)) return t(`card.index.${rank}` as Key);
  return isJester(card) ? "" : rank === "T" ? "10" : rank;
};

export const spokenSuit = (suit: string): string => t(`card.suit.${suit}` as Key);

/** "queen of hearts", in the reader's language. */
export function spokenCard(card: string): string {
  const suit = suitOf(card);
  if (suit === null) return t("card.jester");
  return t("card.spoken", { rank: t(`card.rank.${rankOf(card)}` as Key), suit: spokenSuit(suit) });
}
