/**
 * The first script of a room's or a hall's page, alone and small enough to run while the rest is on its way: it
 * opens the WebSocket that `early.ts` hands to the client, and asks for the screen of the game that was
 * last seen. Nothing is sent on the socket before it is taken over.
 */

import type { Early } from "./early";

/** The page lists every game's files as links without effect; those of one game are given theirs. */
function fetchScreen(game: string | null): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-rel]"))
    if (game !== null && link.dataset["game"]?.split(" ").includes(game)) link.rel = link.dataset["rel"] ?? "";
}

function openSocket(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  // As Socket.IO's own client writes it.
  const socket = new WebSocket(`${scheme}://${location.host}/socket.io/?EIO=4&transport=websocket`);
  const early: Early = { socket, messages: [] };
  socket.onmessage = (message) => void early.messages.push(message);
  window.kortlekEarly = early;
}

try {
  openSocket();
} catch {
  // Sockets are forbidden here: the client polls.
}
try {
  fetchScreen(localStorage.getItem("kortlek.game"));
} catch {
  // Storage is blocked: the screen is fetched when the room says which.
}
