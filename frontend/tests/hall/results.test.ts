import { describe, expect, it } from "vitest";
import { byNeed, foremost, ranked } from "../../src/hall/results";
import { reached, table } from "./tables";

describe("tables side by side", () => {
  const places = (...tables: Parameters<typeof table>[]) => ranked(tables.map((each) => table(...each))).map(({ table: each, place }) => [each.place, place]);

  it("are in the order of their rank, and equals in that of their numbers", () =>
    expect(
      places([1, { reached: reached(4, { rank: 2 }) }], [2, { reached: reached(9, { rank: 1 }) }], [3, { reached: reached(4, { rank: 2 }) }], [4, { reached: reached(1, { rank: 4 }) }]),
    ).toEqual([
      [2, 1],
      [1, 2],
      [3, 2],
      [4, 4],
    ]));

  it("that have reached nothing come last, and have no place", () =>
    expect(places([1, { reached: null }], [2, { reached: reached(0, { rank: 1 }) }])).toEqual([
      [2, 1],
      [1, null],
    ]));

  it("that are not compared stay in their order", () =>
    expect(places([1, { reached: reached(1) }], [2, { reached: reached(9) }])).toEqual([
      [1, null],
      [2, null],
    ]));

  it("with too few people are what an organiser sees first", () =>
    expect(byNeed([table(1), table(2), table(3, { is_short: true })]).map(({ place }) => place)).toEqual([3, 1, 2]));

  it("of which only the first are listed are listed with all in need and the one that is looked at", () => {
    const tables = [1, 2, 3, 4, 5].map((place) => table(place, { is_short: place > 3 }));
    const places = (atLeast: number, opened: string | null) => foremost(tables, atLeast, opened).map(({ place }) => place);
    expect([places(1, null), places(3, null), places(3, table(2).code)]).toEqual([[4, 5], [4, 5, 1], [4, 5, 1, 2]]);
  });
});
