import { describe, expect, it } from "vitest";
import { TURN_MS, frames, stepMs, still } from "../src/games/rows/placing";
import type { Placing, RowsEvent, Table } from "../src/wire/rows";

function table(rows: number[][], totals: number[], changes: Partial<Table> = {}): Table {
  return {
    stage: "laying",
    goal: 66,
    deal: 1,
    turn: 2,
    rows: rows.map((cards) => ({ cards, heads: cards.length })),
    standings: totals.map((total) => ({ total, gain: total, has_laid: false, has_left: false })),
    chooser: null,
    unplaced: [],
    placings: [],
    outcome: null,
    ...changes,
  };
}
const placing = (card: number, seat: number, row: number, took: number[] = [], heads = 0): Placing => ({
  card,
  seat,
  row,
  how: took.length > 0 ? "sixth" : "joined",
  took,
  heads,
});
const events = (...placings: Placing[]): RowsEvent[] => [
  { type: "turnedup", turn: 1, cards: placings.map(({ card, seat }) => ({ card, seat })) },
  ...placings.map((each): RowsEvent => ({ type: "placed", placing: each })),
];

describe("a turn told card by card", () => {
  const sixth = placing(44, 0, 1, [30, 38, 40, 41, 43], 10);
  const after = placing(46, 1, 1);
  const now = table([[12], [44, 46], [60], [80]], [10, 0]);
  const told = frames(now, events(sixth, after));

  it("begins with the rows as they were, all cards turned up", () => {
    expect(told[0]?.rows).toEqual([[12], [30, 38, 40, 41, 43], [60], [80]]);
    expect(told[0]?.waiting.map(({ card }) => card)).toEqual([44, 46]);
    expect(told[0]?.totals).toEqual([0, 0]);
  });

  it("shows each card as it lands, with what it took", () => {
    expect(told.map((frame) => frame.rows[1])).toEqual([[30, 38, 40, 41, 43], [44], [44, 46]]);
    expect(told.map((frame) => frame.placed?.card ?? null)).toEqual([null, 44, 46]);
    expect(told.map((frame) => frame.totals[0])).toEqual([0, 10, 10]);
  });

  it("ends with the table as it is", () => {
    expect({ ...told.at(-1), placed: null }).toEqual(still(now));
  });
});

describe("a turn that stops for a row choice", () => {
  it("keeps the cards that wait", () => {
    const waiting = table([[12], [25], [40], [75]], [0, 0], {
      stage: "row",
      chooser: 0,
      unplaced: [{ card: 10, seat: 0 }, { card: 13, seat: 1 }],
    });
    const told = frames(waiting, [{ type: "turnedup", turn: 1, cards: waiting.unplaced }]);
    expect(told).toHaveLength(1);
    expect(told[0]?.waiting.map(({ card }) => card)).toEqual([10, 13]);
  });

  it("goes on from there with the placings of the choice", () => {
    const now = table([[12, 13], [25], [40], [10]], [1, 0]);
    const told = frames(now, events(placing(10, 0, 3, [75], 1), placing(13, 1, 0)).slice(1));
    expect(told.map((frame) => frame.rows[3])).toEqual([[75], [10], [10]]);
  });
});

it("nothing is told where nothing was placed, or where a new deal lies already", () => {
  const now = table([[12], [25], [40], [75]], [0, 0]);
  expect(frames(now, [{ type: "laid", seat: 1, by_policy: false }])).toEqual([]);
  expect(frames(now, [...events(placing(12, 0, 0)), { type: "dealstarted", deal: 2, rows: [12, 25, 40, 75] }])).toEqual([]);
});

it("a card takes 0.4 s, a turn 4 s at most", () => {
  expect(stepMs(4)).toBe(400);
  expect(stepMs(20) * 20).toBe(TURN_MS);
  expect(stepMs(0)).toBe(0);
});
