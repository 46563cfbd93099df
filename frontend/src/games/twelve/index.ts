/** The screen of `twelve`, as one chunk. */

import type { GameScreen } from "..";
import type { Own } from "../../wire/twelve";
import Stage from "./Stage.svelte";
import Table from "./Table.svelte";
import { tell } from "./tell";

function isMyMove(own: unknown): boolean {
  const may = own as Own | null;
  return may !== null && (may.plays.length > 0 || may.payments.length > 0 || may.names.length > 0 || may.flip);
}

export { Stage, Table, isMyMove, tell };
export default { Stage, Table, isMyMove, tell } satisfies GameScreen;
