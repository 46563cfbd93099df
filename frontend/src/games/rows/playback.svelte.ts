/** Shows the frames of a turn one after another; a skip, or a wish for less motion, goes to the end. */

import { prefersReducedMotion } from "svelte/motion";
import type { RowsEvent, Table } from "../../wire/rows";
import { type Frame, frames, stepMs } from "./placing";

export class Playback {
  private queue = $state.raw<Frame[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pace = 0;

  /** The frame to show, or null when the table is to be shown as it is. */
  get frame(): Frame | null {
    return this.queue[0] ?? null;
  }

  get isRunning(): boolean {
    return this.queue.length > 0;
  }

  play(table: Table, events: readonly RowsEvent[]): void {
    const told = frames(table, events);
    if (told.length < 2 || prefersReducedMotion.current || document.visibilityState !== "visible") {
      if (told.length > 0 || events.some((event) => event.type === "dealstarted")) this.skip();
      return;
    }
    clearTimeout(this.timer);
    this.queue = told;
    this.pace = stepMs(told.length - 1);
    this.timer = setTimeout(() => this.step(), this.pace);
  }

  skip(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }

  private step(): void {
    // The last frame is the table itself: shown for one pace more, so that its card is seen landing.
    this.queue = this.queue.slice(1);
    if (this.queue.length > 0) this.timer = setTimeout(() => this.step(), this.pace);
  }
}
