/* Generated from build/schema/wire.json by "npm run types". Not to be edited. */

/**
 * How the last game of the room came to its end.
 */
export type Ending = "abandoned" | "ended_by_host" | "finished";
export type Status = "lobby" | "over" | "playing";

/**
 * A move of the game. `action` is decoded by the game's own types.
 */
export interface Act {
  type: "act";
  phase: string;
  action: unknown;
  id: string;
}
/**
 * Any seat: from the end screen back to the lobby.
 */
export interface Again {
  type: "again";
  phase: string;
  id: string;
}
/**
 * Done and durable. `version` is the room's version that holds it; `detail` what was asked for
 * (the token of a chair link, the code of a new room).
 */
export interface Applied {
  type: "applied";
  fence: number;
  version: number;
  detail: string | null;
}
/**
 * Any other seat: "Still here?" (room.md 3).
 */
export interface AskHere {
  type: "ask_here";
  seat: string;
  id: string;
}
/**
 * Look at this room from now on (and at no other): answered, then a view comes. Attaching again
 * asks for the view again.
 */
export interface Attach {
  type: "attach";
  room: string;
  id: string;
}
/**
 * The CONNECT packet's payload. `secret` is what `hello` handed out earlier; without one this
 * connection is a new player. It travels nowhere else. Clients of other versions may say more: they
 * are let in, to be told to reload.
 */
export interface Auth {
  protocol: number;
  secret?: string | null;
}
/**
 * A one-time token that moves this seat to another device; the answer's `detail` carries it.
 */
export interface ChairLink {
  type: "chair_link";
  id: string;
}
/**
 * Host: the game and its options. Options of another game than the present start at defaults.
 */
export interface Choose {
  type: "choose";
  game: string;
  options: unknown;
  id: string;
}
/**
 * The phase's clock. `left_s` may be more than `limit_s` while the screens still show what has just
 * happened: the clock starts after that.
 */
export interface ClockView {
  left_s: number;
  limit_s: number;
}
/**
 * Open a table. The answer's `detail` is its code; attach to it next.
 */
export interface Create {
  type: "create";
  game: string;
  options: unknown;
  id: string;
}
/**
 * Look at no room any more.
 */
export interface Detach {
  type: "detach";
  id: string;
}
/**
 * Host: end the running game, without a result.
 */
export interface End {
  type: "end";
  phase: string;
  id: string;
}
/**
 * Host: hand the role to another seated person.
 */
export interface HandOn {
  type: "hand_on";
  seat: string;
  id: string;
}
/**
 * Who am I? Answered with the secret to keep, if this connection came without one.
 */
export interface Hello {
  type: "hello";
  id: string;
}
/**
 * A touch: somebody sits before this tab. Seen by nobody (room.md 3).
 */
export interface Here {
  type: "here";
  id: string;
}
/**
 * Take a free chair; where none may be taken now, stand in line for one. An owner whose seat
 * was given up takes it back where the game allows.
 */
export interface Join {
  type: "join";
  name: string;
  id: string;
}
/**
 * Give up the chair, or the place in line. In a running game: for good (room.md 1). `phase` is any of
 * the same lobby, game or end screen: standing up must not become leaving a game that has just begun.
 */
export interface Leave {
  type: "leave";
  phase: string;
  id: string;
}
/**
 * The `notice` event. `closed`: the room is gone; `removed`: the host removed you; `elsewhere`:
 * your seat has moved to another device; `moved`: attach again in about `after_ms`.
 */
export interface Notice {
  notice: "closed" | "elsewhere" | "moved" | "removed";
  after_ms: number | null;
}
/**
 * While somebody is in line: a new room with the same game and options; the view shows its code.
 */
export interface OpenAnother {
  type: "open_another";
  id: string;
}
/**
 * Nothing has happened. `code` is one of `Code` or of the game's own codes; `number` is what the
 * sentence needs (seats too many, seconds to wait).
 */
export interface Refused {
  type: "refused";
  code: string;
  number: number | null;
}
/**
 * Host: remove a person; this room refuses that player from then on.
 */
export interface Remove {
  type: "remove";
  seat: string;
  id: string;
}
/**
 * Refused while a game runs.
 */
export interface Rename {
  type: "rename";
  name: string;
  id: string;
}
/**
 * The room's public part.
 *
 * phase       the key that commands must name
 * opens_s     seconds until an action of this phase is taken (a result screen)
 * game        slug; `options` is that game's own struct
 * min_seats   and `max_seats`: what the chosen game takes
 * line        how many stand in line for a chair; `spectators` how many look on without one
 * can_sit     whether a chair may be taken right now
 * is_stopped  nobody seated is connected: all clocks stand still
 */
export interface RoomView {
  code: string;
  status: Status;
  phase: string;
  opens_s: number;
  game: string;
  options: unknown;
  min_seats: number;
  max_seats: number;
  has_bots: boolean;
  seats: SeatView[];
  line: number;
  spectators: number;
  can_sit: boolean;
  is_stopped: boolean;
  clock: ClockView | null;
  starting: StartingView | null;
  ending: Ending | null;
  other_table: string | null;
}
/**
 * A chair as everybody sees it. `presence` is here, away or left; `away_left_s` counts down to the
 * loss of the chair and `asked_left_s` to the end of the question "Still here?", while they run. A
 * bot's `name` is its number.
 */
export interface SeatView {
  id: string;
  name: string;
  twin: number;
  is_bot: boolean;
  presence: string;
  is_host: boolean;
  is_awaited: boolean;
  is_askable: boolean;
  away_left_s: number | null;
  asked_left_s: number | null;
}
/**
 * A start by somebody who is not the host, which any seat can stop.
 */
export interface StartingView {
  seat: string;
  left_s: number;
}
/**
 * Host: seat one bot (room.md 2).
 */
export interface SeatBot {
  type: "seat_bot";
  id: string;
}
/**
 * By the host at once, by another seated person after five seconds (room.md 2).
 *
 * `despite_away` repeats a start that was refused with `somebody_away`.
 */
export interface Start {
  type: "start";
  phase: string;
  despite_away?: boolean;
  id: string;
}
/**
 * Any seat: stop the five seconds of a start.
 */
export interface StopStart {
  type: "stop_start";
  id: string;
}
/**
 * Redeem a chair link.
 */
export interface TakeChair {
  type: "take_chair";
  token: string;
  id: string;
}
export interface UnseatBot {
  type: "unseat_bot";
  seat: string;
  id: string;
}
/**
 * The `view` event: all that this viewer may see of the room now.
 *
 * (fence, version) only grows; a view with a lower pair than the last one shown is dropped. `table`
 * is the game's public part, `own` the viewer's (null without a seat); both null before the first
 * game. `events` are what has happened since the version before (empty on a resync), `private` those
 * that only this viewer's seat may see.
 */
export interface View {
  fence: number;
  version: number;
  room: RoomView;
  table: unknown | null;
  events: unknown[];
  you: YouView;
  own: unknown | null;
  private: unknown[];
}
/**
 * What the room knows of this viewer. `seat` is the index of the own chair, also of one given up in
 * the running game: then its `presence` is "left", and joining again is how it is taken back where
 * the game allows. `in_line` is the place in line, from 1.
 */
export interface YouView {
  player: string;
  seat: number | null;
  in_line: number | null;
}
/**
 * The answer to `hello`. `secret` only if it is new: keep it, show it to nobody.
 */
export interface Welcome {
  type: "welcome";
  player: string;
  protocol: number;
  secret: string | null;
}
