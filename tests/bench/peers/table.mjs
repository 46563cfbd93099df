// The benchmark's table (bench.md) for the peers on node: the same rules and the same block of about a kilobyte as
// `tests/bench/four_seat.py`. State is kept in memory, nothing is saved, nothing is validated.

export const SEATS = 4;
const HAND = 10;
const CARDS = 104;

const range = (length) => Array.from({ length }, (_, n) => n);

/** What every viewer sees besides the game: about what our view says of the room. */
export const ROOM = {
  code: "BCDFGH", status: "playing", phase: "1:play", game: "bench", min_seats: 4, max_seats: 4,
  seats: range(SEATS).map((n) => ({
    id: `player-${String(n).padStart(18, "0")}`, name: `Player ${n}`, presence: "here", is_host: n === 0,
  })),
};
const PUBLIC = {
  cards: range(20).map((n) => ({ card: n * 5 + 1, row: n % 4, heads: (n % 7) + 1 })),
  log: range(10).map((n) => `line ${n} of log`),
};

export const firstHands = () => range(SEATS).map((seat) => range(HAND).map((n) => 1000 * (seat + 1) + n));

/** The oldest card goes, a new one with the seat's tag comes. */
export const played = (hand, seat, k) => [...hand.slice(1), 1000 * (seat + 1) + (k % CARDS)];

export const tableView = (m, top, hands) => ({ m, top, ...PUBLIC, counts: hands.map((hand) => hand.length) });

export class Table {
  m = 0;
  top = 0;
  hands = firstHands();

  play(seat, k) {
    this.hands[seat] = played(this.hands[seat], seat, k);
    this.m += 1;
    this.top = k;
  }

  view(seat) {
    return { room: ROOM, table: tableView(this.m, this.top, this.hands), own: { hand: this.hands[seat] } };
  }
}

export const port = Number(process.argv[2]);
