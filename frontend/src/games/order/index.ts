/** The screen of `order`, as one chunk. */

import type { GameScreen } from "..";
import type { Own } from "../../wire/order";
import Table from "./Table.svelte";
import { tell } from "./tell";

/** A chip is owed, or a yes; that a chip may be changed is no debt. */
function isMyMove(own: unknown): boolean {
  const may = (own as Own | null)?.may;
  return may !== undefined && (may.yes !== null || (may.take.length > 0 && !may.release));
}

export { Table, isMyMove, tell };
export default { Table, isMyMove, tell } satisfies GameScreen;
