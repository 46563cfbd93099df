/** What has changed about the room itself between two views, in sentences for the live region. */

import { t } from "../i18n/index.svelte";
import type { View } from "../wire/types";
import { nameOf } from "./names";

export function roomNews(view: View, before: View | null): string[] {
  if (before === null) return [];
  const { room } = view;
  const news: string[] = [];
  const was = new Map(before.room.seats.map((seat) => [seat.id, seat]));
  const is = new Set(room.seats.map((seat) => seat.id));
  for (const seat of room.seats) {
    const old = was.get(seat.id);
    if (old === undefined) news.push(t("news.sat", { name: nameOf(seat) }));
    else if (old.presence !== seat.presence && seat.presence !== "left")
      news.push(t(seat.presence === "away" ? "news.away" : "news.here", { name: nameOf(seat) }));
    if (old !== undefined && !old.is_host && seat.is_host) news.push(t("news.host", { name: nameOf(seat) }));
  }
  for (const seat of before.room.seats) if (!is.has(seat.id)) news.push(t("news.stood", { name: nameOf(seat) }));
  if (room.starting !== null && before.room.starting === null) news.push(t("news.starting"));
  if (room.starting === null && before.room.starting !== null && room.status === "lobby") news.push(t("news.stopped"));
  if (room.status === "over" && before.room.status === "playing" && room.ending !== "finished" && room.ending !== null)
    news.push(t(`ending.${room.ending}`));
  return news;
}
