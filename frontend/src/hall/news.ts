/** What the hall says at one of its tables, in sentences. */

import { maybe, t } from "../i18n/index.svelte";
import type { View, What } from "../wire/types";

/** What the hall of this table has said since the view before. */
export function news({ room }: View, before: View | null): string[] {
  if (before === null || room.hall === null) return [];
  const told: string[] = [];
  const { announced, is_ending } = room.hall;
  if (announced !== null && announced.number !== before.room.hall?.announced?.number) told.push(announcement(announced.what, room.game));
  if (is_ending && before.room.hall?.is_ending === false && room.status === "playing") told.push(lastPart(room.game));
  return told;
}

/** "This is the last deal": a soft end lets the table finish its deal, sentence or enemy. */
export const lastPart = (game: string): string => maybe(`hall.at.last.${game}`) || t("hall.at.last");

export const announcement = (what: What, game: string): string => (what === "last_deal" ? lastPart(game) : t(`hall.at.${what}`));
