/** Tables side by side, as the server has compared them. */

import type { TableView } from "../wire/types";

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

/** What the organiser should see first: tables with too few people, then by their number. */
export function byNeed(tables: readonly TableView[]): TableView[] {
  return tables.toSorted((a, b) => Number(b.is_short) - Number(a.is_short) || a.place - b.place);
}
