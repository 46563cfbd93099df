/**
 * One person at a table of computer players: the game behind the screen, and what of it is kept.
 *
 * The state stays in here; the screen gets the view of seat 0. A step is saved before it is shown, so that a
 * reload gives no second look at a turned card (rules 12).
 */

import { type Action, type Event, type State, type View, again, apply, bot, phase, read, start, view, written } from "../../idiot";
import { tabs } from "../../device";
import { KEYS, forget, isKept, keep, recall } from "../../storage";
import { tell } from "./tell";

/** The person's chair. */
export const ME = 0;
/** How long each step of a computer player is left on the screen. */
const PACE_MS = 1_100;
const LOG_LINES = 40;
/** Of what was skipped only the end is said aloud. */
const SPOKEN_LINES = 6;

export class Sitting {
  /** What the person sees; null before the first deal. */
  view = $state.raw<View | null>(null);
  log = $state.raw<readonly string[]>([]);
  /** The sentences of the last step, in order. */
  told = $state.raw<readonly string[]>([]);
  isSaving = $state(false);
  /** There is a save that cannot be read. */
  isDamaged = $state(false);
  /** Saving was asked for, and this browser keeps nothing. */
  isBlocked = $state(false);
  /** Another tab plays this saved game; this one stands still. */
  isElsewhere = $state(false);

  private state: State | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly tabs = tabs(KEYS.idiot, () => this.yieldToOther());

  constructor() {
    const text = recall(KEYS.idiot);
    if (text === null) return;
    const state = read(text);
    this.isDamaged = state === null;
    if (state === null) return;
    this.isSaving = true;
    this.tabs.say();
    this.take(state, []);
  }

  /** The computer players are at it, and nothing is asked of the person. */
  get isWaiting(): boolean {
    return this.view?.stage === "playing" && this.view.turn !== ME;
  }

  deal(opponents: number): void {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.log = [];
    this.take(start(opponents + 1, seed), []);
  }

  dealAgain(): void {
    if (this.state === null) return;
    this.log = [];
    this.take(again(this.state), []);
  }

  /** Back to the choice of how many. A game that is not played on is not kept either. */
  leave(): void {
    clearTimeout(this.timer);
    this.state = this.view = null;
    this.log = this.told = [];
    if (this.isSaving) forget(KEYS.idiot);
  }

  act(action: Action): void {
    if (this.state === null || this.isElsewhere) return;
    let { state, events } = apply(this.state, ME, action);
    // The others have thought about their exchange meanwhile; nobody saw another's before the own was final.
    if (action.type === "ready") ({ state, events } = playedOn(state, events, "exchange"));
    this.take(state, events);
  }

  /** The computer players at once, until the person's turn or the end. */
  skip(): void {
    if (this.state === null || !this.isWaiting) return;
    const { state, events } = playedOn(this.state, [], "playing");
    this.take(state, events);
  }

  save(isOn: boolean): void {
    this.isSaving = isOn;
    this.isBlocked = false;
    if (!isOn) return this.delete();
    this.tabs.say();
    if (this.state !== null) this.keepState(this.state);
    else this.isBlocked = !isKept();
    this.isSaving = !this.isBlocked;
  }

  /** The save goes, the game on the screen stays. */
  delete(): void {
    forget(KEYS.idiot);
    this.isSaving = this.isDamaged = false;
  }

  close(): void {
    clearTimeout(this.timer);
    this.tabs.close();
  }

  private take(state: State, events: readonly Event[]): void {
    if (this.isSaving) this.keepState(state);
    this.state = state;
    this.view = view(state, ME);
    this.told = tell(events, this.view);
    this.log = [...this.log, ...this.told].slice(-LOG_LINES);
    clearTimeout(this.timer);
    if (this.isWaiting) this.timer = setTimeout(() => this.botPlays(), PACE_MS);
  }

  get spoken(): readonly string[] {
    return this.told.slice(-SPOKEN_LINES);
  }

  private botPlays(): void {
    if (this.state === null) return;
    const { turn } = this.state;
    const { state, events } = apply(this.state, turn, bot(view(this.state, turn)));
    this.take(state, events);
  }

  private keepState(state: State): void {
    keep(KEYS.idiot, written(state));
    if (isKept()) this.isDamaged = false;
    else {
      this.isSaving = false;
      this.isBlocked = true;
    }
  }

  /** Two tabs would overwrite each other's turns: the one that spoke last has the game. */
  private yieldToOther(): void {
    if (!this.isSaving) return;
    clearTimeout(this.timer);
    this.isElsewhere = true;
  }
}

/** The computer players go on while the game is in this stage and waits for one of them. */
function playedOn(state: State, events: readonly Event[], stage: "exchange" | "playing"): { state: State; events: readonly Event[] } {
  const told = [...events];
  for (;;) {
    const awaited = phase(state)?.awaited[0];
    if (awaited === undefined || awaited === ME || state.stage !== stage) return { state, events: told };
    const step = apply(state, awaited, bot(view(state, awaited)));
    state = step.state;
    told.push(...step.events);
  }
}
