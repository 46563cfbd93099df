/** What the one button would do, in words, from what is picked and from what the view says one may do. */

import { t } from "../../i18n/index.svelte";
import { type Action, type Card, type View, rankOf } from "../../idiot";
import { indexOf, spokenCard } from "../../ui/cards";

/** All that the person has picked on the screen. */
export interface Picked {
  /** Cards of the hand; also of the open ones where those are played. */
  cards: readonly Card[];
  /** The open card to be exchanged. */
  open: Card | null;
  place: number | null;
  way: "take" | "gamble" | null;
}

export interface Deed {
  label: string;
  /** What a press would do, for the settling time. */
  intent: string;
  hint: string;
  action?: Action;
  /** Not an action of the game: hurry the others, or deal anew. */
  other?: "skip" | "again";
}

export function deedOf(view: View, picked: Picked): Deed {
  const { may, stage } = view;
  const me = view.chairs[view.seat]!;
  if (stage === "over") return { label: t("idiot.again"), intent: "again", hint: "", other: "again" };
  if (may.exchange) return exchange(picked);
  if (may.zone === null) {
    const isOut = me.place !== null;
    const hint = isOut ? t("idiot.you.out", { place: me.place ?? 0 }) : t("idiot.wait", { name: t("bot_name", { number: view.turn }) });
    return { label: t(isOut ? "idiot.skip_end" : "idiot.skip"), intent: "skip", hint, other: "skip" };
  }
  if (may.zone === "hidden") {
    const action: Action | undefined = picked.place === null ? undefined : { type: "turn", index: picked.place };
    if (action === undefined) return { label: t("idiot.pick_hidden"), intent: "turn", hint: t("idiot.hint_hidden") };
    return { label: t("idiot.turn"), intent: "turn", hint: t("idiot.hint_turn"), action };
  }
  if (may.take) return stuck(view, picked);
  return laying(view, picked);
}

function exchange({ cards, open }: Picked): Deed {
  const [hand] = cards;
  if (hand !== undefined && open !== null) {
    const label = t("idiot.exchange", { hand: spokenCard(hand), open: spokenCard(open) });
    return { label, intent: "exchange", hint: "", action: { type: "exchange", hand, open } };
  }
  if (hand !== undefined) return { label: t("idiot.pick_open"), intent: "exchange", hint: "" };
  if (open !== null) return { label: t("idiot.pick_hand"), intent: "exchange", hint: "" };
  return { label: t("idiot.ready"), intent: "ready", hint: t("idiot.hint_exchange"), action: { type: "ready" } };
}

function stuck({ may, pile }: View, { way }: Picked): Deed {
  const hint = t("idiot.hint_stuck", { card: spokenCard(pile.at(-1) ?? "") });
  const take: Deed = { label: t("idiot.take", { n: pile.length }), intent: "take", hint, action: { type: "take" } };
  if (!may.gamble || way === "take") return take;
  if (way === null) return { label: t("idiot.pick_way"), intent: "stuck", hint };
  return { label: t("idiot.gamble"), intent: "gamble", hint: t("idiot.hint_gamble"), action: { type: "gamble" } };
}

function laying({ may, pile, run }: View, { cards }: Picked): Deed {
  const [first] = cards;
  if (first === undefined) {
    const hint = pile.length === 0 ? t("idiot.hint_lead") : may.zone === "open" ? t("idiot.hint_open") : "";
    return { label: t("idiot.pick_cards"), intent: "lay", hint };
  }
  if (!may.lay.includes(first)) {
    const hint = t("idiot.too_low", { card: spokenCard(first), top: spokenCard(pile.at(-1) ?? "") });
    return { label: t("idiot.pick_higher"), intent: "lay", hint };
  }
  const label = cards.length === 1 ? t("idiot.lay", { card: spokenCard(first) }) : t("idiot.lay_many", { n: cards.length, rank: indexOf(first) });
  const rank = rankOf(first);
  const isFoursome = cards.length + (rank === rankOf(pile.at(-1) ?? "") ? run : 0) === 4;
  const hint = rank === "T" || isFoursome ? t("idiot.hint_burn") : rank === "2" ? t("idiot.hint_two") : "";
  return { label, intent: "lay", hint, action: { type: "lay", cards } };
}
