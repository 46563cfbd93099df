/** The screen of `rows`, as one chunk. */

import type { GameScreen } from "..";
import type { Own } from "../../wire/rows";
import Stage from "./Stage.svelte";
import Table from "./Table.svelte";
import { tell } from "./tell";

function isMyMove(own: unknown): boolean {
  const may = (own as Own | null)?.may;
  return may !== undefined && (may.lay.length > 0 || may.take.length > 0);
}

export { Stage, Table, isMyMove, tell };
export default { Stage, Table, isMyMove, tell } satisfies GameScreen;
