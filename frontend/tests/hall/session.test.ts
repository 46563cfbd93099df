import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChannelEvents, Dial } from "../../src/socket";
import type { Answer, View } from "../../src/wire/types";
import { seen } from "./tables";

let events: ChannelEvents;
let answers: Map<string, (answer: Answer) => void>;
const dial: Dial = (_, heard) => {
  events = heard;
  return {
    send: (message, answered) => void answers.set((message as { type: string }).type, answered),
    close: () => {},
  };
};
const view = (hall: string | null): View =>
  ({
    fence: 1,
    version: 1,
    events: [],
    private: [],
    room: { code: "KVR7TD", status: "lobby", seats: [], hall: hall === null ? null : { code: hall } },
    you: { seat: null },
  }) as unknown as View;

let noted: unknown;
async function session(options = {}) {
  vi.resetModules();
  const { Session } = await import("../../src/store.svelte");
  return new Session(dial, options);
}

beforeEach(() => {
  vi.useFakeTimers();
  answers = new Map();
  noted = null;
  const nothing = { addEventListener: () => {}, visibilityState: "visible" };
  vi.stubGlobal("document", nothing);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("location", { pathname: "/r/KVR7TD", origin: "https://play.example" });
  vi.stubGlobal("history", {
    get state() { return noted; },
    replaceState: (state: unknown) => (noted = state),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a table that its hall dissolves sends back, and closes nothing", async () => {
  const here = await session();
  here.enter("KVR7TD");
  events.view(view("KVR7TDX"));
  events.notice({ notice: "hall", after_ms: null });
  expect([here.isSentBack, here.hallOfTable, here.gate]).toEqual([true, "KVR7TDX", null]);
});

it("so does one that is gone when its page is loaded again", async () => {
  const before = await session();
  before.enter("KVR7TD");
  events.view(view("KVR7TDX"));
  const here = await session();
  here.enter("KVR7TD");
  answers.get("attach")?.({ type: "refused", code: "no_room", number: null });
  expect([here.isSentBack, here.hallOfTable, here.gate]).toEqual([true, "KVR7TDX", null]);
});

it("a table that is none of a hall's is closed when it is gone", async () => {
  const here = await session();
  here.enter("KVR7TD");
  events.view(view(null));
  events.notice({ notice: "closed", after_ms: null });
  expect([here.isSentBack, here.gate]).toEqual([false, "closed"]);
});

it("a shared screen of a table stays where it is, and says that the table is closed", async () => {
  const wall = await session({ isNobody: true });
  wall.enter("KVR7TD");
  events.view(view("KVR7TDX"));
  events.notice({ notice: "hall", after_ms: null });
  expect([wall.isSentBack, wall.gate]).toEqual([false, "closed"]);
});

it("a hall that went while the phone slept leaves its results on the screen", async () => {
  const { outliveHall } = await import("../../src/hall/results");
  vi.stubGlobal("location", { pathname: "/h/KVR7TDX", origin: "https://play.example" });
  for (const stage of ["over", "gathering"] as const) {
    const here = await session();
    here.enter("KVR7TDX");
    events.hall(seen({ stage }));
    expect(outliveHall(here.hall, here.gate)).toBe(false);
    answers.get("attach")?.({ type: "refused", code: "no_room", number: null });
    expect([here.gate, outliveHall(here.hall, here.gate)]).toEqual(["no_room", stage === "over"]);
  }
});

it("back in the hall nothing of the table is left, and times count from its own view", async () => {
  const here = await session();
  here.enter("KVR7TD");
  events.view(view("KVR7TDX"));
  events.notice({ notice: "hall", after_ms: null });
  noted = null; // another address
  here.enter("KVR7TDX");
  events.up();
  events.hall(seen({ left_s: 60 }));
  vi.advanceTimersByTime(5_000);
  expect([here.isSentBack, here.view, here.hallOfTable, here.hall?.hall.code]).toEqual([false, null, null, "KVR7TDX"]);
  expect([here.left(60), here.since(40)].map(Math.round)).toEqual([55, 45]);
});
