/** What a game is called, whichever this client knows. */

import { gameOf } from "../games";
import { t } from "../i18n/index.svelte";

export const titleOf = (game: string): string => {
  const known = gameOf(game);
  return known === undefined ? game : t(known.title);
};
