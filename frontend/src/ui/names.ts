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

/** One or two letters for the round mark of a seat. */
export function initials(seat: SeatView): string {
  const words = seat.name.trim().split(/\s+/);
  const first = (word: string | undefined): string =>
    word === undefined ? "" : (new Intl.Segmenter().segment(word)[Symbol.iterator]().next().value?.segment ?? "");
  return (first(words[0]) + (seat.twin > 0 ? String(seat.twin) : "")).toUpperCase();
}
