/** What every component below the root may ask for. */

import { createContext } from "svelte";
import type { Session } from "../store.svelte";

export const [getSession, setSession] = createContext<Session>();

/** The room page's sheets, opened from wherever their button is. */
export interface Desk {
  openMenu(): void;
  openRules(): void;
  openShare(): void;
  /** Ask for a chair, with a name if none is remembered. */
  join(): void;
  log(): readonly string[];
}
export const [getDesk, setDesk] = createContext<Desk>();
