/** Refusals in words. A code without a sentence of its own gets the general one, never silence. */

import { maybe, t } from "../i18n/index.svelte";
import type { Refusal } from "../store.svelte";

export function wordsOf({ code, number }: Refusal): string {
  return maybe(`refused.${code}`, { n: number ?? 0 }) || t("refused.other");
}
