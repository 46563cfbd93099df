import { beforeEach, expect, it, vi } from "vitest";
import { alsoSpeak, maybe, speak } from "../src/i18n/index.svelte";

const words = {
  order: import.meta.glob("../src/i18n/*.json", { query: "?of=order" }),
  gap: import.meta.glob("../src/i18n/*.json", { query: "?of=gap" }),
  rows: import.meta.glob("../src/i18n/*.json", { query: "?of=rows" }),
};

vi.stubGlobal("document", { documentElement: { lang: "" } });
beforeEach(() => speak("en"));

it("each game brings its own words, beside those that are there", async () => {
  await alsoSpeak(words.order);
  await alsoSpeak(words.gap);
  for (const key of ["order.before", "gap.judge", "lobby.sit"]) expect([key, maybe(key)]).not.toEqual([key, ""]);
});

it("a game's words follow the language, whichever of the two was asked for first", async () => {
  await alsoSpeak(words.rows);
  const english = maybe("rows.skip");
  await Promise.all([speak("sv"), alsoSpeak(words.gap)]);
  expect(maybe("rows.skip")).not.toBe(english);
  expect(maybe("rows.skip")).not.toBe("");
  expect(maybe("gap.judge")).not.toBe("");
});
