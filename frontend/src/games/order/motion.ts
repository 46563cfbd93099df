/** Chips that travel between the pile and the seats, and cards that are turned up. */

import { cubicInOut, cubicOut } from "svelte/easing";
import { type TransitionConfig, crossfade, fade } from "svelte/transition";
import { CALM_MS, FLIGHT_MS, moving } from "../../ui/motion";

const BETWEEN_MS = 90;

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
    duration: moving(CALM_MS),
    easing: cubicOut,
    css: (t, u) => `transform: rotateY(${u * 90}deg); opacity: ${Math.min(1, t * 3)}`,
  };
}
