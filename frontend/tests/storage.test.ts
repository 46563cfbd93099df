import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = new URL("../src/", import.meta.url).pathname;
const CONTENT = new URL("../content/", import.meta.url).pathname;
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ts|svelte)$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(SRC, file), "utf8") }));

/** Only a comment may speak of a store without being one of the three files that use it. */
const using = (store: RegExp): string[] =>
  sources.filter(({ code }) => store.test(code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""))).map(({ file }) => file);

test("one file keeps things in the browser, and two read what it keeps before there is anything else", () => {
  expect(using(/\blocalStorage\b/).sort()).toEqual(["boot.ts", "page.ts", "storage.ts"]);
  expect(using(/\b(?:sessionStorage|indexedDB|cookieStore|caches)\b|document\.cookie/)).toEqual([]);
});

test.each(readdirSync(CONTENT))("the page about storage names every key that the client has (%s)", (language) => {
  const page = readFileSync(join(CONTENT, language, "about/storage.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  const keys = new Set(sources.flatMap(({ code }) => code.match(/(?<=["'`])kortlek\.\w+(?=["'`])/g) ?? []));
  expect(keys.size).toBeGreaterThan(7);
  for (const key of keys) expect(rows.filter((row) => row.split("|")[1]?.includes(`\`${key}\``))).toHaveLength(1);
});
