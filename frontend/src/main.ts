/** The order of the first second: link, words and the game's screen are asked for side by side. */

import "./app.css";
import "./prose.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { dial } from "./dial";
import { gameOf, idiot } from "./games";
import { preferred, speak } from "./i18n/index.svelte";
import { prefs } from "./prefs.svelte";
import { route } from "./route.svelte";
import { KEYS, recall } from "./storage";
import { Session } from "./store.svelte";

prefs.showTheme();
const session = new Session(dial);
const start = route();
const spoken = speak(preferred());
if (start.page === "room") {
  session.enter(start.code);
  void gameOf(recall(KEYS.game) ?? "")?.load();
} else if (start.page === "idiot") void idiot.load();

await spoken;
const target = document.getElementById("app");
if (target !== null) {
  target.textContent = "";
  mount(App, { target, props: { session } });
}
