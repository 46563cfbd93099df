/* Generated from build/schema/wire.json by "npm run types". Not to be edited. */

/**
 * The announcements there are; the words are the client's.
 */
export type What = "back_to_hall" | "five_minutes" | "last_deal";
/**
 * How the last game of the room came to its end.
 */
export type Ending = "abandoned" | "ended_by_host" | "finished" | "round_over";
export type HallStage = "gathering" | "over" | "playing";
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
 * Said at every table in its readers' languages.
 */
export interface Announce {
  type: "announce";
  what: What;
  id: string;
}
/**
 * `number` rises with each, so that the same one again is news.
 */
export interface Announced {
  number: number;
  what: What;
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
 * Look at this room or hall from now on (and at no other): answered, then a view comes. Attaching again
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
 * Shown at every table; nothing ends by itself. 0 takes it away.
 */
export interface CountDown {
  type: "count_down";
  seconds: number;
  id: string;
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
 * Its people go to other tables, or wait.
 */
export interface DissolveTable {
  type: "dissolve_table";
  table: string;
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
 * Softly, each table with its deal, sentence or enemy; or at once.
 */
export interface EndRound {
  type: "end_round";
  phase: string;
  at_once?: boolean;
  id: string;
}
/**
 * The `hall` event, of a connection that looks at a hall: all that this viewer may see of it now. Ordered as views
 * are.
 *
 * `tables` (null to participants while a round runs) are as they were last heard of; `people` are for organisers.
 */
export interface Hall {
  fence: number;
  version: number;
  hall: HallView;
  you: HallYouView;
  tables: TableView[] | null;
  people: PersonView[] | null;
}
/**
 * The hall's public part.
 *
 * phase     the key that commands must name
 * people    how many are here, in the hall and at tables
 * waiting   how many of them have no chair
 * tables    of this round; `over` how many of them have ended their game; they may play another until the round is over
 * plan      how those would be spread who would be seated now; `left_over` are too few or too many
 * left_s    of the countdown
 */
export interface HallView {
  code: string;
  stage: HallStage;
  phase: string;
  round: number;
  game: string;
  options: unknown;
  min_seats: number;
  max_seats: number;
  people: number;
  waiting: number;
  tables: number;
  over: number;
  plan: SizeView[];
  left_over: number;
  announced: Announced | null;
  left_s: number | null;
}
/**
 * So many tables of this size.
 */
export interface SizeView {
  size: number;
  tables: number;
}
/**
 * What the hall knows of this viewer. `table`: where the chair is; attach to it. `place` and `status` are that
 * table's, as in `TableView`.
 */
export interface HallYouView {
  has_joined: boolean;
  is_organiser: boolean;
  rests: boolean;
  table: string | null;
  place: number | null;
  status: string | null;
}
/**
 * A table of the round, as it was last heard of. There are two hundred of them in one view: short.
 *
 * place      its number on the screen
 * status     `opening` until it is heard of, `lobby`, `playing`, `over`
 * since_s    for how long it has been in its phase
 * people     what they are called who sit there, twins with a number; `awaited` and `away` are indexes of these
 * is_short   fewer sit there than its game takes
 */
export interface TableView {
  code: string;
  place: number;
  game: string;
  status: string;
  phase: string;
  since_s: number;
  people: string[];
  awaited: number[];
  away: number[];
  is_short: boolean;
  reached: ReachedView | null;
}
/**
 * What a table has reached, so far or in the end (`engines.core.Score`).
 *
 * leaders   where everybody plays for themselves: what they are called who lead, or have won, of those still there;
 *           `points` are theirs. Empty where all play together
 * rank      of the table among all of the round, 1 for the best; None where tables are not compared: everybody
 *           plays for themselves, or not all play the same game
 */
export interface ReachedView {
  done: number;
  failed: number;
  goal: number;
  leaders: string[];
  points: number;
  rank: number | null;
}
/**
 * Somebody in the hall; `place` is the table's number.
 */
export interface PersonView {
  id: string;
  name: string;
  is_here: boolean;
  place: number | null;
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
 * Be counted no more; joining again is coming back.
 */
export interface LeaveHall {
  type: "leave_hall";
  id: string;
}
/**
 * From now on this organiser's view has the people whose names hold this text, at most twenty.
 */
export interface LookFor {
  type: "look_for";
  text: string;
  id: string;
}
/**
 * One more, from the people of the hall.
 */
export interface NameOrganiser {
  type: "name_organiser";
  player: string;
  id: string;
}
/**
 * The `notice` event. `closed`: the room is gone; `removed`: the host removed you; `elsewhere`:
 * your seat has moved to another device; `moved`: attach again in about `after_ms`; `hall`: back to the table's hall,
 * attach to it.
 */
export interface Notice {
  notice: "closed" | "elsewhere" | "hall" | "moved" | "removed";
  after_ms: number | null;
}
/**
 * What a table of a hall shows of it. `place` is the table's number there; `announced.number` rises, so that the same announcement again is news;
 * `left_s` is the countdown's, until the table's round is over. `is_ending`: the table ends with what is under way.
 */
export interface OfHallView {
  code: string;
  place: number;
  is_ending: boolean;
  announced: Announced | null;
  left_s: number | null;
}
/**
 * While somebody is in line: a new room with the same game and options; the view shows its code.
 */
export interface OpenAnother {
  type: "open_another";
  id: string;
}
/**
 * Open a hall, whose organiser you are. The answer's `detail` is its code; attach to it next.
 */
export interface OpenHall {
  type: "open_hall";
  game: string;
  options: unknown;
  id: string;
}
/**
 * What will be played next. Options of another game than the present start at defaults.
 */
export interface Plan {
  type: "plan";
  game: string;
  options: unknown;
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
 * hall        where this is a table of a hall
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
  hall: OfHallView | null;
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
 * Spread everybody over tables: the next round. Refused while tables play.
 */
export interface SeatEveryone {
  type: "seat_everyone";
  phase: string;
  id: string;
}
/**
 * More tables of those who wait, in the running round.
 */
export interface SeatWaiting {
  type: "seat_waiting";
  phase: string;
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
