/**
 * The only script of a page that is complete without any: it shows the light that somebody has chosen, and
 * from here on the page can be read without a server. Asynchronous and all in one file, so that it has mostly run
 * before the page is first drawn.
 */

import { register } from "./worker";

try {
  // As `prefs.svelte.ts` keeps it; the system's choice needs no mark.
  const theme = localStorage.getItem("kortlek.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
} catch {
  // Storage is blocked: nothing can have been chosen.
}

void register();
