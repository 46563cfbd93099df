import { describe, expect, it } from "vitest";
import { isWhole, spaced, tidyCode } from "../src/code";

describe("a code as somebody types it", () => {
  it.each([
    ["kvr7td", "KVR7TD"],
    [" KVR 7TD ", "KVR7TD"],
    ["kvr-7td.", "KVR7TD"],
    ["https://play.example/r/kvr7td#chair=abc", "KVR7TD"],
    ["КВR7ТD", "KBR7TD"],
    ["OVR7TD", "QVR7TD"],
    ["0VR7TD", "QVR7TD"],
    ["KVR7TDX9", "KVR7TD"],
    ["", ""],
  ])("%j is read as %j", (typed, code) => expect(tidyCode(typed)).toBe(code));

  it("is whole with six letters", () => {
    expect(isWhole("KVR7TD")).toBe(true);
    expect(isWhole("KVR7T")).toBe(false);
  });

  it("is shown in two halves", () => expect(spaced("KVR7TD")).toBe("KVR 7TD"));
});
