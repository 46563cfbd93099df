/** Games of `idiot` in every state, for the preview: saves that the client reads, as a browser would have kept them. */

import type { Screen } from "./fixtures";

interface Chair {
  hand?: string;
  open?: string;
  /** A "-" is a place whose card has been turned. */
  hidden?: string;
}

const PACK = [..."SHDC"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
const cards = (text = ""): string[] => text.split(" ").filter((card) => card !== "");

/** What nobody holds has burned. */
function save(chairs: Chair[], { pile = "", stock = "", turn = 0, stage = "playing" } = {}): string {
  const held = chairs.map(({ hand, open, hidden }) => ({
    hand: cards(hand),
    open: cards(open),
    hidden: [...cards(hidden), "-", "-", "-"].slice(0, 3).map((card) => (card === "-" ? null : card)),
    isReady: stage !== "exchange",
    place: null,
  }));
  const seen = new Set([...cards(pile), ...cards(stock), ...held.flatMap((chair) => [...chair.hand, ...chair.open, ...chair.hidden])]);
  const burned = PACK.filter((card) => !seen.has(card));
  const state = { chance: 1, dealer: held.length - 1, stage, chairs: held, stock: cards(stock), pile: cards(pile), burned, turn, step: 7, idle: 0 };
  return JSON.stringify({ version: 1, state });
}

const ME = { hand: "3S 3H 5D 9C JS", open: "KS 2H TD", hidden: "4S 6H QD" };
const OTHERS = [
  { hand: "4H 5H 6S", open: "AS QS 9H", hidden: "8S 8H 7D" },
  { hand: "4D 5C", open: "AH QH", hidden: "9D JD 2C" },
  { hand: "6D", hidden: "- JH 2D" },
  { hand: "7S 8D 8C", open: "TS TH TC", hidden: "2S KH KD" },
];
const at = (save: string, changes: Partial<Screen> = {}): Screen => ({ path: "/play/idiot", save, ...changes });
const five = save([ME, ...OTHERS], { pile: "4C 7H 7C" });
const hidden = save([{ hidden: "4S 6H QD" }, ...OTHERS], { pile: "4C" });

export const idiotScreens = (): Record<string, Screen> => ({
  "idiot-start": { path: "/play/idiot" },
  "idiot-damaged": at("{}"),
  "idiot-exchange": { path: "/play/idiot", tap: ["main > .main"] },
  "idiot-five": at(five),
  "idiot-picked": at(five, { tap: ["[data-card='9C']"] }),
  "idiot-menu": at(five, { tap: [".top .chip:first-child"] }),
  "idiot-waiting": at(save([ME, ...OTHERS], { pile: "4C 7H 7C", turn: 1 })),
  "idiot-many": at(save([{ hand: "3S 3H 3D 5D 9C JS JH JC 8S 8H 7D 6S 6C QS QH KD AC", open: "KS 2H TD" }, { hand: "4H" }])),
  "idiot-gamble": at(save([{ hand: "3S 4H 5C" }, { hand: "5H 8H TS" }], { pile: "KC", stock: "6D 7H" })),
  "idiot-hidden": at(hidden),
  "idiot-lost": at(save([{ hand: "3S 4H" }, { hand: "AS" }], { pile: "JH", turn: 1 }), { wait: 2_500 }),
  "idiot-won": at(save([{ hand: "QS" }, { hand: "AS" }, { hand: "5S" }], { pile: "JH" }), { tap: ["[data-card='QS']", ".action .main"] }),
});
