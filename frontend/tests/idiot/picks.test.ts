import { describe, expect, it } from "vitest";
import { heaps, tapped } from "../../src/games/idiot/picks";
import { cards } from "./tables";

describe("the hand", () => {
  it("of few cards lies one by one, in order", () => expect(heaps(cards("KS 3H 2D 3S"))).toEqual([["2D"], ["3H"], ["3S"], ["KS"]]));
  it("of more than eight lies in heaps of a rank", () =>
    expect(heaps(cards("KS 3H 2D 3S 4S 5S 6S 7S 8S")).slice(0, 2)).toEqual([["2D"], ["3H", "3S"]]));
});

describe("a tap", () => {
  it("adds a card of the same rank and takes it back", () => {
    expect(tapped(["3H"], ["3S"])).toEqual(["3H", "3S"]);
    expect(tapped(["3H", "3S"], ["3H"])).toEqual(["3S"]);
  });
  it("on another rank begins anew", () => expect(tapped(["3H", "3S"], ["KS"])).toEqual(["KS"]));
  it("on a heap picks all of it, then one fewer each time, down to none", () => {
    const heap = cards("3H 3S 3D");
    const taps = [1, 2, 3, 4].reduce<(readonly string[])[]>((all) => [...all, tapped(all.at(-1)!, heap)], [[]]);
    expect(taps.map(({ length }) => length)).toEqual([0, 3, 2, 1, 0]);
  });
});
