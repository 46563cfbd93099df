/** The order of the first second: link, words and the game's screen are asked for side by side. */

import "./app.css";
import "./prose.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { dial } from "./dial";
import { gameOf, idiot } from "./games";
import { preferred, speak } from "./i18n/index.svelte";
import { newer } from "./newer.svelte";
import { prefs } from "./prefs.svelte";
import { route } from "./route.svelte";
import { KEYS, recall } from "./storage";
import { Session } from "./store.svelte";
import { register } from "./worker";

prefs.showTheme();
const start = route();
// A shared screen is nobody: it has no secret of this browser, and keeps none.
const session = new Session(dial, { isNobody: start.page === "stage" });
const spoken = speak(preferred());
if (start.page === "idiot") void idiot.load();
if ("code" in start) {
  session.enter(start.code);
  void gameOf(recall(KEYS.game) ?? "")?.load();
}

await spoken;
const target = document.getElementById("app");
if (target !== null) {
  target.textContent = "";
  mount(App, { target, props: { session } });
}

// Not awaited: a game's screen waits for this module, and must not wait for a worker.
void register().then((registration) => {
  if (registration !== null) newer.watch(registration, new URL(import.meta.url).pathname);
});
