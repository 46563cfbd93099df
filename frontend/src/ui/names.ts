/** How a seat is called: the name its owner gave, or "Bot 2", with a number where two are alike. */

import { t } from "../i18n/index.svelte";
import type { RoomView, SeatView } from "../wire/types";

export function nameOf(seat: SeatView): string {
  if (seat.is_bot) return t("bot_name", { number: seat.name });
  return seat.twin > 0 ? `${seat.name} (${seat.twin})` : seat.name;
}

export function nameOfSeat(room: RoomView, index: number): string {
  const seat = room.seats[index];
  return seat === undefined ? "" : nameOf(seat);
}

/** A letter that nothing is joined to: nearly every name begins with one. */
const PLAIN = /^[\p{L}\p{N}](?=$|[\p{L}\p{N}\p{P}\s])/u;

/** The first character as people count them. The segmenter is slow to come up, so it is asked last. */
function firstOf(word: string): string {
  return PLAIN.exec(word)?.[0] ?? new Intl.Segmenter().segment(word)[Symbol.iterator]().next().value?.segment ?? "";
}

/** One letter, and the number of a twin, for the round mark of a seat. */
export function initials(seat: SeatView): string {
  return (firstOf(seat.name.trim()) + (seat.twin > 0 ? String(seat.twin) : "")).toUpperCase();
}
