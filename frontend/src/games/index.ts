/**
 * The shelf: which games there are, and where each one's screen is. A further game is an entry here,
 * its folder beside this file, and its words.
 */

import type { Component } from "svelte";
import { type Key, type MessageFiles, alsoSpeak } from "../i18n/index.svelte";
import { supply } from "../supply.svelte";
import type { IconName } from "../ui/Icon.svelte";
import type { RoomView } from "../wire/types";

/** What a game's chunk gives to the room. */
export interface GameScreen {
  Table: Component;
  /** The public part alone, for a shared screen; it asks for nothing. Without one the people are shown. */
  Stage?: Component;
  /** The sentences for what has happened, in order, for the log and for screen readers. */
  tell(events: readonly unknown[], room: RoomView): string[];
  /** Whether this viewer owes something now. */
  isMyMove(own: unknown): boolean;
}

/** A whole number that the host may set in the lobby. */
export interface NumberOption {
  key: string;
  label: Key;
  unit: Key;
  min: number;
  max: number;
  step: number;
  initial: number;
}

/** What is worth knowing before one opens a table, with the icon beside it. */
export const FACTS = {
  "fact.bots": "bot",
  "fact.alone": "eye",
  "fact.solo": "eye",
  "fact.offline": "phone",
  "fact.best_three": "crown",
  "fact.best_four": "crown",
  "fact.talk": "wave",
  "fact.english": "globe",
  "fact.no_alone": "gone",
} as const satisfies Partial<Record<Key, IconName>>;
export type Fact = keyof typeof FACTS;

/** What the shelf says of a game. */
export interface Shelved {
  slug: string;
  title: Key;
  pitch: Key;
  seats: readonly [number, number];
  minutes: number;
  facts: readonly Fact[];
  /** Two cards that stand for the game on the shelf, with their colours. */
  faces: readonly [string, string];
}

/** A game that is played in a room. */
export interface Game extends Shelved {
  /** Whether a chair that was left in a running game can be taken back in it. */
  isReturning: boolean;
  options: readonly NumberOption[];
  load: () => Promise<GameScreen>;
  rules: (locale: string) => Promise<string>;
}

const rules = import.meta.glob<{ default: string }>("../../content/*/*.md");

/** A game's rules as HTML, in the language asked for or else in English. */
async function rulesOf(slug: string, locale: string): Promise<string> {
  const load = rules[`../../content/${locale}/${slug}.md`] ?? rules[`../../content/en/${slug}.md`];
  return load === undefined ? "" : (await supply.fetch(load, "extra")).default;
}

/** Each game's own words: made once, because `alsoSpeak` knows a part by its object. */
const words = {
  twelve: import.meta.glob("../i18n/*.json", { query: "?of=twelve" }),
  order: import.meta.glob("../i18n/*.json", { query: "?of=order" }),
  gap: import.meta.glob("../i18n/*.json", { query: "?of=gap" }),
  rows: import.meta.glob("../i18n/*.json", { query: "?of=rows" }),
  idiot: import.meta.glob("../i18n/*.json", { query: "?of=idiot" }),
} satisfies Record<string, MessageFiles>;

/** A screen is there when its words are. */
export async function withWords<Screen>(files: MessageFiles, load: () => Promise<Screen>): Promise<Screen> {
  const [screen] = await Promise.all([supply.fetch(load, "page"), alsoSpeak(files)]);
  return screen;
}

export const games: readonly Game[] = [
  {
    slug: "twelve",
    title: "twelve.title",
    pitch: "twelve.pitch",
    seats: [1, 4],
    minutes: 30,
    facts: ["fact.alone", "fact.best_three"],
    isReturning: false,
    faces: ["J♣\uFE0E", "Q♥\uFE0E"],
    options: [],
    load: () => withWords(words.twelve, () => import("./twelve")),
    rules: (locale) => rulesOf("twelve", locale),
  },
  {
    slug: "order",
    title: "order.title",
    pitch: "order.pitch",
    seats: [3, 8],
    minutes: 30,
    facts: ["fact.best_four", "fact.talk"],
    isReturning: true,
    faces: ["A", "K"],
    options: [],
    load: () => withWords(words.order, () => import("./order")),
    rules: (locale) => rulesOf("order", locale),
  },
  {
    slug: "gap",
    title: "gap.title",
    pitch: "gap.pitch",
    seats: [3, 12],
    minutes: 15,
    facts: ["fact.no_alone", "fact.english"],
    isReturning: true,
    faces: ["…", "?"],
    options: [
      { key: "lay_s", label: "gap.option.lay_s", unit: "seconds_short", min: 30, max: 180, step: 15, initial: 75 },
      { key: "judge_percent", label: "gap.option.judge_percent", unit: "percent_short", min: 50, max: 200, step: 25, initial: 100 },
    ],
    load: () => withWords(words.gap, () => import("./gap")),
    rules: (locale) => rulesOf("gap", locale),
  },
  {
    slug: "rows",
    title: "rows.title",
    pitch: "rows.pitch",
    seats: [2, 10],
    minutes: 15,
    facts: ["fact.bots"],
    isReturning: true,
    faces: ["55", "44"],
    options: [
      { key: "lay_s", label: "rows.option.lay_s", unit: "seconds_short", min: 20, max: 120, step: 5, initial: 45 },
    ],
    load: () => withWords(words.rows, () => import("./rows")),
    rules: (locale) => rulesOf("rows", locale),
  },
];

export const gameOf = (slug: string): Game | undefined => games.find((game) => game.slug === slug);

/** The game that needs no room and no server: one person against computer players, on a page of its own. */
export const idiot = {
  slug: "idiot",
  title: "idiot.title",
  pitch: "idiot.pitch",
  seats: [2, 5],
  minutes: 10,
  facts: ["fact.solo", "fact.offline"],
  faces: ["2", "10"],
  load: () => withWords(words.idiot, () => import("./idiot")),
  rules: (locale: string) => rulesOf("idiot", locale),
} as const satisfies Shelved & Record<string, unknown>;
