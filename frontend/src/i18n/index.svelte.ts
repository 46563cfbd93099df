/**
 * The words. One JSON file for each language; `en.json` names the keys. It is fetched in parts
 * (`plugins/words.ts`): what every page needs, and each game's own with its screen.
 * A value is a sentence, or one for each plural form of its parameter `n`.
 */

import { KEYS, keep, recall } from "../storage";
import { type Need, supply } from "../supply.svelte";
import type en from "./en.json";

export type Messages = typeof en;
export type Key = keyof Messages;
export type Params = Readonly<Record<string, string | number>>;
type Value = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** One part of the words: how each language's file of it is fetched, by its path. */
export type MessageFiles = Record<string, () => Promise<unknown>>;

interface Part {
  files: MessageFiles;
  fetched: Map<string, Partial<Messages>>;
}
const localeOf = (path: string): string => /(\w+)\.json/.exec(path)?.[1] ?? "";
const shared: MessageFiles = import.meta.glob("./*.json", { query: "?shared" });
const parts: Part[] = [{ files: shared, fetched: new Map() }];

/** The languages there are, by the names of their files. */
export const locales: readonly string[] = Object.keys(shared).map(localeOf).sort();

const NAMES: Readonly<Record<string, string>> = { en: "English", fr: "Français", sv: "Svenska" };
export const nameOf = (locale: string): string => NAMES[locale] ?? locale;

/** Its lists are made once for all: an organiser's page names the people of two hundred tables four times a second. */
const spokenIn = (locale: string, messages: Partial<Messages>) => ({ locale, messages, lists: new Intl.ListFormat(locale, { type: "conjunction" }) });
let current = $state.raw(spokenIn("en", {}));
/** The language last asked for; it is `current.locale` once its words are here. */
let wanted = "en";
let plurals = new Intl.PluralRules("en");

/** The language asked for before, else the first of the browser's that we have, else the page's own. */
export function preferred(): string {
  const wanted = [recall(KEYS.locale), ...navigator.languages, document.documentElement.lang];
  for (const tag of wanted) {
    const language = tag?.split("-")[0]?.toLowerCase();
    if (language !== undefined && locales.includes(language)) return language;
  }
  return "en";
}

/** Speak this language, once all of its words that are in use have been fetched. */
export async function speak(locale: string): Promise<void> {
  if (!locales.includes(locale)) return;
  wanted = locale;
  await Promise.all(parts.map((part) => fetchPart(part, locale, "extra")));
  if (wanted === locale) show(locale);
}

/** Have these words too, in this language and in any that is chosen later. The same object is fetched once. */
export async function alsoSpeak(files: MessageFiles, need: Need = "page"): Promise<void> {
  let part = parts.find((each) => each.files === files);
  if (part === undefined) parts.push((part = { files, fetched: new Map() }));
  await fetchPart(part, wanted, need);
  if (current.locale === wanted) show(wanted);
}

async function fetchPart({ files, fetched }: Part, locale: string, need: Need): Promise<void> {
  const load = Object.entries(files).find(([path]) => localeOf(path) === locale)?.[1];
  if (load === undefined || fetched.has(locale)) return;
  fetched.set(locale, ((await supply.fetch(load, need)) as { default: Partial<Messages> }).default);
}

function show(locale: string): void {
  plurals = new Intl.PluralRules(locale);
  current = spokenIn(locale, Object.assign({}, ...parts.map(({ fetched }) => fetched.get(locale))) as Partial<Messages>);
  document.documentElement.lang = locale;
}

export async function choose(locale: string): Promise<void> {
  keep(KEYS.locale, locale);
  await speak(locale);
}

export const locale = (): string => current.locale;

/** The sentence for this key, with its parameters in place. */
export function t(key: Key, params: Params = {}): string {
  return fill(current.messages[key] ?? "", params, plurals);
}

/** As `t`, for keys made of a server's code; empty where there is no such sentence. */
export function maybe(key: string, params: Params = {}): string {
  const value = current.messages[key as Key];
  return value === undefined ? "" : fill(value, params, plurals);
}

export function fill(value: Value, params: Params, rules: Intl.PluralRules): string {
  const text = typeof value === "string" ? value : (value[rules.select(Number(params["n"]))] ?? value.other ?? "");
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** "Anna, Bo and Cia" as the language lists them. */
export function listed(names: readonly string[]): string {
  return current.lists.format(names);
}
