/**
 * What a first visit costs, in brotli: script, style and words of each kind of page as its shell names them,
 * and what a table and each game's screen bring beyond a room. Fails above the budget; merges the figures into `build/figures.json`.
 */

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FIRST_LOAD_KB = 60;
const SHELF_KB = 45;
/** A screen that everybody looks at is seldom a phone: it has the QR code and the board with it. */
const STAGE_KB = 67;
const CHUNK_KB = 20;
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const ASSETS = join(DIST, "assets");
const FIGURES = fileURLToPath(new URL("../../build/figures.json", import.meta.url));

const kb = (bytes) => Math.round((bytes / 1024) * 10) / 10;
const brotli = (file) => statSync(join(DIST, `${file}.br`)).size;
const total = (files) => kb(files.reduce((sum, file) => sum + brotli(file), 0));

/** Each kind of page: its shells, one a language, and its budget. */
const PAGES = [
  { name: "shelf", shell: /^index\.\w\w\.html$/, limit: SHELF_KB },
  { name: "room", shell: /^shells\/room\.\w\w\.html$/, limit: FIRST_LOAD_KB },
  { name: "stage", shell: /^shells\/stage\.\w\w\.html$/, limit: STAGE_KB },
  { name: "hall", shell: /^shells\/hall\.\w\w\.html$/, limit: FIRST_LOAD_KB },
  { name: "hall_stage", shell: /^shells\/hall-stage\.\w\w\.html$/, limit: STAGE_KB },
  { name: "idiot", shell: /^shells\/play\/idiot\.\w\w\.html$/, limit: FIRST_LOAD_KB },
];

/** The links and scripts of a page to files of ours: the games each is for (none: all), and the file. */
function linksIn(page) {
  const html = readFileSync(join(DIST, page), "utf8");
  return [...html.matchAll(/<(?:script|link)[^>]+"\/(assets\/[^"]+\.(?:js|css))"[^>]*>/g)].map(([tag, file]) => ({
    file,
    games: /data-game="([^"]+)"/.exec(tag)?.[1]?.split(" ") ?? [],
  }));
}

const always = (links) => links.filter(({ games }) => games.length === 0).map(({ file }) => file);
const html = readdirSync(DIST, { recursive: true }).filter((file) => file.endsWith(".html"));
const shellsOf = ({ name, shell }) => {
  const found = html.filter((file) => shell.test(file)).map((file) => linksIn(file));
  if (found.length === 0) throw new Error(`There is no shell of ${name} in the build`);
  return found;
};
const largest = (loads) => Math.max(...loads.map((files) => total(files)));
const rooms = shellsOf(PAGES.find(({ name }) => name === "room"));
const games = [...new Set(rooms.flatMap((links) => links.flatMap(({ games: each }) => each)))].sort();
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
    how: "npm run size: script, style and words, largest language, brotli",
  };
}

for (const page of PAGES) {
  const loads = shellsOf(page).map(always);
  report(`first_load_kb_${page.name}`, largest(loads), page.limit, `first load: ${page.name} (${loads[0].length} files)`);
}
/** What these rooms fetch for one game, of the files that it shares with others or has alone. */
const filesFor = (game, isShared) =>
  rooms.map((links) =>
    links.filter(({ games: each }) => each.includes(game) && each.length > 1 === isShared).map(({ file }) => file),
  );
report("table_kb", Math.max(...games.map((game) => largest(filesFor(game, true)))), CHUNK_KB, "what tables share");
for (const game of games) {
  const loads = filesFor(game, false);
  report(`chunk_kb_${game}`, largest(loads), CHUNK_KB, `the screen of ${game} (${loads[0].length} files)`);
}
console.log(`${"fonts, swapped in later".padEnd(34)} ${kb(fonts.reduce((sum, file) => sum + statSync(join(ASSETS, file)).size, 0))} KB`);

mkdirSync(dirname(FIGURES), { recursive: true });
writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
process.exit(fits ? 0 : 1);
