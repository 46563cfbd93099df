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

/** A game's screen is told apart by its name, so that its size can be watched. */
function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const game = /\/src\/games\/(\w+)\/index\.ts$/.exec(facadeModuleId ?? "")?.[1];
  return game === undefined ? "assets/[name]-[hash].js" : `assets/${game}-screen-[hash].js`;
}

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
      output: { chunkFileNames: chunkName },
    },
  },
  server: { proxy: { "/socket.io": { target: SERVER, ws: true }, "/games": SERVER } },
  test: { include: ["tests/**/*.test.ts"] },
});
