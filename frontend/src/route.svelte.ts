/** Where we are: the shelf, a room, its stage, or the game that needs none. Game pages are the server's own HTML. */

export type Route = { page: "shelf" } | { page: "idiot" } | { page: "room" | "stage"; code: string };

export const IDIOT_PATH = "/play/idiot";

export function parse(path: string): Route {
  if (path.replace(/\/$/, "") === IDIOT_PATH) return { page: "idiot" };
  const [, room, stage] = /^\/r\/([^/]+?)(\/stage)?\/?$/.exec(path) ?? [];
  if (room === undefined) return { page: "shelf" };
  return { page: stage === undefined ? "room" : "stage", code: decoded(room).toUpperCase() };
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
addEventListener("popstate", () => (here.route = parse(location.pathname)));

export const route = (): Route => here.route;

export function go(path: string): void {
  history.pushState(null, "", path);
  here.route = parse(path);
  scrollTo(0, 0);
}

export const roomPath = (code: string): string => `/r/${code}`;
export const stagePath = (code: string): string => `${roomPath(code)}/stage`;
export const roomUrl = (code: string): string => `${location.origin}${roomPath(code)}`;

/** The chair link's token, taken out of the address at once: it is good for one use and nobody's to copy. */
export function takeChairToken(): string | null {
  const token = /^#chair=([A-Za-z0-9_-]{8,60})$/.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
}
