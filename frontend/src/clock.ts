/**
 * Remaining times: what the server said was left, counted down on the monotonic clock from the moment
 * it arrived. The wall clock of the device is never read.
 */

/** Seconds left of `leftS` (known at `receivedMs`) at `nowMs`; never negative. */
export function left(leftS: number, receivedMs: number, nowMs: number, isStopped = false): number {
  const elapsed = isStopped ? 0 : (nowMs - receivedMs) / 1_000;
  return Math.max(0, leftS - elapsed);
}

/** What a clock shows: its limit while play-back still runs, then what is left, in whole seconds. */
export function shownSeconds(leftS: number, limitS = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.ceil(Math.min(limitS, leftS) - 0.001));
}

/** 75 -> "1:15", in the figures every one of our languages uses. */
export function minutes(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
