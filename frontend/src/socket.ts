/**
 * The link to the server: one connection at a time, one command in flight. Only while it moves to another
 * instance there are two: the old one serves until the new one shows the room, so nobody sees the seat away.
 *
 * A command keeps its id until it has an answer, however often the connection changes, so sending it
 * again is harmless. The socket's own opinion of being open is never trusted after a sleep: the link
 * is asked, and replaced when it stays silent. Views older than the one shown are dropped.
 */

import type { Answer, Command, Hall, Notice, Refused, View } from "./wire/types";

export const PROTOCOL = 1;
export const ANSWER_MS = 10_000;
export const PROBE_MS = 3_000;
export const QUIET_MS = 12_500;
export const TRIES = 8;
/** Until the server has said who we are, another connection would be somebody else's. */
const NAMELESS_MS = 500;

/** Refusals after which nothing is known to have failed: the same id is sent again. */
const AGAIN = new Set(["retry", "unsure", "busy"]);

/** Said on the way to the room: true of this try, and no word on one before it that got no answer. */
const OF_THIS_TRY = new Set(["unavailable", "slow_down"]);

export interface Auth {
  protocol: number;
  secret: string | null;
}

/** One connection, as thin as the transport allows; tests bring their own. */
export interface Channel {
  /** May be called before the connection is up. */
  send(message: object, answered: (answer: Answer) => void): void;
  close(): void;
}

export interface ChannelEvents {
  up(): void;
  down(reason: string): void;
  heard(): void;
  view(view: View): void;
  hall(hall: Hall): void;
  notice(notice: Notice): void;
}

export type Dial = (auth: Auth, events: ChannelEvents) => Channel;

export type LinkState = "idle" | "connecting" | "online" | "away";

export interface LinkEvents {
  state(state: LinkState): void;
  view(view: View): void;
  hall(hall: Hall): void;
  notice(notice: Notice): void;
  /** A command waits longer than it should and is being sent again. */
  slow(isSlow: boolean): void;
  secret(secret: string): void;
  refusedAtTheDoor(code: string): void;
}

interface Flight {
  message: { type: string; id: string };
  settle(answer: Answer): void;
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
  /** It is sent again because its connection was to be replaced: nothing is slow. */
  hasMoved?: boolean;
}

/** A connection, from its dialling to its end. */
interface Line {
  channel: Channel | null;
  isUp: boolean;
  /** Its instance asks for another, this long after it has said so. */
  movesAfterMs: number | null;
}

export class Link {
  private line: Line | null = null;
  /** Dialled to take the line's place, and not there yet. */
  private successor: Line | null = null;
  private hasBegun = false;
  private failures = 0;
  private redial: ReturnType<typeof setTimeout> | undefined;
  private probing: ReturnType<typeof setTimeout> | undefined;
  private queue: Flight[] = [];
  private heardAt = 0;
  private shown: { fence: number; version: number } | null = null;
  private count = 0;
  private readonly prefix: string;
  private isOver = false;
  private room: string | null = null;

  constructor(
    private readonly dial: Dial,
    private readonly events: LinkEvents,
    private secret: string | null,
    private readonly random: () => number = Math.random,
  ) {
    this.prefix = Array.from({ length: 10 }, () => Math.floor(random() * 36).toString(36)).join("");
  }

  /** Connect if there is no connection yet. */
  open(): void {
    if (this.line === null && this.redial === undefined && !this.isOver) this.connect();
  }

  /** Look at this room or hall from now on. */
  attach(room: string): void {
    if (this.room === room && this.line !== null) return;
    if (this.room !== room) this.shown = null;
    this.room = room;
    if (this.line === null) this.open();
    else this.controlAll({ type: "attach", room });
  }

  /** Look at none any more. */
  detach(): void {
    if (this.room === null) return;
    this.room = null;
    this.shown = null;
    this.controlAll({ type: "detach" });
  }

  get attachedTo(): string | null {
    return this.room;
  }

  /** Resolves with the server's last word on it; never rejects. */
  command(command: Command): Promise<Answer> {
    return new Promise((settle) => {
      this.queue.push({ message: { ...command, id: this.nextId() }, settle, tries: 0 });
      this.open();
      if (this.queue.length === 1) this.fly();
    });
  }

  /** After sleep, a change of network, or silence: ask for an answer now, else connect anew. */
  check(): void {
    if (this.isOver || !this.hasBegun) return;
    if (!this.line?.isUp) {
      this.replace();
      return;
    }
    if (this.probing !== undefined) return;
    this.probing = setTimeout(() => this.replace(), PROBE_MS);
    this.control(this.line, this.room === null ? { type: "hello" } : { type: "attach", room: this.room });
  }

  /** To be called about once a second: notices a connection that has died without a word. */
  watch(now: number): void {
    if (this.line?.isUp && now - this.heardAt > QUIET_MS) this.check();
  }

  /** The server will say nothing more here: closed, removed, elsewhere, update. */
  stop(): void {
    this.isOver = true;
    this.hangUp();
    clearTimeout(this.redial);
    this.events.slow(false);
    for (const flight of this.queue.splice(0)) {
      clearTimeout(flight.timer);
      flight.settle({ type: "refused", code: "link_over", number: null });
    }
  }

  private nextId(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}`;
  }

  private connect(): void {
    clearTimeout(this.redial);
    this.redial = undefined;
    this.hasBegun = true;
    this.events.state(this.failures > 0 ? "away" : "connecting");
    this.line = { channel: null, isUp: false, movesAfterMs: null };
    this.begin(this.line);
  }

  /** Dial, and say at once who we are and what we look at. */
  private begin(line: Line): void {
    const isOld = (): boolean => (line !== this.line && line !== this.successor) || this.isOver;
    line.channel = this.dial(
      { protocol: PROTOCOL, secret: this.secret },
      {
        up: () => isOld() || this.up(line),
        down: (reason) => isOld() || this.down(line, reason),
        heard: () => line !== this.line || (this.heardAt = performance.now()),
        view: (view) => isOld() || this.take(view),
        hall: (hall) => isOld() || this.takeHall(hall),
        notice: (notice) => isOld() || this.notice(line, notice),
      },
    );
    if (this.secret === null) this.control(line, { type: "hello" });
    if (this.room !== null) this.control(line, { type: "attach", room: this.room });
  }

  private up(line: Line): void {
    line.isUp = true;
    if (line === this.line) this.serve();
    else if (this.room === null) this.succeed();
  }

  /** The line is there: what waits goes out on it. */
  private serve(): void {
    this.failures = 0;
    this.heardAt = performance.now();
    this.events.state("online");
    this.fly();
  }

  private down(line: Line, reason: string): void {
    if (line !== this.line) {
      line.channel?.close();
      this.successor = null;
      if (reason === "update") this.events.refusedAtTheDoor(reason);
      else this.redial = setTimeout(() => this.move(), this.pause(1));
      return;
    }
    if (this.successor !== null && reason !== "update") {
      this.succeed();
      return;
    }
    this.hangUp();
    if (reason === "update") {
      this.events.refusedAtTheDoor(reason);
      return;
    }
    this.failures += 1;
    this.events.state("away");
    clearTimeout(this.redial); // it may have been about to move
    this.redial = setTimeout(() => this.connect(), this.pause(this.failures));
  }

  private pause(failures: number): number {
    const longest = Math.min(8_000, 500 * 2 ** Math.min(failures, 5));
    return longest * (0.3 + 0.7 * this.random());
  }

  private hangUp(): void {
    this.letGo();
    this.successor?.channel?.close();
    this.successor = null;
  }

  /** End the line, but not what is to take its place. */
  private letGo(): void {
    clearTimeout(this.probing);
    this.probing = undefined;
    const flight = this.queue[0];
    if (flight !== undefined) clearTimeout(flight.timer);
    this.line?.channel?.close();
    this.line = null;
  }

  /** Another connection at once, without back-off. */
  private replace(): void {
    this.hangUp();
    this.connect();
  }

  /** Dial beside the line, because its instance asks for it, long before it ends. */
  private move(): void {
    this.redial = undefined;
    if (this.successor !== null) return;
    if (!this.line?.isUp) {
      this.replace();
      return;
    }
    if (this.secret === null) {
      this.moveSoon(NAMELESS_MS);
      return;
    }
    this.successor = { channel: null, isUp: false, movesAfterMs: null };
    this.begin(this.successor);
  }

  /** The successor shows the room, or the line has ended before it could. */
  private succeed(): void {
    const flight = this.queue[0];
    if (flight !== undefined) flight.hasMoved = true;
    const { successor } = this;
    this.letGo();
    this.line = successor;
    this.successor = null;
    if (successor?.isUp) this.serve();
    else this.events.state("connecting");
    if (successor?.movesAfterMs != null) this.moveSoon(successor.movesAfterMs);
  }

  private moveSoon(afterMs: number): void {
    clearTimeout(this.redial);
    this.redial = setTimeout(() => this.move(), afterMs * (0.5 + 0.5 * this.random()));
  }

  private notice(line: Line, notice: Notice): void {
    if (notice.notice === "moved") {
      line.movesAfterMs = notice.after_ms ?? 0;
      if (line === this.line) this.moveSoon(line.movesAfterMs);
      return;
    }
    this.events.notice(notice);
  }

  private take(view: View): void {
    const { shown } = this;
    if (!this.isPresent(view.room.code, view)) return;
    const isSame = shown !== null && view.fence === shown.fence && view.version === shown.version;
    this.events.view(isSame ? { ...view, events: [], private: [] } : view);
  }

  private takeHall(hall: Hall): void {
    if (this.isPresent(hall.hall.code, hall)) this.events.hall(hall);
  }

  /** Of what we look at, and not older than what is shown: then it is shown now. */
  private isPresent(code: string, { fence, version }: { fence: number; version: number }): boolean {
    const { shown } = this;
    if (code !== this.room) return false;
    if (shown !== null && (fence < shown.fence || (fence === shown.fence && version < shown.version))) return false;
    this.shown = { fence, version };
    return true;
  }

  private controlAll(command: Command): void {
    for (const line of [this.line, this.successor]) if (line !== null) this.control(line, command);
  }

  /** Hello and attach: outside the queue, made anew with every connection, without waiting for it. */
  private control(line: Line, command: Command): void {
    line.channel?.send({ ...command, id: this.nextId() }, (answer) => {
      if (line === this.line) {
        clearTimeout(this.probing);
        this.probing = undefined;
      }
      if (answer.type === "welcome" && answer.secret) {
        this.secret = answer.secret;
        this.events.secret(answer.secret);
      } else if (answer.type === "refused") this.controlRefused(line, command, answer);
      else if (line === this.successor) this.succeed();
    });
  }

  private controlRefused(line: Line, command: Command, answer: Refused): void {
    if (command.type === "detach" || (command.type === "attach" && command.room !== this.room)) return;
    if (AGAIN.has(answer.code) || answer.code === "slow_down" || answer.code === "unavailable") {
      const isOld = (): boolean => (line !== this.line && line !== this.successor) || !line.isUp;
      const pause = answer.code === "slow_down" ? Math.max(1, answer.number ?? 2) * 1_000 : 700;
      setTimeout(() => isOld() || this.control(line, command), pause * (1 + 0.5 * this.random()));
    } else this.events.refusedAtTheDoor(answer.code);
  }

  /** Send the command at the head of the queue, with the id it has. */
  private fly(): void {
    const flight = this.queue[0];
    if (flight === undefined || !this.line?.isUp) return;
    clearTimeout(flight.timer);
    flight.tries += 1;
    if (flight.tries > 1 && !flight.hasMoved) this.events.slow(true);
    flight.hasMoved = false;
    if (flight.tries > TRIES) {
      this.land(flight, { type: "refused", code: "no_answer", number: null });
      return;
    }
    flight.timer = setTimeout(() => this.unanswered(flight), PROBE_MS);
    this.line.channel?.send(flight.message, (said) => {
      if (this.queue[0] !== flight) return;
      clearTimeout(flight.timer);
      const isDoubtful = flight.tries > 1 && said.type === "refused" && OF_THIS_TRY.has(said.code);
      const answer: Answer = isDoubtful ? { ...said, code: "unsure" } : said;
      if (answer.type === "refused" && AGAIN.has(answer.code)) {
        if (flight.tries >= TRIES) {
          this.land(flight, answer);
          return;
        }
        this.events.slow(true);
        const pause = Math.min(4_000, 250 * 2 ** flight.tries) * (0.5 + 0.5 * this.random());
        flight.timer = setTimeout(() => this.fly(), pause);
      } else this.land(flight, answer);
    });
  }

  /** Silent for three seconds: say so and ask whether the link lives; silent for ten: send it again. */
  private unanswered(flight: Flight): void {
    this.events.slow(true);
    this.check();
    if (this.queue[0] === flight && this.line?.isUp) flight.timer = setTimeout(() => this.fly(), ANSWER_MS - PROBE_MS);
  }

  private land(flight: Flight, answer: Answer): void {
    clearTimeout(flight.timer);
    this.queue.shift();
    this.events.slow(false);
    flight.settle(answer);
    this.fly();
  }
}
