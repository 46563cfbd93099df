/** What has happened, in the reader's words. */

import { type Key, listed, t } from "../../i18n/index.svelte";
import { type Event, type View } from "../../idiot";
import { spokenCard } from "../../ui/cards";

export const spokenCards = (cards: readonly string[]): string => listed(cards.map(spokenCard));
export const nameOfSeat = (seat: number): string => t("bot_name", { number: seat });

/** The same deed is told in one form of the person and in another of everybody else. */
function about(deed: string, seat: number, me: number, params: Record<string, string | number> = {}): string {
  return seat === me ? t(`idiot.you.${deed}` as Key, params) : t(`idiot.told.${deed}` as Key, { ...params, name: nameOfSeat(seat) });
}

function sentence(event: Event, { seat: me }: View): string {
  switch (event.type) {
    case "exchanged":
      return event.seat === me ? t("idiot.you.exchanged", { up: spokenCard(event.up), down: spokenCard(event.down) }) : "";
    case "began":
      return about("began", event.seat, me);
    case "laid": {
      const deed = event.from === "stock" ? "risked" : event.from === "hidden" ? "turned" : "laid";
      return about(deed, event.seat, me, { cards: spokenCards(event.cards) });
    }
    case "burned":
      return t("idiot.burns", { n: event.count });
    case "drew":
      return event.seat === me ? t("idiot.you.drew", { n: event.count }) : "";
    case "took":
      return about("took", event.seat, me, { n: event.count });
    case "failed": {
      const deed = event.from === "stock" ? "risk_failed" : "turn_failed";
      return about(deed, event.seat, me, { card: spokenCard(event.card), n: event.count });
    }
    case "wentout":
      return about("out", event.seat, me, { place: event.place });
    case "ended":
      return event.idiot === null ? t("idiot.drawn") : about("idiot", event.idiot, me);
  }
}

export function tell(events: readonly Event[], view: View): string[] {
  return events.map((event) => sentence(event, view)).filter((told) => told !== "");
}
