/** Chips that travel between the pile and the seats, and cards that are turned up. */

import { cubicInOut, cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import { type TransitionConfig, crossfade, fade } from "svelte/transition";

const FLIGHT_MS = 300;
const TURN_MS = 260;
const BETWEEN_MS = 90;
const moving = (ms: number): number => (prefersReducedMotion.current ? 0 : ms);

/** The same chip leaves one place and arrives in another. */
export const [leave, arrive] = crossfade({
  duration: () => moving(FLIGHT_MS),
  easing: cubicInOut,
  fallback: (node) => fade(node, { duration: moving(FLIGHT_MS) / 2 }),
});

/** A card turns over where it lies; several of them one after another. */
export function turnUp(_: Element, { after }: { after: number }): TransitionConfig {
  return {
    delay: moving(BETWEEN_MS) * after,
    duration: moving(TURN_MS),
    easing: cubicOut,
    css: (t, u) => `transform: rotateY(${u * 90}deg); opacity: ${Math.min(1, t * 3)}`,
  };
}
