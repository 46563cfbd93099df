/** What has happened, in the reader's words. */

import { listed, t } from "../../i18n/index.svelte";
import { spokenCard } from "../../ui/cards";
import { nameOfSeat } from "../../ui/names";
import type { OrderEvent, Shown } from "../../wire/order";
import type { RoomView } from "../../wire/types";
import { kickersOf, nameOfHand } from "./hands";

function shown(one: Shown, room: RoomView): string {
  return t("order.told.hand", {
    chip: one.chip,
    name: nameOfSeat(room, one.seat),
    cards: listed(one.hand.map(spokenCard)),
    hand: [nameOfHand(one.strength), kickersOf(one)].filter((part) => part !== "").join(", "),
  });
}

function sentence(event: OrderEvent, room: RoomView): string {
  const name = (seat: number): string => nameOfSeat(room, seat);
  switch (event.type) {
    case "dealstarted":
      return t("order.told.deal", { deal: event.deal });
    case "streetopened":
      return event.street === 0
        ? t("order.told.first_street", { n: event.chips })
        : t("order.told.street", { cards: listed(event.cards.map(spokenCard)), n: event.chips });
    case "took":
      return event.put_back === null
        ? t("order.told.took", { name: name(event.seat), chip: event.chip })
        : t("order.told.changed", { name: name(event.seat), chip: event.chip, old: event.put_back });
    case "released":
      return t("order.told.released", { name: name(event.seat), chip: event.chip });
    case "saidyes":
      return t("order.told.yes", { name: name(event.seat) });
    case "saidno":
      return t("order.told.no", { name: name(event.seat) });
    case "yescleared":
      return t("order.told.cleared");
    case "showndown":
      return [t("order.told.shown"), ...event.shown.map((one) => shown(one, room))].join(" ");
    case "dealended":
      return t(`order.told.${event.verdict}`, { right: event.right, wrong: event.wrong });
    case "gameover":
      return t(event.outcome.winners.length > 0 ? "order.won" : "order.lost");
    case "seatleft":
      return event.chip === null
        ? t("order.told.left", { name: name(event.seat) })
        : t("order.told.left_chip", { name: name(event.seat), chip: event.chip });
    case "seatjoined":
    case "seatretaken":
      return t("order.told.joined", { name: name(event.seat) });
  }
}

/** One sentence for each event. */
export function tell(events: readonly unknown[], room: RoomView): string[] {
  return (events as readonly OrderEvent[]).map((event) => sentence(event, room));
}
