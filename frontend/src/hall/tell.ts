/** What has changed in a hall between two views, in sentences for the live region. Counts of people are not: they change all the time. */

import { t } from "../i18n/index.svelte";
import type { Hall } from "../wire/types";
import { announcement } from "./news";
import { titleOf } from "./titles";

export function tell(now: Hall, before: Hall | null): string[] {
  if (before === null) return [];
  const news: string[] = [];
  const { hall, you } = now;
  if (hall.game !== before.hall.game) news.push(t("hall.news.game", { game: titleOf(hall.game) }));
  if (hall.round > before.hall.round) news.push(t("hall.news.started", { n: hall.round }));
  if (hall.stage === "over" && before.hall.stage === "playing") news.push(t("hall.news.over"));
  if (you.table !== null && you.table !== before.you.table) news.push(t("hall.news.table"));
  if (hall.announced !== null && hall.announced.number !== before.hall.announced?.number)
    news.push(announcement(hall.announced.what, hall.game));
  if (you.is_organiser) {
    const wasShort = new Set(before.tables?.filter((table) => table.is_short).map(({ code }) => code));
    for (const table of now.tables ?? [])
      if (table.is_short && !wasShort.has(table.code)) news.push(t("hall.news.short", { n: table.place }));
  }
  return news;
}
