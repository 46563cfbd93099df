/** Tables side by side, as the server has compared them. */

import type { Gate } from "../store.svelte";
import type { Hall, TableView } from "../wire/types";

export interface Ranked {
  table: TableView;
  /** 1 for the best, the same for equals; null where tables are not compared, or this one has nothing to show. */
  place: number | null;
}

/** All tables as a list of results: the best first, those that are not compared by their number. */
export function ranked(tables: readonly TableView[]): Ranked[] {
  const all = tables.map((table) => ({ table, place: table.reached?.rank ?? null }));
  return all.toSorted((a, b) => order(a) - order(b) || a.table.place - b.table.place);
}

const order = ({ place }: Ranked): number => place ?? Number.MAX_SAFE_INTEGER;

/** What was reached stays on the screen when the hall itself has gone, also where it went while the page was asleep. */
export const outliveHall = (seen: Hall | null, gate: Gate | null): boolean =>
  seen?.hall.stage === "over" && (gate === "closed" || gate === "no_room");

/** What the organiser should see first: tables with too few people, then by their number. */
export function byNeed(tables: readonly TableView[]): TableView[] {
  return tables.toSorted((a, b) => Number(b.is_short) - Number(a.is_short) || a.place - b.place);
}

/** So many of them at least; all in need, and the one that is being looked at, wherever the others have pushed it. */
export function foremost(tables: readonly TableView[], atLeast: number, opened: string | null): TableView[] {
  return byNeed(tables).filter((table, index) => index < atLeast || table.is_short || table.code === opened);
}
