/** Refusals in words. A code without a sentence of its own gets the general one, never silence. */

import { alsoSpeak, maybe } from "../i18n/index.svelte";
import type { Refusal } from "../store.svelte";

const files = import.meta.glob("../i18n/*.json", { query: "?of=refused" });

/** Fetched once there is something that can be refused; the first page does without. */
export const learnRefusals = (): Promise<void> => alsoSpeak(files, "extra");

export function wordsOf({ code, number }: Refusal): string {
  return maybe(`refused.${code}`, { n: number ?? 0 }) || maybe("refused.other");
}
