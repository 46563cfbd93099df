/**
 * What a browser can do besides, if it has it and lets us: to shake, to hand on, to speak to its other tabs.
 * Old WebViews lack some of it, private windows and blocked storage make some of it throw; nothing here does.
 * What is kept is `storage.ts`, the lit screen `attention.ts`, the worker `worker.ts`.
 */

export const canVibrate = (): boolean => typeof navigator.vibrate === "function";

export function vibrate(pattern: number | number[]): void {
  try {
    navigator.vibrate?.(pattern);
  } catch {
    // Forbidden here: the title and the mark remain.
  }
}

/** Whether the text is on the clipboard now. Over plain HTTP there is none. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const canShare = (): boolean => typeof navigator.share === "function";

export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // Closed without sharing: nothing to say.
  }
}

/** The other tabs of this browser that have a page of ours open. */
export interface Tabs {
  say(): void;
  close(): void;
}

/** `heard`: another tab has spoken under this name, or where tabs cannot speak, has written what is kept under it. */
export function tabs(name: string, heard: () => void): Tabs {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = heard;
    return { say: () => channel.postMessage(null), close: () => channel.close() };
  } catch {
    const written = (event: StorageEvent): void => {
      if (event.key === name && event.newValue !== null) heard();
    };
    addEventListener("storage", written);
    return { say: () => {}, close: () => removeEventListener("storage", written) };
  }
}
