/** Bull heads as they are printed on a card. What they cost is the server's business. */

/** The heads drawn on a card (rows.md 2). */
export function headsOn(card: number): number {
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  return card % 5 === 0 ? 2 : 1;
}
