import { describe, expect, it } from "vitest";
import { isHallCode, isWhole, spaced, tidyCode } from "../src/code";

describe("a code as somebody types it", () => {
  it.each([
    ["kvr7td", "KVR7TD"],
    [" KVR 7TD ", "KVR7TD"],
    ["kvr-7td.", "KVR7TD"],
    ["https://play.example/r/kvr7td#chair=abc", "KVR7TD"],
    ["КВR7ТD", "KBR7TD"],
    ["OVR7TD", "QVR7TD"],
    ["0VR7TD", "QVR7TD"],
    ["kvr 7tdx", "KVR7TDX"],
    ["https://play.example/h/KVR7TDX/stage", "KVR7TDX"],
    ["KVR7TDX9", "KVR7TDX"],
    ["", ""],
  ])("%j is read as %j", (typed, code) => expect(tidyCode(typed)).toBe(code));

  it("is a table's with six letters and a hall's with seven", () => {
    expect(["KVR7T", "KVR7TD", "KVR7TDX"].map(isWhole)).toEqual([false, true, true]);
    expect(["KVR7T", "KVR7TD", "KVR7TDX"].map(isHallCode)).toEqual([false, false, true]);
  });

  it("is shown in two halves", () => expect(["KVR7TD", "KVR7TDX"].map(spaced)).toEqual(["KVR 7TD", "KVR 7TDX"]));
});
