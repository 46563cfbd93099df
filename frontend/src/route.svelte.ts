/** Where we are: the shelf, a table, a hall, the stage of one, or the game that needs none. Game pages are the server's own HTML. */

import { isHallCode, isWhole } from "./code";

export type Route =
  | { page: "shelf" }
  | { page: "idiot" }
  | { page: "room" | "stage" | "hall" | "hallStage"; code: string };

export const IDIOT_PATH = "/play/idiot";

export function parse(path: string): Route {
  if (path.replace(/\/$/, "") === IDIOT_PATH) return { page: "idiot" };
  const [, kind, part, stage] = /^\/([rh])\/([^/]+?)(\/stage)?\/?$/.exec(path) ?? [];
  if (part === undefined) return { page: "shelf" };
  const code = decoded(part).toUpperCase();
  // The code itself says what it is of, whatever somebody has typed before it.
  const isHall = isWhole(code) ? isHallCode(code) : kind === "h";
  if (stage !== undefined) return { page: isHall ? "hallStage" : "stage", code };
  return { page: isHall ? "hall" : "room", code };
}

/** A path may hold what is no text at all; then it is nobody's code either way. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = $state<{ route: Route }>({ route: parse(location.pathname) });
/** Of the table that was last shown here. */
let lastTable: string | null = null;
addEventListener("popstate", () => show(location.pathname));

export const route = (): Route => here.route;

/** The table that one has just come from, by a button or by the browser's own. */
export const cameFrom = (): string | null => lastTable;

function show(path: string): void {
  if (here.route.page === "room") lastTable = here.route.code;
  here.route = parse(path);
}

export function go(path: string, state: object | null = null): void {
  history.pushState(state, "", path);
  show(path);
  scrollTo(0, 0);
}

/** In place of where we are: back does not lead here any more. */
export function goInstead(path: string, state: object = {}): void {
  history.replaceState({ ...state, isInstead: true }, "", path);
  show(path);
  scrollTo(0, 0);
}

/** Kept with this entry of the tab's history, so that a table which is gone after a reload still has its way back. */
export function noteHall(hall: string | null): void {
  if (hall !== hallNoted()) history.replaceState({ ...history.state, hall }, "");
}

/** The hall that the table at this address is one of, if it was ever seen here or was gone to from there. */
export const hallNoted = (): string | null => (history.state as { hall?: string | null } | null)?.hall ?? null;

/**
 * From a hall to one's table; back leads to the hall. However many rounds are played, there is one step between. A
 * table that is gone before anybody here has seen it has its way back all the same.
 */
export function goToTable(path: string, hall: string): void {
  if ((history.state as { isInstead?: boolean } | null)?.isInstead) goInstead(path, { hall });
  else go(path, { hall });
}

export const roomPath = (code: string): string => `/r/${code}`;
export const stagePath = (code: string): string => `${roomPath(code)}/stage`;
export const hallPath = (code: string): string => `/h/${code}`;
export const hallStagePath = (code: string): string => `${hallPath(code)}/stage`;
export const hallUrl = (code: string): string => `${location.origin}${hallPath(code)}`;
export const roomUrl = (code: string): string => `${location.origin}${roomPath(code)}`;

/** The chair link's token, taken out of the address at once: it is good for one use and nobody's to copy. */
export function takeChairToken(): string | null {
  const token = /^#chair=([A-Za-z0-9_-]{8,60})$/.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
}
