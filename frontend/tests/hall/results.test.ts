import { describe, expect, it } from "vitest";
import { byNeed, ranked } from "../../src/hall/results";
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
});
