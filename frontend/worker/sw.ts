/**
 * The service worker: one cache holds one build, whole and unmixed, and the network comes first for pages.
 *
 * - Files with a hash in their name come from the cache. Pages come from the server, and from the cache where
 *   the server is away, fails or keeps silent. Nothing is stored while we run: what an old page asks for,
 *   it finds in the old build's cache, and the new build's worker waits until somebody lets it in.
 * - Links, figures and health are never touched, nor is anything but a GET of our own.
 * - It imports nothing: browsers differ in what they let a worker import.
 *
 * `plugins/service-worker.ts` puts the build in place of `__BUILD__`.
 */

import type { Build } from "../plugins/service-worker.ts";

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD__: Build;

const { name, files, pages, languages } = __BUILD__;
const OURS = "kortlek-";
const CACHE = OURS + name;
const FILES = new Set(files);
const NEVER = /^\/(?:socket\.io|metrics|health|ready)(?:\/|$)/;
/** What the client itself answers for, with the same shell. */
const SHELL = /^\/(?:$|r\/|h\/|play\/)/;
const OFFLINE = "/about/offline";
/**
 * Firefox (153 still) fails a whole navigation with the request that it has sent ahead of us, whatever we answer
 * instead: without the server it would show its own error. Nothing but its name gives that away.
 */
const MAY_ASK_AHEAD = !self.navigator.userAgent.includes("Firefox/");
/** A server that says nothing for so long counts as away. */
const PATIENCE_MS = 5_000;

self.addEventListener("install", (event) => event.waitUntil(precache()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", (event) => void hear(event));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || NEVER.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else if (FILES.has(url.pathname)) event.respondWith(file(request, url));
});

/**
 * Fetch all of this build or fail. What an earlier build had too is not fetched again. A page is taken only
 * with this build's own bytes: while servers are being replaced, another may answer.
 */
async function precache(): Promise<void> {
  const cache = await caches.open(CACHE);
  const store = async (path: string, answer: Response): Promise<void> => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await cache.put(path, answer);
  };
  await Promise.all([
    ...files.map(async (path) => store(path, (await caches.match(path, { ignoreVary: true })) ?? (await fetch(path)))),
    ...Object.entries(pages).map(async ([path, integrity]) => store(path, await fetch(path, { cache: "no-cache", integrity }))),
  ]);
}

/** Old builds go. The page that brought us is served by us from now on, so that it too may lose the server. */
async function begin(): Promise<void> {
  for (const other of await caches.keys()) if (other.startsWith(OURS) && other !== CACHE) await caches.delete(other);
  const ahead = self.registration.navigationPreload;
  await (MAY_ASK_AHEAD ? ahead?.enable() : ahead?.disable()); // what an earlier build has enabled would stay so
  await self.clients.claim();
}

/**
 * "take over": somebody has pressed the button. `{ script }`: a page asks whether it is of our build. If it
 * is, and nobody has another page open, there is no reason to wait and nothing to tell anybody.
 */
async function hear(event: ExtendableMessageEvent): Promise<void> {
  if (event.data === "take over") {
    await self.skipWaiting();
    return;
  }
  const isOurs = FILES.has((event.data as { script: string }).script);
  event.ports[0]?.postMessage(isOurs);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (isOurs && windows.length === 1) await self.skipWaiting();
}

async function file(request: Request, url: URL): Promise<Response> {
  return (await found(url.pathname)) ?? fetch(request);
}

async function page(event: FetchEvent, url: URL): Promise<Response> {
  const path = `${SHELL.test(url.pathname) ? "/" : url.pathname}?lang=${language(url)}`;
  const isKept = path in pages;
  const network = asked(event);
  event.waitUntil(network.catch(() => undefined));
  try {
    if (!isKept) return await network;
    const answer = await Promise.race([network, silence()]);
    return answer.status < 500 ? answer : await kept(path, network);
  } catch {
    return kept(isKept ? path : `${OFFLINE}?lang=${language(url)}`, network);
  }
}

/** The browser may have asked already, while we were being woken. */
async function asked(event: FetchEvent): Promise<Response> {
  return ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request);
}

const silence = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), PATIENCE_MS));

/** From our cache. A browser may throw it away, or forbid it later: then there is none. */
async function found(path: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(CACHE)).match(path, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

/** A page from the cache; a browser that has thrown it away has nothing but the network. */
async function kept(path: string, network: Promise<Response>): Promise<Response> {
  return (await found(path)) ?? network;
}

/** As the server chooses: by name, else what the browser wants most. */
function language(url: URL): string {
  const wanted = [url.searchParams.get("lang"), ...self.navigator.languages];
  for (const tag of wanted) {
    const found = languages.find((each) => each === tag?.split("-")[0]?.toLowerCase());
    if (found !== undefined) return found;
  }
  return languages[0] ?? "en";
}
