/**
 * Every screen in every state, without a server: `?screen=rows-laying`, served by `vite` or built by
 * `preview/vite.config.ts`. The client's own build does not know this folder.
 */

import "../src/app.css";
import "../src/prose.css";
import { mount, tick } from "svelte";
import App from "../src/App.svelte";
import { games } from "../src/games";
import { speak } from "../src/i18n/index.svelte";
import { prefs } from "../src/prefs.svelte";
import { go } from "../src/route.svelte";
import type { ChannelEvents, Dial } from "../src/socket";
import { KEYS, forget, keep } from "../src/storage";
import type { Answer } from "../src/wire/types";
import { Session } from "../src/store.svelte";
import { supply } from "../src/supply.svelte";
import type { Screen } from "./fixtures";
import { screens } from "./screens";

const wanted = new URLSearchParams(location.search);
const screen: Screen = screens[wanted.get("screen") ?? "shelf"] ?? {};
let link: ChannelEvents | undefined;

/** A server that shows one view and refuses what the screen says it refuses. */
const dial: Dial = (_, events) => {
  if (link !== undefined) return { send: () => {}, close: () => {} };
  link = events;
  queueMicrotask(() => events.up());
  return {
    // Never while it is being asked: a real server does not answer inside the call either.
    send: (message, answered) => queueMicrotask(() => reply((message as { type: string }).type, events, answered)),
    close: () => {},
  };
};

function reply(type: string, events: ChannelEvents, answered: (answer: Answer) => void): void {
  if (type === "attach") {
    if (screen.view !== undefined) events.view(screen.view);
    if (screen.hall !== undefined) events.hall(screen.hall);
    if (screen.gate !== undefined) answered({ type: "refused", code: screen.gate, number: null });
  } else if (type === "hello") answered({ type: "welcome", player: "p0", protocol: 1, secret: null });
  else if (screen.refuse !== undefined) answered({ type: "refused", code: screen.refuse, number: null });
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

for (const game of games) await game.load();
const theme = wanted.get("theme");
prefs.theme = theme === "dark" || theme === "light" ? theme : "system";
prefs.showTheme();
await speak(wanted.get("lang") ?? "en");
if (screen.save !== undefined) keep(KEYS.idiot, screen.save);
else forget(KEYS.idiot);
go(screen.path ?? "/r/KVR7TD");
const target = document.getElementById("app");
if (target !== null) mount(App, { target, props: { session: new Session(dial, { isNobody: screen.path?.endsWith("/stage") }) } });
await tick();
for (const selector of screen.tap ?? []) {
  for (let tries = 0; document.querySelector(selector) === null && tries < 40; tries += 1) await pause(50);
  await pause(350);
  document.querySelector<HTMLElement>(selector)?.click();
}
supply.trouble = screen.trouble ?? null;
if (screen.away === true) {
  // The page itself is fetched, and only then asks for a connection.
  for (let tries = 0; document.querySelector(".felt .top") === null && tries < 40; tries += 1) await pause(50);
  link?.down("transport close");
}
await pause(screen.next === undefined ? 500 : 700);
if (screen.next !== undefined) link?.view(screen.next);
if (screen.nextHall !== undefined) link?.hall(screen.nextHall);
await pause(screen.wait ?? 300);
document.documentElement.dataset["screens"] = Object.keys(screens).join(" ");
document.documentElement.dataset["ready"] = "yes";
