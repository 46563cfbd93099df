/** Socket.IO as a `Channel`: WebSocket first, polling where a proxy forbids it; it never reconnects by itself. */

import { Fetch, WebSocket as WebSocketTransport } from "engine.io-client";
import { io } from "socket.io-client";
import { takeEarly } from "./early";
import type { Channel, Dial } from "./socket";

const CONNECT_MS = 8_000;

/** The usual transport, but for the socket that a room's page has opened ahead. */
class EarlyWebSocket extends WebSocketTransport {
  override createSocket(...how: Parameters<WebSocketTransport["createSocket"]>): WebSocket {
    return takeEarly() ?? (super.createSocket(...how) as WebSocket);
  }
}

export const dial: Dial = (auth, events): Channel => {
  const socket = io({
    auth,
    forceNew: true,
    reconnection: false,
    timeout: CONNECT_MS,
    transports: [EarlyWebSocket, Fetch],
    tryAllTransports: true,
    closeOnBeforeunload: false,
  });
  let isDown = false;
  const down = (reason: string): void => {
    if (isDown) return;
    isDown = true;
    events.down(reason);
  };
  socket.on("connect", () => {
    socket.io.engine.on("packet", events.heard);
    events.up();
  });
  socket.on("connect_error", (error) => {
    const code: unknown = (error as Error & { data?: { code?: unknown } }).data?.code;
    down(code === "update" || error.message === "update" ? "update" : "connect_error");
  });
  socket.on("disconnect", (reason) => down(reason));
  socket.on("view", events.view);
  socket.on("notice", events.notice);
  return {
    send: (message, answered) => void socket.emit("cmd", message, answered),
    close: () => {
      isDown = true;
      socket.io.removeAllListeners();
      socket.removeAllListeners();
      socket.disconnect();
      socket.io.engine?.close();
    },
  };
};
