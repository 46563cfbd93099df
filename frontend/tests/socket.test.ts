import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER_MS, type Auth, type ChannelEvents, Link, type LinkState, PROBE_MS, QUIET_MS, TRIES } from "../src/socket";
import type { Answer, Hall, View } from "../src/wire/types";

interface Sent {
  message: { type: string; id: string; [field: string]: unknown };
  answer(answer: Answer): void;
}

/** A server's end: every connection that was dialled, and what was sent on it. */
class Server {
  connections: { auth: Auth; events: ChannelEvents; sent: Sent[]; isClosed: boolean }[] = [];

  dial = (auth: Auth, events: ChannelEvents) => {
    const connection = { auth, events, sent: [] as Sent[], isClosed: false };
    this.connections.push(connection);
    return {
      send: (message: object, answer: (answer: Answer) => void) =>
        void connection.sent.push({ message: message as Sent["message"], answer }),
      close: () => {
        connection.isClosed = true;
      },
    };
  };

  get last() {
    const connection = this.connections.at(-1);
    if (connection === undefined) throw new Error("Nothing was dialled");
    return connection;
  }

  sent(type: string): Sent[] {
    return this.connections.flatMap((connection) => connection.sent.filter(({ message }) => message.type === type));
  }
}

const applied: Answer = { type: "applied", fence: 1, version: 2, detail: null };
const refused = (code: string): Answer => ({ type: "refused", code, number: null });
const view = (fence: number, version: number, events: unknown[] = []): View =>
  ({ fence, version, events, private: [], room: { code: "KVR7TD" } }) as unknown as View;
const hall = (fence: number, version: number, code = "KVR7TDX"): Hall => ({ fence, version, hall: { code } }) as unknown as Hall;

let server: Server;
let states: LinkState[];
let views: View[];
let halls: Hall[];
let gates: string[];
let secrets: string[];
let slow: boolean[];
let link: Link;

function linkWith(secret: string | null): Link {
  return new Link(
    server.dial,
    {
      state: (state) => states.push(state),
      view: (each) => views.push(each),
      hall: (each) => halls.push(each),
      notice: ({ notice }) => gates.push(notice),
      slow: (isSlow) => slow.push(isSlow),
      secret: (each) => secrets.push(each),
      refusedAtTheDoor: (code) => gates.push(code),
    },
    secret,
    () => 0.5,
  );
}

function connected(): void {
  link.attach("KVR7TD");
  server.last.events.up();
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  states = [];
  views = [];
  halls = [];
  gates = [];
  secrets = [];
  slow = [];
  link = linkWith("s".repeat(43));
});
afterEach(() => vi.useRealTimers());

describe("connecting", () => {
  it("asks who it is only without a secret, and keeps the one it is given", () => {
    link = linkWith(null);
    connected();
    expect(server.last.sent.map(({ message }) => message.type)).toEqual(["hello", "attach"]);
    server.last.sent[0]?.answer({ type: "welcome", player: "p", protocol: 1, secret: "new" });
    expect(secrets).toEqual(["new"]);
    server.last.events.down("transport close");
    vi.advanceTimersByTime(2_000);
    expect(server.last.auth.secret).toBe("new");
  });

  it("attaches again by itself after a loss", () => {
    connected();
    server.last.events.down("transport close");
    vi.advanceTimersByTime(2_000);
    server.last.events.up();
    expect(server.connections).toHaveLength(2);
    expect(server.last.sent.map(({ message }) => message.type)).toEqual(["attach"]);
  });

  it("waits longer after each failure, eight seconds at most", () => {
    link.open();
    for (let failures = 0; failures < 12; failures += 1) {
      server.last.events.down("connect_error");
      vi.advanceTimersByTime(8_000);
    }
    expect(server.connections).toHaveLength(13);
    expect(states.at(-1)).toBe("away");
  });

  it("says so when the room is not to be had, and asks again when it is being started", () => {
    connected();
    server.last.sent[0]?.answer(refused("retry"));
    vi.advanceTimersByTime(2_000);
    expect(server.sent("attach")).toHaveLength(2);
    server.last.sent[1]?.answer(refused("no_room"));
    expect(gates).toEqual(["no_room"]);
  });

  it("connects again when its instance moves away, and does not call that an end", () => {
    connected();
    server.last.events.notice({ notice: "moved", after_ms: 400 });
    vi.advanceTimersByTime(500);
    expect(server.connections).toHaveLength(2);
    expect(gates).toEqual([]);
  });

  /** The instance asks to move, and the pause it gave is over. */
  function toldToMove(): void {
    server.last.events.notice({ notice: "moved", after_ms: 400 });
    vi.advanceTimersByTime(500);
  }
  const attached = (index: number): void => server.sent("attach")[index]?.answer(applied);

  it("moves without a word, and what was in flight goes with it under its id", async () => {
    connected();
    const answer = link.command({ type: "seat_bot" });
    toldToMove();
    server.last.events.up();
    attached(1);
    const [first, second] = server.sent("seat_bot").map(({ message }) => message.id);
    expect(second).toBe(first);
    server.sent("seat_bot")[1]?.answer(applied);
    expect(await answer).toEqual(applied);
    expect(states).not.toContain("away");
    expect(slow).not.toContain(true);
  });

  it("keeps the old connection until the new one shows the room, so that nobody is seen away", async () => {
    connected();
    toldToMove();
    const [old, next] = server.connections;
    next?.events.up();
    const answer = link.command({ type: "seat_bot" });
    server.sent("seat_bot")[0]?.answer(applied);
    expect(await answer).toEqual(applied);
    old?.events.view(view(1, 3));
    expect(old?.isClosed).toBe(false);
    attached(1);
    expect(old?.isClosed).toBe(true);
    next?.events.view(view(2, 3));
    expect(views.map(({ fence }) => fence)).toEqual([1, 2]);
  });

  it("moves as soon as it is connected where no room is looked at", () => {
    link.open();
    server.last.events.up();
    toldToMove();
    server.last.events.up();
    expect(server.connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it("lives on the new connection when the old one ends before the room is shown there", () => {
    connected();
    toldToMove();
    server.connections[0]?.events.down("transport close");
    void link.command({ type: "seat_bot" });
    server.last.events.up();
    expect(server.connections).toHaveLength(2);
    expect(server.last.sent.map(({ message }) => message.type)).toEqual(["attach", "seat_bot"]);
    expect(states).not.toContain("away");
  });

  it("tries again when the new connection fails, and is served by the old one meanwhile", () => {
    connected();
    toldToMove();
    server.last.events.down("connect_error");
    expect(server.connections.map(({ isClosed }) => isClosed)).toEqual([false, true]);
    expect(states).not.toContain("away");
    vi.advanceTimersByTime(1_000);
    expect(server.connections).toHaveLength(3);
    server.last.events.up();
    attached(2);
    expect(server.connections.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
  });

  it("waits with moving until it knows who it is, or it would be two people", () => {
    link = linkWith(null);
    connected();
    toldToMove();
    expect(server.connections).toHaveLength(1);
    server.sent("hello")[0]?.answer({ type: "welcome", player: "p", protocol: 1, secret: "new" });
    vi.advanceTimersByTime(1_000);
    expect(server.connections.map(({ auth }) => auth.secret)).toEqual([null, "new"]);
  });

  it("moves once more when the next instance is leaving as well", () => {
    connected();
    toldToMove();
    server.last.events.up();
    server.last.events.notice({ notice: "moved", after_ms: 400 });
    attached(1);
    vi.advanceTimersByTime(500);
    server.last.events.up();
    attached(2);
    expect(server.connections.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
  });

  it("asks the new connection again when the room is being started", () => {
    connected();
    toldToMove();
    server.last.events.up();
    server.sent("attach")[1]?.answer(refused("retry"));
    vi.advanceTimersByTime(1_100);
    attached(2);
    expect(server.connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it("connects once when the connection is lost before it was to move", () => {
    connected();
    server.last.events.notice({ notice: "moved", after_ms: 2_000 });
    server.last.events.down("transport close");
    vi.advanceTimersByTime(1_000);
    server.last.events.up();
    vi.advanceTimersByTime(5_000);
    expect(server.connections).toHaveLength(2);
  });
});

describe("commands", () => {
  it("keeps one in flight and sends the next when the first is answered", async () => {
    connected();
    const first = link.command({ type: "seat_bot" });
    void link.command({ type: "leave", phase: "1:1:1:lay" });
    expect(server.sent("leave")).toHaveLength(0);
    server.sent("seat_bot")[0]?.answer(applied);
    expect(await first).toEqual(applied);
    expect(server.sent("leave")).toHaveLength(1);
  });

  it("sends the same id again when the answer is retry, unsure or busy", async () => {
    connected();
    const answer = link.command({ type: "seat_bot" });
    for (const [tries, code] of ["retry", "unsure", "busy"].entries()) {
      server.sent("seat_bot")[tries]?.answer(refused(code));
      vi.advanceTimersByTime(2_000);
    }
    const ids = server.sent("seat_bot").map(({ message }) => message.id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(1);
    server.sent("seat_bot")[3]?.answer(applied);
    expect(await answer).toEqual(applied);
  });

  it("does not say that nothing has happened when an earlier try may have arrived", async () => {
    connected();
    const answer = link.command({ type: "seat_bot" });
    server.last.events.down("transport close");
    vi.advanceTimersByTime(2_000);
    server.last.events.up();
    server.sent("seat_bot")[1]?.answer(refused("unavailable"));
    vi.advanceTimersByTime(2_000);
    server.sent("seat_bot")[2]?.answer(applied);
    expect(await answer).toEqual(applied);
    const first = link.command({ type: "seat_bot" });
    server.sent("seat_bot").at(-1)?.answer(refused("unavailable"));
    expect(await first).toEqual(refused("unavailable"));
  });

  it("sends the same id on the next connection when this one is lost", () => {
    connected();
    void link.command({ type: "seat_bot" });
    server.last.events.down("transport close");
    vi.advanceTimersByTime(2_000);
    server.last.events.up();
    const [before, after] = server.sent("seat_bot");
    expect(after?.message).toEqual(before?.message);
    expect(server.last.sent.map(({ message }) => message.type)).toEqual(["attach", "seat_bot"]);
  });

  it("sends it again after ten seconds of silence on a link that lives", () => {
    connected();
    void link.command({ type: "seat_bot" });
    vi.advanceTimersByTime(PROBE_MS);
    server.sent("attach").at(-1)?.answer(applied);
    vi.advanceTimersByTime(ANSWER_MS - PROBE_MS);
    expect(server.sent("seat_bot")).toHaveLength(2);
    expect(server.connections).toHaveLength(1);
  });

  it("gives up in the end, with words for it", async () => {
    connected();
    const answer = link.command({ type: "seat_bot" });
    for (let tries = 0; tries < TRIES; tries += 1) {
      server.sent("seat_bot")[tries]?.answer(refused("busy"));
      vi.advanceTimersByTime(3_000);
    }
    expect(await answer).toEqual(refused("busy"));
    expect(server.sent("seat_bot")).toHaveLength(TRIES);
  });

  it("is answered when the server has said its last word", async () => {
    connected();
    const answer = link.command({ type: "seat_bot" });
    link.stop();
    expect(await answer).toEqual(refused("link_over"));
  });
});

describe("a link that only claims to live", () => {
  it("is replaced three seconds after a check without an answer, and then ignored", () => {
    connected();
    const old = server.last;
    link.check();
    vi.advanceTimersByTime(PROBE_MS);
    expect(server.connections).toHaveLength(2);
    expect(old.isClosed).toBe(true);
    old.events.view(view(1, 9));
    expect(views).toEqual([]);
  });

  it("is kept when the check is answered", () => {
    connected();
    link.check();
    server.sent("attach").at(-1)?.answer(applied);
    vi.advanceTimersByTime(PROBE_MS * 2);
    expect(server.connections).toHaveLength(1);
  });

  it("is checked when nothing has been heard for longer than the server's ping takes", () => {
    connected();
    link.watch(performance.now() + QUIET_MS + 1);
    expect(server.sent("attach")).toHaveLength(2);
  });

  it("is dialled at once, without back-off, when the page comes back while it is away", () => {
    connected();
    server.last.events.down("transport close");
    link.check();
    expect(server.connections).toHaveLength(2);
  });
});

describe("a hall", () => {
  it("is looked at in place of a table, and what comes of either goes to its own listener", () => {
    connected();
    server.last.events.view(view(3, 7));
    link.attach("KVR7TDX");
    server.last.events.hall(hall(1, 1));
    expect(server.sent("attach").map(({ message }) => message["room"])).toEqual(["KVR7TD", "KVR7TDX"]);
    expect([views.length, halls.length]).toEqual([1, 1]);
  });

  it("is dropped when it is another one's, or older than what is shown", () => {
    link.attach("KVR7TDX");
    server.last.events.up();
    for (const each of [hall(1, 4), hall(1, 3), hall(2, 1), hall(1, 9), hall(3, 1, "BCDFGHJ")]) server.last.events.hall(each);
    expect(halls.map(({ fence, version }) => [fence, version])).toEqual([
      [1, 4],
      [2, 1],
    ]);
  });

  it("is shown again under the same version: what tables report makes no new one", () => {
    link.attach("KVR7TDX");
    server.last.events.up();
    server.last.events.hall(hall(1, 4));
    server.last.events.hall(hall(1, 4));
    expect(halls).toHaveLength(2);
  });

  it("that comes late, when a table is looked at again, is nobody's", () => {
    link.attach("KVR7TDX");
    server.last.events.up();
    link.attach("KVR7TD");
    server.last.events.hall(hall(9, 9));
    server.last.events.view(view(1, 1));
    expect([views.length, halls.length]).toEqual([1, 0]);
  });
});

describe("views", () => {
  it("are dropped when their fence and version are lower than those shown", () => {
    connected();
    for (const [fence, version] of [[2, 5], [2, 4], [1, 9], [3, 1]] as const) server.last.events.view(view(fence, version));
    expect(views.map(({ fence, version }) => [fence, version])).toEqual([[2, 5], [3, 1]]);
  });

  it("tell their events once, also when the same version comes again", () => {
    connected();
    server.last.events.view(view(1, 1, ["laid"]));
    server.last.events.view(view(1, 1, ["laid"]));
    expect(views.map(({ events }) => events)).toEqual([["laid"], []]);
  });

  it("are not shown after the room has been left", () => {
    connected();
    link.detach();
    server.last.events.view(view(1, 1));
    expect(views).toEqual([]);
    expect(server.last.sent.at(-1)?.message.type).toBe("detach");
  });

  it("of a room that was looked at before are ignored", () => {
    connected();
    link.attach("BCDF23");
    server.last.events.view(view(1, 1));
    expect(views).toEqual([]);
  });
});
