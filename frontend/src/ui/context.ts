/** What every component below the root may ask for. */

import { type Component, createContext } from "svelte";
import type { Session } from "../store.svelte";

export const [getSession, setSession] = createContext<Session>();

export interface After {
  label: string;
  intent: string;
  act(): void;
}

/** The room page's sheets, opened from wherever their button is. */
export interface Desk {
  openMenu(): void;
  openRules(): void;
  openShare(): void;
  /** Ask for a chair, with a name if none is remembered. */
  join(): void;
  log(): readonly string[];
  /** At a table of a hall: what the hall has to say. */
  hallWord(): Component | null;
  /** What the one button does when a game is over. */
  after(): After;
}
export const [getDesk, setDesk] = createContext<Desk>();
