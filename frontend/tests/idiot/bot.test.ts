import { describe, expect, it } from "vitest";
import { type State, apply, bot, start, view } from "../../src/idiot";
import { lateWorth } from "../../src/idiot/bot";
import { cards, lay, table } from "./tables";

const choice = (state: State) => bot(view(state, state.turn));

it("puts its three best in front, 10 and 2 before all, and then is ready", () => {
  let state = start(2, 3);
  const before = [...state.chairs[0]!.hand, ...state.chairs[0]!.open];
  for (let left = 4; left > 0 && !state.chairs[0]!.isReady; left -= 1) state = apply(state, 0, bot(view(state, 0))).state;
  const { hand, open, isReady } = state.chairs[0]!;
  expect(isReady).toBe(true);
  expect([...hand, ...open].sort()).toEqual(before.sort());
  expect(Math.min(...open.map(lateWorth))).toBeGreaterThanOrEqual(Math.max(...hand.map(lateWorth)));
});

describe("plays", () => {
  const botHolding = (hand: string, pile = "", stock = "") => choice(table([{ hand }, { hand: "3C" }], { pile, stock }));

  it("the lowest rank, all of it", () => expect(botHolding("KS 5S 5H 2S", "4H")).toEqual(lay("5S 5H")));
  it("2s and 10s only where nothing else fits, one at a time", () => expect(botHolding("3S 2S 2H TS", "KH")).toEqual(lay("2S")));
  it("a completing fourth card first", () => expect(botHolding("5S 9S TH", "9H 9D 9C")).toEqual(lay("9S")));
  it("gambles for a pile of more than four, and takes a smaller one", () => {
    expect(botHolding("3S", "9H JH QH KH AH", "KS").type).toBe("gamble");
    expect(botHolding("3S", "9H JH QH AH", "KS").type).toBe("take");
    expect(botHolding("3S", "9H JH QH KH AH").type).toBe("take");
  });
  it("the first hidden place that is left", () =>
    expect(choice(table([{ hidden: "- KS 6S" }, { hand: "6H" }]))).toEqual({ type: "turn", index: 1 }));
});

it("a rank's worth late in the game: 10, 2, ace, king", () =>
  expect(cards("KS AS 2S TS").map(lateWorth).every((worth, index, all) => index === 0 || worth > all[index - 1]!)).toBe(true));
