/** Views as the server would send them, one for each state that a screen can be in. */

import type { Table, Own, RowsEvent } from "../src/wire/rows";
import { orderScreens } from "./order";
import { gapScreens } from "./gap";
import type { Hall, RoomView, SeatView, View } from "../src/wire/types";
import { headsOn } from "../src/games/rows/heads";
import type { Trouble } from "../src/supply.svelte";
import { idle, twelveOwn, twelveTable } from "./twelve";

const NAMES = ["Anna", "Mehdi", "Sofia", "Åse-Marie Lindqvist", "Jean-François", "Bo", "Wilhelmina", "Li", "Ólafur"];

export function seat(index: number, changes: Partial<SeatView> = {}): SeatView {
  return {
    id: `p${index}`,
    name: NAMES[index] ?? `P${index}`,
    twin: 0,
    is_bot: false,
    presence: "here",
    is_host: index === 0,
    is_awaited: false,
    is_askable: false,
    away_left_s: null,
    asked_left_s: null,
    ...changes,
  };
}
const bot = (number: number): SeatView => seat(20 + number, { id: `bot-${number}`, name: String(number), is_bot: true });

const five = [seat(0), seat(1), seat(2), seat(3), bot(1)];
const ten = [...NAMES.map((_, index) => seat(index)), bot(1)];

export function room(changes: Partial<RoomView>): RoomView {
  return {
    code: "KVR7TD",
    status: "playing",
    phase: "1:4:lay",
    opens_s: 0,
    game: "rows",
    options: { lay_s: 45 },
    min_seats: 2,
    max_seats: 10,
    has_bots: true,
    seats: five,
    line: 0,
    spectators: 0,
    can_sit: false,
    is_stopped: false,
    clock: null,
    starting: null,
    ending: null,
    other_table: null,
    hall: null,
    ...changes,
  };
}

const ROWS = [
  [12, 18, 23, 41],
  [7, 55, 58],
  [60, 61, 77, 80, 84],
  [90],
];
const rowsOf = (rows: number[][]) =>
  rows.map((cards) => ({ cards, heads: cards.reduce((sum, card) => sum + headsOn(card), 0) }));

function table(seats: readonly SeatView[], changes: Partial<Table> = {}): Table {
  return {
    stage: "laying",
    deal: 2,
    turn: 4,
    rows: rowsOf(ROWS),
    goal: 66,
    standings: seats.map((_, index) => ({
      total: (index * 13 + 8) % 41,
      gain: index % 3 === 0 ? (index * 5 + 2) % 17 : 0,
      has_laid: index > 0 && index % 3 !== 2,
      has_left: false,
    })),
    chooser: null,
    unplaced: [],
    placings: [],
    outcome: null,
    ...changes,
  };
}

function own(hand: number[], changes: Partial<Own> = {}): Own {
  return {
    hand,
    laid: null,
    may: { lay: hand, take: [], next_deal: false },
    landings: hand.map((card) => {
      const fitting = ROWS.map((cards, row) => ({ cards, row })).filter(({ cards }) => (cards.at(-1) ?? 0) < card);
      const nearest = fitting.sort((a, b) => (b.cards.at(-1) ?? 0) - (a.cards.at(-1) ?? 0))[0];
      if (nearest === undefined) return null;
      const took = nearest.cards.length === 5 ? nearest.cards : [];
      return {
        row: nearest.row,
        place: nearest.cards.length + 1,
        took,
        heads: took.reduce((sum, each) => sum + headsOn(each), 0),
      };
    }),
    ...changes,
  };
}

export function view(parts: Partial<View> & { room: RoomView }): View {
  return {
    fence: 1,
    version: 1,
    table: null,
    events: [],
    you: { player: "p0", seat: 0, in_line: null },
    own: null,
    private: [],
    ...parts,
  };
}

const TEN_CARDS = [3, 22, 35, 44, 63, 85, 89, 97, 101, 104];
export const awaiting = (seats: SeatView[], ...awaited: number[]): SeatView[] =>
  seats.map((each, index) => ({ ...each, is_awaited: awaited.includes(index) }));
const clock = { left_s: 31, limit_s: 45 };
const placings = [
  { card: 42, seat: 2, row: 0, how: "joined" as const, took: [], heads: 0 },
  { card: 59, seat: 1, row: 1, how: "joined" as const, took: [], heads: 0 },
  { card: 86, seat: 3, row: 2, how: "sixth" as const, took: [60, 61, 77, 80, 84], heads: 13 },
  { card: 91, seat: 0, row: 3, how: "joined" as const, took: [], heads: 0 },
];
const placedRows = [[...(ROWS[0] ?? []), 42], [...(ROWS[1] ?? []), 59], [86], [90, 91]];
const placingEvents: RowsEvent[] = [
  { type: "turnedup", turn: 4, cards: placings.map(({ card, seat: each }) => ({ card, seat: each })) },
  ...placings.map((placing) => ({ type: "placed" as const, placing })),
];
const resultTable = table(five, { stage: "result", turn: 10 });
const overTable = (places: number[], winners: number[]): Table =>
  table(five, {
    stage: "over",
    turn: 10,
    standings: [20, 31, 20, 71, 44].map((total, index) => ({ total, gain: index * 4, has_laid: false, has_left: index === 3 })),
    outcome: { winners, places },
  });

const three = [seat(0), seat(1), seat(2)];
const twelveRoom = (changes: Partial<RoomView> = {}): RoomView =>
  room({ game: "twelve", options: {}, min_seats: 1, max_seats: 4, has_bots: false, seats: awaiting(three, 0), ...changes });
const twelve = (table: Parameters<typeof twelveTable>[0] = {}, own: Parameters<typeof twelveOwn>[0] = {}, at: Partial<RoomView> = {}): View =>
  view({ room: twelveRoom(at), table: twelveTable(table), own: twelveOwn(own) });
const aside = { jesters: 1, medal: "silver" as const };
const alone = (table: Parameters<typeof twelveTable>[0], own: Parameters<typeof twelveOwn>[0], at: Partial<RoomView> = {}): View =>
  twelve(
    { limit: 8, solo: aside, chairs: [{ cards: 6, has_yielded: false, has_left: false, said: null }], field: [{ seat: 0, cards: ["6S"] }], ...table },
    { yields: false, yield_bar: "yield_alone", flip: true, ...own },
    { seats: awaiting([seat(0)], 0), ...at },
  );

/** What to show, and what to do on it before the picture is taken. */
export interface Screen {
  path?: string;
  /** A game of idiot that this browser has kept. */
  save?: string;
  view?: View;
  next?: View;
  hall?: Hall;
  nextHall?: Hall;
  gate?: string;
  away?: boolean;
  refuse?: string;
  /** A part of the client that does not come. */
  trouble?: Trouble;
  tap?: string[];
  wait?: number;
}

const lobby = (changes: Partial<RoomView>): RoomView => room({ status: "lobby", phase: "lobby:1", can_sit: true, ...changes });
export const laying = view({
  room: room({ seats: awaiting(five, 0, 2), clock }),
  table: table(five),
  own: own([3, 22, 35, 44, 63, 89, 97]),
});

export const rooms: Record<string, Screen> = {
  ...orderScreens(),
  ...gapScreens(),
  shelf: { path: "/" },
  "shelf-code": { path: "/", tap: [".doors .button:nth-child(2)"] },
  finding: {},
  "gate-no-room": { gate: "no_room" },
  "gate-removed": { gate: "removed" },
  "gate-elsewhere": { gate: "elsewhere" },
  "gate-closed": { gate: "closed" },
  "gate-update": { gate: "update" },
  "lobby-empty": { view: view({ room: lobby({ seats: [] }), you: { player: "x", seat: null, in_line: null } }) },
  "lobby-host": { view: view({ room: lobby({ seats: five }) }) },
  "lobby-alone": { view: view({ room: lobby({ seats: [seat(0)] }) }) },
  "lobby-guest": {
    view: view({
      room: lobby({ seats: [seat(0), seat(1), seat(2, { presence: "away", away_left_s: 42 })], line: 2, spectators: 3 }),
      you: { player: "p1", seat: 1, in_line: null },
    }),
  },
  "lobby-starting": {
    view: view({ room: lobby({ seats: five, starting: { seat: "p1", left_s: 4 } }) }),
  },
  "lobby-away": { view: view({ room: lobby({ seats: [seat(0), seat(1, { presence: "away", away_left_s: 80 })] }) }), refuse: "somebody_away", tap: [".foot .button"] },
  "lobby-share": { view: view({ room: lobby({ seats: five }) }), tap: [".table .pill:last-child"] },
  "lobby-line": {
    view: view({ room: lobby({ seats: ten, line: 2, other_table: "BCDF23", can_sit: false }), you: { player: "x", seat: null, in_line: 2 } }),
  },
  "rows-laying": { view: laying },
  "rows-selected": { view: laying, tap: ["[data-card='44']"] },
  "rows-sixth": { view: laying, tap: ["[data-card='89']"] },
  "rows-takes": {
    view: view({ room: room({ seats: awaiting(five, 0), clock: { left_s: 8, limit_s: 45 } }), table: table(five), own: own([3, 85, 86]) }),
    tap: ["[data-card='85']"],
  },
  "rows-any": { view: laying, tap: ["[data-card='3']"] },
  "rows-refused": { view: laying, tap: ["[data-card='44']", ".action .main"], refuse: "stale" },
  "rows-laid": {
    view: view({
      room: room({ seats: awaiting(five, 2), clock }),
      table: table(five, { standings: table(five).standings.map((each, index) => ({ ...each, has_laid: index !== 2 })) }),
      own: own([3, 22, 35, 63, 89, 97], { laid: 44, may: { lay: [], take: [], next_deal: false } }),
    }),
  },
  "rows-ten": {
    view: view({
      room: room({
        seats: awaiting(ten, 0, 2, 5, 8).map((each, index) =>
          index === 5 ? { ...each, presence: "away", away_left_s: 42 } : index === 7 ? { ...each, presence: "left" } : each,
        ),
        clock,
      }),
      table: table(ten),
      own: own(TEN_CARDS),
    }),
    tap: ["[data-card='44']"],
  },
  "rows-placing": {
    view: laying,
    next: view({
      version: 2,
      room: room({ seats: awaiting(five, 0, 1, 2, 3), phase: "1:5:lay" }),
      table: table(five, { turn: 5, rows: rowsOf(placedRows), placings }),
      own: own([3, 22, 35, 63, 89, 97]),
      events: placingEvents,
    }),
    wait: 1_350,
  },
  "rows-choice": {
    view: view({
      room: room({ seats: awaiting(five, 0), phase: "1:4:row", clock: { left_s: 17, limit_s: 20 } }),
      table: table(five, { stage: "row", chooser: 0, unplaced: [{ card: 3, seat: 0 }, { card: 46, seat: 1 }, { card: 66, seat: 3 }] }),
      own: own([22, 35, 44, 63], { laid: 3, may: { lay: [], take: [0, 1, 2, 3], next_deal: false } }),
    }),
    tap: ["li:nth-child(2) .take"],
  },
  "rows-other-chooses": {
    view: view({
      room: room({ seats: awaiting(five, 3), phase: "1:4:row", clock: { left_s: 17, limit_s: 20 } }),
      table: table(five, { stage: "row", chooser: 3, unplaced: [{ card: 5, seat: 3 }, { card: 46, seat: 1 }] }),
      own: own([22, 35, 44, 63], { may: { lay: [], take: [], next_deal: false } }),
    }),
  },
  "rows-watching": {
    view: view({ room: room({ seats: awaiting(five, 0, 2), clock, spectators: 1 }), table: table(five), you: { player: "x", seat: null, in_line: null } }),
  },
  "rows-lost-seat": {
    view: view({ room: room({ seats: [seat(0, { presence: "left" }), ...five.slice(1)], clock }), table: table(five), own: own([3, 22]) }),
  },
  "rows-away": { view: laying, away: true },
  "rows-result": {
    view: view({
      room: room({ phase: "2:result", opens_s: 2.4, clock: { left_s: 18, limit_s: 20 } }),
      table: resultTable,
      own: own([], { may: { lay: [], take: [], next_deal: true } }),
    }),
  },
  "rows-over": {
    view: view({ room: room({ status: "over", phase: "over:1", ending: "finished" }), table: overTable([1, 3, 1, 5, 4], [0, 2]), own: own([]) }),
  },
  "rows-won": {
    view: view({ room: room({ status: "over", phase: "over:1", ending: "finished" }), table: overTable([1, 3, 2, 5, 4], [0]), own: own([]) }),
  },
  "rows-ended": { view: view({ room: room({ status: "over", phase: "over:1", ending: "ended_by_host" }), table: table(five), own: own([]) }) },
  "twelve-playing": { view: twelve() },
  "twelve-picked": { view: twelve(), tap: ["[data-card='3S']", "[data-card='3C']", "[data-card='3D']"] },
  "twelve-one": { view: twelve(), tap: ["[data-card='3S']"] },
  "twelve-jester": { view: twelve(), tap: ["[data-card='X2']"] },
  "twelve-yield": { view: twelve(), tap: [".option"] },
  "twelve-barred": { view: twelve({}, { yields: false, yield_bar: "all_yielded" }), tap: [".option"] },
  "twelve-waiting": { view: twelve({ turn: 1 }, idle, { seats: awaiting(three, 1) }) },
  "twelve-paying": {
    view: twelve(
      { stage: "paying", due: 3, paid: ["TH"] },
      { ...idle, hand: ["AC", "3D", "3C", "X2"], payments: [["AC", 1, 2], ["3D", 3, 0], ["3C", 3, 0], ["X2", 0, 3]].map(([card, value, left]) => ({ card: String(card), value: Number(value), left: Number(left) })) },
    ),
    tap: ["[data-card='AC']"],
  },
  "twelve-naming": {
    view: twelve(
      { stage: "naming", field: [{ seat: 1, cards: ["6S"] }, { seat: 0, cards: ["X1"] }], chairs: twelveTable().chairs.map((chair, index) => ({ ...chair, said: index === 1 ? "gladly" : null })) },
      { ...idle, names: [0, 1, 2], says: ["gladly", "rather_not"] },
    ),
    tap: [".place:nth-child(3)"],
  },
  "twelve-saying": {
    view: twelve(
      { stage: "naming", turn: 1, chairs: twelveTable().chairs.map((chair, index) => ({ ...chair, said: index === 0 ? "rather_not" : null })) },
      { ...idle, says: ["gladly"] },
      { seats: awaiting(three, 1) },
    ),
  },
  "twelve-discard": { view: twelve(), tap: ["button.pile"] },
  "twelve-long": {
    view: twelve({
      beaten: 10,
      to_come: ["K"],
      enemy: { card: "KS", health: 40, attack: 20, left: 3, damage: 37, shield: 0, blow: 20, blocked: 12, is_immune: true },
      field: ["9D", "2S 2C", "TS", "8H", "4D", "AH 6D", "5S", "7C", "X1", "2H"].map((cards, index) => ({ seat: index % 3, cards: cards.split(" ") })),
    }),
    tap: ["[data-card='TH']"],
  },
  "twelve-solo": { view: alone({}, {}), tap: [".option"] },
  "twelve-lost": {
    view: twelve({ stage: "lost", loss: "unpaid", due: 9, turn: 1, outcome: { winners: [], places: null } }, idle, { status: "over", phase: "over:1", ending: "finished" }),
  },
  "twelve-gold": {
    view: alone(
      { stage: "won", beaten: 12, enemy: null, to_come: [], solo: { jesters: 2, medal: "gold" }, outcome: { winners: [0], places: null } },
      { ...idle, flip: false },
      { status: "over", phase: "over:1", ending: "finished" },
    ),
  },
  "twelve-asked": { view: twelve({}, {}, { seats: awaiting(three, 0).map((each, index) => (index === 0 ? { ...each, asked_left_s: 52 } : each)) }) },
  "twelve-askable": { view: twelve({ turn: 1 }, idle, { seats: awaiting(three, 1).map((each, index) => (index === 1 ? { ...each, is_askable: true } : each)) }) },
  "twelve-left": {
    view: view({ room: twelveRoom({ seats: [seat(0, { presence: "left" }), ...awaiting(three, 1).slice(1)] }), table: twelveTable({ turn: 1 }), own: twelveOwn({ ...idle, hand: [] }) }),
  },
  "rows-menu": { view: laying, tap: [".top .chip"] },
  "rows-rules": { view: laying, tap: [".top .square"] },
};
