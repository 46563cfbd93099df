import { beforeAll, describe, expect, it, vi } from "vitest";
import { tell } from "../../src/hall/tell";
import { awaits, planned, reached, stands } from "../../src/hall/words";
import { alsoSpeak, maybe, speak } from "../../src/i18n/index.svelte";
import { reached as come, seen, table } from "./tables";

const words = import.meta.glob("../../src/i18n/*.json", { query: "?of=hall" });
const organiserWords = import.meta.glob("../../src/i18n/*.json", { query: "?of=organiser" });
vi.stubGlobal("document", { documentElement: { lang: "" } });
beforeAll(async () => {
  await speak("en");
  await alsoSpeak(words);
  await alsoSpeak(organiserWords);
});

describe("how people would be spread", () => {
  it("is said as people say it", () => expect(planned(seen().hall, 37)).toBe("37 people: 7 tables of 4 and 3 of 3"));

  it("counts those who get a chair", () =>
    expect(planned(seen({ plan: [{ size: 8, tables: 1 }], left_over: 2 }).hall, 10)).toBe("8 people: one table of 8"));

  it("says how many are missing where there is no table", () =>
    expect(planned(seen({ plan: [], left_over: 1 }).hall, 1)).toBe("2 more people are needed for Right Order."));
});

describe("where a table stands", () => {
  it.each([
    ["twelve", "1:7:paying:0:0", "Enemy 5 of 12"],
    ["order", "2:3:0", "Deal 3 · street 1/4"],
    ["order", "1:3:result", "Deal 3: showdown"],
    ["gap", "1:2:judge", "Sentence 2: choosing"],
    ["gap", "1:2:wait", "Sentence 2: waiting for people"],
    ["rows", "1:2:4:lay", "Deal 2 · turn 4/10"],
    ["rows", "1:2:4:row", "Deal 2 · turn 4/10: a row is chosen"],
    ["rows", "1:2:result", "Deal 2: counted"],
  ])("of %s in %s: %s", (game, phase, said) => expect(stands(table(1, { game, phase }))).toBe(said));

  it.each(["opening", "lobby", "over"])("that is %s has words as well", (status) => expect(stands(table(1, { status }))).not.toBe(""));

  it("names whom it awaits, unless there are many, or nobody", () => {
    const many = { people: ["Anna", "Bo", "Li", "Al"], awaited: [0, 1, 2, 3] };
    expect(awaits(table(1), "0:40")).toBe("Awaits Anna, 0:40");
    expect(awaits(table(1, many), "0:40")).toBe("Awaits everybody, 0:40");
    expect(awaits(table(1, { status: "over" }), "0:40")).toBe("");
  });

  it("says what it has reached", () => {
    expect(reached(table(1))).toBe("4 of 12 enemies");
    expect(reached(table(1, { game: "order", reached: come(3, { failed: 1, goal: 3 }) }))).toBe("3 right, 1 wrong: won");
    expect(reached(table(1, { game: "rows", reached: come(2, { leaders: ["Bo", "Li"], points: 3 }) }))).toBe("Bo and Li, 3 heads");
    expect(reached(table(1, { reached: null }))).toBe("");
  });
});

describe("what is said aloud", () => {
  it("is nothing while people come and go", () => expect(tell(seen({ people: 38 }), seen())).toEqual([]));

  it("is another game, a round that begins and one that is over", () => {
    const playing = seen({ game: "gap", stage: "playing", round: 1 });
    expect(tell(playing, seen())).toEqual(["The next game is The Gap.", "Round 1 begins."]);
    expect(tell(seen({ game: "gap", stage: "over", round: 1 }), playing)).toEqual(["The round is over."]);
  });

  it("is an announcement, each time it is made", () => {
    const once = seen({ announced: { number: 1, what: "five_minutes" } });
    const twice = seen({ announced: { number: 2, what: "five_minutes" } });
    expect([tell(once, seen()), tell(once, once), tell(twice, once)].map((news) => news.length)).toEqual([1, 0, 1]);
  });

  it("is a table with too few people, to organisers, once", () => {
    const you = { has_joined: false, is_organiser: true, rests: false, table: null, place: null, status: null };
    const short = seen({}, { you, tables: [table(1), table(2, { is_short: true })] });
    expect(tell(short, seen({}, { you, tables: [table(1), table(2)] }))).toEqual(["Table 2 has too few people."]);
    expect(tell(short, short)).toEqual([]);
  });
});

it("every language has words for all that a hall may show", async () => {
  for (const language of ["en", "sv", "fr"]) {
    await speak(language);
    for (const key of ["hall.status.opening", "organiser.announce.five_minutes", "hall.gate.no_room.title", "hall.phase.order"])
      expect([language, key, maybe(key)]).not.toEqual([language, key, ""]);
  }
});
