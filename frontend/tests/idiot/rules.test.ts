import { describe, expect, it } from "vitest";
import { PACK, rankOf } from "../../src/idiot/cards";
import { type Action, again, apply, phase, start, view } from "../../src/idiot";
import { starter } from "../../src/idiot/table";
import { after, cards, everyCard, lay, refused, table, told } from "./tables";

const TAKE: Action = { type: "take" };
const GAMBLE: Action = { type: "gamble" };
const turn = (index: number): Action => ({ type: "turn", index });

describe("the deal and the exchange", () => {
  it.each([[2, 34], [3, 25], [4, 16], [5, 7]])("%i seats leave %i cards in the stock", (seats, stock) => {
    const state = start(seats, 1);
    expect(state.stock).toHaveLength(stock);
    for (const { hand, open, hidden } of state.chairs) expect([hand.length, open.length, hidden.length]).toEqual([3, 3, 3]);
    expect(everyCard(state)).toEqual([...PACK].sort());
  });

  it.each([1, 6, 2.5])("%d seats are no table", (seats) => expect(() => start(seats, 1)).toThrow(RangeError));

  it("a hand card and an own open card change places, as often as one likes", () => {
    const state = start(3, 5);
    const { hand, open } = state.chairs[1]!;
    const once = apply(state, 1, { type: "exchange", hand: hand[0]!, open: open[2]! }).state;
    expect(once.chairs[1]!.hand).toEqual([open[2], hand[1], hand[2]]);
    expect(once.chairs[1]!.open).toEqual([open[0], open[1], hand[0]]);
    const back = apply(once, 1, { type: "exchange", hand: open[2]!, open: hand[0]! }).state;
    expect(back.chairs).toEqual(state.chairs);
  });

  it("hidden cards, others' cards and a second thought after ready are refused", () => {
    const state = start(2, 5);
    const [mine, theirs] = state.chairs as [(typeof state.chairs)[0], (typeof state.chairs)[0]];
    const [hand = "", open = ""] = [mine.hand[0], mine.open[0]];
    expect(refused(state, { type: "exchange", hand, open: mine.hidden[0]! }, 0)).toBe("not_open");
    expect(refused(state, { type: "exchange", hand, open: theirs.open[0]! }, 0)).toBe("not_open");
    expect(refused(state, { type: "exchange", hand: theirs.hand[0]!, open }, 0)).toBe("not_in_hand");
    expect(refused(state, lay(hand), 0)).toBe("still_exchanging");
    const ready = apply(state, 0, { type: "ready" }).state;
    expect(phase(ready)?.awaited).toEqual([1]);
    expect(refused(ready, { type: "exchange", hand, open }, 0)).toBe("already_ready");
    const playing = apply(ready, 1, { type: "ready" }).state;
    expect(refused(playing, { type: "exchange", hand, open }, 0)).toBe("not_exchanging");
  });

  it("the dealer moves one chair each game, and the cards are others", () => {
    const first = start(3, 9);
    const second = again(first);
    expect([first.dealer, second.dealer, again(second).dealer]).toEqual([2, 0, 1]);
    expect(second.stock).not.toEqual(first.stock);
  });
});

describe("who begins", () => {
  const hands = (...texts: string[]) => table(texts.map((hand) => ({ hand })));

  it("is the lowest card in hand", () => expect(starter(hands("6S 9S KS", "5D 5H AH"))).toBe(1));
  it("is of equals the first from the dealer's left", () => {
    const state = hands("2S 3S KS", "3H 4S 4H");
    expect(starter(state)).toBe(0);
    expect(starter({ ...state, dealer: 0 })).toBe(1);
  });
  it("is never a hand of 2s and 10s", () => expect(starter(hands("2S 2H TS", "AS AH AD"))).toBe(1));
  it("is the dealer's left where all hold only such", () =>
    expect(starter({ ...hands("2S 2H", "TS TH", "2C TC"), dealer: 0 })).toBe(1));
});

describe("what goes on what", () => {
  const everything = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS";
  const fitting = (pile: string): string => view(table([{ hand: everything }, { hand: "3C" }], { pile }), 0).may.lay.map(rankOf).join("");

  it("on a queen: queen, king, ace, 2 and 10", () => expect(fitting("QH")).toBe("2TQKA"));
  it("on a 3 everything", () => expect(fitting("3H")).toBe("23456789TJQKA"));
  it("on a 2 everything", () => expect(fitting("KH 2H")).toBe("23456789TJQKA"));
  it("on nothing everything", () => expect(fitting("")).toBe("23456789TJQKA"));

  it("four equal cards are no licence", () =>
    expect(refused(table([{ hand: "4S 4H 4D 4C AS" }, { hand: "3C" }], { pile: "KH" }), lay("4S 4H 4D 4C"))).toBe("too_low"));
  it("cards of two ranks, of two zones, of others or one card twice are refused", () => {
    const state = table([{ hand: "8S 9S", open: "8H" }, { hand: "8C" }]);
    expect(refused(state, lay("8S 9S"))).toBe("one_rank");
    for (const text of ["8S 8H", "8H", "8C", "8S 8S", ""]) expect(refused(state, lay(text))).toBe("not_in_zone");
    expect(refused(state, lay("8C"), 1)).toBe("not_your_turn");
    expect(refused(state, lay("8C"), 4)).toBe("not_your_turn");
  });
  it("exactly the named cards are played", () =>
    expect(after(table([{ hand: "8S 8H 8D" }, { hand: "9C" }]), lay("8D")).chairs[0]!.hand).toEqual(cards("8S 8H")));
  it("the last hand card and its like among the open ones are two turns", () => {
    const state = after(table([{ hand: "8S", open: "8H" , hidden: "3S" }, { hand: "8C 9C" }]), lay("8S"), lay("8C"));
    expect(state.turn).toBe(0);
    expect(view(state, 0).may).toMatchObject({ zone: "open", lay: ["8H"] });
  });
});

describe("burning", () => {
  it("a 10 on an empty pile burns itself and gives another turn", () => {
    const before = table([{ hand: "TS 4S" }, { hand: "5C" }]);
    const state = after(before, lay("TS"));
    expect([state.turn, state.pile, state.burned.length - before.burned.length]).toEqual([0, [], 1]);
  });
  it("several 10s are one burn and one further turn", () => {
    const events = told(table([{ hand: "TS TH 4S" }, { hand: "5C" }], { pile: "AH" }), lay("TS TH"));
    expect(events.filter(({ type }) => type === "burned")).toEqual([{ type: "burned", seat: 0, how: "ten", count: 3 }]);
  });
  it("the fourth of a rank burns, whoever laid the others", () => {
    const state = after(table([{ hand: "7S 7H 3S" }, { hand: "7D 7C 4S" }]), lay("7S 7H"), lay("7D 7C"));
    expect([state.turn, state.pile]).toEqual([1, []]);
  });
  it("not with another card between", () => {
    const state = after(table([{ hand: "7S 7H 3S" }, { hand: "7D 7C 4S" }], { pile: "7S 7H 2S", turn: 1 }), lay("7D 7C"));
    expect([state.turn, state.pile.length]).toEqual([0, 5]);
  });
  it.each([["over two seats", "2S 2H", "2D 2C"], ["at once", "", "2S 2H 2D 2C"]])("four 2s burn, %s", (_, pile, hand) => {
    const state = after(table([{ hand: `${hand} 3S` }, { hand: "4S" }], { pile }), lay(hand));
    expect([state.turn, state.pile]).toEqual([0, []]);
  });
});

describe("drawing", () => {
  it("up to three, and no more than there are", () =>
    expect(after(table([{ hand: "5S 5H 9S" }, { hand: "6S" }], { stock: "KS" }), lay("5S 5H")).chairs[0]!.hand).toEqual(cards("9S KS")));
  it("comes before the extra turn", () => {
    const state = after(table([{ hand: "TS 5H 9S" }, { hand: "6S" }], { stock: "KS" }), lay("TS"));
    expect([state.turn, state.chairs[0]!.hand]).toEqual([0, cards("5H 9S KS")]);
  });
  it.each([["5S 6H 7S 8S 9S", 4], ["5S 6H 7S 8S", 3], ["5S 6H 7S", 3]])("from %s leaves %i", (hand, left) =>
    expect(after(table([{ hand }, { hand: "6S" }], { stock: "KS QS JS" }), lay("5S")).chairs[0]!.hand).toHaveLength(left));
});

describe("cannot play", () => {
  const stuck = { hand: "3S 4S 5S" };

  it("with stock left both ways are open, without it only taking", () => {
    expect(view(table([stuck, stuck], { pile: "9H", stock: "KS" }), 0).may).toMatchObject({ take: true, gamble: true });
    expect(view(table([stuck, stuck], { pile: "9H" }), 0).may).toMatchObject({ take: true, gamble: false });
    expect(refused(table([stuck, stuck], { pile: "9H" }), GAMBLE)).toBe("no_stock");
  });
  it("who can play must", () => {
    const state = table([{ hand: "3S AS 5S" }, stuck], { pile: "9H", stock: "KS" });
    expect([refused(state, TAKE), refused(state, GAMBLE)]).toEqual(["can_play", "can_play"]);
  });
  it("taking passes the lead on", () => {
    const state = after(table([stuck, { hand: "6S" }, { hand: "7S" }], { pile: "9H JH" }), TAKE);
    expect([state.turn, state.pile, state.chairs[0]!.hand]).toEqual([1, [], cards("3S 4S 5S 9H JH")]);
  });
  it("a gambled 10 burns and gives a turn", () => {
    const state = after(table([stuck, { hand: "6S" }], { pile: "9H", stock: "KS TS" }), GAMBLE);
    expect([state.turn, state.pile, state.stock, state.chairs[0]!.hand]).toEqual([0, [], ["KS"], cards("3S 4S 5S")]);
  });
  it("a gambled card that does not fit goes to the hand with the pile, and the next seat leads", () => {
    const state = after(table([stuck, { hand: "6S" }], { pile: "9H", stock: "KS 3H" }), GAMBLE);
    expect([state.turn, state.pile, state.chairs[0]!.hand]).toEqual([1, [], cards("3S 4S 5S 9H 3H")]);
  });
  it("with open cards the pile goes to the hand, and the open ones wait", () => {
    const state = after(table([{ open: "3S 4S" }, { hand: "6S" }], { pile: "9H" }), TAKE, lay("6S"));
    expect(state.stage).toBe("over");
    const three = after(table([{ open: "3S 4S" }, { hand: "6S 7S" }], { pile: "9H" }), TAKE, lay("6S"));
    expect(three.chairs[0]).toMatchObject({ hand: ["9H"], open: cards("3S 4S") });
    expect(view(three, 0).may).toMatchObject({ zone: "hand", lay: ["9H"] });
  });
});

describe("hidden cards", () => {
  it("one that fits is played, and the others keep their places", () => {
    const state = after(table([{ hidden: "5S KS 6S" }, { hand: "6H 7H" }], { pile: "9H" }), turn(1));
    expect([state.pile, state.chairs[0]!.hidden]).toEqual([cards("9H KS"), ["5S", null, "6S"]]);
  });
  it("one that does not goes to the hand with the pile; the others wait until it is empty", () => {
    const state = after(table([{ hidden: "5S KS 6S" }, { hand: "6H 7H" }], { pile: "9H" }), turn(0), lay("6H"));
    expect(state.chairs[0]).toMatchObject({ hand: cards("9H 5S"), hidden: [null, "KS", "6S"] });
    expect(refused(state, turn(1))).toBe("not_hidden_zone");
  });
  it("a place is turned once", () =>
    expect(refused(table([{ hidden: "- KS 6S" }, { hand: "6H" }]), turn(0))).toBe("no_such_place"));
  it("a hidden 10 burns, and the next hidden card follows", () => {
    const state = after(table([{ hidden: "TS KS" }, { hand: "6H" }], { pile: "AH" }), turn(0));
    expect(view(state, 0).may.turn).toEqual([1]);
  });
  it("what was already laid is no hidden card", () =>
    expect(refused(table([{ hidden: "5S" }, { hand: "6H" }]), lay("5S"))).toBe("not_in_zone"));
  it("the last one that fails keeps its owner in the game", () => {
    const state = after(table([{ hidden: "5S" }, { hand: "6H" }], { pile: "9H" }), turn(0));
    expect([state.stage, state.chairs[0]!.place]).toEqual(["playing", null]);
  });
});

describe("going out", () => {
  it("with a 10: the extra turn lapses and the next seat leads", () => {
    const state = after(table([{ hand: "TS" }, { hand: "6H" }, { hand: "7H" }], { pile: "9H" }), lay("TS"));
    expect([state.chairs[0]!.place, state.turn, state.pile, state.stage]).toEqual([1, 1, [], "playing"]);
  });
  it("the turn passes over who is out, and the last one is the idiot", () => {
    const state = after(table([{ hand: "3S 4S" }, { hand: "6H" }, { hand: "7H 8H" }]), lay("3S"), lay("6H"), lay("7H"));
    expect(state.turn).toBe(0);
    const end = after(state, TAKE, lay("8H"));
    expect(end.chairs.map(({ place }) => place)).toEqual([null, 1, 2]);
    expect([end.stage, view(end, 0).idiot, phase(end)]).toEqual(["over", 0, null]);
    expect(refused(end, lay("4S"), 0)).toBe("over");
  });
  it("of two seats the first out ends it", () => {
    const end = after(table([{ hand: "2S" }, { hand: "AH" }], { pile: "KH" }), lay("2S"));
    expect([end.stage, view(end, 1).idiot]).toEqual(["over", 1]);
  });
  it("two thousand turns without anybody going out are a draw", () => {
    const state = { ...table([{ hand: "3S 4S" }, { hand: "6H" }]), idle: 1999 };
    expect(told(state, lay("3S")).at(-1)).toEqual({ type: "ended", idiot: null });
  });
});
