import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./plugins/compress";
import { markdown } from "./plugins/markdown";
import { pages } from "./plugins/pages";

/** `npm run dev` speaks to a server that runs beside it. */
const SERVER = process.env["KORTLEK_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), markdown(), pages(), compress()],
  json: { stringify: true, namedExports: false },
  build: {
    target: "es2022",
    // The policy allows scripts and images from ourselves only, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: "index.html", page: "page.html" } },
  },
  server: { proxy: { "/socket.io": { target: SERVER, ws: true }, "/games": SERVER } },
  test: { include: ["tests/**/*.test.ts"] },
});
