import { readdirSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { partOf } from "../plugins/words.ts";
import { type MessageFiles, alsoSpeak, fill, t } from "../src/i18n/index.svelte";

type Value = string | Record<string, string>;
const files = import.meta.glob<{ default: Record<string, Value> }>("../src/i18n/*.json", { eager: true });
const locales = Object.entries(files).map(([path, { default: messages }]) => ({
  locale: /(\w+)\.json$/.exec(path)?.[1] ?? "",
  messages,
}));
const english = locales.find(({ locale }) => locale === "en")?.messages ?? {};

const texts = (value: Value): string[] => (typeof value === "string" ? [value] : Object.values(value));
/** `n` may be left out where a plural form says the number in words. */
const parameters = (value: Value): string[] =>
  [...new Set(texts(value).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "")))].sort();

it("there are three languages, and English names the keys", () => {
  expect(locales.map(({ locale }) => locale).sort()).toEqual(["en", "fr", "sv"]);
});

describe.each(locales)("$locale", ({ locale, messages }) => {
  it("has every message and no other", () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });

  it("fills in the same things", () => {
    for (const [key, value] of Object.entries(messages))
      expect([key, parameters(value)]).toEqual([key, parameters(english[key] ?? "")]);
  });

  it("has each plural form that its language knows", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (const [key, value] of Object.entries(messages))
      if (typeof value !== "string") expect([key, Object.keys(value).sort()]).toEqual([key, [...forms].sort()]);
  });

  it("sets its signs as its language does", () => {
    for (const text of Object.values(messages).flatMap(texts)) {
      expect(text).not.toMatch(/['"]|\.\.\.| …/);
      if (locale === "fr") expect(text).not.toMatch(/[^\u00a0\u202f\d][:;!?](\s|$)/);
    }
  });

  it("has a page for every game", () => {
    const games = (language: string): string[] => readdirSync(new URL(`../content/${language}`, import.meta.url));
    expect(games(locale)).toEqual(games("en"));
  });
});

it("a sentence takes its parameters and its plural form", () => {
  const rules = new Intl.PluralRules("en");
  const heads = { one: "one head for {name}", other: "{n} heads for {name}" };
  expect(fill(heads, { n: 1, name: "Bo" }, rules)).toBe("one head for Bo");
  expect(fill(heads, { n: 11, name: "$&" }, rules)).toBe("11 heads for $&");
});

it("what is said of a game where its screen is not there yet comes with every page", () => {
  const sources = import.meta.glob<string>(["../src/{pages,ui}/*.{svelte,ts}", "../src/games/index.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const said = Object.values(sources).flatMap((text) => [...text.matchAll(/"((?:twelve|order|gap|rows|idiot)\.[\w.]+)"/g)]);
  expect(said.length).toBeGreaterThan(8);
  for (const [, key = ""] of said) expect([key, partOf(key, ["twelve", "order", "gap", "rows", "idiot"])]).toEqual([key, "shared"]);
});

it("what only one game refuses comes with its screen, what any table refuses as soon as something can be", () => {
  const parts = ["refused.no_such_row", "refused.order_changed", "refused.stale", "refused.already_laid"].map((key) => partOf(key, ["rows", "order", "refused"]));
  expect(parts).toEqual(["rows", "order", "refused", "refused"]);
});

it("whoever goes from one game to another has the words of both", async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  const part = (words: object): MessageFiles => ({ "../i18n/en.json": () => Promise.resolve({ default: words }) });
  await alsoSpeak(part({ "rows.lay": "one game" }));
  await alsoSpeak(part({ "twelve.pay": "another" }));
  expect([t("rows.lay"), t("twelve.pay")]).toEqual(["one game", "another"]);
});
