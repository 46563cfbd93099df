/** The service worker's registration: after everything that a first hand needs. */

/** The registration, or nothing where a browser has no workers, forbids them, or the server is away. */
export async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return null;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  try {
    return await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  } catch {
    return null;
  }
}
