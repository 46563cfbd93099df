/** The screen of `gap`, as one chunk. */

import type { GameScreen } from "..";
import type { Own } from "../../wire/gap";
import Table from "./Table.svelte";
import { tell } from "./tell";

function isMyMove(own: unknown): boolean {
  const may = (own as Own | null)?.may;
  return may !== undefined && (may.lay > 0 || may.pick.length > 0);
}

export { Table, isMyMove, tell };
export default { Table, isMyMove, tell } satisfies GameScreen;
