/** What reaches somebody who looks elsewhere: the tab's title and mark, sound and vibration, a lit screen. */

import { vibrate } from "./device";
import icon from "./icon.svg?no-inline";
import iconYou from "./icon-you.svg?inline"; // shown at a moment that may have no network
import { chime, prefs } from "./prefs.svelte";

export function showTitle(words: string, isMyMove: boolean): void {
  document.title = isMyMove ? `● ${words}` : words;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = isMyMove ? iconYou : icon;
  if (link !== null && link.getAttribute("href") !== href) link.href = href;
}

/** Once for each move that is owed. */
export function nudge(): void {
  if (prefs.hasSound) chime();
  if (prefs.hasVibration) vibrate([60, 50, 60]);
}

let lock: WakeLockSentinel | null = null;
/** Why the screen stays lit, by whoever asked for it. */
const reasons = new Set<string>();

async function acquire(): Promise<void> {
  if (reasons.size === 0 || lock !== null || document.visibilityState !== "visible") return;
  try {
    const got = await navigator.wakeLock?.request("screen");
    if (got === undefined) return;
    lock = got;
    got.addEventListener("release", () => (lock = null));
    if (reasons.size === 0) await got.release();
  } catch {
    // Refused, for instance on low battery: the game goes on, the screen may sleep.
  }
}

/** A locked phone is silent, and silence costs the seat: the screen stays lit while a game runs, or is waited for. */
export function stayAwake(isRunning: boolean, reason = "game"): void {
  if (isRunning) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) void acquire();
  else void lock?.release();
}

document.addEventListener("visibilitychange", () => void acquire());
