/** The screen of `order`, as one chunk. */

import type { GameScreen } from "..";
import type { Own } from "../../wire/order";
import Stage from "./Stage.svelte";
import Table from "./Table.svelte";
import { tell } from "./tell";

/** A chip is owed, or a yes; that a chip may be changed is no debt. */
function isMyMove(own: unknown): boolean {
  const may = (own as Own | null)?.may;
  return may !== undefined && (may.yes !== null || (may.take.length > 0 && !may.release));
}

export { Stage, Table, isMyMove, tell };
export default { Stage, Table, isMyMove, tell } satisfies GameScreen;
