/** What the browser keeps for us, if it lets us. Blocked storage costs nothing but the memory of it. */

const memory = new Map<string, string>();
let works = true;

export const KEYS = {
  secret: "kortlek.secret",
  name: "kortlek.name",
  locale: "kortlek.locale",
  theme: "kortlek.theme",
  sound: "kortlek.sound",
  vibration: "kortlek.vibration",
  /** The game last seen in a room, so that its screen is fetched while the link is made. */
  game: "kortlek.game",
  /** A game of idiot, where somebody has asked for it to be kept. */
  idiot: "kortlek.idiot",
} as const;

try {
  localStorage.setItem("kortlek.probe", "1");
  localStorage.removeItem("kortlek.probe");
} catch {
  works = false;
}

/** False where what we keep is lost with the tab: worth a hint. */
export const isKept = (): boolean => works;

export function recall(key: string): string | null {
  try {
    return memory.get(key) ?? localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
    works = false;
  }
}

export function forget(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // What was never let in is not there.
  }
}
