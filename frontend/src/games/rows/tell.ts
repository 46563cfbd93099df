/** What has happened, in the reader's words. */

import { t } from "../../i18n/index.svelte";
import { nameOfSeat } from "../../ui/names";
import type { RowsEvent } from "../../wire/rows";
import type { RoomView } from "../../wire/types";

function sentence(event: RowsEvent, room: RoomView): string {
  const name = (seat: number): string => nameOfSeat(room, seat);
  switch (event.type) {
    case "dealstarted":
      return t("rows.told.deal", { deal: event.deal });
    case "laid":
      return event.by_policy
        ? t("rows.told.laid_for", { name: name(event.seat) })
        : t("rows.told.laid", { name: name(event.seat) });
    case "turnedup":
      return t("rows.told.turned_up", { cards: event.cards.map(({ card }) => card).join(", ") });
    case "placed": {
      const { card, row, took, heads, seat } = event.placing;
      const params = { name: name(seat), card, row: row + 1, n: heads };
      return t(took.length > 0 ? "rows.told.took" : "rows.told.joined", params);
    }
    case "rowasked":
      return t("rows.told.asked", { name: name(event.seat), card: event.card });
    case "dealscored":
      return t("rows.told.scored", { deal: event.deal });
    case "gameover":
      return t("rows.told.over");
    case "seatleft":
      return t("rows.told.left", { name: name(event.seat) });
    case "seatretaken":
      return t("rows.told.back", { name: name(event.seat) });
  }
}

/** One sentence for each event; but that a bot has laid is no news, nor is who laid the last card. */
export function tell(events: readonly unknown[], room: RoomView): string[] {
  const known = events as readonly RowsEvent[];
  const isTurnedUp = known.some((event) => event.type === "turnedup");
  const isNews = (event: RowsEvent): boolean =>
    event.type !== "laid" || event.by_policy || !(isTurnedUp || room.seats[event.seat]?.is_bot === true);
  return known.filter(isNews).map((event) => sentence(event, room));
}
