/**
 * Whether a newer build than this page's is ready, and the way to it. Nothing is changed under anybody's
 * hands: a worker of another build waits until its button is pressed, here or in another tab.
 */

const LOOK_EVERY_MS = 3_600_000;

class Newer {
  isReady = $state(false);
  private registration: ServiceWorkerRegistration | null = null;
  private isPressed = false;
  private lookedMs = performance.now();

  /** `script` is the path of this page's main script: no two builds that differ share it. */
  watch(registration: ServiceWorkerRegistration, script: string): void {
    this.registration = registration;
    const ask = (worker: ServiceWorker | null): void => {
      if (worker === null) return;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<boolean>) => (this.isReady ||= !data);
      worker.postMessage({ script }, [port2]);
    };
    const follow = (worker: ServiceWorker | null): void =>
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") ask(registration.waiting);
      });
    ask(registration.waiting);
    follow(registration.installing);
    registration.addEventListener("updatefound", () => follow(registration.installing));
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.isPressed) location.reload();
      else ask(navigator.serviceWorker.controller);
    });
    document.addEventListener("visibilitychange", () => void this.look());
  }

  /** A tab that is never reloaded looks for itself, when it is looked at. */
  private async look(): Promise<void> {
    const now = performance.now();
    if (document.visibilityState !== "visible" || now - this.lookedMs < LOOK_EVERY_MS) return;
    this.lookedMs = now;
    await this.registration?.update().catch(() => undefined);
  }

  /** Let the newer worker in, and reload once it is; where another tab has let it in, just reload. */
  take(): void {
    const waiting = this.registration?.waiting;
    this.isPressed = true;
    if (waiting) waiting.postMessage("take over");
    else location.reload();
  }
}

export const newer = new Newer();
