/** A hall and its tables as the server would send them. */

import type { Hall, HallView, ReachedView, TableView } from "../../src/wire/types";

export const reached = (done: number, more: Partial<ReachedView> = {}): ReachedView => ({
  done,
  failed: 0,
  goal: 12,
  leaders: [],
  points: 0,
  rank: null,
  ...more,
});

export function table(place: number, changes: Partial<TableView> = {}): TableView {
  return {
    code: `BCDF2${place}`,
    place,
    game: "twelve",
    status: "playing",
    phase: "1:7:paying:0:0",
    since_s: 40,
    people: ["Anna", "Bo", "Li"],
    awaited: [0],
    away: [],
    is_short: false,
    reached: reached(4),
    ...changes,
  };
}

export function seen(hall: Partial<HallView> = {}, rest: Partial<Hall> = {}): Hall {
  return {
    fence: 1,
    version: 1,
    hall: {
      code: "KVR7TDX",
      stage: "gathering",
      phase: "gathering:0",
      round: 0,
      game: "order",
      options: {},
      min_seats: 3,
      max_seats: 8,
      people: 37,
      waiting: 37,
      tables: 0,
      over: 0,
      plan: [
        { size: 4, tables: 7 },
        { size: 3, tables: 3 },
      ],
      left_over: 0,
      announced: null,
      left_s: null,
      ...hall,
    },
    you: { has_joined: true, is_organiser: false, rests: false, table: null, place: null, status: null },
    tables: null,
    people: null,
    ...rest,
  };
}
