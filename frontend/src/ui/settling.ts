/**
 * Fingers are faster than screens: what has just changed or appeared under one is not what it meant to press.
 *
 * There is one place to press at a time, so there is one clock for all of it.
 */

const SETTLE_MS = 300;
let changedMs = -SETTLE_MS;

/** What a press would do has changed; counted again from the frame that shows it. */
export function meaningChanged(): void {
  changedMs = performance.now();
  requestAnimationFrame(() => (changedMs = performance.now()));
}

/** Whether this press was made after people could see what it does. */
export function isMeant(press: Event): boolean {
  return press.timeStamp - changedMs >= SETTLE_MS;
}
