/**
 * How long what a hall has announced stays true on this page. The server keeps the last announcement and not its
 * time, so a page that was not there when it was made does not know how old it is.
 */

import type { HallView, What } from "../wire/types";

type Announced = HallView["announced"];

/** The others are true until the round ends. */
const TRUE_FOR_MS: Readonly<Partial<Record<What, number>>> = { five_minutes: 5 * 60_000 };

export class Ear {
  private hall = "";
  private number = 0;
  private sinceMs = $state<number | null>(null);
  /** By its name: what somebody has put away at a table stays away, in the lobby as in the game. */
  putAway = $state("");

  /** What the hall shows as announced now. New is what differs from before; the first sight of a hall tells nothing. */
  hear(hall: string, announced: Announced, nowMs: number): void {
    const number = announced?.number ?? 0;
    if (hall === this.hall && number === this.number) return;
    this.sinceMs = hall === this.hall ? nowMs : null;
    this.hall = hall;
    this.number = number;
  }

  isTrue(what: What, nowMs: number): boolean {
    const lasts = TRUE_FOR_MS[what];
    return lasts === undefined || (this.sinceMs !== null && nowMs - this.sinceMs < lasts);
  }
}

/** One for the page: whoever goes from the hall to a table has heard it. */
export const ear = new Ear();
