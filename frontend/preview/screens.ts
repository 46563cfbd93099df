/** All screens there are: the tables, the same on a shared screen, what lies over them, halls, and the game for one. */

import { type Screen, laying, rooms } from "./fixtures";
import { hallScreens } from "./hall";
import { idiotScreens } from "./idiot";

/** The same tables as a shared screen shows them. */
const STAGED = [
  "lobby-empty",
  "lobby-guest",
  "rows-ten",
  "rows-over",
  "twelve-playing",
  "order-eight",
  "order-right",
  "gap-laying",
  "gap-judges-eleven",
  "gap-over",
];
const staged = STAGED.map((name): [string, Screen] => [
  `stage-${name}`,
  { path: "/r/KVR7TD/stage", view: { ...rooms[name]!.view!, own: null, you: { player: "x", seat: null, in_line: null } } },
]);

export const screens: Record<string, Screen> = {
  ...rooms,
  ...idiotScreens(),
  ...hallScreens(),
  "shelf-newer": { path: "/", trouble: "replaced" },
  "lobby-missing": { ...rooms["lobby-host"], trouble: "missing" },
  "shelf-which": { path: "/", tap: [".doors .button:first-child"] },
  "rows-menu": { view: laying, tap: [".top .chip:first-child"] },
  "rows-rules": { view: laying, tap: [".chip.square"] },
  ...Object.fromEntries(staged),
};
