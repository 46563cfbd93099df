import { beforeAll, describe, expect, it, vi } from "vitest";
import { grouped, isInPlace, kickersOf, nameOfHand } from "../src/games/order/hands";
import { alsoSpeak, speak } from "../src/i18n/index.svelte";
import type { Category, Shown } from "../src/wire/order";

vi.stubGlobal("document", { documentElement: { lang: "" } });

const strength = (category: Category, ranks: number[], kickers: number[] = []): Shown["strength"] => ({
  category,
  ranks,
  kickers,
  five: [],
});
const shown = (chip: number, level: number, lowest: number, highest: number, kickers_decide = false): Shown => ({
  seat: chip,
  chip,
  hand: [],
  strength: strength(2, [9], [13, 10, 4]),
  level,
  lowest,
  highest,
  kickers_decide,
});

beforeAll(() => alsoSpeak(import.meta.glob("../src/i18n/*.json", { query: "?of=order" })));

describe("a hand is named by its category and the ranks that define it", () => {
  const hands = [
    strength(9, [14]),
    strength(9, [5]),
    strength(8, [12], [4]),
    strength(7, [13, 3]),
    strength(6, [14], [9, 8, 4, 2]),
    strength(5, [5]),
    strength(4, [7], [14, 2]),
    strength(3, [14, 6], [12]),
    strength(2, [9], [14, 11, 4]),
    strength(1, [11], [9, 8, 4, 2]),
  ];
  it.each([
    [
      "en",
      "Royal flush|Straight flush, five high|Four queens|Full house, kings over threes|Flush, ace high|Straight, five high|Three sevens|Two pairs, aces and sixes|Pair of nines|High card, jack",
    ],
    [
      "sv",
      "Royal flush|Färgstege, fem högst|Fyrtal i damer|Kåk, kungar över treor|Färg, ess högst|Stege, fem högst|Triss i sjuor|Två par, ess och sexor|Par i nior|Högt kort, knekt",
    ],
    [
      "fr",
      "Quinte flush royale|Quinte flush, hauteur cinq|Carré de dames|Full, brelan de rois et paire de trois|Couleur, hauteur as|Suite, hauteur cinq|Brelan de sept|Deux paires, d’as et de six|Paire de neuf|Carte haute, valet",
    ],
  ])("in %s", async (locale, names) => {
    await speak(locale);
    expect(hands.map(nameOfHand).join("|")).toBe(names);
  });
});

it("kickers are said where another hand has the same name, in the language's letters", async () => {
  await speak("sv");
  expect(kickersOf(shown(1, 0, 1, 1))).toBe("");
  expect(kickersOf(shown(1, 0, 1, 1, true))).toBe("sedan K, 10, 4");
});

it("equal hands that lie side by side are one group, and only those", () => {
  const chips = (levels: number[]): number[][] =>
    grouped(levels.map((level, index) => shown(index + 1, level, 1, 1))).map((group) => group.map(({ chip }) => chip));
  expect(chips([0, 0, 1, 2, 2, 2])).toEqual([[1, 2], [3], [4, 5, 6]]);
  expect(chips([0, 1, 0])).toEqual([[1], [2], [3]]);
});

it("a chip lies right anywhere within the span of its equals", () => {
  expect([1, 2, 3, 4].map((chip) => isInPlace(shown(chip, 1, 2, 3)))).toEqual([false, true, true, false]);
});
