import { readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./plugins/compress.ts";
import { markdown } from "./plugins/markdown.ts";
import { pages } from "./plugins/pages.ts";
import { serviceWorker } from "./plugins/service-worker.ts";
import { words } from "./plugins/words.ts";

/** `npm run dev` speaks to a server that runs beside it. */
const SERVER = process.env["KORTLEK_SERVER"] ?? "http://127.0.0.1:8080";

const GAMES = readdirSync(new URL("./src/games", import.meta.url)).filter((name) => !name.endsWith(".ts"));

/** A game's screen is told apart by its name, so that its size can be watched; so is what comes after a page is shown. */
function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const game = /\/src\/games\/(\w+)\/index\.ts$/.exec(facadeModuleId ?? "")?.[1];
  if (facadeModuleId?.endsWith("?of=refused")) return "assets/refused-[name]-[hash].js";
  return game === undefined ? "assets/[name]-[hash].js" : `assets/${game}-screen-[hash].js`;
}

/**
 * Few files, each wanted whole: a browser asks for six at a time, and on a slow phone every further turn costs a
 * round trip. What only one page or one game shows is left to its own chunk.
 */
const GROUPS = [
  // Every page: the framework, the words, the session, and the controls that more than one page has.
  {
    name: "base",
    test: (id: string) =>
      /\/node_modules\/(svelte\/src\/(?!transition|animate|motion|easing)|esm-env|clsx)|vite\/preload-helper/.test(id) ||
      /\/src\/(i18n\/index|games\/index|pages\/index|(?!main|boot|page|worker|dial\.|early)[\w.]+\.ts$)/.test(id) ||
      /\/src\/ui\/(ActionBar|Confirm|Icon|Live|NewVersion|Refused|Settings|Sheet|Stepper|arrive|context|names|refusals|settling)\./.test(id) ||
      /\/src\/(pages\/Gate\.|icon)/.test(id),
  },
  // Every table and every hall: a name.
  { name: "door", test: /\/src\/pages\/NameForm\./ },
  // Every table: cards in a hand, on the felt.
  { name: "felt", test: /\/src\/ui\/(Felt|Hand|PlayingCard|SuitMark|cards)\.|\/svelte\/src\/(transition|animate|motion|easing)/ },
  // Every table that stands in a room.
  { name: "table", test: /\/src\/ui\/(Clock|Frame|Seats|StillHere|Watching)\./ },
].map((group) => ({ ...group, includeDependenciesRecursively: false }));

export default defineConfig({
  plugins: [words(GAMES), svelte(), markdown(), pages(), serviceWorker(), compress()],
  json: { stringify: true, namedExports: false },
  build: {
    target: "es2022",
    // The policy allows scripts and images from ourselves only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", page: "page.html", boot: "src/boot.ts" },
      output: { chunkFileNames: chunkName, codeSplitting: { groups: GROUPS } },
    },
  },
  server: { proxy: { "/socket.io": { target: SERVER, ws: true }, "/games": SERVER } },
  test: { include: ["tests/**/*.test.ts"] },
});
