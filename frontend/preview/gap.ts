/** The states of `gap`'s table. */

import type { Own, Shown, Standing, Table } from "../src/wire/gap";
import type { RoomView, SeatView, View } from "../src/wire/types";
import { type Screen, awaiting, room, seat, view } from "./fixtures";

const people = (count: number): SeatView[] => Array.from({ length: count }, (_, index) => seat(index));
const ONE = { parts: ["The plumber took one look under the sink and found ", "."] };
const TWO = { parts: ["The instructions were clear: first ", ", then ", "."] };
const LONG = {
  parts: ["The goose would not be parted from ", ", not even in exchange for ", "."],
};
const PHRASES = [
  "a slightly damp cardboard box",
  "the last working umbrella in the building",
  "a goose with somewhere to be",
  "eleven identical spare keys",
  "the smoke alarm’s opinion",
  "fog, but indoors",
  "a double bed below a spiral staircase",
  "a deer in the headlights of a milk float",
  "three dry minutes",
  "the extension lead behind the extension lead",
  "a lawnmower that starts on the ninth pull",
  "toast at an angle",
  "a folder of instructions for other things",
  "a donkey facing the wall",
];
const phrase = (index: number): string => PHRASES[index % PHRASES.length] ?? "";
const hand = (count: number) => Array.from({ length: count }, (_, card) => ({ card, text: phrase(card) }));

function standings(seats: readonly SeatView[], laid: readonly number[] = []): Standing[] {
  return seats.map((_, index) => ({
    points: (index * 5) % 4,
    has_laid: laid.includes(index),
    has_read: index < 3,
    has_left: seats[index]?.presence === "left",
  }));
}

function table(seats: readonly SeatView[], changes: Partial<Table> = {}): Table {
  return {
    stage: "laying",
    round: 3,
    rounds: seats.length,
    reader: 2,
    queue: seats.map((_, index) => index).slice(3),
    sentence: ONE,
    answers: [],
    verdict: null,
    picked: null,
    winner: null,
    standings: standings(seats),
    missing: 0,
    outcome: null,
    ...changes,
  };
}

const own = (changes: Partial<Own> = {}): Own => ({
  hand: hand(6),
  answer: [],
  mine: null,
  may: { lay: 1, pick: [], next_sentence: false },
  ...changes,
});
const REST = { lay: 0, pick: [], next_sentence: false };

function answers(count: number, gaps: number, seats?: readonly number[]): Shown[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 100 + index,
    phrases: Array.from({ length: gaps }, (_, gap) => phrase(index * gaps + gap)),
    seat: seats?.[index] ?? null,
  }));
}

const clock = { left_s: 48, limit_s: 75 };
const gapRoom = (changes: Partial<RoomView> = {}): RoomView =>
  room({
    game: "gap",
    options: { lay_s: 75, judge_percent: 100 },
    min_seats: 3,
    max_seats: 12,
    has_bots: false,
    seats: people(5),
    phase: "1:3:lay",
    clock,
    ...changes,
  });
const show = (changes: Partial<RoomView>, parts: Partial<View>): View => view({ room: gapRoom(changes), ...parts });

const laying = (seats: SeatView[], changes: Partial<Table>, mine: Own): View =>
  show({ seats: awaiting(seats, 0, 4) }, { table: table(seats, { standings: standings(seats, [1, 3]), ...changes }), own: mine });
const judging = (seats: SeatView[], gaps: number, mine: Own, sentence = gaps > 1 ? TWO : ONE): View =>
  show(
    { seats: awaiting(seats, 2), phase: "1:3:judge", clock: { left_s: 8, limit_s: 155 } },
    { table: table(seats, { stage: "judging", sentence, answers: answers(seats.length - 1, gaps) }), own: mine },
  );
const reading = { you: { player: "p2", seat: 2, in_line: null } };
const result = (changes: Partial<Table>): View =>
  show(
    { phase: "1:3:result", opens_s: 2.4, clock: { left_s: 18, limit_s: 20 } },
    {
      table: table(people(5), {
        stage: "result",
        sentence: TWO,
        answers: answers(4, 2, [3, 0, 4, 1]),
        verdict: "picked",
        picked: 102,
        winner: 4,
        ...changes,
      }),
      own: own({ hand: hand(4), may: { ...REST, next_sentence: true } }),
    },
  );
/** Five sentences, five points. */
const points = [2, 0, 2, 0, 1];
const places = [1, 4, 1, 4, 3];

/** A function, because this file and the fixtures know each other. */
export const gapScreens = (): Record<string, Screen> => ({
  "gap-laying": { view: laying(people(5), {}, own()) },
  "gap-selected": { view: laying(people(5), {}, own()), tap: [".phrases button:nth-child(3)"] },
  "gap-two": {
    view: laying(people(5), { sentence: TWO }, own({ may: { ...REST, lay: 2 } })),
    tap: [".phrases button:nth-child(1)"],
  },
  "gap-twelve": {
    view: laying(people(12), { sentence: LONG }, own({ may: { ...REST, lay: 2 } })),
    tap: [".phrases button:nth-child(2)", ".phrases button:nth-child(5)"],
  },
  "gap-laid": { view: laying(people(5), {}, own({ hand: hand(6).slice(1), answer: [phrase(0)], may: REST })) },
  "gap-reader": { view: { ...laying(people(5), {}, own({ may: REST })), ...reading } },
  "gap-late": { view: laying(people(5), {}, own({ hand: [], may: REST })) },
  "gap-judging": { view: judging(people(5), 1, own({ mine: 101, may: REST })), tap: [".answer:nth-child(2)"] },
  "gap-judges": {
    view: { ...judging(people(5), 2, own({ may: { ...REST, pick: [100, 101, 102, 103] } })), ...reading },
    tap: [".answer:nth-child(3)"],
  },
  "gap-judges-eleven": {
    view: { ...judging(people(12), 2, own({ may: { ...REST, pick: [100, 101] } }), LONG), ...reading },
    tap: [".answer:nth-child(2)"],
  },
  "gap-judges-none": {
    view: { ...judging(people(5), 1, own({ may: { ...REST, pick: [100] } })), ...reading },
    tap: [".answer.none"],
  },
  "gap-result": { view: result({}) },
  "gap-result-none": { view: result({ verdict: "none", picked: null, winner: null, queue: [] }) },
  "gap-void": { view: result({ verdict: "void_reader_left", picked: null, winner: null, answers: [] }) },
  "gap-watching": {
    view: { ...judging(people(12), 1, own()), own: null, you: { player: "x", seat: null, in_line: null } },
  },
  "gap-waiting": {
    view: show(
      { seats: [seat(0), seat(1), seat(2, { presence: "left" })], phase: "1:2:wait", clock: null },
      { table: table([seat(0), seat(1), seat(2, { presence: "left" })], { stage: "waiting", missing: 1, queue: [1], sentence: null }), own: own({ may: REST }) },
    ),
  },
  "gap-over": {
    view: show(
      { status: "over", phase: "over:1", ending: "finished", clock: null },
      {
        table: table(people(5), {
          stage: "over",
          round: 5,
          sentence: null,
          queue: [],
          standings: standings(people(5)).map((each, index) => ({ ...each, points: points[index] ?? 0, has_read: true })),
          outcome: { winners: [0, 2], places },
        }),
        own: own({ may: REST }),
      },
    ),
  },
});
