import { describe, expect, it } from "vitest";
import { joining, playOf, tapped } from "../src/games/twelve/picks";
import type { Preview } from "../src/wire/twelve";

const play = (cards: string): Preview => ({
  cards: cards.split(" "),
  attack: 0,
  damage: 0,
  healed: 0,
  drawn: 0,
  shield: 0,
  blocked: 0,
  dead: "",
  kill: null,
  due: 0,
  left: 0,
  loss: null,
});
/** A hand of AC 3S 3D 3C X1, as the server would offer it. */
const plays = ["AC", "3S", "3D", "3C", "X1", "AC 3S", "AC 3D", "AC 3C", "3S 3D", "3S 3C", "3D 3C", "3S 3D 3C"].map(play);

describe("picking cards that go down together", () => {
  it("finds the play of exactly these cards, in whatever order they were picked", () => {
    expect(playOf(plays, ["3C", "3S"])?.cards).toEqual(["3S", "3C"]);
    expect(playOf(plays, ["AC", "X1"])).toBeNull();
  });

  it("joins what goes together", () => {
    expect(["3S", "3C", "3D"].reduce<readonly string[]>((picked, card) => tapped(plays, picked, card), [])).toEqual(["3S", "3C", "3D"]);
  });

  it("begins anew with a card that does not go with the others", () => {
    expect(tapped(plays, ["3S", "3C"], "AC")).toEqual(["AC"]);
    expect(tapped(plays, ["AC"], "X1")).toEqual(["X1"]);
  });

  it("takes a card back by a second tap", () => {
    expect(tapped(plays, ["3S", "3C"], "3S")).toEqual(["3C"]);
  });

  it("knows which cards may still join", () => {
    expect([...joining(plays, ["3S"])].sort()).toEqual(["3C", "3D", "AC"]);
    expect([...joining(plays, ["AC", "3S"])]).toEqual([]);
    expect([...joining(plays, ["X1"])]).toEqual([]);
  });
});
