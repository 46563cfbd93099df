/** Views of `twelve` for the preview: what a server would send, with plays worked out by hand. */

import type { Own, Preview, Table } from "../src/wire/twelve";

const play = (cards: string, changes: Partial<Preview>): Preview => {
  const sum = changes.attack ?? 0;
  return {
    cards: cards.split(" "),
    attack: sum,
    damage: sum,
    healed: 0,
    drawn: 0,
    shield: 0,
    blocked: 0,
    dead: "",
    kill: null,
    due: 9,
    left: 21,
    loss: null,
    ...changes,
  };
};

export const twelveTable = (changes: Partial<Table> = {}): Table => ({
  stage: "playing",
  beaten: 5,
  enemy: { card: "QD", health: 30, attack: 15, left: 14, damage: 16, shield: 6, blow: 9, blocked: 0, is_immune: true },
  to_come: ["Q", "Q", "K", "K", "K", "K"],
  field: [
    { seat: 1, cards: ["6S"] },
    { seat: 2, cards: ["5H", "5D"] },
  ],
  tavern: 14,
  known: ["JH"],
  discard: ["2S", "9S", "JS", "3H", "4H", "QH", "4D", "7D", "2C", "9C", "X1"],
  limit: 6,
  chairs: [
    { cards: 6, has_yielded: false, has_left: false, said: null },
    { cards: 4, has_yielded: true, has_left: false, said: null },
    { cards: 0, has_yielded: false, has_left: false, said: null },
  ],
  turn: 0,
  due: 0,
  paid: [],
  solo: null,
  loss: null,
  outcome: null,
  ...changes,
});

export const twelveOwn = (changes: Partial<Own> = {}): Own => ({
  hand: ["AC", "3S", "3D", "3C", "TH", "X2"],
  plays: [
    play("AC", { attack: 1, damage: 2, left: 19 }),
    play("3S", { attack: 3, shield: 3, due: 6, left: 17 }),
    play("3D", { attack: 3, dead: "D", left: 17 }),
    play("3C", { attack: 3, damage: 6, left: 17 }),
    play("TH", { attack: 10, healed: 10, left: 10 }),
    play("X2", { due: 0, left: 20 }),
    play("AC 3S", { attack: 4, damage: 8, shield: 4, due: 5, left: 16 }),
    play("AC TH", { attack: 11, damage: 22, healed: 11, kill: "over", due: 0, left: 9 }),
    play("3S 3D", { attack: 6, shield: 6, dead: "D", due: 3, left: 14 }),
    play("3S 3C", { attack: 6, damage: 12, shield: 6, due: 3, left: 14 }),
    play("3D 3C", { attack: 6, damage: 12, dead: "D", left: 14 }),
    play("3S 3D 3C", { attack: 9, damage: 18, shield: 9, dead: "D", kill: "over", due: 0, left: 11 }),
  ],
  yields: true,
  yield_bar: null,
  yield_loss: null,
  payments: [],
  names: [],
  says: [],
  flip: false,
  ...changes,
});

export const idle: Partial<Own> = { plays: [], yields: false };
