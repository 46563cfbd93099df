/** What hands are called. The server says category and ranks, at the showdown; the words are here. */

import { type Key, t } from "../../i18n/index.svelte";
import { indexOf } from "../../ui/cards";
import type { Category, Shown, Strength } from "../../wire/order";

const ACE = 14;
const LETTERS = "23456789TJQKA";
const letter = (rank: number): string => LETTERS.charAt(rank - 2);

const NAMES: Readonly<Record<Category, Key>> = {
  1: "order.name.high",
  2: "order.name.pair",
  3: "order.name.two_pairs",
  4: "order.name.three",
  5: "order.name.straight",
  6: "order.name.flush",
  7: "order.name.full",
  8: "order.name.four",
  9: "order.name.straight_flush",
};

/** "Full house, kings over threes": the category, and the ranks that define it. */
export function nameOfHand({ category, ranks }: Strength): string {
  const [first = 0, second = 0] = ranks;
  if (category === 9 && first === ACE) return t("order.name.royal");
  return t(NAMES[category], {
    top: t(`card.rank.${letter(first)}` as Key),
    many: t(`order.many.${letter(first)}` as Key),
    more: second === 0 ? "" : t(`order.many.${letter(second)}` as Key),
  });
}

/** "then K, 9, 4", where another hand has the same name; else nothing. */
export function kickersOf({ strength, kickers_decide }: Shown): string {
  if (!kickers_decide) return "";
  return t("order.kickers", { cards: strength.kickers.map((rank) => indexOf(`${letter(rank)}S`)).join(", ") });
}

/** Hands that lie side by side in the order of the chips and are equally strong, together. */
export function grouped(shown: readonly Shown[]): Shown[][] {
  const groups: Shown[][] = [];
  for (const one of shown) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.level === one.level) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Whether its chip is one of those that would have been right for it. */
export const isInPlace = ({ chip, lowest, highest }: Shown): boolean => lowest <= chip && chip <= highest;

/** The ranking from strongest to weakest, with a hand for each. */
export const RANKING: readonly { category: Category; five: string }[] = [
  { category: 9, five: "9H 8H 7H 6H 5H" },
  { category: 8, five: "QS QH QD QC 4S" },
  { category: 7, five: "KS KH KD 3C 3H" },
  { category: 6, five: "AD JD 8D 6D 2D" },
  { category: 5, five: "TS 9D 8C 7H 6S" },
  { category: 4, five: "7S 7D 7C KH 2D" },
  { category: 3, five: "AS AC 6H 6D QC" },
  { category: 2, five: "9C 9H AS JD 4C" },
  { category: 1, five: "AC QD 9S 5H 3C" },
];
