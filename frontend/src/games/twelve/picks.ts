/** What is picked from the hand. Which cards go down together is known from the plays that the server offers. */

import type { Preview } from "../../wire/twelve";

const holds = (play: Preview, cards: readonly string[]): boolean => cards.every((card) => play.cards.includes(card));

/** The play of exactly these cards. */
export function playOf(plays: readonly Preview[], cards: readonly string[]): Preview | null {
  return plays.find((play) => play.cards.length === cards.length && holds(play, cards)) ?? null;
}

/** The cards that may still join those that are picked. */
export function joining(plays: readonly Preview[], picked: readonly string[]): ReadonlySet<string> {
  const more = plays.filter((play) => play.cards.length > picked.length && holds(play, picked));
  return new Set(more.flatMap((play) => play.cards).filter((card) => !picked.includes(card)));
}

/** A tap on a card: it comes back, joins the others, or begins anew where it does not go with them. */
export function tapped(plays: readonly Preview[], picked: readonly string[], card: string): readonly string[] {
  if (picked.includes(card)) return picked.filter((each) => each !== card);
  const together = [...picked, card];
  return plays.some((play) => holds(play, together)) ? together : [card];
}
