/** What has happened, in the reader's words. */

import { listed, t } from "../../i18n/index.svelte";
import { spokenCard } from "../../ui/cards";
import { nameOfSeat } from "../../ui/names";
import type { RoomView } from "../../wire/types";
import type { TwelveEvent } from "../../wire/twelve";
import { spokenCards } from "./words";

function sentence(event: TwelveEvent, room: RoomView): string {
  const name = (seat: number): string => nameOfSeat(room, seat);
  switch (event.type) {
    case "enemycame":
      return t("twelve.told.enemy", { enemy: spokenCard(event.card) });
    case "turnbegan":
      return t("twelve.told.turn", { name: name(event.seat) });
    case "played":
      return t("twelve.told.played", { name: name(event.seat), cards: spokenCards(event.cards) });
    case "jesterplayed":
      return t("twelve.told.jester", { name: name(event.seat) });
    case "yielded":
      return t("twelve.told.yielded", { name: name(event.seat) });
    case "healed":
      return t("twelve.told.healed", { n: event.cards });
    case "dealt": {
      const drawn = event.counts.map((n, seat) => (n > 0 ? `${name(seat)} ${n}` : "")).filter((part) => part !== "");
      return t("twelve.told.dealt", { counts: listed(drawn) });
    }
    case "drew":
      return t("twelve.told.drew", { cards: spokenCards(event.cards) });
    case "shielded":
      return t("twelve.told.shielded", { n: event.shield });
    case "struck":
      return t("twelve.told.struck", { n: event.damage, left: event.left });
    case "enemyfell":
      return t(event.is_exact ? "twelve.told.exact" : "twelve.told.over", { enemy: spokenCard(event.card) });
    case "blowdealt":
      return event.due === 0
        ? t("twelve.told.holds")
        : t("twelve.told.blow", { name: name(event.seat), n: event.due });
    case "paid":
      return event.left === 0
        ? t("twelve.told.covered", { name: name(event.seat), card: spokenCard(event.card) })
        : t("twelve.told.paid", { name: name(event.seat), card: spokenCard(event.card), n: event.left });
    case "said":
      return t("twelve.told.said", { name: name(event.seat), words: t(`twelve.say.${event.phrase}`) });
    case "named":
      return event.seat === event.by
        ? t("twelve.told.named_self", { name: name(event.by) })
        : t("twelve.told.named", { name: name(event.seat), by: name(event.by) });
    case "flipped":
      return t("twelve.told.flipped", { n: event.drawn });
    case "seatleft":
      return t("twelve.told.left", { name: name(event.seat) });
    case "gameover":
      return t(event.stage === "won" ? "twelve.told.won" : "twelve.told.lost", { n: event.beaten });
  }
}

/** One sentence for each event. The last one's fall is told by the end; whose turn begins, only if it passes on. */
export function tell(events: readonly unknown[], room: RoomView): string[] {
  const known = events as readonly TwelveEvent[];
  const hasFallen = known.some((event) => event.type === "enemyfell");
  return known
    .filter((event) => event.type !== "turnbegan" || (room.seats.length > 1 && !hasFallen))
    .map((event) => sentence(event, room));
}
