import { describe, expect, test } from "vitest";
import { Ear } from "../../src/hall/said.svelte";

const MINUTE = 60_000;

describe("five minutes left", () => {
  test("is true for five minutes from the moment it was heard", () => {
    const ear = new Ear();
    ear.hear("KVR7TDX", null, 0);
    ear.hear("KVR7TDX", { number: 1, what: "five_minutes" }, MINUTE);
    expect(ear.isTrue("five_minutes", 5 * MINUTE)).toBe(true);
    ear.hear("KVR7TDX", { number: 1, what: "five_minutes" }, 5 * MINUTE);
    expect(ear.isTrue("five_minutes", 6 * MINUTE)).toBe(false);
  });

  test("said again begins anew", () => {
    const ear = new Ear();
    ear.hear("KVR7TDX", null, 0);
    ear.hear("KVR7TDX", { number: 1, what: "five_minutes" }, 0);
    ear.hear("KVR7TDX", { number: 2, what: "five_minutes" }, 8 * MINUTE);
    expect(ear.isTrue("five_minutes", 9 * MINUTE)).toBe(true);
  });

  test("is not believed by a page that was not there when it was said", () => {
    const ear = new Ear();
    ear.hear("KVR7TDX", { number: 1, what: "five_minutes" }, 0);
    expect(ear.isTrue("five_minutes", 0)).toBe(false);
    ear.hear("BCDFGHJ", { number: 2, what: "five_minutes" }, 0);
    expect(ear.isTrue("five_minutes", 0)).toBe(false);
  });
});

test("the way back to the hall is true for whoever comes", () => {
  const ear = new Ear();
  ear.hear("KVR7TDX", { number: 1, what: "back_to_hall" }, 0);
  expect(ear.isTrue("back_to_hall", 60 * MINUTE)).toBe(true);
});
