/** Tables of `order` in every state, for the preview. */

import type { Own, Shown, Standing, Table } from "../src/wire/order";
import type { SeatView, View } from "../src/wire/types";
import { type Screen, awaiting, room, seat, view } from "./fixtures";

const BOARD = ["9S", "9D", "4C", "JH", "2S"];
const NOTHING = { take: [], release: false, yes: null, no: false, next_deal: false };

interface Claim {
  chip?: number | null;
  earlier?: (number | null)[];
  yes?: boolean;
  left?: boolean;
  waits?: boolean;
}

function standing({ chip = null, earlier = [], yes = false, left = false, waits = false }: Claim): Standing {
  return { chip, earlier, has_yes: yes, is_dealt: !waits, is_in: !left && !waits, has_left: left };
}

function table(claims: Claim[], street: number, changes: Partial<Table> = {}): Table {
  const chips = claims.filter(({ left, waits }) => !left && !waits).length;
  const held = claims.map(({ chip }) => chip);
  return {
    stage: "claiming",
    deal: 2,
    street,
    board: BOARD.slice(0, [0, 3, 4, 5][street]),
    chips,
    pile: Array.from({ length: chips }, (_, index) => index + 1).filter((chip) => !held.includes(chip)),
    claim: 12,
    right: 1,
    wrong: 0,
    goal: 3,
    standings: claims.map(standing),
    shown: [],
    verdict: null,
    outcome: null,
    ...changes,
  };
}

const seats = (n: number): SeatView[] => Array.from({ length: n }, (_, index) => seat(index));
const own = (may: Partial<Own["may"]>, hand = ["QH", "TD"]): Own => ({ hand, may: { ...NOTHING, ...may } });
const around = (people: SeatView[], phase: string): View["room"] =>
  room({ game: "order", options: {}, phase, seats: people, min_seats: 3, max_seats: 8, has_bots: false });

function shown(
  of: number,
  chip: number,
  hand: string,
  category: Shown["strength"]["category"],
  ranks: number[],
  kickers: number[],
  five: string,
  [level, lowest, highest]: [number, number, number],
  kickers_decide = false,
): Shown {
  return {
    seat: of,
    chip,
    hand: hand.split(" "),
    strength: { category, ranks, kickers, five: five.split(" ") },
    level,
    lowest,
    highest,
    kickers_decide,
  };
}

const FOUR_SHOWN = [
  shown(2, 1, "8D 7C", 2, [9], [11, 8, 7], "9S 9D JH 8D 7C", [0, 1, 2], true),
  shown(0, 2, "8H 7S", 2, [9], [11, 8, 7], "9S 9D JH 8H 7S", [0, 1, 2], true),
  shown(3, 3, "AC KH", 2, [9], [14, 13, 11], "9S 9D AC KH JH", [1, 3, 3], true),
  shown(1, 4, "9C 4H", 7, [9, 4], [], "9C 9S 9D 4H 4C", [2, 4, 4]),
];
const EIGHT_SHOWN = [
  shown(4, 1, "8D 7C", 2, [9], [11, 8, 7], "9S 9D JH 8D 7C", [0, 1, 2], true),
  shown(0, 2, "QH TD", 2, [9], [12, 11, 10], "9S 9D QH JH TD", [1, 3, 3], true),
  shown(2, 3, "8H 7S", 2, [9], [11, 8, 7], "9S 9D JH 8H 7S", [0, 1, 2], true),
  shown(3, 4, "AC KH", 2, [9], [14, 13, 11], "9S 9D AC KH JH", [2, 4, 4], true),
  shown(5, 5, "JD 3C", 3, [11, 9], [4], "JD JH 9S 9D 4C", [3, 5, 6], true),
  shown(6, 6, "JS 3H", 3, [11, 9], [4], "JS JH 9S 9D 4C", [3, 5, 6], true),
  shown(7, 7, "AS 8S", 6, [14], [9, 8, 4, 2], "AS 9S 8S 4C 2S", [4, 7, 7]),
  shown(1, 8, "9C 4H", 7, [9, 4], [], "9C 9S 9D 4H 4C", [5, 8, 8]),
];

/** Made when asked for: the two files need each other. */
export function orderScreens(): Record<string, Screen> {
  const first = view({
    room: around(awaiting(seats(4), 0, 1, 2, 3), "1:2:0"),
    table: table([{}, {}, {}, {}], 0),
    own: own({ take: [1, 2, 3, 4] }),
  });
  const mid = (claims: Claim[], may: Partial<Own["may"]>, ...owing: number[]): View =>
    view({ room: around(awaiting(seats(claims.length), ...owing), "1:2:2"), table: table(claims, 2), own: own(may) });
  const all: Claim[] = [
    { chip: 2, earlier: [1, 3], yes: false },
    { chip: 1, earlier: [4, 1], yes: true },
    { chip: 4, earlier: [2, 2], yes: true },
    { chip: 3, earlier: [3, 4] },
  ];
  const eight: Claim[] = [
    { chip: 2, earlier: [1, 3, 5] },
    { chip: 1, earlier: [4, 1, 2], yes: true },
    { chip: 4, earlier: [2, 2, 1], yes: true },
    { chip: 3, earlier: [3, 4, 7] },
    { chip: null, earlier: [5, 8, 4], left: true },
    { chip: 6, earlier: [6, 7, 6] },
    { chip: 7, earlier: [7, 6, 3] },
    { chip: 8, earlier: [8, 5, 8] },
  ];
  const ended = { stage: "result" as const, board: BOARD };
  return {
    "order-first": { view: first },
    "order-some": {
      view: mid([{ chip: 2, earlier: [1, 3] }, { earlier: [4, 1] }, { chip: 4, earlier: [2, 2] }, { earlier: [3, 4] }], { take: [1, 3], release: true }, 1, 3),
    },
    "order-agree": { view: mid(all, { release: true, yes: 12 }, 0, 3) },
    "order-armed": { view: mid(all, { release: true, yes: 12 }, 0, 3), tap: [".pile .mine button"] },
    "order-agreed": {
      view: mid(all.map((each, index) => ({ ...each, yes: index !== 3 })), { release: true, no: true }, 3),
      tap: [".turn"],
    },
    "order-refused": { view: mid(all, { release: true, yes: 12 }, 0, 3), tap: [".action .main"], refuse: "order_changed" },
    "order-eight": {
      view: view({
        room: around(
          awaiting(seats(8), 0, 3, 5, 6, 7).map((each, index) =>
            index === 4 ? { ...each, presence: "left" } : index === 6 ? { ...each, presence: "away", away_left_s: 42 } : each,
          ),
          "1:2:3",
        ),
        table: table(eight, 3, { chips: 8, pile: [5], right: 2, wrong: 2 }),
        own: own({ take: [5], release: true, yes: 12 }),
      }),
    },
    "order-newcomer": {
      view: view({
        room: around(awaiting(seats(4), 1, 2), "1:2:1"),
        table: table([{ waits: true }, { earlier: [1] }, { earlier: [3] }, { chip: 2, earlier: [2] }], 1),
        own: own({}, []),
      }),
    },
    "order-watching": {
      view: view({
        room: around(awaiting(seats(4), 0, 3), "1:2:2"),
        table: table(all, 2),
        you: { player: "x", seat: null, in_line: null },
      }),
    },
    "order-right": {
      view: view({
        room: around(seats(4), "1:2:result"),
        table: table(all, 3, { ...ended, verdict: "right", right: 2, shown: FOUR_SHOWN }),
        own: own({ next_deal: true }),
      }),
    },
    "order-wrong": {
      view: view({
        room: around(seats(8), "1:2:result"),
        table: table(eight, 3, { ...ended, verdict: "wrong", wrong: 1, shown: EIGHT_SHOWN }),
        own: own({ next_deal: true }),
      }),
    },
    "order-won": {
      view: view({
        room: { ...around(seats(4), "over:1"), status: "over", ending: "finished" },
        table: table(all, 3, {
          ...ended,
          stage: "over",
          verdict: "right",
          right: 3,
          shown: FOUR_SHOWN,
          outcome: { winners: [0, 1, 2, 3], places: null },
        }),
        own: own({}),
      }),
    },
    "order-void": {
      view: view({
        room: around(seats(2), "1:2:result"),
        table: table([{ earlier: [1] }, { left: true, earlier: [2] }], 1, { ...ended, board: BOARD.slice(0, 3), verdict: "void" }),
        own: own({}),
      }),
    },
    "order-ranking": { view: first, tap: [".ranking"] },
  };
}
