/** The times of what script moves; what style moves has its own in `tokens.css`. Whoever wants none gets none. */

import { prefersReducedMotion } from "svelte/motion";

export const QUICK_MS = 180;
export const CALM_MS = 260;
export const FLIGHT_MS = 320;

/** This time, or none at all. */
export const moving = (ms: number): number => (prefersReducedMotion.current ? 0 : ms);
