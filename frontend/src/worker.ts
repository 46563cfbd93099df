/** The service worker's registration: after everything that a first hand needs. */

/** On a slow phone the hand comes within two seconds of the page; what is fetched ahead can wait. */
const LATER_MS = 3_000;

/** The registration, or nothing where a browser has no workers, forbids them, or the server is away. */
export async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return null;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  try {
    return await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  } catch {
    return null;
  }
}
