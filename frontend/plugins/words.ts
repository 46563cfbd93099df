/**
 * One file of messages a language, cut for the wire: `en.json?shared` is what every page needs, and
 * `en.json?of=rows` the words that only the screen of `rows` says, `?of=hall` those of the pages of a hall,
 * `?of=organiser` those of the one page of it that one in three hundred sees, `?of=shelf` those of the shelf, `?of=refused` why something is refused anywhere. Without a query the file is whole.
 */

import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** What is said of a game where its screen is not there yet: on the shelf, in the lobby, to who looks on. */
const OUTSIDE = /^\w+\.(title|pitch|no_bots|leave_ask|seat_lost|which|option\.\w+)$/;

/** Not games, but words that only their own pages say, or that nobody says before a page is shown. */
const PAGES = ["hall", "organiser", "refused", "shelf"];

/** What only one game's table refuses, and so is never said without its screen. */
const REFUSED: Readonly<Record<string, string>> = {
  twelve:
    "all_yielded flip_over no_flip no_jester_played no_such_play not_at_the_table not_playing nothing_due only_flip said_already tavern_empty yield_alone",
  order: "chip_taken chips_missing needs_three no_chip no_such_chip no_yes not_claiming not_dealt_in order_changed own_chip yes_said",
  gap: "next_sentence no_such_answer not_judging not_reader reader_rests round_runs wrong_number",
  rows: "no_row_asked no_such_row not_your_row",
};
const gameRefusing = (code: string): string | undefined =>
  Object.keys(REFUSED).find((game) => REFUSED[game]?.split(" ").includes(code));

/** Which part a key is in: a game's or a page's own, or "shared". */
export function partOf(key: string, games: readonly string[]): string {
  const [first = "", second = ""] = key.split(".");
  const game = (first === "refused" ? gameRefusing(second) : undefined) ?? first;
  return games.includes(game) && !OUTSIDE.test(key) ? game : "shared";
}

export function words(games: readonly string[]): Plugin {
  const parts = [...games, ...PAGES];
  return {
    name: "kortlek:words",
    enforce: "pre",
    load: async (id) => {
      const [, path, part] = /^(.*\/i18n\/\w+\.json)\?(?:of=(\w+)|shared)$/.exec(id) ?? [];
      if (path === undefined) return null;
      const messages = Object.entries(JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>);
      const cut = Object.fromEntries(messages.filter(([key]) => partOf(key, parts) === (part ?? "shared")));
      return { code: JSON.stringify(cut), map: null, moduleType: "json" };
    },
  };
}
