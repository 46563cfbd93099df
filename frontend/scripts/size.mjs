/**
 * What the first visit costs, in brotli: script and style of the shelf and of a room, and each game's
 * chunk. Fails above the budget; merges the figures into `build/figures.json`.
 */

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FIRST_LOAD_KB = 60;
const CHUNK_KB = 20;
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const ASSETS = join(DIST, "assets");
const FIGURES = fileURLToPath(new URL("../../build/figures.json", import.meta.url));

const kb = (bytes) => Math.round((bytes / 1024) * 10) / 10;
const brotli = (file) => statSync(join(DIST, `${file}.br`)).size;
const total = (files) => kb(files.reduce((sum, file) => sum + brotli(file), 0));

/** Script and style that a page names: scripts, what they preload, messages, style sheets. */
function namedBy(page) {
  const html = readFileSync(join(DIST, page), "utf8").replace(/<link data-game[^>]*>/g, "");
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
}

/** A game's own chunk: the script and style that its screen brings beyond the first load. */
function chunksOf(game, first) {
  return readdirSync(ASSETS)
    .filter((file) => new RegExp(`^${game}-(screen-[^.]+\\.js|[^.]+\\.css)$`).test(file))
    .map((file) => `assets/${file}`)
    .filter((file) => !first.includes(file));
}

const shells = readdirSync(DIST).filter((file) => /^index\.\w\w\.html$/.test(file));
const loads = shells.map((page) => ({ page, files: namedBy(page) }));
const firstLoad = Math.max(...loads.map(({ files }) => total(files)));
const games = [...new Set(readdirSync(join(DIST, "games")).map((file) => file.split(".")[0]))].filter(
  (file) => file !== undefined,
);
const fonts = readdirSync(ASSETS).filter((file) => file.endsWith(".woff2"));

const figures = existsSync(FIGURES) ? JSON.parse(readFileSync(FIGURES, "utf8")) : {};
let fits = true;

function report(name, value, limit, what) {
  const holds = value <= limit;
  fits &&= holds;
  console.log(`${what.padEnd(34)} ${String(value).padStart(6)} KB  of ${limit} KB  ${holds ? "holds" : "TOO LARGE"}`);
  figures[name] = {
    value,
    min: value,
    max: value,
    unit: "KB",
    goal: `<= ${limit}`,
    holds,
    when: new Date().toISOString(),
    how: "npm run size: script and style, brotli",
  };
}

for (const { page, files } of loads) console.log(`${page.padEnd(34)} ${String(total(files)).padStart(6)} KB`);
report("first_load_kb", firstLoad, FIRST_LOAD_KB, "first load (largest language)");
for (const game of games) {
  const files = chunksOf(game, loads[0]?.files ?? []);
  if (files.length === 0) throw new Error(`The chunk of ${game} is not in the build`);
  report(`chunk_kb_${game}`, total(files), CHUNK_KB, `the screen of ${game}`);
}
console.log(`${"fonts, swapped in later".padEnd(34)} ${kb(fonts.reduce((sum, file) => sum + statSync(join(ASSETS, file)).size, 0))} KB`);

mkdirSync(dirname(FIGURES), { recursive: true });
writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
process.exit(fits ? 0 : 1);
