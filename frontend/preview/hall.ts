/** Halls as the server would send them: people who wait, organisers, stages, and what tables show of their hall. */

import type { Hall, HallView, PersonView, ReachedView, TableView, View } from "../src/wire/types";
import { seen as hall } from "../tests/hall/tables";
import { type Screen, awaiting, laying, room, rooms, seat, view } from "./fixtures";

const NAMES = ["Anna", "Mehdi", "Sofia", "Åse-Marie Lindqvist", "Jean-François", "Bo", "Wilhelmina", "Li", "Ólafur", "Nour", "Kim", "Þóra"];
const SIZES: Readonly<Record<string, number>> = { twelve: 3, order: 4, gap: 6, rows: 6 };
const boss = { has_joined: false, is_organiser: true, rests: false, table: null, place: null, status: null };
const guest = { has_joined: true, is_organiser: false, rests: false, table: null, place: null, status: null };
const onlooker = { has_joined: false, is_organiser: false, rests: false, table: null, place: null, status: null };

/** Ranks as the server would give them are not known here: the further, the better, in big steps. */
function reachedOf(place: number, game: string, people: readonly string[]): ReachedView {
  const together = { leaders: [], points: 0 };
  if (game === "twelve") return { ...together, done: (place * 5) % 12, failed: 0, goal: 12, rank: 12 - ((place * 5) % 12) };
  if (game === "order") return { ...together, done: place % 4, failed: (place * 2) % 3, goal: 3, rank: 4 - (place % 4) };
  const leaders = people.filter((_, index) => index === place % 3 || (place % 4 === 0 && index === 0));
  return { done: 1 + (place % 3), failed: 0, goal: game === "gap" ? 6 : 0, leaders, points: (place * 7) % 30, rank: null };
}

function phaseOf(place: number, game: string): string {
  if (game === "twelve") return "1:9:paying:0:0";
  if (game === "order") return `1:${1 + (place % 3)}:${place % 4}`;
  return game === "gap" ? `1:${1 + (place % 5)}:judge` : `1:${1 + (place % 2)}:${1 + (place % 10)}:lay`;
}

function table(place: number, game: string): TableView {
  const size = (SIZES[game] ?? 4) - (place % 3 === 2 ? 1 : 0);
  const names = Array.from({ length: size }, (_, index) => NAMES[(place * 5 + index) % NAMES.length] ?? "");
  return {
    code: `T${place}`,
    place,
    game,
    status: "playing",
    phase: phaseOf(place, game),
    since_s: (place * 37) % 190,
    people: names,
    awaited: names.map((_, index) => index).filter((index) => index === place % 3 || place % 5 === 0),
    away: names.map((_, index) => index).filter((index) => (place + index) % 7 === 0),
    is_short: false,
    reached: reachedOf(place, game, names),
  };
}

const over = (place: number, game: string): TableView => ({ ...table(place, game), status: "over" });

const some = (count: number, game: string): TableView[] =>
  Array.from({ length: count }, (_, index) => (index % 4 === 0 ? over(index + 1, game) : table(index + 1, game)));
const all = (count: number, game: string): TableView[] => Array.from({ length: count }, (_, index) => over(index + 1, game));
const people: PersonView[] = NAMES.map((name, index) => ({
  id: `p${index}`,
  name,
  is_here: index !== 4,
  place: index === 4 || index % 3 === 0 ? null : 1 + index,
}));

const playing = (changes: Partial<HallView> = {}): Partial<HallView> => ({
  stage: "playing",
  phase: "playing:1",
  round: 1,
  tables: 10,
  over: 3,
  people: 39,
  waiting: 2,
  plan: [],
  left_over: 2,
  ...changes,
});
const ended = (changes: Partial<HallView> = {}): Partial<HallView> => ({
  stage: "over",
  phase: "over:1",
  round: 1,
  tables: 10,
  over: 10,
  waiting: 4,
  ...changes,
});

const inHall = (seen: Hall, more: Partial<Screen> = {}): Screen => ({ path: "/h/KVR7TDX", hall: seen, ...more });
const onStage = (seen: Hall): Screen => ({ path: "/h/KVR7TDX/stage", hall: { ...seen, you: onlooker } });

const ofHall = { code: "KVR7TDX", place: 7, is_ending: false, announced: null, left_s: null };
const atTable = (changes: Partial<View["room"]>, from: View = laying): Screen => ({
  view: { ...from, room: { ...from.room, hall: ofHall, ...changes } },
});
const arriving = [seat(0), seat(1, { presence: "away" }), seat(2), seat(3, { presence: "away" })];

/** Made when asked for: the files need each other. */
export function hallScreens(): Record<string, Screen> {
  const mixed = some(10, "order").map((each): TableView => {
    if (each.place === 6) return { ...each, is_short: true, people: each.people.slice(0, 2) };
    return each.place === 8 ? { ...each, status: "opening", reached: null, phase: "" } : each;
  });
  const waits = { waiting: 4, plan: [{ size: 4, tables: 1 }], left_over: 0 };
  const said = { number: 2, what: "five_minutes" as const };
  return {
    "hall-finding": { path: "/h/KVR7TDX" },
    "hall-gate-no-room": { path: "/h/KVR7TDX", gate: "no_room" },
    "hall-gate-closed": { path: "/h/KVR7TDX", gate: "closed" },
    "hall-door": inHall(hall({}, { you: onlooker })),
    "hall-waiting": inHall(hall()),
    "hall-warm-up": inHall(hall(), { tap: [".warm"] }),
    "hall-late": inHall(hall(playing({ left_s: 312 }))),
    "hall-over-early": inHall(hall(playing(), { you: { ...guest, table: "T3", place: 3, status: "over" } })),
    "hall-rests": inHall(hall(playing(), { you: { ...guest, rests: true } })),
    "hall-results": inHall(hall(ended(), { you: { ...guest, table: "T3", place: 3, status: "over" }, tables: all(10, "order") })),
    "hall-results-many": inHall(hall(ended({ people: 790, tables: 200 }), { you: { ...guest, table: "T77", place: 77, status: "over" }, tables: all(200, "order") })),
    "hall-said": inHall(hall(playing({ left_s: 312 })), { nextHall: hall(playing({ left_s: 299, announced: said })) }),
    "hall-results-points": inHall(hall(ended({ game: "rows" }), { tables: all(6, "gap") })),
    "hall-organiser-empty": inHall(hall({ people: 0, waiting: 0, plan: [] }, { you: boss, people: [] })),
    "hall-organiser": inHall(hall({}, { you: boss, people })),
    "hall-organiser-gap": inHall(
      hall(
        { game: "gap", options: { lay_s: 75, judge_percent: 100 }, plan: [{ size: 7, tables: 1 }, { size: 6, tables: 5 }] },
        { you: { ...boss, has_joined: true }, people },
      ),
    ),
    "hall-organiser-left-over": inHall(
      hall({ game: "twelve", people: 1203, plan: [{ size: 4, tables: 200 }], left_over: 403 }, { you: boss, people }),
    ),
    "hall-organiser-playing": inHall(
      hall(playing({ ...waits, left_s: 312, announced: said }), { you: { ...boss, has_joined: true, table: "T2", place: 2, status: "playing" }, tables: mixed, people }),
    ),
    "hall-organiser-ends": inHall(hall(playing(), { you: boss, tables: mixed, people }), { tap: [".ends .line:last-of-type"] }),
    "hall-organiser-table": inHall(hall(playing(), { you: boss, tables: some(10, "rows"), people }), { tap: [".tables .head"] }),
    "hall-organiser-many": inHall(hall(playing({ tables: 200, over: 50, people: 1100 }), { you: boss, tables: some(200, "gap"), people })),
    "hall-organiser-over": inHall(hall(ended(), { you: boss, tables: all(10, "twelve"), people })),
    "hall-stage-door": onStage(hall()),
    "hall-stage-playing": onStage(hall(playing({ left_s: 312 }), { tables: mixed })),
    "hall-stage-said": {
      ...onStage(hall(playing({ tables: 24, people: 130 }), { tables: some(24, "gap") })),
      nextHall: hall(playing({ tables: 24, people: 130, announced: said }), { you: onlooker, tables: some(24, "gap") }),
    },
    "hall-stage-many": onStage(hall(playing({ tables: 200, over: 50, people: 790 }), { tables: some(200, "rows") })),
    "hall-stage-ranked": onStage(hall(ended(), { tables: all(14, "twelve") })),
    "hall-stage-points": onStage(hall(ended(), { tables: all(9, "rows") })),
    "hall-stage-results-many": onStage(hall(ended({ tables: 200 }), { tables: all(200, "order") })),
    "hall-stage-points-many": onStage(hall(ended({ tables: 130 }), { tables: all(130, "gap") })),
    "hall-table-lobby": {
      view: view({
        room: room({ status: "lobby", phase: "lobby:1", seats: arriving, hall: ofHall, game: "order", options: {}, has_bots: false, min_seats: 3, max_seats: 8 }),
      }),
    },
    "hall-table-said": { ...atTable({}), next: atTable({ hall: { ...ofHall, left_s: 287, announced: said } }).view! },
    "hall-table-last": atTable({ hall: { ...ofHall, is_ending: true } }),
    "hall-table-back": atTable({ hall: { ...ofHall, announced: { number: 3, what: "back_to_hall" } } }),
    "hall-table-stale": atTable({ hall: { ...ofHall, announced: said } }),
    "hall-table-over": atTable({ status: "over", phase: "over:1", ending: "finished" }, rooms["rows-over"]?.view),
    "hall-table-ended": atTable({ status: "over", ending: "round_over", hall: { ...ofHall, is_ending: true } }, rooms["twelve-playing"]?.view),
    "hall-table-left": atTable({ seats: awaiting([seat(0, { presence: "left" }), seat(1), seat(2)], 1) }),
    "hall-table-line": {
      view: { ...laying, own: null, you: { player: "x", seat: null, in_line: 1 }, room: { ...laying.room, hall: ofHall, line: 1 } },
    },
    "hall-table-menu": { ...atTable({}), tap: [".top .chip:first-child"] },
  };
}
