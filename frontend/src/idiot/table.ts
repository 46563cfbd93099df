/**
 * What happens on the table: laying, burning, drawing, taking, going out, whose turn follows (5 to 10).
 *
 * Whether somebody may do it has been decided before (`rules.ts`). A `Table` is a state that one action
 * changes step by step, together with what has happened; no state that is given in is changed.
 */

import { type Card, isSpecial, rankOf, runOf, valueOf } from "./cards";
import { type Chair, type Event, PATIENCE, type State, type Step, THREE, type Zone } from "./model";

export class Table {
  private state: State;
  private readonly events: Event[] = [];

  constructor(state: State) {
    this.state = { ...state, step: state.step + 1 };
  }

  get step(): Step {
    return { state: this.state, events: this.events };
  }

  get isReady(): boolean {
    return this.state.chairs.every((chair) => chair.isReady);
  }

  exchange(seat: number, up: Card, down: Card): void {
    const { hand, open } = this.chair(seat);
    const swapped = { hand: hand.map((card) => (card === up ? down : card)), open: open.map((card) => (card === down ? up : card)) };
    this.setChair(seat, swapped);
    this.events.push({ type: "exchanged", seat, up, down });
  }

  ready(seat: number): void {
    this.setChair(seat, { isReady: true });
    if (!this.isReady) return;
    this.state = { ...this.state, stage: "playing", turn: starter(this.state) };
    this.events.push({ type: "began", seat: this.state.turn });
  }

  /** Cards that fit go on the pile, with all that follows from it. */
  lay(seat: number, cards: readonly Card[], from: Zone | "stock"): void {
    const chair = this.chair(seat);
    const rest = (held: readonly Card[]): Card[] => held.filter((card) => !cards.includes(card));
    if (from === "hand") this.setChair(seat, { hand: rest(chair.hand) });
    else if (from === "open") this.setChair(seat, { open: rest(chair.open) });
    else if (from === "hidden") this.takeAway(seat, cards);
    else this.state = { ...this.state, stock: this.state.stock.slice(0, -1) };
    this.state = { ...this.state, pile: [...this.state.pile, ...cards] };
    this.events.push({ type: "laid", seat, cards, from });

    const burns = this.burn(seat);
    // The draw comes before the extra turn (6), and before it is looked whether the seat is out (10).
    if (from === "hand") this.draw(seat);
    const isOut = this.goOut(seat);
    this.passTurn(burns && !isOut ? seat : null);
  }

  /** The pile goes to the hand; the next seat leads on an empty one (7). */
  take(seat: number): void {
    const count = this.state.pile.length;
    this.pickUp(seat, []);
    this.events.push({ type: "took", seat, count });
    this.passTurn(null);
  }

  /** A card turned up that does not fit goes to the hand with the pile (7b, 9). */
  fail(seat: number, card: Card, from: "hidden" | "stock"): void {
    if (from === "hidden") this.takeAway(seat, [card]);
    else this.state = { ...this.state, stock: this.state.stock.slice(0, -1) };
    const count = this.state.pile.length + 1;
    this.pickUp(seat, [card]);
    this.events.push({ type: "failed", seat, card, from, count });
    this.passTurn(null);
  }

  private chair(seat: number): Chair {
    return this.state.chairs[seat]!;
  }

  private setChair(seat: number, change: Partial<Chair>): void {
    const chairs = this.state.chairs.map((chair, index) => (index === seat ? { ...chair, ...change } : chair));
    this.state = { ...this.state, chairs };
  }

  private takeAway(seat: number, cards: readonly Card[]): void {
    const hidden = this.chair(seat).hidden.map((card) => (card !== null && cards.includes(card) ? null : card));
    this.setChair(seat, { hidden });
  }

  private pickUp(seat: number, turned: readonly Card[]): void {
    this.setChair(seat, { hand: [...this.chair(seat).hand, ...this.state.pile, ...turned] });
    this.state = { ...this.state, pile: [] };
  }

  private burn(seat: number): boolean {
    const { pile, burned } = this.state;
    const isTen = rankOf(pile.at(-1) ?? "") === "T";
    if (!isTen && runOf(pile) < 4) return false;
    this.state = { ...this.state, pile: [], burned: [...burned, ...pile] };
    this.events.push({ type: "burned", seat, how: isTen ? "ten" : "four", count: pile.length });
    return true;
  }

  private draw(seat: number): void {
    const { hand } = this.chair(seat);
    const count = Math.min(Math.max(0, THREE - hand.length), this.state.stock.length);
    if (count === 0) return;
    const rest = this.state.stock.length - count;
    this.setChair(seat, { hand: [...hand, ...this.state.stock.slice(rest).reverse()] });
    this.state = { ...this.state, stock: this.state.stock.slice(0, rest) };
    this.events.push({ type: "drew", seat, count });
  }

  private goOut(seat: number): boolean {
    if (holdsCards(this.chair(seat))) return false;
    const place = 1 + this.state.chairs.filter((chair) => chair.place !== null).length;
    this.setChair(seat, { place });
    this.state = { ...this.state, idle: 0 };
    this.events.push({ type: "wentout", seat, place });
    return true;
  }

  /** To `again`, whose extra turn it is, or to the next seat that still holds cards; unless that is the end. */
  private passTurn(again: number | null): void {
    const { chairs, turn, idle } = this.state;
    const left = turnOrder(chairs.length, turn).filter((seat) => chairs[seat]!.place === null);
    const [next = turn] = left;
    if (left.length === 1 || idle + 1 >= PATIENCE) {
      this.state = { ...this.state, stage: "over" };
      this.events.push({ type: "ended", idiot: idiotOf(this.state) });
    } else {
      this.state = { ...this.state, turn: again ?? next, idle: idle + 1 };
    }
  }
}

export const holdsCards = ({ hand, open, hidden }: Chair): boolean =>
  hand.length > 0 || open.length > 0 || hidden.some((card) => card !== null);

/** The one seat that is left with cards; null while several are, or where the game was drawn. */
export function idiotOf({ stage, chairs }: State): number | null {
  const left = chairs.flatMap((chair, seat) => (chair.place === null ? [seat] : []));
  return stage === "over" && left.length === 1 ? left[0]! : null;
}

/** All seats, beginning with the one after this. */
function turnOrder(seats: number, after: number): number[] {
  return Array.from({ length: seats }, (_, index) => (after + 1 + index) % seats);
}

/** Who holds the lowest card in hand, specials aside; of equals the first from the dealer's left (3). */
export function starter({ chairs, dealer }: State): number {
  const lowest = (seat: number): number =>
    Math.min(...chairs[seat]!.hand.filter((card) => !isSpecial(card)).map(valueOf));
  return turnOrder(chairs.length, dealer).reduce((best, seat) => (lowest(seat) < lowest(best) ? seat : best));
}
