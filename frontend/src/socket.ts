/**
 * The link to the server: one connection at a time, one command in flight.
 *
 * A command keeps its id until it has an answer, however often the connection changes, so sending it
 * again is harmless. The socket's own opinion of being open is never trusted after a sleep: the link
 * is asked, and replaced when it stays silent. Views older than the one shown are dropped.
 */

import type { Answer, Command, Notice, Refused, View } from "./wire/types";

export const PROTOCOL = 1;
export const ANSWER_MS = 10_000;
export const PROBE_MS = 3_000;
export const QUIET_MS = 12_500;
export const TRIES = 8;

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
  notice(notice: Notice): void;
}

export type Dial = (auth: Auth, events: ChannelEvents) => Channel;

export type LinkState = "idle" | "connecting" | "online" | "away";

export interface LinkEvents {
  state(state: LinkState): void;
  view(view: View): void;
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

export class Link {
  private channel: Channel | null = null;
  private isUp = false;
  private generation = 0;
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
    if (this.channel === null && this.redial === undefined && !this.isOver) this.connect();
  }

  /** Look at this room from now on. */
  attach(room: string): void {
    if (this.room === room && this.channel !== null) return;
    if (this.room !== room) this.shown = null;
    this.room = room;
    if (this.channel === null) this.open();
    else this.control({ type: "attach", room });
  }

  /** Look at no room any more. */
  detach(): void {
    if (this.room === null) return;
    this.room = null;
    this.shown = null;
    this.control({ type: "detach" });
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
    if (this.isOver || this.generation === 0) return;
    if (!this.isUp) {
      this.replace();
      return;
    }
    if (this.probing !== undefined) return;
    this.probing = setTimeout(() => this.replace(), PROBE_MS);
    this.control(this.room === null ? { type: "hello" } : { type: "attach", room: this.room });
  }

  /** To be called about once a second: notices a connection that has died without a word. */
  watch(now: number): void {
    if (this.isUp && now - this.heardAt > QUIET_MS) this.check();
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
    this.generation += 1;
    const mine = this.generation;
    const isOld = (): boolean => mine !== this.generation || this.isOver;
    this.events.state(this.failures > 0 ? "away" : "connecting");
    this.channel = this.dial(
      { protocol: PROTOCOL, secret: this.secret },
      {
        up: () => isOld() || this.up(),
        down: (reason) => isOld() || this.down(reason),
        heard: () => isOld() || (this.heardAt = performance.now()),
        view: (view) => isOld() || this.take(view),
        notice: (notice) => isOld() || this.notice(notice),
      },
    );
    if (this.secret === null) this.control({ type: "hello" });
    if (this.room !== null) this.control({ type: "attach", room: this.room });
  }

  private up(): void {
    this.isUp = true;
    this.failures = 0;
    this.heardAt = performance.now();
    this.events.state("online");
    this.fly();
  }

  private down(reason: string): void {
    this.hangUp();
    if (reason === "update") {
      this.events.refusedAtTheDoor(reason);
      return;
    }
    this.failures += 1;
    this.events.state("away");
    clearTimeout(this.redial); // it may have been about to move
    const longest = Math.min(8_000, 500 * 2 ** Math.min(this.failures, 5));
    this.redial = setTimeout(() => this.connect(), longest * (0.3 + 0.7 * this.random()));
  }

  private hangUp(): void {
    this.generation += 1;
    this.isUp = false;
    clearTimeout(this.probing);
    this.probing = undefined;
    const flight = this.queue[0];
    if (flight !== undefined) clearTimeout(flight.timer);
    this.channel?.close();
    this.channel = null;
  }

  /** Another connection at once, without back-off. */
  private replace(): void {
    this.hangUp();
    this.connect();
  }

  /** The same, because the instance asks for it, long before it ends. */
  private move(): void {
    const flight = this.queue[0];
    if (flight !== undefined) flight.hasMoved = true;
    this.replace();
  }

  private notice(notice: Notice): void {
    if (notice.notice === "moved") {
      clearTimeout(this.redial);
      this.redial = setTimeout(() => this.move(), (notice.after_ms ?? 0) * (0.5 + 0.5 * this.random()));
      return;
    }
    this.events.notice(notice);
  }

  private take(view: View): void {
    const { shown } = this;
    if (view.room.code !== this.room) return;
    if (shown !== null) {
      if (view.fence < shown.fence) return;
      if (view.fence === shown.fence && view.version < shown.version) return;
    }
    const isSame = shown !== null && view.fence === shown.fence && view.version === shown.version;
    this.shown = { fence: view.fence, version: view.version };
    this.events.view(isSame ? { ...view, events: [], private: [] } : view);
  }

  /** Hello and attach: outside the queue, made anew with every connection, without waiting for it. */
  private control(command: Command): void {
    this.channel?.send({ ...command, id: this.nextId() }, (answer) => {
      clearTimeout(this.probing);
      this.probing = undefined;
      if (answer.type === "welcome" && answer.secret) {
        this.secret = answer.secret;
        this.events.secret(answer.secret);
      } else if (answer.type === "refused") this.controlRefused(command, answer);
    });
  }

  private controlRefused(command: Command, answer: Refused): void {
    if (command.type === "detach" || (command.type === "attach" && command.room !== this.room)) return;
    if (AGAIN.has(answer.code) || answer.code === "slow_down" || answer.code === "unavailable") {
      const mine = this.generation;
      const pause = answer.code === "slow_down" ? Math.max(1, answer.number ?? 2) * 1_000 : 700;
      setTimeout(
        () => mine === this.generation && this.isUp && this.control(command),
        pause * (1 + 0.5 * this.random()),
      );
    } else this.events.refusedAtTheDoor(answer.code);
  }

  /** Send the command at the head of the queue, with the id it has. */
  private fly(): void {
    const flight = this.queue[0];
    if (flight === undefined || !this.isUp || this.channel === null) return;
    clearTimeout(flight.timer);
    flight.tries += 1;
    if (flight.tries > 1 && !flight.hasMoved) this.events.slow(true);
    flight.hasMoved = false;
    if (flight.tries > TRIES) {
      this.land(flight, { type: "refused", code: "no_answer", number: null });
      return;
    }
    flight.timer = setTimeout(() => this.unanswered(flight), PROBE_MS);
    this.channel.send(flight.message, (said) => {
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
    if (this.queue[0] === flight && this.isUp) flight.timer = setTimeout(() => this.fly(), ANSWER_MS - PROBE_MS);
  }

  private land(flight: Flight, answer: Answer): void {
    clearTimeout(flight.timer);
    this.queue.shift();
    this.events.slow(false);
    flight.settle(answer);
    this.fly();
  }
}
