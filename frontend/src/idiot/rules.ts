/**
 * Who may do what, and when: the engine of idiot, in the shape of the server's (`engines/core.py`).
 *
 * What a seat may do is decided in one place, `may`. It is shown as the hints of the seat's view, and `apply`
 * takes nothing else; `refusal` only finds the word.
 */

import { type Card, PACK, fits, isSameRank } from "./cards";
import { shuffled } from "./chance";
import { type Action, type Chair, type Code, type May, type Phase, RuleError, SEATS, type State, type Step, THREE, type Zone } from "./model";
import { Table } from "./table";

/** Deal a first game. The last seat deals, so that the first chair is on the dealer's left (3). */
export function start(seats: number, seed: number): State {
  if (!Number.isInteger(seats) || seats < SEATS.min || seats > SEATS.max) throw new RangeError(`${seats} seats`);
  return deal(seats, seats - 1, seed >>> 0);
}

/** The next game at the same table: the dealer moves one chair. */
export function again({ chairs, dealer, chance }: State): State {
  return deal(chairs.length, (dealer + 1) % chairs.length, chance);
}

function deal(seats: number, dealer: number, seed: number): State {
  const [stock, chance] = shuffled(PACK, seed);
  const three = (): Card[] => stock.splice(-THREE);
  const chairs = Array.from({ length: seats }, (): Chair => {
    return { hidden: three(), open: three(), hand: three(), isReady: false, place: null };
  });
  return { chance, dealer, stage: "exchange", chairs, stock, pile: [], burned: [], turn: dealer, step: 0, idle: 0 };
}

/** What the game waits for; null when it is over. */
export function phase(state: State): Phase | null {
  const key = `${state.stage}:${state.step}`;
  switch (state.stage) {
    case "exchange":
      return { key, awaited: state.chairs.flatMap((chair, seat) => (chair.isReady ? [] : [seat])) };
    case "playing":
      return { key, awaited: [state.turn] };
    case "over":
      return null;
  }
}

/** Hand first, then the open cards, then the hidden ones (4); with stock left a hand is never empty (6). */
export function zoneOf({ hand, open }: Chair): Zone {
  return hand.length > 0 ? "hand" : open.length > 0 ? "open" : "hidden";
}

const NOTHING: May = { exchange: false, zone: null, lay: [], turn: [], take: false, gamble: false };

/** Everything that this seat may do now. */
export function may(state: State, seat: number): May {
  const chair = state.chairs[seat]!;
  if (state.stage === "exchange") return { ...NOTHING, exchange: !chair.isReady };
  if (state.stage === "over" || state.turn !== seat) return NOTHING;
  const zone = zoneOf(chair);
  if (zone === "hidden") {
    return { ...NOTHING, zone, turn: chair.hidden.flatMap((card, index) => (card === null ? [] : [index])) };
  }
  const lay = chair[zone].filter((card) => fits(card, state.pile));
  const isStuck = lay.length === 0;
  // One gamble a turn needs no count: either it ends the turn, or it burns, and on an empty pile all fits (7).
  return { ...NOTHING, zone, lay, take: isStuck, gamble: isStuck && state.stock.length > 0 };
}

/** One seat's action. Throws `RuleError`, and then nothing has happened. */
export function apply(state: State, seat: number, action: Action): Step {
  const code = refusal(state, seat, action);
  if (code !== null) throw new RuleError(code);
  const table = new Table(state);
  switch (action.type) {
    case "exchange":
      table.exchange(seat, action.hand, action.open);
      break;
    case "ready":
      table.ready(seat);
      break;
    case "lay":
      table.lay(seat, action.cards, zoneOf(state.chairs[seat]!));
      break;
    case "turn":
      turnUp(table, state, seat, state.chairs[seat]!.hidden[action.index]!, "hidden");
      break;
    case "take":
      table.take(seat);
      break;
    case "gamble":
      turnUp(table, state, seat, state.stock.at(-1)!, "stock");
      break;
  }
  return table.step;
}

/** A card that nobody has seen: it must be played if it fits (7b, 9). */
function turnUp(table: Table, { pile }: State, seat: number, card: Card, from: "hidden" | "stock"): void {
  if (fits(card, pile)) table.lay(seat, [card], from);
  else table.fail(seat, card, from);
}

/** The word for why this seat may not do this now; null if it may. */
function refusal(state: State, seat: number, action: Action): Code | null {
  const chair = state.chairs[seat];
  if (state.stage === "over") return "over";
  if (chair === undefined) return "not_your_turn";
  const allowed = may(state, seat);
  if (action.type === "exchange" || action.type === "ready") {
    if (state.stage !== "exchange") return "not_exchanging";
    if (!allowed.exchange) return "already_ready";
    if (action.type === "ready") return null;
    if (!chair.hand.includes(action.hand)) return "not_in_hand";
    return chair.open.includes(action.open) ? null : "not_open";
  }
  if (state.stage === "exchange") return "still_exchanging";
  if (allowed.zone === null) return "not_your_turn";
  switch (action.type) {
    case "lay":
      return layRefusal(chair, allowed, action.cards);
    case "turn":
      if (allowed.zone !== "hidden") return "not_hidden_zone";
      return allowed.turn.includes(action.index) ? null : "no_such_place";
    case "take":
      return allowed.take ? null : "can_play";
    case "gamble":
      if (allowed.gamble) return null;
      return allowed.take ? "no_stock" : "can_play";
  }
}

function layRefusal(chair: Chair, { zone, lay }: May, cards: readonly Card[]): Code | null {
  const held = zone === null || zone === "hidden" ? [] : chair[zone];
  const isHeld = cards.length > 0 && new Set(cards).size === cards.length && cards.every((card) => held.includes(card));
  if (!isHeld) return "not_in_zone";
  if (!isSameRank(cards)) return "one_rank";
  return cards.every((card) => lay.includes(card)) ? null : "too_low";
}
