/** The order of the first second: page, link, words and the game's screen are asked for side by side. */

import "./app.css";
import "./prose.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { dial } from "./dialing";
import { gameOf } from "./games";
import { preferred, speak } from "./i18n/index.svelte";
import { newer } from "./newer.svelte";
import { pages } from "./pages";
import { supply } from "./supply.svelte";
import { prefs } from "./prefs.svelte";
import { route } from "./route.svelte";
import { KEYS, recall } from "./storage";
import { Session } from "./store.svelte";

/** On a slow phone the hand comes within two seconds of the page; what is fetched ahead can wait. */
const WORKER_LATER_MS = 3_000;
const script = new URL(import.meta.url).pathname;
supply.begin(script, () => "code" in route()); // a room is on the server
prefs.showTheme();
const start = route();
const spoken = speak(preferred()); // first, so that a page's own words are asked for in the right language
const page = pages[start.page]();
// A shared screen is nobody: it has no secret of this browser, and keeps none.
const session = new Session(dial, { isNobody: start.page === "stage" || start.page === "hallStage" });
if ("code" in start) {
  session.enter(start.code);
  if (session.hallOfTable !== null) void pages.hallTable();
  if (start.page === "room" || start.page === "stage") void gameOf(recall(KEYS.game) ?? "")?.load();
}

await Promise.all([page, spoken]);
const target = document.getElementById("app");
if (target !== null) {
  target.textContent = "";
  mount(App, { target, props: { session } });
  supply.shown();
}

setTimeout(() => void watchWorker().catch(() => undefined), WORKER_LATER_MS);

/** Without it the page is what it is; the next visit asks again. */
async function watchWorker(): Promise<void> {
  const { register } = await import("./worker");
  const registration = await register();
  if (registration !== null) newer.watch(registration, script);
}
