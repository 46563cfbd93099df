/** What holds in every game: cards stay 52, bots end, saves come back, and nobody sees what is not theirs. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PACK, rankOf } from "../../src/idiot/cards";
import { type Action, type State, again, apply, bot, phase, read, start, view, written } from "../../src/idiot";
import { everyCard } from "./tables";

const WHOLE = [...PACK].sort().join();
const seat = (state: State): number => phase(state)?.awaited[0] ?? 0;
const byBot = (state: State): State => apply(state, seat(state), bot(view(state, seat(state)))).state;

/** Everything that may be done now. */
function actions(state: State): Action[] {
  const { may, hand, chairs } = view(state, seat(state));
  const { open } = chairs[seat(state)]!;
  if (may.exchange) return [{ type: "ready" }, ...hand.flatMap((up) => open.map((down): Action => ({ type: "exchange", hand: up, open: down })))];
  const all = may.lay.map((first) => may.lay.filter((card) => rankOf(card) === rankOf(first)));
  return [
    ...may.turn.map((index): Action => ({ type: "turn", index })),
    ...all.flatMap((same) => same.map((_, count): Action => ({ type: "lay", cards: same.slice(0, count + 1) }))),
    ...(may.take ? [{ type: "take" } as const] : []),
    ...(may.gamble ? [{ type: "gamble" } as const] : []),
  ];
}

/** Some state on the way: the first picks choose among all that may be done, then bots play on. */
const states = fc
  .record({ seats: fc.integer({ min: 2, max: 5 }), seed: fc.nat(2 ** 32 - 1), picks: fc.array(fc.nat(), { maxLength: 150 }), bots: fc.nat(60) })
  .map(({ seats, seed, picks, bots }) => {
    let state = start(seats, seed);
    for (const pick of picks) {
      const all = actions(state);
      if (all.length > 0) state = apply(state, seat(state), all[pick % all.length]!).state;
    }
    for (let left = bots; left > 0 && phase(state) !== null; left -= 1) state = byBot(state);
    return state;
  });

it("10,000 seeded games of bots: each ends with one idiot or is declared drawn, and no card is lost", { timeout: 120_000 }, () => {
  const began = performance.now();
  let steps = 0;
  let drawn = 0;
  for (let seed = 0; seed < 10_000; seed += 1) {
    let state = start(2 + (seed % 4), seed);
    for (; phase(state) !== null; steps += 1) state = byBot(state);
    const end = view(state, 0);
    const out = end.chairs.flatMap(({ place }) => (place === null ? [] : [place])).sort();
    if (end.idiot === null) drawn += 1;
    else if (out.length !== end.chairs.length - 1) throw new Error(`seed ${seed}: places ${out.join()}`);
    if (everyCard(state).join() !== WHOLE) throw new Error(`seed ${seed}: cards lost`);
  }
  expect(drawn).toBeLessThan(100);
  console.info(`10,000 games, ${steps} actions, ${drawn} drawn, ${Math.round(performance.now() - began)} ms`);
});

it("whatever is done, all cards stay in the game and somebody can go on", () =>
  fc.assert(
    fc.property(states, (state) => {
      expect(everyCard(state).join()).toBe(WHOLE);
      expect(phase(state) === null).toBe(state.stage === "over");
      expect(actions(state).length > 0).toBe(phase(state) !== null);
    }),
  ));

it("an action leaves the state before it as it was", () =>
  fc.assert(
    fc.property(states, (state) => {
      const before = structuredClone(state);
      if (phase(state) !== null) byBot(state);
      expect(state).toEqual(before);
    }),
  ));

it("the same seed and the same choices are the same game, also the one after it", () => {
  const played = (): State => {
    let state = start(3, 77);
    while (phase(state) !== null) state = byBot(state);
    return again(state);
  };
  expect(played()).toEqual(played());
});

it("what a seat sees does not depend on what it may not see", () =>
  fc.assert(
    fc.property(states, fc.nat(4), fc.integer(), (state, pick, salt) => {
      const viewer = pick % state.chairs.length;
      // All that the viewer may not see goes through the pack in another order; numbers of cards stay.
      const secret = [...state.stock, ...state.chairs.flatMap(({ hand, hidden }, index) => [...(index === viewer ? [] : hand), ...hidden.filter((card) => card !== null)])];
      const turned = secret.map((_, index) => secret[(index + Math.abs(salt)) % secret.length]!);
      const next = (): string => turned.pop()!;
      const other: State = {
        ...state,
        chance: state.chance ^ 1,
        stock: state.stock.map(next),
        chairs: state.chairs.map((chair, index) => ({
          ...chair,
          hand: index === viewer ? chair.hand : chair.hand.map(next),
          hidden: chair.hidden.map((card) => (card === null ? null : next())),
        })),
      };
      expect(view(other, viewer)).toEqual(view(state, viewer));
    }),
  ));

describe("a save", () => {
  it("comes back as it was", () => fc.assert(fc.property(states, (state) => void expect(read(written(state))).toEqual(state))));

  it("that was cut off anywhere is refused", () =>
    fc.assert(
      fc.property(states, fc.nat(), (state, at) => {
        const text = written(state);
        expect(read(text.slice(0, at % text.length))).toBeNull();
      }),
    ));

  it.each(["", "null", "[]", "{}", '{"version":1}', '{"version":1,"state":[]}', "<html>"])("%s is none", (text) => expect(read(text)).toBeNull());

  it("of another version is refused", () => expect(read(written(start(2, 1)).replace('"version":1', '"version":2'))).toBeNull());

  const spoilt: [string, (state: State) => unknown][] = [
    ["with a card twice", (state) => ({ ...state, stock: [...state.stock.slice(1), state.stock.at(-1)] })],
    ["with a card too few", (state) => ({ ...state, stock: state.stock.slice(1) })],
    ["with a card that is none", (state) => ({ ...state, stock: [...state.stock.slice(1), "1X"] })],
    ["with somebody's turn who does not sit there", (state) => ({ ...state, turn: 9 })],
    ["with a further field", (state) => ({ ...state, more: 1 })],
    ["with a text for a number", (state) => ({ ...state, step: "7" })],
    ["with a place for who still plays", (state) => ({ ...state, chairs: state.chairs.map((chair) => ({ ...chair, place: 1 })) })],
    ["with play begun and somebody not ready", (state) => ({ ...state, stage: "playing" })],
    ["with a 10 left on the pile", (state) => ({ ...state, stock: state.stock.filter((card) => card !== "TS"), pile: ["TS"] })],
    ["with a chair that is none", (state) => ({ ...state, chairs: [...state.chairs.slice(1), null] })],
  ];
  it.each(spoilt)("%s is refused", (_, spoil) => {
    let state = start(2, 4);
    for (let seed = 4; !state.stock.includes("TS"); seed += 1) state = start(2, seed);
    expect(read(JSON.stringify({ version: 1, state }))).not.toBeNull();
    expect(read(JSON.stringify({ version: 1, state: spoil(state) }))).toBeNull();
  });
});
