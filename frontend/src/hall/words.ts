/** What a hall shows, in words: how people would be spread, where a table stands, what it has reached. */

import { type Key, listed, maybe, t } from "../i18n/index.svelte";
import type { HallView, SizeView, TableView } from "../wire/types";
import { titleOf } from "./titles";

/** Longer lists of names say less than their number. */
const NAMED = 3;

/** "7 tables of 4 and 3 of 3". */
export function tablesPlanned(plan: readonly SizeView[]): string {
  return listed(plan.map(({ size, tables: n }, index) => t(index === 0 ? "organiser.plan.first" : "organiser.plan.more", { n, size })));
}

/** "37 people: 7 tables of 4 and 3 of 3", or how many are missing. */
export function planned(hall: HallView, toSeat: number): string {
  if (hall.plan.length > 0) return t("organiser.plan.people", { n: toSeat - hall.left_over, tables: tablesPlanned(hall.plan) });
  return t("organiser.plan.too_few", { n: Math.max(1, hall.min_seats - toSeat), game: titleOf(hall.game) });
}

/** Where a table is: of a game, its deal, sentence or enemy; else what it waits for. */
export function stands(table: TableView): string {
  if (table.status !== "playing") return maybe(`hall.status.${table.status}`);
  if (table.game === "twelve") return t("hall.phase.twelve", { part: Math.min(12, (table.reached?.done ?? 0) + 1) });
  const [, part = "", ...rest] = table.phase.split(":");
  const what = rest.at(-1) ?? "";
  const step = table.game === "order" ? Number(what) + 1 : (rest[0] ?? "");
  const key = `hall.phase.${table.game}${table.game === "order" && what !== "result" ? "" : `.${what}`}`;
  return maybe(key, { part, step });
}

/** Whom a table waits for, and since when; empty where it waits for nobody. */
export function awaits(table: TableView, time: string): string {
  if (table.status !== "playing") return "";
  const names = table.awaited.map((index) => table.people[index] ?? "");
  if (names.length === 0) return "";
  if (names.length > NAMED) return t("organiser.awaits_all", { time });
  return t("organiser.awaits", { names: listed(names), time });
}

/** What a table has reached so far, or in the end. */
export function reached(table: TableView): string {
  const { reached: score } = table;
  if (score === null) return "";
  if (table.game === "twelve") return won(t("hall.result.enemies", { n: score.done }), score.done === score.goal);
  if (table.game === "order") return won(`${t("hall.result.right", { n: score.done })}, ${t("hall.result.wrong", { n: score.failed })}`, score.done === score.goal);
  if (score.leaders.length === 0) return "";
  const unit: Key = table.game === "rows" ? "hall.result.heads" : "hall.result.sentences";
  return t("hall.result.leads", { names: listed(score.leaders), points: t(unit, { n: score.points }) });
}

const won = (what: string, isWon: boolean): string => (isWon ? t("hall.result.won", { what }) : what);
