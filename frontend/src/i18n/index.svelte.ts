/**
 * The words. One JSON file for each language, fetched when it is wanted; `en.json` names the keys.
 * A value is a sentence, or one for each plural form of its parameter `n`.
 */

import { KEYS, keep, recall } from "../storage";
import type en from "./en.json";

export type Messages = typeof en;
export type Key = keyof Messages;
export type Params = Readonly<Record<string, string | number>>;
type Value = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

const files = import.meta.glob<{ default: Messages }>("./*.json");
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.slice(2, -".json".length), load]));

/** The languages there are, by the names of their files. */
export const locales: readonly string[] = [...loaders.keys()].sort();

const NAMES: Readonly<Record<string, string>> = { en: "English", fr: "Français", sv: "Svenska" };
export const nameOf = (locale: string): string => NAMES[locale] ?? locale;

const current = $state<{ locale: string; messages: Messages | null }>({ locale: "en", messages: null });
let plurals = new Intl.PluralRules("en");

/** The language asked for before, else the first of the browser's that we have, else the page's own. */
export function preferred(): string {
  const wanted = [recall(KEYS.locale), ...navigator.languages, document.documentElement.lang];
  for (const tag of wanted) {
    const language = tag?.split("-")[0]?.toLowerCase();
    if (language !== undefined && loaders.has(language)) return language;
  }
  return "en";
}

export async function speak(locale: string): Promise<void> {
  const load = loaders.get(locale);
  if (load === undefined) return;
  const { default: messages } = await load();
  plurals = new Intl.PluralRules(locale);
  current.messages = messages;
  current.locale = locale;
  document.documentElement.lang = locale;
}

export async function choose(locale: string): Promise<void> {
  keep(KEYS.locale, locale);
  await speak(locale);
}

export const locale = (): string => current.locale;

/** The sentence for this key, with its parameters in place. */
export function t(key: Key, params: Params = {}): string {
  return fill(current.messages?.[key] ?? "", params, plurals);
}

/** As `t`, for keys made of a server's code; empty where there is no such sentence. */
export function maybe(key: string, params: Params = {}): string {
  const value = current.messages?.[key as Key];
  return value === undefined ? "" : fill(value, params, plurals);
}

export function fill(value: Value, params: Params, rules: Intl.PluralRules): string {
  const text = typeof value === "string" ? value : (value[rules.select(Number(params["n"]))] ?? value.other ?? "");
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ""));
}

/** "Anna, Bo and Cia" as the language lists them. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(current.locale, { type: "conjunction" }).format(names);
}
