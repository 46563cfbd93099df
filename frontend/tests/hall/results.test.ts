import { describe, expect, it } from "vitest";
import { byNeed, leaders, ranked } from "../../src/hall/results";
import type { Score } from "../../src/wire/types";
import { table } from "./tables";

const score = (done: number, failed = 0): Score => ({ done, failed, goal: 12, points: [] });
const points = (...each: number[]): Score => ({ done: 3, failed: 0, goal: 0, points: each });

describe("who leads at a table", () => {
  it("is whoever has the most points, and in rows whoever has the fewest heads", () => {
    expect(leaders(table(1, { game: "gap", score: points(2, 5, 1) }))).toEqual({ names: ["Bo"], points: 5 });
    expect(leaders(table(1, { game: "rows", score: points(2, 5, 1) }))).toEqual({ names: ["Li"], points: 1 });
  });

  it("has the names that come with the points, where others sit there by now", () =>
    expect(leaders(table(1, { game: "gap", score: points(2, 5), names: ["Cia", "Dag"] }))).toEqual({ names: ["Dag"], points: 5 }));

  it("is not somebody who has gone with few heads", () => {
    const left = table(1, { game: "rows", people: ["Bo", "Li"], names: ["Anna", "Bo", "Li"], score: points(0, 13, 22) });
    expect(leaders(left)).toEqual({ names: ["Bo"], points: 13 });
  });

  it("may be several", () => expect(leaders(table(1, { game: "gap", score: points(4, 1, 4) }))?.names).toEqual(["Anna", "Li"]));

  it("is taken from the result with its own names, once there is one", () => {
    const over = table(1, { game: "gap", score: points(9, 0, 0), result: { score: points(0, 3), names: ["Cia", "Dag"] } });
    expect(leaders(over)).toEqual({ names: ["Dag"], points: 3 });
  });

  it("is nobody where all play together", () => expect(leaders(table(1))).toBeNull());
});

describe("tables side by side", () => {
  const places = (...tables: Parameters<typeof table>[]) => ranked(tables.map((each) => table(...each))).map(({ table: each, place }) => [each.place, place]);

  it("that play together are ranked by how far they came, and equals share a place", () =>
    expect(places([1, { score: score(4) }], [2, { score: score(9) }], [3, { score: score(4) }], [4, { score: score(1) }])).toEqual([
      [2, 1],
      [1, 2],
      [3, 2],
      [4, 4],
    ]));

  it("with as much done are told apart by what failed", () =>
    expect(places([1, { score: score(2, 3) }], [2, { score: score(2, 0) }])).toEqual([
      [2, 1],
      [1, 2],
    ]));

  it("without a score come last, and have no place", () =>
    expect(places([1, { score: null }], [2, { score: score(0) }])).toEqual([
      [2, 1],
      [1, null],
    ]));

  it("at which everybody plays for themselves stay in their order", () =>
    expect(places([1, { game: "gap", score: points(1) }], [2, { game: "gap", score: points(9) }])).toEqual([
      [1, null],
      [2, null],
    ]));

  it("with too few people are what an organiser sees first", () =>
    expect(byNeed([table(1), table(2), table(3, { is_short: true })]).map(({ place }) => place)).toEqual([3, 1, 2]));
});
