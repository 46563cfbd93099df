/** What the one button does and says while a game runs, from the stage and from what `own` allows. */

import { listed, t } from "../../i18n/index.svelte";
import { nameOf, nameOfSeat } from "../../ui/names";
import type { Action, Own, Table } from "../../wire/gap";
import type { RoomView } from "../../wire/types";
import type { Choice } from "./Answers.svelte";

export interface Deed {
  label: string;
  /** What a press would do, without its details. */
  intent: string;
  isReady: boolean;
  action?: Action | "invite";
}

export interface Situation {
  table: Table;
  own: Own | null;
  room: RoomView;
  me: number | null;
  cards: readonly number[];
  choice: Choice;
  isActing: boolean;
  /** Seconds until the result may be left. */
  opensS: number;
}

export function deedOf(now: Situation): Deed {
  const { table, own } = now;
  if (table.stage === "result") return leavingResult(now);
  if (own !== null && own.may.lay > 0) return laying(own.may.lay, now);
  if (own !== null && own.may.pick.length > 0) return judging(own.may.pick, now);
  if (table.stage === "waiting" && table.missing > 0) {
    return { label: t("gap.invite", { n: table.missing }), intent: "invite", isReady: true, action: "invite" };
  }
  return { label: awaiting(now), intent: "wait", isReady: false };
}

function laying(wanted: number, { cards, isActing }: Situation): Deed {
  if (isActing) return { label: t("gap.laying"), intent: "lay", isReady: true };
  const short = wanted - cards.length;
  if (short > 0) {
    const label = cards.length === 0 ? t("gap.choose", { n: short }) : t("gap.choose_more");
    return { label, intent: "lay", isReady: false };
  }
  return { label: t("gap.lay", { n: wanted }), intent: "lay", isReady: true, action: { type: "lay", cards: [...cards] } };
}

function judging(answers: readonly number[], { choice }: Situation): Deed {
  if (choice === "none") return { label: t("gap.pick_none"), intent: "none", isReady: true, action: { type: "picknone" } };
  if (choice === null || !answers.includes(choice)) return { label: t("gap.judge"), intent: "pick", isReady: false };
  return { label: t("gap.pick"), intent: `pick ${choice}`, isReady: true, action: { type: "pick", answer: choice } };
}

function leavingResult({ table, own, opensS }: Situation): Deed {
  const isLast = table.queue.length === 0;
  const wait = Math.ceil(opensS);
  const label = wait > 0 ? t(isLast ? "gap.end_in" : "gap.next_in", { n: wait }) : t(isLast ? "gap.end" : "gap.next");
  const isReady = wait <= 0 && (own?.may.next_sentence ?? false);
  return { label, intent: "next", isReady, action: { type: "nextsentence" } };
}

function awaiting({ table, room, me }: Situation): string {
  if (table.stage === "waiting") {
    return t("gap.waits_reader", { names: listed(table.queue.map((seat) => nameOfSeat(room, seat))) });
  }
  if (table.stage === "judging" && table.reader !== null) {
    return t("gap.judges", { name: nameOfSeat(room, table.reader) });
  }
  const names = room.seats.filter((seat, index) => seat.is_awaited && index !== me).map(nameOf);
  if (names.length === 0) return t("waiting");
  return names.length > 3 ? t("waiting_for_n", { n: names.length }) : t("waiting_for", { names: listed(names) });
}
