import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { takeEarly } from "../src/early";

/** As much of a browser's socket as is looked at: its state and its handlers. */
class Socket {
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  constructor(readonly readyState: number) {}
}

/** A socket that was opened ahead, in this state and with these messages; its new owner's diary. */
async function adopted(readyState: number, ...data: string[]): Promise<string[] | null> {
  const socket = new Socket(readyState);
  vi.stubGlobal("window", { kortlekEarly: { socket, messages: data.map((each) => ({ data: each })) } });
  const taken = takeEarly() as unknown as Socket | null;
  if (taken === null) return null;
  const heard: string[] = [];
  taken.onopen = () => heard.push("open");
  taken.onmessage = (message) => heard.push(message.data);
  await Promise.resolve();
  return heard;
}

beforeEach(() => vi.stubGlobal("WebSocket", Socket));
afterEach(() => vi.unstubAllGlobals());

describe("a socket opened ahead", () => {
  it("tells its owner what has happened on it, in order", async () => {
    expect(await adopted(1, "0{}", "2")).toEqual(["open", "0{}", "2"]);
  });

  it("leaves the opening to come where it has not opened yet", async () => expect(await adopted(0)).toEqual([]));

  it("is not taken when it has closed", async () => expect(await adopted(3)).toBeNull());

  it("is taken once", async () => {
    await adopted(1);
    expect(takeEarly()).toBeNull();
  });
});
