/** The preview built as the client is, so that hundreds of pictures need no dev server. */

import { readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { markdown } from "../plugins/markdown.ts";
import { words } from "../plugins/words.ts";

const GAMES = readdirSync(new URL("../src/games", import.meta.url)).filter((name) => !name.endsWith(".ts"));

export default defineConfig({
  plugins: [words(GAMES), svelte(), markdown()],
  json: { stringify: true, namedExports: false },
  build: { target: "es2022", minify: false, rolldownOptions: { input: "preview/index.html" } },
});
