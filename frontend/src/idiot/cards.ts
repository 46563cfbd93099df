/**
 * The pack, and which card goes on which. Suits never matter; sections are those of the game's rules.
 */

/** Rank and suit: "7S", "TD", "AH". */
export type Card = string;

const RANKS = "23456789TJQKA";
export const PACK: readonly Card[] = [..."SHDC"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

/** "7", "T", "A". */
export const rankOf = (card: Card): string => card.charAt(0);

/** What a rank is worth against another: 3 is the lowest, the ace the highest (1). */
export const valueOf = (card: Card): number => RANKS.indexOf(rankOf(card)) + 2;

/** 2 and 10: they go on everything and count for nothing when the lowest card is looked for (3, 4). */
export const isSpecial = (card: Card): boolean => "2T".includes(rankOf(card));

export const isSameRank = (cards: readonly Card[]): boolean => new Set(cards.map(rankOf)).size === 1;

/** Whether a card may lie on this pile (4). */
export function fits(card: Card, pile: readonly Card[]): boolean {
  const top = pile.at(-1);
  return top === undefined || rankOf(top) === "2" || isSpecial(card) || valueOf(card) >= valueOf(top);
}

/** How many cards of the top card's rank lie on top, with nothing between (5). */
export function runOf(pile: readonly Card[]): number {
  const top = pile.at(-1);
  if (top === undefined) return 0;
  const below = pile.findLastIndex((card) => rankOf(card) !== rankOf(top));
  return pile.length - 1 - below;
}
