/**
 * Parts of the client that are fetched when they are needed, and what happens when one does not come.
 *
 * A part is asked for until it comes, so nobody has to handle its absence; whoever waits for one in vain is told
 * why by `trouble`, with a way on. Where the server has another build than ours, this one's files are gone for
 * good, and a reload is the way: by itself, once, where it costs nothing, else on a button.
 */

import { isKept } from "./storage";

/** What is on the screen without it: nothing worth keeping ("page"), or all but this ("extra"). */
export type Need = "page" | "extra";
/** Ours is the old build, or the server has our build and yet not this file. */
export type Trouble = "replaced" | "missing";

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8_000;
/** With servers of two builds side by side, another one may have the file, or it may just have come up. */
const TRIES_BEFORE_DOUBT = 2;
/** A reload that did not help is not repeated by itself. */
const NEXT_RELOAD_MS = 60_000;

class Supply {
  trouble = $state<Trouble | null>(null);
  /** Until then a reload takes nothing from anybody. */
  private isShown = false;
  private script = "";
  private isFoundAgain: () => boolean = () => false;

  /**
   * `script` is the path of this page's main script: no two builds that differ share it. `isFoundAgain`: what is
   * shown is found by its address alone, as it was.
   */
  begin(script: string, isFoundAgain: () => boolean): void {
    this.script = script;
    this.isFoundAgain = isFoundAgain;
  }

  shown(): void {
    this.isShown = true;
  }

  /** Resolves when the part is here; never rejects. `failed` hears of each try in vain. */
  async fetch<Part>(load: () => Promise<Part>, need: Need, failed = (): void => {}): Promise<Part> {
    for (let failures = 1; ; failures += 1) {
      try {
        const part = await load();
        if (failures > 1) this.trouble = null;
        return part;
      } catch (error) {
        failed();
        await pause(failures);
        await styled(error);
        if (failures >= TRIES_BEFORE_DOUBT) await this.doubt(need);
      }
    }
  }

  private async doubt(need: Need): Promise<void> {
    const isOurs = await this.isOurBuild();
    if (isOurs === null) return; // The server is away, and the link says so.
    this.trouble = isOurs ? "missing" : "replaced";
    if (!isOurs && this.mayReload(need) && hasNoted(Date.now())) location.reload();
  }

  /** Whether the server's page names our main script; null where it has no answer. */
  private async isOurBuild(): Promise<boolean | null> {
    try {
      const answer = await fetch(location.pathname, { cache: "no-store", headers: { Accept: "text/html" } });
      return answer.ok ? (await answer.text()).includes(this.script) : null;
    } catch {
      return null;
    }
  }

  /** Without the secret in this browser a chair is not found again, and what is being typed never is. */
  private mayReload(need: Need): boolean {
    const isFound = need === "page" && this.isFoundAgain() && isKept() && !isTyping();
    const lastMs = (history.state as { reloadedMs?: number } | null)?.reloadedMs;
    const isFirst = lastMs === undefined || Math.abs(Date.now() - lastMs) > NEXT_RELOAD_MS;
    return isFirst && (isFound || !this.isShown);
  }
}

export const supply = new Supply();

const isTyping = (): boolean => document.activeElement instanceof HTMLInputElement && document.activeElement.value !== "";

/** Kept with this entry of the tab's history, which outlives a reload. What cannot be noted is not done. */
function hasNoted(reloadedMs: number): boolean {
  try {
    history.replaceState({ ...history.state, reloadedMs }, "");
    return true;
  } catch {
    return false;
  }
}

/** Each twice as long as the one before, and no two browsers at the same moment. */
function pause(failures: number): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return new Promise((done) => setTimeout(done, longest * (0.5 + 0.5 * Math.random())));
}

/** A style sheet that failed is not asked for again by Vite's loader, which would show the part without it. */
async function styled(error: unknown): Promise<void> {
  const href = /^Unable to preload CSS for (\S+)$/.exec(error instanceof Error ? error.message : "")?.[1];
  if (href === undefined) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", crossOrigin: "", href });
  await new Promise((settled) => {
    link.onload = link.onerror = settled;
    document.head.append(link);
  });
}
