/**
 * One file of messages a language, cut for the wire: `en.json?shared` is what every page needs, and
 * `en.json?of=rows` the words that only the screen of `rows` says. Without a query the file is whole.
 */

import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

/** What is said of a game where its screen is not there yet: on the shelf, in the lobby, to who looks on. */
const OUTSIDE = /^\w+\.(title|pitch|no_bots|leave_ask|seat_lost|option\.\w+)$/;

/** Which part a key is in: a game's own, or "shared". */
export function partOf(key: string, games: readonly string[]): string {
  const game = key.split(".")[0] ?? "";
  return games.includes(game) && !OUTSIDE.test(key) ? game : "shared";
}

export function words(games: readonly string[]): Plugin {
  return {
    name: "kortlek:words",
    enforce: "pre",
    load: async (id) => {
      const [, path, part] = /^(.*\/i18n\/\w+\.json)\?(?:of=(\w+)|shared)$/.exec(id) ?? [];
      if (path === undefined) return null;
      const messages = Object.entries(JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>);
      const cut = Object.fromEntries(messages.filter(([key]) => partOf(key, games) === (part ?? "shared")));
      return { code: JSON.stringify(cut), map: null, moduleType: "json" };
    },
  };
}
