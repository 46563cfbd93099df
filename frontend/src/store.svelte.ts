/**
 * The session: what this tab knows of its room or hall, and the only hand that sends commands.
 *
 * Server state is held raw: a view replaces the one before, nothing in it is ever changed here.
 */

import { left } from "./clock";
import { hallNoted, noteHall } from "./route.svelte";
import { type Dial, Link, type LinkState } from "./socket";
import { KEYS, isKept, keep, recall } from "./storage";
import type { Answer, Command, CommandType, Hall, RoomView, SeatView, View } from "./wire/types";

/** Why there is nothing more to see here; each has its own page. */
export type Gate = "no_room" | "closed" | "removed" | "elsewhere" | "update" | "broken";

export interface Refusal {
  code: string;
  number: number | null;
  about: CommandType;
}

const GATES: Readonly<Record<string, Gate>> = {
  no_room: "no_room",
  malformed: "no_room", // what cannot be a code at all
  closed: "closed",
  removed: "removed",
  elsewhere: "elsewhere",
  update: "update",
  broken: "broken",
};
/** A table of a hall that ends so has no more to say, and its hall has. */
const GONE: ReadonlySet<Gate> = new Set(["no_room", "closed"]);
const REFUSAL_SHOWN_MS = 6_000;
const TOUCH_EVERY_MS = 10_000;

/** The secret of last time, unless what was kept cannot be one: then this browser starts afresh. */
function secretKept(): string | null {
  const kept = recall(KEYS.secret);
  return kept !== null && /^[\w-]{43}$/.test(kept) ? kept : null;
}

export class Session {
  state = $state<LinkState>("idle");
  gate = $state<Gate | null>(null);
  view = $state.raw<View | null>(null);
  hall = $state.raw<Hall | null>(null);
  /** This table has ended, and the hall it was one of is where to go. */
  isSentBack = $state(false);
  /** The hall that the present table is one of, as far as is known. */
  hallOfTable = $state<string | null>(null);
  /** The command that waits for its answer. */
  pending = $state.raw<Command | null>(null);
  isSlow = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** Moves only while something counts; `performance.now()`. */
  now = $state(performance.now());

  private receivedMs = 0;
  private touchedMs = Number.NEGATIVE_INFINITY;
  private refusalTimer: ReturnType<typeof setTimeout> | undefined;
  private viewListeners = new Set<(view: View, before: View | null) => void>();
  private hallListeners = new Set<(hall: Hall, before: Hall | null) => void>();
  private readonly isNobody: boolean;
  private readonly link: Link;

  /** `isNobody`: come without the secret of this browser, and leave nothing in it. */
  constructor(dial: Dial, { isNobody = false } = {}) {
    this.isNobody = isNobody;
    this.link = new Link(
      dial,
      {
        state: (state) => (this.state = state),
        view: (view) => this.take(view),
        hall: (hall) => this.takeHall(hall),
        notice: ({ notice }) => {
          if (notice === "hall" && !isNobody) this.isSentBack = true;
          else this.close(GATES[notice] ?? "closed");
        },
        slow: (isSlow) => (this.isSlow = isSlow),
        secret: (secret) => isNobody || keep(KEYS.secret, secret),
        refusedAtTheDoor: (code) => {
          const gate = GATES[code];
          if (gate === undefined) this.refuse({ code, number: null, about: "attach" });
          else this.close(gate);
        },
      },
      isNobody ? null : secretKept(),
    );
    setInterval(() => {
      this.now = performance.now();
      this.link.watch(this.now);
    }, 250);
    const check = (): void => {
      if (document.visibilityState === "visible") this.link.check();
    };
    document.addEventListener("visibilitychange", check);
    addEventListener("pageshow", (event) => event.persisted && check());
    addEventListener("online", check);
    // Not in every browser, nor in the DOM's types: a phone that changes from Wi-Fi to mobile data.
    (navigator as Navigator & { connection?: EventTarget }).connection?.addEventListener("change", check);
    for (const input of ["pointerdown", "keydown"]) addEventListener(input, () => this.touched(), { passive: true });
  }

  get room(): RoomView | null {
    return this.view?.room ?? null;
  }

  get mySeat(): SeatView | null {
    const index = this.view?.you.seat;
    return index == null ? null : (this.room?.seats[index] ?? null);
  }

  get isKept(): boolean {
    return isKept();
  }

  /** Start connecting before anything is asked for. */
  warm(): void {
    this.link.open();
  }

  /** Try now instead of when the next pause is over. */
  retry(): void {
    this.link.check();
  }

  enter(code: string): void {
    if (this.link.attachedTo !== code) {
      this.forget();
      this.hallOfTable = hallNoted();
    }
    this.link.attach(code);
  }

  exit(): void {
    this.forget();
    this.link.detach();
  }

  private forget(): void {
    this.view = null;
    this.hall = null;
    this.hallOfTable = null;
    this.isSentBack = false;
  }

  /** Send a command; what comes back is also shown: pending, then gone or refused. */
  async send(command: Command): Promise<Answer> {
    this.pending = command;
    this.refusal = null;
    const answer = await this.link.command(command);
    if (this.pending === command) this.pending = null;
    if (answer.type === "refused") this.refuse({ code: answer.code, number: answer.number ?? null, about: command.type });
    return answer;
  }

  isPending(type: CommandType): boolean {
    return this.pending?.type === type;
  }

  /** Called with every view and the one before it, in order. Returns how to stop. */
  onView(listener: (view: View, before: View | null) => void): () => void {
    this.viewListeners.add(listener);
    return () => this.viewListeners.delete(listener);
  }

  /** As `onView`, of the hall. */
  onHall(listener: (hall: Hall, before: Hall | null) => void): () => void {
    this.hallListeners.add(listener);
    return () => this.hallListeners.delete(listener);
  }

  /** Seconds left now of a time that came with the last view. */
  left(seconds: number): number {
    return left(seconds, this.receivedMs, this.now, this.room?.is_stopped);
  }

  /** Seconds gone now, where the last view said so many. */
  since(seconds: number): number {
    return seconds + Math.max(0, this.now - this.receivedMs) / 1_000;
  }

  dismissRefusal(): void {
    this.refusal = null;
  }

  private take(view: View): void {
    const before = this.view;
    this.receivedMs = performance.now();
    this.now = this.receivedMs;
    this.view = view;
    if (view.room.status === "playing" && !this.isNobody) keep(KEYS.game, view.room.game);
    this.hallOfTable = view.room.hall?.code ?? null;
    noteHall(this.hallOfTable);
    for (const listener of this.viewListeners) listener(view, before);
  }

  private takeHall(hall: Hall): void {
    const before = this.hall;
    this.receivedMs = performance.now();
    this.now = this.receivedMs;
    this.hall = hall;
    for (const listener of this.hallListeners) listener(hall, before);
  }

  private refuse(refusal: Refusal): void {
    if (refusal.code === "link_over") return;
    if (refusal.code === "update") this.close("update");
    this.refusal = refusal;
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => (this.refusal = null), REFUSAL_SHOWN_MS);
  }

  private close(gate: Gate): void {
    if (this.hallOfTable !== null && GONE.has(gate) && !this.isNobody) {
      this.isSentBack = true;
      return;
    }
    this.gate = gate;
    this.link.stop();
  }

  /** Somebody sits here: told only while it could matter, at most once in ten seconds (room.md 3). */
  private touched(): void {
    const seat = this.mySeat;
    if (seat === null || !(seat.is_askable || seat.asked_left_s != null)) return;
    const now = performance.now();
    if (now - this.touchedMs < TOUCH_EVERY_MS) return;
    this.touchedMs = now;
    void this.link.command({ type: "here" });
  }
}
