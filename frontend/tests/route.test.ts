import { beforeEach, describe, expect, it, vi } from "vitest";

/** As much of a browser's window as an address needs. */
class Window {
  entries: { path: string; state: unknown }[];
  at = 0;
  private back: (() => void) | undefined;

  constructor(path: string) {
    this.entries = [{ path, state: null }];
    const { entries } = this;
    const here = () => entries[this.at]!;
    vi.stubGlobal("location", { get pathname() { return here().path; }, origin: "https://play.example" });
    vi.stubGlobal("scrollTo", () => {});
    vi.stubGlobal("addEventListener", (type: string, act: () => void) => type === "popstate" && (this.back = act));
    vi.stubGlobal("history", {
      get state() { return here().state; },
      pushState: (state: unknown, _: string, to: string) => {
        entries.splice(this.at + 1, Infinity, { path: to, state });
        this.at += 1;
      },
      replaceState: (state: unknown, _: string, to?: string) => void (entries[this.at] = { path: to ?? here().path, state }),
    });
  }

  goBack(): void {
    this.at -= 1;
    this.back?.();
  }
}

async function opened(path: string) {
  const window = new Window(path);
  vi.resetModules();
  return { window, ...(await import("../src/route.svelte")) };
}

beforeEach(() => vi.unstubAllGlobals());

describe("an address", () => {
  it.each([
    ["/", { page: "shelf" }],
    ["/r/kvr7td", { page: "room", code: "KVR7TD" }],
    ["/r/KVR7TD/stage", { page: "stage", code: "KVR7TD" }],
    ["/h/kvr7tdx/", { page: "hall", code: "KVR7TDX" }],
    ["/h/KVR7TDX/stage", { page: "hallStage", code: "KVR7TDX" }],
    ["/play/idiot", { page: "idiot" }],
  ])("%s is %j", async (path, page) => expect((await opened("/")).parse(path)).toEqual(page));

  it("that calls a hall a table, or a table a hall, leads where its code belongs", async () => {
    const { parse } = await opened("/");
    expect([parse("/r/KVR7TDX"), parse("/h/KVR7TD"), parse("/h/KVR7TD/stage")].map(({ page }) => page)).toEqual(["hall", "room", "stage"]);
  });

  it("that can be nobody's is what it says it is", async () => {
    const { parse } = await opened("/");
    expect([parse("/h/KVR"), parse("/r/%E0%A4%A")].map(({ page }) => page)).toEqual(["hall", "room"]);
  });
});

describe("between a hall and its tables", () => {
  it("back leads from the table to the hall, which then knows where one has come from", async () => {
    const { window, goToTable, route, cameFrom } = await opened("/h/KVR7TDX");
    goToTable("/r/KVR7TD", "KVR7TDX");
    expect([route(), cameFrom()]).toEqual([{ page: "room", code: "KVR7TD" }, null]);
    window.goBack();
    expect([route(), cameFrom()]).toEqual([{ page: "hall", code: "KVR7TDX" }, "KVR7TD"]);
  });

  it("there is one step, however many rounds are played", async () => {
    const { window, goInstead, goToTable } = await opened("/h/KVR7TDX");
    goToTable("/r/KVR7TD", "KVR7TDX");
    for (const table of ["/r/BCDF23", "/r/BCDF24", "/r/BCDF25"]) {
      goInstead("/h/KVR7TDX");
      goToTable(table, "KVR7TDX");
    }
    expect(window.entries.map(({ path }) => path)).toEqual(["/h/KVR7TDX", "/r/BCDF25"]);
  });

  it("a table's hall is remembered with its address before the table was ever seen, and with no other", async () => {
    const { window, goInstead, hallNoted, goToTable } = await opened("/h/KVR7TDX");
    goToTable("/r/KVR7TD", "KVR7TDX");
    expect(hallNoted()).toBe("KVR7TDX");
    goInstead("/h/KVR7TDX");
    expect(hallNoted()).toBeNull();
    goToTable("/r/BCDF23", "KVR7TDX");
    expect(hallNoted()).toBe("KVR7TDX");
    window.goBack();
    expect(hallNoted()).toBeNull();
  });

  it("a table that was opened by its own link learns its hall when it is seen", async () => {
    const { noteHall, hallNoted } = await opened("/r/KVR7TD");
    expect(hallNoted()).toBeNull();
    noteHall("KVR7TDX");
    expect(hallNoted()).toBe("KVR7TDX");
  });
});
