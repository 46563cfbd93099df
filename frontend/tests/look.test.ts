/** What holds of every component's look, read from their sources: colours, times and motion have one home each. */

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(svelte|css|ts)$/.test(file));
const read = (file: string): string => readFileSync(SOURCES + file, "utf8").replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, "");
const styleOf = (file: string): string => (file.endsWith(".svelte") ? (/<style>[\s\S]*/.exec(read(file))?.[0] ?? "") : read(file));
const styled = files.filter((file) => /\.(svelte|css)$/.test(file));

const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi;
const TIME = /\b\d*\.?\d+m?s\b/g;
const withoutNames = (style: string): string => style.replace(/--[\w-]+:[^;]+;/g, "");
const TOKENS = "tokens.css";

describe("tokens", () => {
  test("a colour and a time is written once, where it gets its name", () => {
    const found = styled
      .filter((file) => file !== TOKENS)
      .flatMap((file) => [COLOUR, TIME].flatMap((what) => [...withoutNames(styleOf(file)).matchAll(what)].map(([text]) => `${file}: ${text}`)));
    expect(found).toEqual([]);
  });

  test("a token that is named exists, and one that exists is named", () => {
    const tokens = new Set([...read(TOKENS).matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const sources = files.map(read).join("\n");
    const named = new Set([...sources.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    const own = new Set(
      [...files.filter((file) => file !== TOKENS).map(read).join("\n").matchAll(/(--[\w-]+)\s*(?::|=)/g)].map(([, name]) => name),
    );
    expect([...named].filter((name) => !tokens.has(name) && !own.has(name))).toEqual([]);
    expect([...tokens, ...own].filter((name) => !named.has(name))).toEqual([]);
  });

  test("dark is the same whether the system or a person asks for it", () => {
    const [bySystem, byPerson] = [...read(TOKENS).matchAll(/--paper: #12181a;[\s\S]*?\}/g)].map(([block]) => block.replace(/\s+/g, " "));
    expect(bySystem).toBeDefined();
    expect(byPerson).toBe(bySystem);
  });
});

test("what script moves asks whether motion is wanted, in one place", () => {
  const asking = files.filter((file) => read(file).includes("prefersReducedMotion"));
  expect(asking.sort()).toEqual(["games/rows/playback.svelte.ts", "ui/motion.ts"]);
});
