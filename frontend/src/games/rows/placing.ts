/**
 * A turn told card by card. The view brings the rows as they are after the placing; from the placings
 * of its events the rows before it are won back, so that the screen can show each step.
 */

import type { Placing, RowsEvent, Table, Upturned } from "../../wire/rows";

export const STEP_MS = 400;
export const TURN_MS = 4_000;

/** What the table shows at one moment of the placing. */
export interface Frame {
  rows: number[][];
  /** Turned up and not placed yet, ascending. */
  waiting: Upturned[];
  totals: number[];
  gains: number[];
  /** The card that has just come into its row. */
  placed: Placing | null;
}

/** The table with nothing moving. */
export function still(table: Table): Frame {
  return {
    rows: table.rows.map((row) => row.cards),
    waiting: table.unplaced,
    totals: table.standings.map((standing) => standing.total),
    gains: table.standings.map((standing) => standing.gain),
    placed: null,
  };
}

/** Take one placing back: what it took returns to the row, or its card leaves the row's end. */
function undo(frame: Frame, placing: Placing): Frame {
  const less = (sums: number[]): number[] =>
    sums.map((sum, seat) => (seat === placing.seat ? sum - placing.heads : sum));
  return {
    rows: frame.rows.map((row, index) => {
      if (index !== placing.row) return row;
      return placing.took.length > 0 ? placing.took : row.slice(0, -1);
    }),
    waiting: [{ card: placing.card, seat: placing.seat }, ...frame.waiting],
    totals: less(frame.totals),
    gains: less(frame.gains),
    placed: null,
  };
}

/**
 * The frames from "all turned up" to the table as it is now. Empty where the events hold no placing,
 * or where a new deal lies on the table already.
 */
export function frames(table: Table, events: readonly RowsEvent[]): Frame[] {
  if (events.some((event) => event.type === "dealstarted")) return [];
  const placings = events.flatMap((event) => (event.type === "placed" ? [event.placing] : []));
  if (placings.length === 0 && !events.some((event) => event.type === "turnedup")) return [];
  const told: Frame[] = [still(table)];
  for (const placing of [...placings].reverse()) {
    const after = told[0];
    if (after === undefined) break;
    told[0] = { ...after, placed: placing };
    told.unshift(undo(after, placing));
  }
  return told;
}

/** Milliseconds for one step: 0.4 s a card, at most 4 s for the turn. */
export function stepMs(steps: number): number {
  return steps === 0 ? 0 : Math.min(STEP_MS, TURN_MS / steps);
}
