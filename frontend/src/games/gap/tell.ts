/**
 * What has happened, in the reader's words. The cards themselves are read where they lie, in English; here
 * they would be spoken with the sounds of the page's language.
 */

import { listed, t } from "../../i18n/index.svelte";
import { nameOfSeat } from "../../ui/names";
import type { GapEvent } from "../../wire/gap";
import type { RoomView } from "../../wire/types";

function sentence(event: GapEvent, room: RoomView): string {
  const name = (seat: number): string => nameOfSeat(room, seat);
  switch (event.type) {
    case "roundstarted":
      return t("gap.told.round", { round: event.round, name: name(event.reader), n: event.sentence.parts.length - 1 });
    case "passedover":
      return t("gap.told.passed_over", { name: name(event.seat) });
    case "haslaid":
      return t("gap.told.laid", { name: name(event.seat) });
    case "turnedup":
      return t("gap.told.turned_up", { n: event.answers.length });
    case "roundsettled":
      return event.winner === null
        ? t(`gap.verdict.${event.verdict}` as "gap.verdict.none")
        : t("gap.told.won", { name: name(event.winner) });
    case "nextroundwaits":
      return event.missing > 0 ? t("gap.told.waits_seats", { n: event.missing }) : t("gap.told.waits_reader");
    case "gameover":
      return t("gap.told.over", { names: listed(event.outcome.winners.map(name)), n: event.outcome.winners.length });
    case "seatjoined":
      return t("gap.told.joined", { name: name(event.seat) });
    case "seatleft":
      return t("gap.told.left", { name: name(event.seat) });
    case "seatretaken":
      return t("gap.told.back", { name: name(event.seat) });
  }
}

/** One sentence for each event; but who laid the last card is no news where all are turned up. */
export function tell(events: readonly unknown[], room: RoomView): string[] {
  const known = events as readonly GapEvent[];
  const isTurnedUp = known.some((event) => event.type === "turnedup");
  return known
    .filter((event) => !(isTurnedUp && event.type === "haslaid"))
    .map((event) => sentence(event, room));
}
