/** What a move does, in the reader's words, from what the server foresees of it. */

import { listed, t } from "../../i18n/index.svelte";
import { isJester, spokenCard, spokenSuit } from "../../ui/cards";
import type { Enemy, Own, Preview, Table } from "../../wire/twelve";

/** "18 damage, draw 9, shield +9". */
export function effects(play: Preview): string {
  const parts = [t("twelve.fx.damage", { n: play.damage })];
  if (play.healed > 0) parts.push(t("twelve.fx.heal", { n: play.healed }));
  if (play.drawn > 0) parts.push(t("twelve.fx.draw", { n: play.drawn }));
  if (play.shield > 0) parts.push(t("twelve.fx.shield", { n: play.shield }));
  return parts.join(", ");
}

export function playLabel(play: Preview): string {
  const [only] = play.cards;
  if (play.cards.length > 1 || only === undefined)
    return t("twelve.play_cards", { n: play.cards.length, effects: effects(play) });
  if (isJester(only)) return t("twelve.play_jester");
  return t("twelve.play_card", { card: spokenCard(only), effects: effects(play) });
}

/** What follows a play, and what is cancelled: the sentences above the button. */
export function outlook(play: Preview, enemy: Enemy): string {
  const named = { enemy: spokenCard(enemy.card), n: play.due, due: play.due, left: play.left };
  const said: string[] = [];
  if (play.dead !== "") said.push(t("twelve.cancelled", { suit: spokenSuit(play.dead) }));
  if (play.blocked > 0) said.push(t("twelve.blocked", { n: play.blocked }));
  if (play.loss !== null) said.push(t(`twelve.loses.${play.loss}`, named));
  else if (play.cards.every(isJester)) said.push(t(play.shield > 0 ? "twelve.then.counts" : "twelve.then.names", { n: play.shield }));
  else if (play.kill !== null) said.push(t(`twelve.then.${play.kill}`, named));
  else if (play.due === 0) said.push(t("twelve.then.holds"));
  else if (play.left < play.due) said.push(t("twelve.then.draws", named));
  else said.push(t("twelve.then.pay", named));
  return said.join(" ");
}

/** Before a yield. */
export function yieldOutlook(own: Own, enemy: Enemy): string {
  if (own.yield_bar !== null) return t(`refused.${own.yield_bar}` as "refused.all_yielded");
  if (own.yield_loss === "empty_hand") return t("twelve.loses.empty_hand");
  if (own.yield_loss !== null) return t("twelve.yield_loses", { n: enemy.blow });
  return t(enemy.blow === 0 ? "twelve.then.holds" : "twelve.yield_note", { n: enemy.blow });
}

/** Before a flip: what a victory would be worth after it. */
export function flipOutlook(table: Table): string {
  return t(table.solo?.jesters === 2 ? "twelve.flip_silver" : "twelve.flip_bronze");
}

export const spokenCards = (cards: readonly string[]): string => listed(cards.map(spokenCard));
