/** Tables side by side: who leads at one, and which of them came furthest. */

import type { TableView } from "../wire/types";

export interface Ranked {
  table: TableView;
  /** 1 for the best, the same for equals; null where tables are not compared, or this one has nothing to show. */
  place: number | null;
}

/** In these games everybody plays for themselves; the table as a whole has reached nothing. */
const isForOneself = (table: TableView): boolean => (scoreOf(table)?.points.length ?? 0) > 0;

const scoreOf = (table: TableView) => table.result?.score ?? table.score;

/** Those with the most points of all who still sit at a table; in `rows`, where heads are bad, with the fewest. */
export function leaders(table: TableView): { names: string[]; points: number } | null {
  const points = scoreOf(table)?.points ?? [];
  const names = table.result?.names ?? table.names ?? table.people;
  const all = points.map((each, seat) => ({ name: names[seat] ?? "", points: each }));
  const stayed = all.filter(({ name }) => table.people.includes(name));
  const those = stayed.length > 0 ? stayed : all;
  if (those.length === 0) return null;
  const values = those.map((each) => each.points);
  const best = table.game === "rows" ? Math.min(...values) : Math.max(...values);
  return { names: those.filter((each) => each.points === best).map(({ name }) => name), points: best };
}

/** All tables as a list of results: those who play together by how far they came, others by their number. */
export function ranked(tables: readonly TableView[]): Ranked[] {
  if (tables.some(isForOneself)) return tables.map((table) => ({ table, place: null }));
  const sorted = tables.toSorted((a, b) => compared(a, b) || a.place - b.place);
  const shown: Ranked[] = [];
  for (const [index, table] of sorted.entries()) {
    const before = shown.at(-1);
    const isEqual = before !== undefined && compared(before.table, table) === 0;
    shown.push({ table, place: scoreOf(table) === null ? null : isEqual ? before.place : index + 1 });
  }
  return shown;
}

/** Negative where `a` came further: more done, then fewer failed. */
function compared(a: TableView, b: TableView): number {
  const [one, other] = [scoreOf(a), scoreOf(b)];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return other.done - one.done || one.failed - other.failed;
}

/** What the organiser should see first: tables with too few people, then by their number. */
export function byNeed(tables: readonly TableView[]): TableView[] {
  return tables.toSorted((a, b) => Number(b.is_short) - Number(a.is_short) || a.place - b.place);
}
