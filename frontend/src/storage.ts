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
