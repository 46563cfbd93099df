/** Cards that travel: from the strip into a row, and from a row to whoever takes it. */

import { crossfade, fade, type TransitionConfig } from "svelte/transition";
import { cubicInOut, cubicOut } from "svelte/easing";
import { FLIGHT_MS, moving } from "../../ui/motion";

const duration = (): number => moving(FLIGHT_MS);

/** The same card leaves the strip and arrives in its row. */
export const [leave, arrive] = crossfade({
  duration,
  easing: cubicInOut,
  fallback: (node) => fade(node, { duration: duration() / 2 }),
});

/** A taken card flies to the seat that takes it. */
export function toSeat(node: Element, { seat }: { seat: number | null }): TransitionConfig {
  const target = seat === null ? null : document.querySelector(`[data-seat="${seat}"]`);
  if (target === null) return { duration: duration() / 2, css: (t) => `opacity: ${t}` };
  const from = node.getBoundingClientRect();
  const to = target.getBoundingClientRect();
  const dx = to.left + to.width / 2 - from.left - from.width / 2;
  const dy = to.top + to.height / 2 - from.top - from.height / 2;
  return {
    duration: duration() * 1.2,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${u * dx}px, ${u * dy}px) scale(${0.3 + 0.7 * t}); opacity: ${Math.min(1, t * 2)}`,
  };
}
